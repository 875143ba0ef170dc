import type { Clock } from '../../db/clock.ts';
import type { LossLimits } from './claims.ts';
import type { WholesaleRow } from './store.ts';
import { listedAfterSeconds, type Wholesalers } from './wholesalers.ts';

export type FulfilmentWindows = {
  /** After a call with an unknown outcome: seconds in which the wholesaler may still carry it out. */
  timeoutWindowSeconds: number;
  deadlineSeconds: number;
  firstRetrySeconds: number;
  longestRetrySeconds: number;
  /** Maximum age of a net price that is used for an order. */
  priceMaxAgeMinutes: number;
} & LossLimits;

/** When a wholesale order is tried, searched for, given up, and how old the price may be at which it is made. */
export function createSchedule({
  windows,
  clock,
  wholesalers,
}: {
  windows: FulfilmentWindows;
  clock: Clock;
  wholesalers: Pick<Wholesalers, 'find'>;
}) {
  const paused = (seconds: number) =>
    Math.min(Math.max(seconds, windows.firstRetrySeconds), windows.longestRetrySeconds);

  function beforeDeadline({ deadline }: WholesaleRow, pauseSeconds: number): Date {
    const now = clock.now().getTime();
    const at = now + pauseSeconds * 1000;
    return new Date(deadline.getTime() > now ? Math.min(at, deadline.getTime()) : at);
  }

  return {
    /**
     * The earliest valid time of a net price for a line of this order: within the maximum age, after a refusal that a
     * new price may explain, and after a charge that differed from its quoted price. An order of several lines puts
     * more at risk: its price is read after its payment.
     */
    priceSince(
      row: WholesaleRow,
      { paidAt, lines, differed }: { paidAt: Date | null; lines: number; differed: Date | null },
    ): Date {
      const now = clock.now().getTime();
      const times = [
        now - windows.priceMaxAgeMinutes * 60_000,
        row.lastFault === 'insufficient-credit' || row.lastFault === 'price-changed'
          ? row.submittedAt?.getTime()
          : undefined,
        lines > 1 ? paidAt?.getTime() : undefined,
        differed?.getTime(),
        // An operator accepts the listed price: what was read before the release may be an older one.
        row.acceptedNetCents === null ? undefined : row.updatedAt.getTime(),
      ];
      // Never in the future: another process's clock may be ahead, and each line would read the price for itself.
      return new Date(Math.min(now, Math.max(...times.flatMap((time) => time ?? []))));
    },
    /**
     * When a search that finds nothing proves that the last call bought nothing: after the time in which the wholesaler may
     * still carry it out, and that in which its order may not be listed yet. Null without a call.
     */
    proofAt(row: WholesaleRow): Date | null {
      if (!row.submittedAt) return null;
      const openSeconds = row.status === 'submitted' ? windows.timeoutWindowSeconds : 0;
      const seconds = Math.max(openSeconds, listedAfterSeconds(wholesalers, row));
      return new Date(row.submittedAt.getTime() + seconds * 1000);
    },
    /** True when the time for searches after the deadline is over, too. */
    isHopeless: (row: WholesaleRow, now = clock.now().getTime()) =>
      now > row.deadline.getTime() + 2 * windows.timeoutWindowSeconds * 1000,
    /**
     * The time of the next call: after a back-off that doubles with every call, and not before `retryAfterSeconds`; at
     * the latest at the deadline, if that is in the future.
     */
    nextTry(row: WholesaleRow, retryAfterSeconds = 0): Date {
      const doubled = windows.firstRetrySeconds * 2 ** Math.max(0, row.submissions - 1);
      return beforeDeadline(row, Math.max(paused(doubled), retryAfterSeconds));
    },
    /** The time of the next search when no call would help: the pause equals the time waited so far. */
    nextLook: (row: WholesaleRow) =>
      beforeDeadline(row, paused((clock.now().getTime() - (row.submittedAt ?? row.createdAt).getTime()) / 1000)),

    /** True when a paid order is past every deadline and its last search. */
    isOverdue(row: WholesaleRow | null, paidAt: Date | null, now = clock.now().getTime()): boolean {
      const deadline = row?.deadline ?? (paidAt && new Date(paidAt.getTime() + windows.deadlineSeconds * 1000));
      return deadline !== null && now > deadline.getTime() + 3 * windows.timeoutWindowSeconds * 1000;
    },
  };
}
