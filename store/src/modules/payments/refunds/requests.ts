import type { Queryable, Tx } from '../../../db/database.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import type { Attempt } from '../attempts/attempts.ts';
import type { RefundReason } from '../provider.ts';
import { balanceOf, replacedAmong, restOfLine } from './refund-ledger.ts';
import type { PricedLine } from './refund-lines.ts';
import * as store from './store.ts';

/* Requests for refunds: rows that the vendor does not know yet. All changes run under the order's lock. */

/** The columns that say which lines a refund is for. */
export type LinesOfRow = Pick<store.RefundRow, 'lineId' | 'scope' | 'shares'>;

/** What a payment took, in `takenIn`. */
export const takenOf = (attempt: Attempt) => attempt.takenAmount ?? attempt.amount;
/** The currency of a payment, and so of its refunds. */
const takenIn = (attempt: Attempt) => attempt.takenCurrency ?? attempt.currency;

/** What can still be refunded: of one line, or of the whole payment. */
export async function restOf(tx: Queryable, attempt: Attempt, line: PricedLine | null): Promise<number> {
  const rows = await store.refundsOfAttempt(tx, attempt.id);
  const taken = takenOf(attempt);
  return line === null ? balanceOf(taken, rows).rest : restOfLine(taken, rows, line);
}

/** Requests a refund of the rest of a line's price, or of the whole payment; null when nothing is left. */
export async function requestRefund(
  tx: Tx,
  attempt: Attempt,
  reason: RefundReason,
  line: PricedLine | null = null,
): Promise<store.RefundRow | null> {
  const amount = await restOf(tx, attempt, line);
  const lineId = line?.id ?? null;
  return ask(tx, attempt, { reason, amount, lineId, scope: line ? 'line' : 'order', shares: null });
}

export async function ask(
  tx: Tx,
  attempt: Attempt,
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

export async function insertRefund(
  tx: Tx,
  attempt: Attempt,
  id: string,
  refund: Omit<Parameters<typeof store.insertRefund>[1], 'id' | 'orderId' | 'attemptId' | 'provider' | 'currency'>,
): Promise<store.RefundRow> {
  const { id: attemptId, orderId, provider } = attempt;
  return store.insertRefund(tx, { id, orderId, attemptId, provider, currency: takenIn(attempt), ...refund });
}

/** Marks failed refunds that were replaced by later refunds. */
export async function supersedeReplaced(tx: Tx, attempt: Attempt): Promise<void> {
  const rows = await store.refundsOfAttempt(tx, attempt.id);
  for (const { id } of replacedAmong(takenOf(attempt), rows))
    await store.updateRefund(tx, id, { status: 'superseded' });
}
