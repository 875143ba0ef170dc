import type { Tx } from '../../../db/database.ts';
import { isUuid, uuidv7 } from '../../../shared/ids.ts';
import type { Attempt } from '../attempts/attempts.ts';
import type { RefundState } from '../provider.ts';
import { type LineOfOrder, namesNoLine } from './refund-lines.ts';
import { insertRefund, type LinesOfRow, supersedeReplaced } from './requests.ts';
import * as store from './store.ts';

/* The vendor's refunds, as rows of ours. All changes run under the order's lock. */

/** A refund whose state changed; `before` is null for a new one. */
export type RefundChange = { refund: store.RefundRow; before: store.RefundRow['status'] | null };

/** The lines of an order, in its order. */
type Lines = readonly LineOfOrder[];

/**
 * Stores the vendor's refunds of a payment; returns the new and changed ones, and those whose label at the vendor lacks
 * what our books know.
 */
export async function recordRefunds(
  tx: Tx,
  attempt: Attempt,
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
  attempt: Attempt,
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
export function scopeOf(amount: number, shares: Record<string, number>): LinesOfRow {
  const [[lineId, cents] = [], ...others] = Object.entries(shares);
  if (lineId === undefined) return { lineId: null, scope: 'none', shares: null };
  return others.length === 0 && cents === amount
    ? { lineId, scope: 'line', shares: null }
    : { lineId: null, scope: 'lines', shares };
}
