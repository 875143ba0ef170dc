import type { Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { EsimBook } from '../../modules/esims/esims.ts';
import type { DeliveryBook } from '../../modules/fulfilment/fulfilment.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import { deliveries } from '../../modules/orders/line-state.ts';
import { isPseudonym, type Order, type OrderBook } from '../../modules/orders/orders.ts';
import type { MoneyBook } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import { isMailAddress } from '../../shared/email.ts';
import { AppError } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';
import { queueLine, queueLines } from '../buying/queue-lines.ts';
import { correctAddress, readyEsims } from '../delivering/resend-esim.ts';
import type { Act } from './act.ts';
import { lockOrder } from './lock-order.ts';

type Ports = {
  act: Act;
  notices: Pick<Notices, 'accessEnded' | 'orderChanged'>;
  orders: OrderBook;
  payments: Pick<MoneyBook, 'latestAttempt' | 'refundsOfOrder'>;
  fulfilment: Pick<DeliveryBook, 'release'>;
  esims: Pick<EsimBook, 'listByOrders' | 'standingOf'>;
  notifications: MailQueue;
};

/** What an operator did: the address, and how many eSIMs the mail to it has, of which so many are installed. */
export type MailedByHand = { to: string; mailed: number; installed: number };

export const orderSubject = (id: string) => ({ kind: 'order', id });

/** What an operator does to an order, apart from its money. */
export function createOrderActions(ports: Ports) {
  return {
    send: (orderId: string, acting: Acting) => sendAgain(ports, orderId, acting),
    correctAddress: (orderId: string, change: Acting & { email: string }) => changeAddress(ports, orderId, change),
    release: (orderId: string, acting: Acting) => release(ports, orderId, acting),
    retry: (orderId: string, acting: Acting) => retry(ports, orderId, acting),
  };
}

/**
 * Mails the delivered eSIMs again, also installed ones. The links of earlier mails end. Throws `not-found`,
 * `changed-meanwhile`, `wrong-state`, and `order-not-resendable` when none is delivered.
 */
async function sendAgain(ports: Ports, orderId: string, acting: Acting): Promise<MailedByHand> {
  const { act, orders, notices } = ports;
  const sent = await act('order.send', acting, orderSubject(orderId), async (tx) => {
    const order = await lockOwned(ports, tx, orderId, acting);
    const mailed = await mailEsims(ports, tx, order, order.email);
    if (mailed.mailed === 0) throw new AppError('order-not-resendable');
    await orders.endMailLinks(tx, order.id);
    await orders.note(tx, order.id, 'sent-by-hand', noteOf(acting));
    const state = { status: order.status };
    return { result: mailed, changed: { orderId, before: state, after: { ...state, esims: mailed.mailed } } };
  });
  if (!acting.dryRun) await notices.orderChanged(orderId);
  return sent;
}

/**
 * Corrects the address, and mails the delivered eSIMs to it. An account that joined the order through mails to the wrong
 * address loses it, as by a correction in the payer's browser. Throws `not-found`, `changed-meanwhile`, `wrong-state`, and
 * `invalid-input` for an address that no mail can reach or that the order has already.
 */
async function changeAddress(
  ports: Ports,
  orderId: string,
  { email, ...acting }: Acting & { email: string },
): Promise<MailedByHand> {
  const { act, orders, notices, notifications } = ports;
  const address = email.trim();
  if (!isMailAddress(address)) throw new AppError('invalid-input', { field: 'email', rule: 'email' });
  const done = await act('order.address', acting, orderSubject(orderId), async (tx) => {
    const order = await lockOwned(ports, tx, orderId, acting);
    if (order.email === address) throw new AppError('invalid-input', { field: 'email', rule: 'same' });
    const change = { email: address, keepAccount: false, detail: noteOf(acting) };
    await correctAddress(tx, { orders, notifications }, order, change);
    const result = await mailEsims(ports, tx, order, address);
    const after = (await orders.lock(tx, orderId)) ?? order;
    // The addresses themselves are personal data: they are in the order.
    return { result, changed: { orderId, before: ownerOf(order), after: { ...ownerOf(after), esims: result.mailed } } };
  });
  if (acting.dryRun) return done;
  await notices.orderChanged(orderId);
  await notices.accessEnded([orderId]);
  return done;
}

/**
 * Orders the held eSIMs at their held price. Returns their number. Throws `not-found`, `changed-meanwhile`, and
 * `wrong-state` when none is held.
 */
function release(ports: Ports, orderId: string, acting: Acting): Promise<number> {
  const { act, orders, fulfilment } = ports;
  return act('order.release', acting, orderSubject(orderId), async (tx) => {
    const order = await lockOrder(ports, tx, orderId, acting);
    const accepted: string[] = [];
    for (const line of deliveries(order)) {
      const released = await fulfilment.release(tx, line.id);
      if (!released) continue;
      accepted.push(`line ${line.position + 1}: ${released.acceptedNetCents} ${released.netCurrency} cents`);
      await orders.note(tx, order.id, 'released-by-hand', {
        netPriceCents: released.acceptedNetCents,
        by: acting.actor.name,
      });
      await queueLine(tx, line.id);
    }
    if (accepted.length === 0) throw new AppError('wrong-state', { field: 'held' });
    const changed = { orderId, before: { held: accepted.length }, after: { held: 0, accepted: accepted.join(', ') } };
    return { result: accepted.length, changed };
  });
}

/** Queues every task that could move the order on, now. Each task is idempotent. Throws `not-found`. */
function retry(ports: Ports, orderId: string, acting: Acting): Promise<void> {
  const { act, orders, payments, notifications } = ports;
  return act('order.retry', acting, orderSubject(orderId), async (tx) => {
    const order = await lockOrder(ports, tx, orderId, acting);
    const attempt = await payments.latestAttempt(orderId);
    if (attempt) await enqueue(tx, 'settle-payment', { attemptId: attempt.id }, { key: `settle:${attempt.id}` });
    await queueLines(tx, deliveries(order));
    const refunds = await payments.refundsOfOrder(orderId);
    for (const { id } of refunds) await enqueue(tx, 'refund-order', { refundId: id }, { key: `refund:${id}` });
    const mails = await notifications.retry(tx, { subjectId: orderId });
    await orders.note(tx, orderId, 'retried-by-hand', { by: acting.actor.name });
    const state = { status: order.status };
    return { result: undefined, changed: { orderId, before: state, after: { ...state, mails } } };
  });
}

/** Locks an order whose buyer can still be reached. Throws `wrong-state` when its owner deleted the account. */
async function lockOwned(ports: Ports, tx: Tx, orderId: string, acting: Acting): Promise<Order> {
  const order = await lockOrder(ports, tx, orderId, acting);
  if (isPseudonym(order.email)) throw new AppError('wrong-state', { field: 'owner' });
  return order;
}

async function mailEsims(
  { orders, esims, notifications }: Ports,
  tx: Tx,
  order: Order,
  to: string,
): Promise<MailedByHand> {
  const ready = await readyEsims({ orders, esims }, order);
  if (ready.length > 0) await notifications.queueEsimReady(tx, { orderId: order.id, to, locale: order.locale });
  const installed = ready.filter((esim) => esims.standingOf(esim).installed).length;
  return { to, mailed: ready.length, installed };
}

/** The entry of the order's history: the history is read by support, the audit log by whoever audits support. */
const noteOf = ({ actor, reason = '' }: Acting) => ({ by: actor.name, reason });

const ownerOf = ({ status, accountId }: Order) => ({ status, account: accountId });
