import { useSyncExternalStore } from 'react';

// One per tab: a proof belongs to one call, and pages make one at a time.
let proving = false;
const listeners = new Set<() => void>();

export function setProving(now: boolean): void {
  proving = now;
  for (const listener of listeners) listener();
}

/** True while this tab solves a challenge. */
export function useProving(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => proving,
    () => false,
  );
}
