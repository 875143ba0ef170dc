import type { Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import { isPseudonym, type Line, type Order, type OrderBook } from '../../modules/orders/orders.ts';
import type { Attempt, MoneyBook, Refund } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import { AppError } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';
import { alignOrder, type AlignPorts, queueRequests } from '../buying/align-order.ts';
import { refundLinesOf } from '../buying/record-refunds.ts';
import { requestPart, requestRefund } from '../buying/request-refund.ts';
import { queueDocuments } from '../documents/issue-documents.ts';
import type { Act } from './act.ts';
import { lockOrder } from './lock-order.ts';
import { orderSubject } from './orders.ts';

type Ports = {
  act: Act;
  notices: Pick<Notices, 'orderChanged'>;
  orders: OrderBook;
  payments: MoneyBook;
  fulfilment: AlignPorts['fulfilment'];
  notifications: Pick<MailQueue, 'queueRefunded'>;
};

/**
 * A refund by an operator: of one line (its number, from 1), or of the whole order. `amountCents`: a part of it, which
 * gives no line back; without it, all that is left.
 */
export type RefundByHand = Acting & { line?: number | null; amountCents?: number | null };

/** How an operator settled a refund: the reason is that of the action; the reference is that of the other payment. */
export type Closing = Acting & { reference?: string | null };

/** An operator's decision about a refund that names no line: its lines by number (from 1), or none. */
export type Assignment = Acting & { lines: readonly number[] };

/** What an operator decides about refunds. The application carries the decisions out. */
export function createRefundActions(ports: Ports) {
  return {
    refund: (orderId: string, wanted: RefundByHand) => refund(ports, orderId, wanted),
    assign: (refundId: string, assignment: Assignment) => assign(ports, refundId, assignment),
    close: (refundId: string, closing: Closing) => close(ports, refundId, closing),
  };
}

/**
 * Requests a refund of an order or of one line, and queues it. Throws `not-found`, `changed-meanwhile`, `invalid-input` for
 * a line that the order has not and for too high an amount, `order-not-refundable`, `refund-undecided` for a line when a
 * refund of the order names no line and may be for this one, and `wrong-state` when nothing is left of it.
 */
async function refund(ports: Ports, orderId: string, wanted: RefundByHand): Promise<Refund> {
  const { act, notices, orders } = ports;
  const { line: number = null, amountCents = null, ...acting } = wanted;
  if (amountCents !== null && !(Number.isSafeInteger(amountCents) && amountCents > 0))
    throw new AppError('invalid-input', { field: 'amount', rule: 'positive' });
  const asked = await act('order.refund', acting, orderSubject(orderId), async (tx) => {
    const order = await lockOrder(ports, tx, orderId, acting);
    const line = number === null ? null : linesOf(order, [number])[0]!;
    await assertRest(ports, tx, order, line);
    const made =
      amountCents === null
        ? await requestRefund(ports, tx, order, { reason: 'requested', line })
        : await requestPart(ports, tx, order, { amountCents, line });
    const { id, amount, currency } = made;
    const { actor, reason = '' } = acting;
    await orders.note(tx, orderId, 'refund-by-hand', { refund: id, amount, line: number, by: actor.name, reason });
    const after = (await orders.lock(tx, orderId)) ?? order;
    const changed = {
      orderId,
      before: { status: order.status, line: number },
      after: { status: after.status, refund: id, amount, currency },
    };
    return { result: made, changed };
  });
  if (!acting.dryRun) await notices.orderChanged(orderId);
  return asked;
}

/** Throws `refund-undecided` for a line that an undecided refund may be for, and `wrong-state` when nothing is left. */
export async function assertRest(
  { payments }: Pick<Ports, 'payments'>,
  tx: Tx,
  order: Order,
  line: Line | null,
): Promise<void> {
  const attempt = await payments.paidAttempt(order.id, tx);
  if (!attempt) return;
  if (line && (await payments.wouldWait(tx, attempt, line, order.lines))) throw new AppError('refund-undecided');
  if ((await payments.restOf(tx, attempt, line)) === 0) throw new AppError('wrong-state', { field: 'refund' });
}

/**
 * Stores which lines a refund is for. These lines are given back: what is missing of their price is refunded. Lines and
 * requests that waited for the decision continue. The decision is written to the vendor, so that it survives a restore.
 * Throws `not-found`, `wrong-state` (decided before, or not at the vendor), `invalid-input` (an unknown line, or an
 * amount that does not reach every line).
 */
async function assign(ports: Ports, refundId: string, { lines: numbers, ...acting }: Assignment): Promise<Refund> {
  const { act, notices, orders, payments } = ports;
  const orderId = await orderOfRefund(ports, refundId);
  await act('refund.assign', acting, refundSubject(refundId), async (tx) => {
    const { order, refund: undecided, attempt } = await lockRefund(ports, tx, refundId, acting);
    if (attempt.surplus || !payments.isUndecided(undecided)) throw new AppError('wrong-state');
    const lines = linesOf(order, numbers);
    if (!(await payments.decideRefund(tx, undecided, lines))) throw new AppError('invalid-input', { field: 'lines' });
    // Another refund may match a line now.
    const { assigned } = await payments.alignLines(tx, attempt, refundLinesOf(order));
    for (const line of lines) await payments.requestRefund(tx, attempt, 'requested', line);
    const detail = { lines: numbers.join(',') || 'none' };
    const { actor, reason = '' } = acting;
    await orders.note(tx, orderId, 'refund-assigned', { refund: refundId, ...detail, by: actor.name, reason });
    await queueRequests(ports, tx, attempt);
    // The application moves the lines, because it reads the vendor first.
    await enqueue(tx, 'sync-payment', { attemptId: attempt.id }, { key: `sync-payment:${attempt.id}` });
    for (const id of [refundId, ...assigned.map((each) => each.refundId)])
      await enqueue(tx, 'label-refund', { refundId: id }, { key: `label:${id}` });
    return { result: undefined, changed: { orderId, before: { lines: null }, after: detail } };
  });
  if (!acting.dryRun) await notices.orderChanged(orderId);
  return (await payments.findRefund(refundId))!;
}

/**
 * Closes a failed refund that was settled another way, with the reason, and says so to the buyer. Throws `not-found`,
 * `wrong-state`.
 */
async function close(ports: Ports, refundId: string, { reference = null, ...acting }: Closing): Promise<Refund> {
  const { act, notices, orders, payments, notifications } = ports;
  const orderId = await orderOfRefund(ports, refundId);
  await act('refund.close', acting, refundSubject(refundId), async (tx) => {
    const { order, refund: failed, attempt } = await lockRefund(ports, tx, refundId, acting);
    if (failed.status !== 'failed') throw new AppError('wrong-state');
    const { amount, vendorId } = failed;
    const { actor, reason: note = '' } = acting;
    await payments.closeRefund(tx, refundId, note, reference);
    await orders.note(tx, orderId, 'refund-closed', { refund: refundId, amount, note, by: actor.name });
    await alignOrder(ports, tx, { attempt, order });
    await queueDocuments(tx, orderId);
    if (!isPseudonym(order.email))
      await notifications.queueRefunded(tx, { orderId, refundId, to: order.email, locale: order.locale });
    if (vendorId !== null) await enqueue(tx, 'label-refund', { refundId }, { key: `label:${refundId}` });
    const before = { status: failed.status, amount, currency: failed.currency };
    return { result: undefined, changed: { orderId, before, after: { ...before, status: 'closed' } } };
  });
  if (!acting.dryRun) await notices.orderChanged(orderId);
  return (await payments.findRefund(refundId))!;
}

const refundSubject = (id: string) => ({ kind: 'refund', id });

async function orderOfRefund({ payments }: Ports, refundId: string): Promise<string> {
  const found = await payments.findRefund(refundId);
  if (!found) throw new AppError('not-found', { field: 'refund' });
  return found.orderId;
}

/** A refund with its order and payment, under the order's lock. */
async function lockRefund(
  ports: Ports,
  tx: Tx,
  refundId: string,
  acting: Acting,
): Promise<{ order: Order; refund: Refund; attempt: Attempt }> {
  const { payments } = ports;
  const order = await lockOrder(ports, tx, await orderOfRefund(ports, refundId), acting);
  const found = await payments.findRefund(refundId, tx);
  const attempt = found && (await payments.findAttempt(found.attemptId, tx));
  if (!found || !attempt) throw new Error('the payment of a refund is missing');
  return { order, refund: found, attempt };
}

/** The lines with these numbers. Throws `invalid-input` for an unknown or repeated one. */
function linesOf({ lines }: Order, numbers: readonly number[]): Line[] {
  const named = numbers.flatMap((number) => lines[number - 1] ?? []);
  if (named.length < numbers.length || new Set(named).size < named.length)
    throw new AppError('invalid-input', { field: 'lines' });
  return named;
}
