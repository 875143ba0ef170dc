const KEY = 'cairn_shared_device';

/**
 * "Not my device": whether this tab is used on somebody else's phone or computer. Kept for the tab alone, so that it ends with
 * it, as the session then does.
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
    // Without storage nothing outlives the page in any case.
  }
}
