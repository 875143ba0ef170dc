const KEY = 'cairn_shared_device';

/**
 * "Not my device": true when this tab is on a shared device. Stored for the tab only, so that it ends with it, like the
 * session.
 */
export function isSharedDevice(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function setSharedDevice(shared: boolean): void {
  try {
    if (shared) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing outlives the page anyway.
  }
}
