import type { RefundRow } from './store.ts';

/** A payment's money, in cents. */
export type Balance = {
  taken: number;
  /** Back with the buyer: through the vendor, or settled by hand. */
  returned: number;
  /** Asked for or on its way. */
  underway: number;
  /** Refused or sent back, and not replaced by another refund: still owed. */
  failed: number;
  /** What may still be asked for. */
  rest: number;
};

/** What a payment still holds, computed from its refunds: the only place that knows which of them count. */
export function balanceOf(taken: number, refunds: readonly Pick<RefundRow, 'status' | 'amount'>[]): Balance {
  const sum = (...statuses: RefundRow['status'][]) =>
    refunds.filter(({ status }) => statuses.includes(status)).reduce((total, { amount }) => total + amount, 0);
  const returned = sum('succeeded', 'closed');
  const underway = sum('requested', 'pending');
  return { taken, returned, underway, failed: sum('failed'), rest: Math.max(0, taken - returned - underway) };
}

/** What refunds of single lines have brought back or are to bring back, by line. */
export function lineBalances(
  refunds: readonly Pick<RefundRow, 'status' | 'amount' | 'lineId'>[],
): Record<string, Pick<Balance, 'returned' | 'underway'>> {
  const byLine = Map.groupBy(
    refunds.filter(({ lineId }) => lineId !== null),
    ({ lineId }) => lineId,
  );
  return Object.fromEntries(Array.from(byLine, ([id, rows]) => [id, balanceOf(0, rows)]));
}

/** What may still be asked for one line: at most its price, and at most what the payment still holds. */
export function restOfLine(
  taken: number,
  refunds: readonly Pick<RefundRow, 'status' | 'amount' | 'lineId'>[],
  line: { id: string; unitAmount: number },
): number {
  const own = balanceOf(
    line.unitAmount,
    refunds.filter(({ lineId }) => lineId === line.id),
  );
  return Math.min(own.rest, balanceOf(taken, refunds).rest);
}

/**
 * Failed refunds that others replaced. What is still owed is at most what the payment still holds: failures beyond that, the
 * oldest first, have been made good by another refund. So has a failure before a later refund of the same line.
 */
export function replacedAmong<Row extends Pick<RefundRow, 'status' | 'amount' | 'lineId'>>(
  taken: number,
  refundsOldestFirst: readonly Row[],
): Row[] {
  const askedAgain = refundsOldestFirst.filter(
    ({ status, lineId }, at) =>
      status === 'failed' &&
      lineId !== null &&
      refundsOldestFirst.slice(at + 1).some((later) => later.lineId === lineId && LIVE.includes(later.status)),
  );
  const { rest, failed } = balanceOf(
    taken,
    refundsOldestFirst.filter((row) => !askedAgain.includes(row)),
  );
  let beyond = failed - rest;
  return refundsOldestFirst.filter((row) => {
    if (askedAgain.includes(row)) return true;
    if (row.status !== 'failed' || row.amount > beyond) return false;
    beyond -= row.amount;
    return true;
  });
}

/** States of a refund that brings money back, or brought it. */
const LIVE: readonly RefundRow['status'][] = ['requested', 'pending', 'succeeded', 'closed'];

/** All refunds of a payment as one: `failed` while any of it could not be paid back, else as far as the slowest of them. */
export type RefundSummary = {
  amount: number;
  status: 'requested' | 'pending' | 'succeeded' | 'failed';
  /** Less than what was taken. */
  partial: boolean;
};

/** What went back, is on its way back or is still owed; null when nothing was ever to go back. */
export function summaryOf(
  taken: number,
  refunds: readonly Pick<RefundRow, 'status' | 'amount'>[],
): RefundSummary | null {
  const { returned, underway, failed, rest } = balanceOf(taken, refunds);
  const owed = Math.min(failed, rest);
  const amount = returned + underway + owed;
  if (amount === 0) return null;
  const slowest = (['requested', 'pending'] as const).find((stage) => refunds.some(({ status }) => status === stage));
  return { amount, status: owed > 0 ? 'failed' : (slowest ?? 'succeeded'), partial: amount < taken };
}
