import { type LinesOfRefund, mostOf, type PricedLine, sharesOf } from './refund-lines.ts';
import type { RefundRow } from './store.ts';

/** A payment's money, in cents. */
export type Balance = {
  taken: number;
  /** Refunded: through the vendor, or settled by hand. */
  returned: number;
  /** Requested or in progress. */
  underway: number;
  /** Refused or returned, and not replaced by another refund: still owed. */
  failed: number;
  /** The amount that can still be refunded. */
  rest: number;
};

/** The balance of a payment, computed from its refunds. The only code that decides which of them count. */
export function balanceOf(taken: number, refunds: readonly Pick<RefundRow, 'status' | 'amount'>[]): Balance {
  const sum = (...statuses: RefundRow['status'][]) =>
    refunds.filter(({ status }) => statuses.includes(status)).reduce((total, { amount }) => total + amount, 0);
  const returned = sum('succeeded', 'closed');
  const underway = sum('requested', 'pending');
  return { taken, returned, underway, failed: sum('failed'), rest: Math.max(0, taken - returned - underway) };
}

/** The refunds of single lines, by line: done, in progress, and failed. */
export function lineBalances(
  refunds: readonly RefundOfLines[],
): Record<string, Pick<Balance, 'returned' | 'underway' | 'failed'>> {
  const byLine = Map.groupBy(refunds.flatMap(sharesAmong), ({ lineId }) => lineId);
  return Object.fromEntries(Array.from(byLine, ([id, rows]) => [id, balanceOf(0, rows)]));
}

type RefundOfLines = Pick<RefundRow, 'status'> & LinesOfRefund;

/** Each line's share of a refund, as a refund of its own. */
const sharesAmong = (row: RefundOfLines) =>
  Object.entries(sharesOf(row)).map(([lineId, amount]) => ({ lineId, amount, status: row.status }));

/**
 * The amount that can still be refunded for one line: at most its price without what is kept, and at most the rest of the
 * payment.
 */
export function restOfLine(taken: number, refunds: readonly RefundOfLines[], line: PricedLine): number {
  const own = balanceOf(
    mostOf(line),
    refunds.flatMap(sharesAmong).filter(({ lineId }) => lineId === line.id),
  );
  return Math.min(own.rest, balanceOf(taken, refunds).rest);
}

/**
 * Failed refunds that were replaced by others. The amount owed is at most the rest of the payment: older failures
 * beyond it have been covered by another refund. So has a failure before a later refund of the same lines.
 */
export function replacedAmong<Row extends RefundOfLines>(taken: number, refundsOldestFirst: readonly Row[]): Row[] {
  const askedAgain = refundsOldestFirst.filter((row, at) => {
    const lines = Object.keys(sharesOf(row));
    const later = refundsOldestFirst.slice(at + 1).filter(({ status }) => LIVE.includes(status));
    const isAsked = (id: string) => later.some((each) => id in sharesOf(each));
    return row.status === 'failed' && lines.length > 0 && lines.every(isAsked);
  });
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

/** States of a refund that returns money or has returned it. */
const LIVE: readonly RefundRow['status'][] = ['requested', 'pending', 'succeeded', 'closed'];

/**
 * All refunds of a payment as one: `failed` while any part could not be refunded, otherwise the state of the slowest
 * one.
 */
export type RefundSummary = {
  amount: number;
  status: 'requested' | 'pending' | 'succeeded' | 'failed';
  /** True when less than the taken amount. */
  partial: boolean;
};

/** The refund that is done, in progress or owed; null when there never was one. */
export function summaryOf(
  taken: number,
  refunds: readonly Pick<RefundRow, 'status' | 'amount'>[],
): RefundSummary | null {
  const { returned, underway, failed, rest } = balanceOf(taken, refunds);
  const owed = Math.min(failed, rest);
  // Requests that wait for an operator's decision may exceed the payment.
  const amount = Math.min(taken, returned + underway + owed);
  if (amount === 0) return null;
  const slowest = (['requested', 'pending'] as const).find((stage) => refunds.some(({ status }) => status === stage));
  return { amount, status: owed > 0 ? 'failed' : (slowest ?? 'succeeded'), partial: amount < taken };
}

/**
 * The last refund that counts: why it was made, when its state last changed, whether an operator paid it in another way
 * than through the vendor, and the reference for the buyer's bank, or of that other payment.
 */
export function latestOf(
  refundsOldestFirst: readonly Pick<RefundRow, 'status' | 'reason' | 'updatedAt' | 'bankReference'>[],
): { reason: RefundRow['reason'] | null; since: Date | null; otherWay: boolean; bankReference: string | null } {
  const row = refundsOldestFirst.findLast(({ status }) => status !== 'superseded');
  return {
    reason: row?.reason ?? null,
    since: row?.updatedAt ?? null,
    otherWay: row?.status === 'closed',
    bankReference: row?.bankReference ?? null,
  };
}
