import type { Queryable, Tx } from '../../db/database.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import { isPseudonym, type Line, type Order, type OrderBook } from '../../modules/orders/orders.ts';
import type { NewRequest, RefundRequest, RightsBook } from '../../modules/rights/rights.ts';
import type { MoneyBook } from '../../modules/payments/payments.ts';
import { enqueue, type EnqueueOptions } from '../../queue/queue.ts';
import { type RefundPorts, requestRefund } from '../buying/request-refund.ts';

export type StartPorts = RefundPorts & {
  orders: Pick<OrderBook, 'note'>;
  rights: Pick<RightsBook, 'insert' | 'move' | 'ofOrders' | 'isOpen'>;
  notifications: Pick<MailQueue, 'queueRefundRequest'>;
};

/** Queues what is to be done at the wholesaler about the profile of a refunded line. */
export const queueReturn = (
  db: Queryable,
  { id }: Pick<RefundRequest, 'id'>,
  options: Pick<EnqueueOptions, 'inSeconds' | 'keepWaiting'> = {},
) => enqueue(db, 'return-profile', { requestId: id }, { key: `return:${id}`, ...options });

/** The open request of a line, and its last one. */
export async function requestsOfLine(
  { rights }: { rights: Pick<RightsBook, 'ofOrders' | 'isOpen'> },
  on: Queryable,
  { orderId, id }: Pick<Line, 'orderId' | 'id'>,
): Promise<{ open: RefundRequest | null; last: RefundRequest | null }> {
  const own = (await rights.ofOrders([orderId], on)).filter(({ lineId }) => lineId === id);
  return { open: own.find(rights.isOpen) ?? null, last: own[0] ?? null };
}

type Wanted = Omit<NewRequest, 'orderId' | 'lineId' | 'state' | 'why'>;

/**
 * Records that a line is given back, under the lock of its order. `first`: its wholesaler takes the profile back before the
 * money is requested; otherwise the money is requested here. Takes over a request that awaits a person.
 */
export async function startRefund(
  ports: StartPorts,
  tx: Tx,
  { order, line, waiting, first }: { order: Order; line: Line; waiting: RefundRequest | null; first: boolean },
  wanted: Wanted,
): Promise<RefundRequest> {
  const { rights, orders } = ports;
  const state = first ? ('giving-back' as const) : ('refunding' as const);
  const row = { ...wanted, state, why: null };
  const made = waiting
    ? await rights.move(tx, waiting.id, ['asked'], row)
    : await rights.insert(tx, { ...row, orderId: order.id, lineId: line.id });
  // Another transaction can't have made one: this one has the lock.
  if (!made) throw new Error('the line has another open request');
  await orders.note(tx, order.id, 'refund-asked', { line: line.position + 1, kind: wanted.kind, kept: wanted.kept });
  if (wanted.profile !== null) await queueReturn(tx, made);
  return first ? made : requestMoney(ports, tx, { order, line }, made);
}

/** Requests the money of a request, and stores which refund that is. */
export async function requestMoney(
  ports: StartPorts,
  tx: Tx,
  { order, line }: { order: Order; line: Line },
  request: RefundRequest,
): Promise<RefundRequest> {
  // Of an order of one line all that is left goes back; of several, what was granted before is not this line's again.
  const isRest = request.kept === 0 && order.lines.length === 1;
  const keep = isRest ? 0 : await keptOf(ports, tx, { order, line }, request);
  const refund = await requestRefund(ports, tx, order, { reason: 'requested', line, keep });
  const moved = await ports.rights.move(tx, request.id, ['giving-back', 'refunding'], {
    state: 'refunding',
    refundId: refund.id,
  });
  if (!moved) throw new Error('the request of a refund is over');
  return moved;
}

/** What of a line's price does not go back with the amount of a request. */
export async function keptOf(
  { payments }: { payments: Pick<MoneyBook, 'paidAttempt' | 'balance'> },
  tx: Tx,
  { order, line }: { order: Order; line: Line },
  { amount, kept }: Pick<RefundRequest, 'amount' | 'kept'>,
): Promise<number> {
  const attempt = await payments.paidAttempt(order.id, tx);
  if (!attempt) return kept;
  const { returned = 0, underway = 0 } = (await payments.balance(attempt, tx, order.lines)).ofLine[line.id] ?? {};
  return line.unitAmount - returned - underway - amount;
}

/** Mails to the buyer what became of a request: that a person decides, or what a person has decided. */
export async function mailAbout(
  { notifications }: Pick<StartPorts, 'notifications'>,
  tx: Queryable,
  { id: orderId, email: to, locale }: Pick<Order, 'id' | 'email' | 'locale'>,
  { id: requestId, state }: Pick<RefundRequest, 'id' | 'state'>,
): Promise<void> {
  if (isPseudonym(to)) return;
  const kind = state === 'asked' ? 'refund-request-received' : 'refund-request-answered';
  await notifications.queueRefundRequest(tx, kind, { orderId, requestId, to, locale });
}
