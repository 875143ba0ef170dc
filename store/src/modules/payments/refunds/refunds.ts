import type { Db, Queryable, Tx } from '../../../db/database.ts';
import type { Attempt } from '../attempts/attempts.ts';
import type { PaymentProviders } from '../providers.ts';
import { spreadRefunds } from './by-line.ts';
import { recordRefunds, scopeOf } from './record.ts';
import { balanceOf, latestOf, lineBalances, restOfLine, summaryOf } from './refund-ledger.ts';
import {
  coveredFailures,
  divide,
  exceedingRequests,
  isUndecided,
  isWhole,
  labelOf,
  type LineOfOrder,
  matchRefunds,
  mustWait,
  type PricedLine,
  sharesOf,
  undecidedSum,
} from './refund-lines.ts';
import { ask, requestRefund, restOf, takenOf } from './requests.ts';
import * as store from './store.ts';

export type { RefundRow as Refund } from './store.ts';

/** The lines of an order, in its order. */
type Lines = readonly LineOfOrder[];

/** The book of refunds. All changes run under the order's lock. */
export function createRefundBook({ db }: { db: Db }) {
  return {
    requestRefund,
    restOf,
    /** Requests a part of the money that is for no line: nothing is given back for it. Null when nothing is left. */
    requestPart: (tx: Tx, attempt: Attempt, amount: number) =>
      ask(tx, attempt, { reason: 'requested', amount, lineId: null, scope: 'none', shares: null }),
    /** What each of these refunds gave back of each line. */
    spreadRefunds,
    refundsOfOrder: (orderId: string) => store.refundsOfOrders(db, [orderId]),
    refundsOfOrders: (orderIds: string[]) => store.refundsOfOrders(db, orderIds),
    findRefund: (id: string, tx: Queryable = db) => store.findRefund(tx, id),
    refundsOf: (attemptId: string, tx: Queryable = db) => store.refundsOfAttempt(tx, attemptId),
    /**
     * The balance of a payment, and what is known about its lines. Requests that wait for a decision count for their
     * line, but not for the payment.
     */
    async balance(attempt: Attempt, tx: Queryable = db, lines: readonly PricedLine[] = []) {
      const rows = await store.refundsOfAttempt(tx, attempt.id);
      return {
        ...balanceOf(takenOf(attempt), withoutWaiting(rows, lines)),
        ofLine: lineBalances(rows),
        undecided: undecidedSum(rows),
        wholeAsked: rows.some((row) => isWhole(row) && row.status !== 'superseded'),
      };
    },
    refundSummaries: (attempt: Attempt) => refundSummaries(db, attempt),
    /** Stores that the vendor refused the refund, with the code. */
    refuseRefund: (tx: Tx, refundId: string, fault: string) =>
      store.updateRefund(tx, refundId, { status: 'failed', fault }),
    renewRequest,
    /**
     * An operator settled a refused refund outside the vendor: it counts as refunded. The reference is that of the other
     * payment.
     */
    closeRefund: (tx: Tx, refundId: string, closedNote: string, reference: string | null) =>
      store.updateRefund(tx, refundId, { status: 'closed', closedNote, bankReference: reference }),
    refundsInStatus: (statuses: store.RefundRow['status'][], limit = 100) =>
      store.listRefundsByStatus(db, { statuses }, limit),

    recordRefunds,
    labelOf,
    isUndecided,
    /** True when the request must wait until an operator has decided about refunds that name no line. */
    async mustWait(request: store.RefundRow, lines: readonly PricedLine[]): Promise<boolean> {
      return mustWait(request, lines, await store.refundsOfAttempt(db, request.attemptId));
    },
    /** True when a request for the rest of a line, not made yet, would have to wait (`mustWait`). */
    async wouldWait(tx: Tx, attempt: Attempt, line: PricedLine, lines: readonly PricedLine[]) {
      const rows = await store.refundsOfAttempt(tx, attempt.id);
      return mustWait({ lineId: line.id, amount: restOfLine(takenOf(attempt), rows, line) }, lines, rows);
    },
    /** Refunds of these orders that name no line, oldest first. Only an order of several lines needs a decision. */
    async undecidedOf(orderIds: string[]): Promise<store.RefundRow[]> {
      return (await store.refundsOfOrders(db, orderIds)).filter(isUndecided);
    },
    decideRefund,

    alignLines,

    replaceImpossible,
    dropRequests,
  };
}

/** Refunds of configured providers that are to be sent, or followed. */
export const refundsUnderway = (db: Db, providers: Pick<PaymentProviders, 'names'>, limit: number) =>
  store.listRefundsByStatus(db, { statuses: ['requested', 'pending'], providers: providers.names() }, limit);

/** The refunds as the buyer sees them: of the payment, and of each line. */
async function refundSummaries(db: Db, attempt: Attempt) {
  const rows = await store.refundsOfAttempt(db, attempt.id);
  const whole = summaryOf(takenOf(attempt), rows);
  return {
    whole: whole && { ...whole, ...latestOf(rows) },
    ofLine: ({ id, unitAmount }: PricedLine) => {
      const own = rows.flatMap((row) => (id in sharesOf(row) ? { ...row, amount: sharesOf(row)[id]! } : []));
      const summary = summaryOf(unitAmount, own);
      return summary && { ...summary, otherWay: latestOf(own).otherWay };
    },
  };
}

/** Replaces a temporarily refused request by one with a new key. */
async function renewRequest(tx: Tx, attempt: Attempt, refundId: string, fault: string): Promise<store.RefundRow> {
  const refused = await store.findRefund(tx, refundId);
  await store.updateRefund(tx, refundId, { status: 'superseded', fault });
  const renewed = refused && (await ask(tx, attempt, refused));
  if (!renewed) throw new Error('the refused refund leaves no amount to request');
  return renewed;
}

/**
 * An operator's decision: the refund is for these lines, or for none. False when it was decided before, or does not
 * reach every line.
 */
async function decideRefund(tx: Tx, refund: store.RefundRow, lines: readonly PricedLine[]): Promise<boolean> {
  if (!isUndecided(refund)) return false;
  const rows = await store.refundsOfAttempt(tx, refund.attemptId);
  const shares = divide(refund.amount, lines, rows);
  if (shares === null) return false;
  await store.updateRefund(tx, refund.id, scopeOf(refund.amount, shares));
  return true;
}

/**
 * Assigns refunds from the vendor's dashboard to lines, and replaces requests that exceed the price of their line
 * then. Returns the assigned refunds, and the new requests.
 */
async function alignLines(tx: Tx, attempt: Attempt, lines: Lines) {
  const assigned = matchRefunds(lines, await store.refundsOfAttempt(tx, attempt.id));
  for (const { refundId, lineId } of assigned) await store.updateRefund(tx, refundId, { lineId, scope: 'line' });

  const rows = await store.refundsOfAttempt(tx, attempt.id);
  const requested: store.RefundRow[] = [];
  for (const { lineId, requests } of exceedingRequests(lines, rows)) {
    for (const { id } of requests) await store.updateRefund(tx, id, { status: 'superseded' });
    const line = lines.find(({ id }) => id === lineId)!;
    const again = await requestRefund(tx, attempt, requests[0]!.reason, line);
    if (again) requested.push(again);
  }
  for (const { id } of coveredFailures(lines, rows)) await store.updateRefund(tx, id, { status: 'superseded' });
  return { assigned, requested };
}

/**
 * Replaces requests that are no longer possible, because a refund in the vendor's dashboard took a part, by one
 * request for the rest. Returns the new one.
 */
async function replaceImpossible(
  tx: Tx,
  attempt: Attempt,
  lines: readonly PricedLine[],
): Promise<store.RefundRow | null> {
  const rows = withoutWaiting(await store.refundsOfAttempt(tx, attempt.id), lines);
  const { taken, returned, underway } = balanceOf(takenOf(attempt), rows);
  const waiting = rows.filter(({ status, vendorId }) => status === 'requested' && vendorId === null);
  if (waiting.length === 0 || returned + underway <= taken) return null;
  for (const { id } of waiting) await store.updateRefund(tx, id, { status: 'superseded' });
  // The rest of the payment, no longer of a single line.
  const amount = waiting.reduce((total, each) => total + each.amount, 0);
  return ask(tx, attempt, { reason: waiting[0]!.reason, amount, lineId: null, scope: 'order', shares: null });
}

/** Drops requests that were never sent: the buyer got the money another way. */
async function dropRequests(tx: Tx, attempt: Attempt): Promise<void> {
  for (const { id, status } of await store.refundsOfAttempt(tx, attempt.id))
    if (status === 'requested') await store.updateRefund(tx, id, { status: 'superseded' });
}

/** The refunds without the requests that wait for a decision. */
const withoutWaiting = (rows: readonly store.RefundRow[], lines: readonly PricedLine[]) =>
  rows.filter((row) => row.status !== 'requested' || !mustWait(row, lines, rows));
