import type { Db } from '../../db/database.ts';
import * as store from './breaker-store.ts';
import type { FulfilmentWindows } from './schedule.ts';
import type { WholesaleRefusal } from './wholesaler.ts';

/** So many failures in a row open the breaker of a wholesaler. */
export const MAX_FAILURES = 5;

/** Refusals that are about one package or one order: they say nothing about the wholesaler. */
const OF_ONE_ORDER: readonly WholesaleRefusal[] = [
  'out-of-stock',
  'invalid-package',
  'invalid-request',
  'price-changed',
  'not-addable',
  'profile-ended',
];

/** A wholesaler that is not asked for new profiles, unless nobody else has one. */
export type SkippedWholesaler = { wholesaler: string; state: 'open' | 'half_open' };

/**
 * The circuit breakers of the wholesalers, shared by all processes. One opens after `MAX_FAILURES` failures in a row.
 * Probes follow with a growing pause; one that succeeds makes it half-open: one order at a time is let through, until one
 * is delivered, which closes it, or fails, which opens it again.
 */
export function createBreakers({ db, windows }: { db: Db; windows: FulfilmentWindows }) {
  return {
    /** Those that are not closed. */
    skipped: async (): Promise<SkippedWholesaler[]> =>
      (await store.listBreakers(db)).flatMap(({ wholesaler, state }) =>
        state === 'closed' ? [] : [{ wholesaler, state }],
      ),
    /** Half-open: true when this row may be the order that is let through. It ends with its outcome, or its window. */
    takeTrial: (wholesaler: string, rowId: string) =>
      store.takeTrial(db, wholesaler, rowId, windows.callTimeoutSeconds + windows.timeoutWindowSeconds),
    /** A delivery. True when the wholesaler is no longer skipped. */
    succeeded: (wholesaler: string) => store.closeBreaker(db, wholesaler),
    /** A failure of an order, by its stable code. The breaker when it is open now; null otherwise. */
    async failed(wholesaler: string, fault: string) {
      if (OF_ONE_ORDER.includes(fault as WholesaleRefusal)) return null;
      const breaker = await store.countFailure(db, wholesaler, { fault, limit: MAX_FAILURES });
      return breaker.state === 'open' ? breaker : null;
    },
    /** The result of a probe. The breaker as it is then; null: it is not open. */
    probed: (wholesaler: string, succeeded: boolean) => store.storeProbe(db, wholesaler, { succeeded }),
    /** The pause before the next probe of an open breaker. */
    probeSeconds: ({ probes }: Pick<store.Breaker, 'probes'>): number =>
      Math.min(windows.firstRetrySeconds * 2 ** probes, windows.longestRetrySeconds),
  };
}
