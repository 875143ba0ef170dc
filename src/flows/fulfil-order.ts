import type { Tx } from '../db/database.ts';
import type { Catalogue } from '../modules/catalogue/catalogue.ts';
import type { Esims } from '../modules/esims/esims.ts';
import type { Fulfilment, WholesaleRow } from '../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder } from '../modules/fulfilment/wholesaler.ts';
import type { Notifications } from '../modules/notifications/notifications.ts';
import type { Order, Orders } from '../modules/orders/orders.ts';
import type { Payments } from '../modules/payments/payments.ts';
import { enqueue } from '../queue/queue.ts';
import { codeOf } from '../shared/errors.ts';
import type { ListStray } from './list-stray.ts';
import type { Refunds } from './refund.ts';
import type { PaymentSync } from './sync-payment.ts';
import type { FlowBase } from './types.ts';

/** Turns a paid order into an eSIM, or into a refund once the deadline has passed. Safe to run any number of times, at once. */
export type FulfilOrder = (orderId: string) => Promise<void>;

type Ports = FlowBase & {
  catalogue: Pick<Catalogue, 'netPriceOf'>;
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Esims;
  notifications: Notifications;
  refunds: Pick<Refunds, 'requestIn'>;
  paymentSync: Pick<PaymentSync, 'syncPayment'>;
  listStray: ListStray;
};

/**
 * The wholesaler has no idempotency key, so: a call is on record before it is made; after any doubt its time-out window is
 * waited out and its reference searched for; only then is it ordered again; after the deadline a last search decides between
 * the eSIM and the money (docs/decisions/0003-wholesale-exactly-once.md). A refund or a dispute ends the delivery: the payment
 * vendor is asked before each call, and the row is stopped in the transaction that moves the order.
 */
export function createFulfilOrder({
  db,
  notices,
  log,
  catalogue,
  orders,
  payments,
  fulfilment,
  esims,
  notifications,
  refunds,
  paymentSync,
  listStray,
}: Ports): FulfilOrder {
  const later = (orderId: string, at: Date) =>
    enqueue(db, 'fulfil-order', { orderId }, { key: `fulfil:${orderId}`, runAt: at });

  async function begin(order: Order): Promise<void> {
    await db.transaction(async (tx) => {
      if (await orders.move(tx, order.id, 'fulfilling')) await fulfilment.begin(tx, order.line);
    });
    await notices.orderChanged(order.id);
  }

  /**
   * Hands the buyer the first of these orders whose profile is complete and not another buyer's; the others are listed as strays.
   * `settled`: the buyer has it, or the order went another way meanwhile. Otherwise nothing was changed.
   */
  async function adopt(
    order: Order,
    row: WholesaleRow,
    found: readonly WholesaleOrder[],
  ): Promise<'settled' | 'unreadable-profile' | 'duplicate-profile'> {
    let charged: number | null = null;
    const outcome = await db.transaction(async (tx) => {
      const current = await orders.lock(tx, order.id);
      if (current?.status !== 'fulfilling') {
        for (const each of found) await listStray(tx, row, each);
        return 'settled';
      }
      const chosen = await issueFirst(tx, order, row, found);
      if (typeof chosen === 'string') return chosen;
      if (!(await fulfilment.done(tx, row, chosen))) throw new Error('an order that waits for a row that is closed');
      for (const extra of found) if (extra !== chosen) await listStray(tx, row, extra);
      await orders.mustMove(tx, order.id, 'fulfilled', { calls: row.submissions });
      await notifications.queueEsimReady(tx, { orderId: order.id, to: current.email, locale: current.locale });
      charged = chosen.netPriceCents;
      return 'settled';
    });
    await checkCharge(order, row, charged);
    const vendorOrderIds = found.map(({ vendorOrderId }) => vendorOrderId);
    if (outcome === 'duplicate-profile')
      log.error({ orderId: order.id, vendorOrderIds }, 'the wholesaler delivered a profile that another buyer holds');
    if (outcome === 'unreadable-profile')
      log.warn({ orderId: order.id, vendorOrderIds }, 'the wholesaler shows an order without a usable profile');
    await notices.orderChanged(order.id);
    return outcome;
  }

  async function issueFirst(
    tx: Tx,
    order: Order,
    row: WholesaleRow,
    found: readonly WholesaleOrder[],
  ): Promise<WholesaleOrder | 'unreadable-profile' | 'duplicate-profile'> {
    let fault: 'unreadable-profile' | 'duplicate-profile' = 'unreadable-profile';
    for (const made of found) {
      if (!made.sim || made.packageId !== row.packageId) continue;
      if ((await esims.issue(tx, order, made.sim)) !== 'iccid-in-use') return made;
      fault = 'duplicate-profile';
    }
    return fault;
  }

  /** Follows the payment vendor; true while the order is still to be delivered. */
  async function isStillOwed(order: Order): Promise<boolean> {
    const attempt = await payments.paidAttempt(order.id);
    try {
      if (attempt) await paymentSync.syncPayment(attempt.id);
    } catch (error) {
      if (codeOf(error) !== 'payment-unavailable') throw error;
      // An eSIM that may have been refunded meanwhile is not bought: wait, at most until the deadline.
      log.warn({ orderId: order.id }, 'the payment vendor can not be asked before ordering');
      const row = await fulfilment.findByLine(order.line.id);
      await later(order.id, row ? fulfilment.nextTry(row) : new Date(Date.now() + 1_000));
      return false;
    }
    const status = (await orders.find(order.id))?.status;
    return status === 'paid' || status === 'fulfilling';
  }

  /** The full refund. What the wholesaler made for this order all the same is listed, to be claimed back. */
  async function giveUp(order: Order, row: WholesaleRow, found: readonly WholesaleOrder[] = []): Promise<void> {
    await db.transaction(async (tx) => {
      await orders.lock(tx, order.id);
      if (!(await fulfilment.giveUp(tx, row))) return;
      for (const made of found) await listStray(tx, row, made);
      await orders.mustMove(tx, order.id, 'fulfilment_failed', { fault: row.lastFault, calls: row.submissions });
      await refunds.requestIn(tx, order.id, 'fulfilment_failed');
      log.warn({ orderId: order.id, fault: row.lastFault }, 'the wholesaler did not deliver: refunding');
    });
    await notices.orderChanged(order.id);
  }

  /** No further call. The last search: one that was thought lost may have been carried out after all. */
  async function finish(order: Order, row: WholesaleRow): Promise<void> {
    if (row.doubts > 0 && (await search(order, row, { last: true })) === 'settled') return;
    await giveUp(order, row);
  }

  /** What the eSIM costs us; null when it must wait: the price is unknown, or it would lose more than we accept. */
  async function acceptablePrice(order: Order, row: WholesaleRow): Promise<number | null> {
    const netCents = await catalogue.netPriceOf({ packageId: row.packageId }, fulfilment.priceSince(row));
    if (netCents !== null && fulfilment.isAcceptable(row, netCents, order.totalAmount)) return netCents;
    if (netCents === null) await fulfilment.priceUnknown(row);
    else await fulfilment.hold(row, netCents);
    const what = netCents === null ? 'not ordered: the net price is unknown' : 'held: ordering would lose money';
    log.warn({ orderId: order.id, netCents, paidCents: order.totalAmount }, what);
    await notices.orderChanged(order.id);
    await later(order.id, fulfilment.nextLook(row));
    return null;
  }

  /** What an order really cost: a price that was not the one looked at is read anew for the orders to come. */
  async function checkCharge(order: Order, row: WholesaleRow, charged: number | null): Promise<void> {
    if (charged === null || charged === row.quotedNetCents) return;
    const details = { orderId: order.id, quotedCents: row.quotedNetCents, chargedCents: charged };
    if (fulfilment.isAcceptable(row, charged, order.totalAmount)) log.warn(details, 'the net price has changed');
    else log.error(details, 'sold at a loss: the net price rose while it was ordered');
    await enqueue(db, 'check-plans', {}, { key: 'check-plans' });
  }

  /** Orders the eSIM and acts on the outcome, whatever it is. */
  async function submit(order: Order, row: WholesaleRow): Promise<void> {
    const price = await acceptablePrice(order, row);
    if (price === null || !(await isStillOwed(order))) return;
    const claimed = await fulfilment.claim(row, price);
    if (!claimed) return;
    const outcome = await fulfilment.wholesaler
      .placeOrder({ packageId: claimed.packageId, reference: claimed.reference })
      .catch(
        (error: unknown) => ({ kind: 'unknown', fault: codeOf(error) ?? 'thrown', retryAfterSeconds: 0 }) as const,
      );

    if (outcome.kind === 'done') {
      const fault = await adopt(order, claimed, [outcome.order]);
      if (fault === 'settled') return;
      // A bad reply: the wholesaler's list may know better.
      await fulfilment.doubted(claimed, fault);
      if ((await search(order, claimed, { last: false })) === 'settled') return;
      return later(order.id, fulfilment.nextTry(claimed));
    }
    await notices.orderChanged(order.id);
    if (outcome.kind === 'unknown') {
      log.warn(
        { orderId: order.id, fault: outcome.fault, call: claimed.submissions },
        'the outcome at the wholesaler is unknown',
      );
      await fulfilment.doubted(claimed, outcome.fault);
      return later(order.id, fulfilment.nextTry(claimed, outcome.retryAfterSeconds));
    }
    log.warn({ orderId: order.id, fault: outcome.code, call: claimed.submissions }, 'the wholesaler refused');
    await fulfilment.refused(claimed, outcome.code);
    if (!outcome.retryable) return finish(order, { ...claimed, status: 'waiting', lastFault: outcome.code });
    return later(order.id, fulfilment.nextTry(claimed));
  }

  /**
   * Looks for what became of the calls made so far. Not found counts only once the window of an open call has passed.
   * An order without a usable profile is looked at again until the `last` search; a profile that is another buyer's won't
   * become this one's. Both end with the refund. `settled`: done, refunded, or queued to be looked at again.
   */
  async function search(
    order: Order,
    row: WholesaleRow,
    { last }: { last: boolean },
  ): Promise<'settled' | 'not-found'> {
    const windowEnd = fulfilment.windowEnd(row);
    let found: WholesaleOrder[];
    try {
      found = await fulfilment.usable(row, await fulfilment.wholesaler.findByReference(row.reference));
    } catch (error) {
      log.warn({ orderId: order.id, fault: codeOf(error) }, 'the wholesaler can not be searched');
      // A wholesaler that stays silent must not keep the buyer's money; what it made is found later and listed.
      if (fulfilment.isHopeless(row)) return 'not-found';
      await later(order.id, fulfilment.nextLook(row));
      return 'settled';
    }
    if (found.length > 0) {
      const fault = await adopt(order, row, found);
      if (fault === 'settled') return 'settled';
      if (last || fault === 'duplicate-profile') await giveUp(order, { ...row, lastFault: fault }, found);
      else {
        await fulfilment.doubted(row, fault);
        await later(order.id, fulfilment.nextLook(row));
      }
      return 'settled';
    }
    if (windowEnd && windowEnd.getTime() > Date.now()) {
      const soon = fulfilment.nextTry(row);
      await later(order.id, soon < windowEnd ? soon : windowEnd);
      return 'settled';
    }
    return 'not-found';
  }

  return async function fulfilOrder(orderId) {
    let order = await orders.find(orderId);
    if (order?.status === 'paid') {
      await begin(order);
      order = await orders.find(orderId);
    }
    if (order?.status !== 'fulfilling') return;
    const row = await fulfilment.findByLine(order.line.id);
    if (!row || row.status === 'done' || row.status === 'given_up') return;

    const late = row.deadline.getTime() <= Date.now();
    if (row.status === 'submitted') {
      if ((await search(order, row, { last: late })) === 'settled') return;
      if (late) return giveUp(order, row);
      if (!(await fulfilment.notFound(row))) return;
      const waiting = await fulfilment.findByLine(order.line.id);
      return waiting ? submit(order, waiting) : undefined;
    }
    return late ? finish(order, row) : submit(order, row);
  };
}
