import type { Db, Queryable, Tx } from '../../db/database.ts';
import { isUuid, uuidv7 } from '../../shared/ids.ts';
import type { RefundLabel, RefundLines, RefundReason, RefundState } from './gateway.ts';
import { balanceOf, latestOf, lineBalances, replacedAmong, restOfLine, summaryOf } from './refund-ledger.ts';
import {
  coveredFailures,
  divide,
  exceedingRequests,
  isUndecided,
  isWhole,
  type LineOfOrder,
  matchRefunds,
  mustWait,
  namesNoLine,
  sharesOf,
  undecidedSum,
} from './refund-lines.ts';
import * as store from './store.ts';

/** A refund whose state changed; `before` is null for a new one. */
export type RefundChange = { refund: store.RefundRow; before: store.RefundRow['status'] | null };

/** The lines of an order, in its order. */
type Lines = readonly LineOfOrder[];
type PricedLine = Pick<LineOfOrder, 'id' | 'unitAmount'>;
type LinesOfRow = Pick<store.RefundRow, 'lineId' | 'scope' | 'shares'>;

export const takenOf = (attempt: store.AttemptRow) => attempt.takenAmount ?? attempt.amount;

/** The book of refunds. All changes run under the order's lock. */
export function createRefundBook(db: Db) {
  return {
    requestRefund,
    restOf,
    /** Requests a part of the money that is for no line: nothing is given back for it. Null when nothing is left. */
    requestPart: (tx: Tx, attempt: store.AttemptRow, amount: number) =>
      ask(tx, attempt, { reason: 'requested', amount, lineId: null, scope: 'none', shares: null }),
    findRefund: (id: string, tx: Queryable = db) => store.findRefund(tx, id),
    refundsOf: (attemptId: string, tx: Queryable = db) => store.refundsOfAttempt(tx, attemptId),
    /**
     * The balance of a payment, and what is known about its lines. Requests that wait for a decision count for their
     * line, but not for the payment.
     */
    async balance(attempt: store.AttemptRow, tx: Queryable = db, lines: readonly PricedLine[] = []) {
      const rows = await store.refundsOfAttempt(tx, attempt.id);
      return {
        ...balanceOf(takenOf(attempt), withoutWaiting(rows, lines)),
        ofLine: lineBalances(rows),
        undecided: undecidedSum(rows),
        wholeAsked: rows.some((row) => isWhole(row) && row.status !== 'superseded'),
      };
    },
    /** The same for its buyer: of the payment, and of each line. */
    async refundSummaries(attempt: store.AttemptRow) {
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
    },
    /** Stores that the vendor refused the refund, with the code. */
    refuseRefund: (tx: Tx, refundId: string, fault: string) =>
      store.updateRefund(tx, refundId, { status: 'failed', fault }),
    /** Replaces a temporarily refused request by one with a new key. */
    async renewRequest(tx: Tx, attempt: store.AttemptRow, refundId: string, fault: string): Promise<store.RefundRow> {
      const refused = await store.findRefund(tx, refundId);
      await store.updateRefund(tx, refundId, { status: 'superseded', fault });
      const renewed = refused && (await ask(tx, attempt, refused));
      if (!renewed) throw new Error('the refused refund leaves no amount to request');
      return renewed;
    },
    /**
     * An operator settled a refused refund outside the vendor: it counts as refunded. The reference is that of the other
     * payment.
     */
    closeRefund: (tx: Tx, refundId: string, closedNote: string, reference: string | null) =>
      store.updateRefund(tx, refundId, { status: 'closed', closedNote, bankReference: reference }),
    refundsInStatus: (statuses: store.RefundRow['status'][], limit = 100) =>
      store.listRefundsByStatus(db, statuses, limit),

    recordRefunds,
    labelOf,
    isUndecided,
    /** True when the request must wait until an operator has decided about refunds that name no line. */
    async mustWait(request: store.RefundRow, lines: readonly PricedLine[]): Promise<boolean> {
      return mustWait(request, lines, await store.refundsOfAttempt(db, request.attemptId));
    },
    /** The same for a line's rest that was not requested yet. */
    async wouldWait(tx: Tx, attempt: store.AttemptRow, line: PricedLine, lines: readonly PricedLine[]) {
      const rows = await store.refundsOfAttempt(tx, attempt.id);
      return mustWait({ lineId: line.id, amount: restOfLine(takenOf(attempt), rows, line) }, lines, rows);
    },
    /** Refunds of these orders that name no line, oldest first. Only an order of several lines needs a decision. */
    async undecidedOf(orderIds: string[]): Promise<store.RefundRow[]> {
      return (await store.refundsOfOrders(db, orderIds)).filter(isUndecided);
    },
    /**
     * An operator's decision: the refund is for these lines, or for none. False when it was decided before, or does not
     * reach every line.
     */
    async decideRefund(tx: Tx, refund: store.RefundRow, lines: readonly PricedLine[]): Promise<boolean> {
      if (!isUndecided(refund)) return false;
      const rows = await store.refundsOfAttempt(tx, refund.attemptId);
      const shares = divide(refund.amount, lines, rows);
      if (shares === null) return false;
      await store.updateRefund(tx, refund.id, scopeOf(refund.amount, shares));
      return true;
    },

    /**
     * Assigns refunds from the vendor's dashboard to lines, and replaces requests that exceed the price of their line
     * then. Returns the assigned refunds, and the new requests.
     */
    async alignLines(tx: Tx, attempt: store.AttemptRow, lines: Lines) {
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
    },

    /**
     * Replaces requests that are no longer possible, because a refund in the vendor's dashboard took a part, by one
     * request for the rest. Returns the new one.
     */
    async replaceImpossible(
      tx: Tx,
      attempt: store.AttemptRow,
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
    },
    /** Drops requests that were never sent: the buyer got the money another way. */
    async dropRequests(tx: Tx, attempt: store.AttemptRow): Promise<void> {
      for (const { id, status } of await store.refundsOfAttempt(tx, attempt.id))
        if (status === 'requested') await store.updateRefund(tx, id, { status: 'superseded' });
    },
  };
}

/** The refunds without the requests that wait for a decision. */
const withoutWaiting = (rows: readonly store.RefundRow[], lines: readonly PricedLine[]) =>
  rows.filter((row) => row.status !== 'requested' || !mustWait(row, lines, rows));

/** What can still be refunded: of one line, or of the whole payment. */
async function restOf(tx: Tx, attempt: store.AttemptRow, line: PricedLine | null): Promise<number> {
  const rows = await store.refundsOfAttempt(tx, attempt.id);
  const taken = takenOf(attempt);
  return line === null ? balanceOf(taken, rows).rest : restOfLine(taken, rows, line);
}

/** Requests a refund of the rest of a line's price, or of the whole payment; null when nothing is left. */
async function requestRefund(
  tx: Tx,
  attempt: store.AttemptRow,
  reason: RefundReason,
  line: PricedLine | null = null,
): Promise<store.RefundRow | null> {
  const amount = await restOf(tx, attempt, line);
  const lineId = line?.id ?? null;
  return ask(tx, attempt, { reason, amount, lineId, scope: line ? 'line' : 'order', shares: null });
}

async function ask(
  tx: Tx,
  attempt: store.AttemptRow,
  { reason, lineId, scope, shares, amount: wanted }: LinesOfRow & Pick<store.RefundRow, 'reason' | 'amount'>,
): Promise<store.RefundRow | null> {
  const { rest } = balanceOf(takenOf(attempt), await store.refundsOfAttempt(tx, attempt.id));
  const amount = Math.min(rest, wanted);
  if (amount <= 0) return null;
  const refund = await insertRefund(tx, attempt, uuidv7(), {
    reason,
    lineId,
    scope,
    shares,
    amount,
    origin: 'ours',
    status: 'requested',
    vendorId: null,
    fault: null,
    bankReference: null,
    closedNote: null,
  });
  await supersedeReplaced(tx, attempt);
  return refund;
}

async function insertRefund(
  tx: Tx,
  attempt: store.AttemptRow,
  id: string,
  refund: Omit<Parameters<typeof store.insertRefund>[1], 'id' | 'orderId' | 'attemptId' | 'currency'>,
): Promise<store.RefundRow> {
  const { orderId, currency } = attempt;
  return store.insertRefund(tx, { id, orderId, attemptId: attempt.id, currency, ...refund });
}

/** Marks failed refunds that were replaced by later refunds. */
async function supersedeReplaced(tx: Tx, attempt: store.AttemptRow): Promise<void> {
  const rows = await store.refundsOfAttempt(tx, attempt.id);
  for (const { id } of replacedAmong(takenOf(attempt), rows))
    await store.updateRefund(tx, id, { status: 'superseded' });
}

/**
 * Stores the vendor's refunds of a payment; returns the new and changed ones, and those whose label at the vendor lacks
 * what our books know.
 */
async function recordRefunds(
  tx: Tx,
  attempt: store.AttemptRow,
  states: readonly RefundState[],
  lines: Lines,
): Promise<{ changes: RefundChange[]; unlabelled: string[] }> {
  const rows = await store.refundsOfAttempt(tx, attempt.id);
  const changes: RefundChange[] = [];
  const unlabelled: string[] = [];
  for (const state of states) {
    const { vendorId, refundId, amount, fault, bankReference } = state;
    const status = state.status === 'failed' && state.closed ? 'closed' : state.status;
    const row =
      rows.find((each) => each.vendorId === vendorId) ??
      rows.find((each) => each.id === refundId && each.vendorId === null && each.amount === amount);
    if (!row) {
      changes.push({
        refund: await insertRefund(tx, attempt, ...foreignRow(attempt, state, lines, rows)),
        before: null,
      });
      continue;
    }
    const named = namesNoLine(row) ? linesOf(state, lines) : null;
    if (named) await store.updateRefund(tx, row.id, named);
    else if (state.lines === null && row.status !== 'superseded' && !namesNoLine(row)) unlabelled.push(row.id);
    // A closed one has the reference of the other payment.
    if (bankReference !== null && bankReference !== row.bankReference && row.status !== 'closed')
      await store.updateRefundReference(tx, row.id, bankReference);
    const settledOtherwise = state.status === 'failed' && (row.status === 'closed' || row.status === 'superseded');
    if (row.vendorId === vendorId && (row.status === status || settledOtherwise)) continue;
    await store.updateRefund(tx, row.id, { vendorId, status, fault });
    changes.push({ refund: { ...row, ...named, vendorId, status, fault }, before: row.status });
  }
  await supersedeReplaced(tx, attempt);
  return { changes, unlabelled };
}

/**
 * The row of a refund that our books do not know: from the vendor's dashboard, or ours from before a restore. Its label
 * says what it was for.
 */
function foreignRow(
  attempt: store.AttemptRow,
  state: RefundState,
  lines: Lines,
  rows: readonly store.RefundRow[],
): [id: string, row: Parameters<typeof insertRefund>[3]] {
  const { vendorId, refundId, amount, fault, bankReference, createdAt } = state;
  const isOurs = refundId !== null;
  const isNew = isUuid(refundId) && !rows.some(({ id }) => id === refundId);
  const unknown = { lineId: null, scope: isOurs ? 'unnamed' : null, shares: null } as const;
  const isClosed = state.status === 'failed' && state.closed;
  return [
    isNew ? refundId : uuidv7(),
    {
      ...(linesOf(state, lines) ?? unknown),
      origin: isOurs ? 'ours' : 'vendor',
      reason: state.reason ?? (attempt.surplus ? 'duplicate_payment' : 'requested'),
      amount,
      status: isClosed ? 'closed' : state.status,
      vendorId,
      fault,
      bankReference: isClosed ? null : bankReference,
      closedNote: isClosed ? 'closed before the database was restored' : null,
      createdAt,
    },
  ];
}

/** The columns that say what the label at the vendor says; null when it names no line of this order. */
function linesOf({ lines: named, amount }: RefundState, lines: Lines): LinesOfRow | null {
  if (named === null) return null;
  if (named === 'all') return { lineId: null, scope: 'order', shares: null };
  const shares = Object.entries(named).map(([number, cents]) => [lines[Number(number) - 1]?.id, cents] as const);
  if (shares.some(([id]) => id === undefined)) return null;
  return scopeOf(amount, Object.fromEntries(shares as [string, number][]));
}

/** A refund of one line counts for it in full; of several, by their shares. */
function scopeOf(amount: number, shares: Record<string, number>): LinesOfRow {
  const [[lineId, cents] = [], ...others] = Object.entries(shares);
  if (lineId === undefined) return { lineId: null, scope: 'none', shares: null };
  return others.length === 0 && cents === amount
    ? { lineId, scope: 'line', shares: null }
    : { lineId: null, scope: 'lines', shares };
}

/** What the vendor stores about a refund. `lines` are the order's, in its order. */
function labelOf(refund: store.RefundRow, lines: readonly { id: string }[]): RefundLabel {
  const { id: refundId, orderId, origin, reason, status } = refund;
  return { refundId, orderId, origin, reason, lines: numbersOf(refund, lines), closed: status === 'closed' };
}

function numbersOf(refund: store.RefundRow, lines: readonly { id: string }[]): RefundLines {
  if (isWhole(refund)) return 'all';
  if (namesNoLine(refund)) return null;
  const shares = Object.entries(sharesOf(refund));
  return Object.fromEntries(shares.map(([id, cents]) => [lines.findIndex((line) => line.id === id) + 1, cents]));
}
