import type { Tx } from '../../db/database.ts';
import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import { ON_ITS_WAY } from '../../modules/orders/line-state.ts';
import type { EventDetail, Line, Order, Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Telemetry } from '../../shared/telemetry.ts';
import type { ListStray } from './list-stray.ts';
import { queueLine } from '../buying/queue-lines.ts';
import type { Refunds } from '../buying/refund.ts';
import type { PaymentSync } from '../buying/sync-payment.ts';
import type { FlowBase } from '../buying/flow-base.ts';

/**
 * Delivers the eSIM of one line of a paid order, or refunds its price after the deadline. Idempotent and safe to run
 * concurrently. Lines are independent: uncertainty about one line does not delay another.
 */
export type FulfilLine = (lineId: string) => Promise<void>;

type Ports = FlowBase & {
  catalogue: Pick<Catalogue, 'netPriceOf'>;
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Esims;
  notifications: Notifications;
  refunds: Pick<Refunds, 'requestIn'>;
  paymentSync: Pick<PaymentSync, 'syncPayment' | 'alignOrder'>;
  listStray: ListStray;
  telemetry: Pick<Telemetry, 'delivered'>;
};

/**
 * The wholesaler has no idempotency key. So a call is stored before it is made. When its outcome is unknown, the store
 * waits for its time-out window, searches for its reference, and only then orders again. After the deadline a last
 * search decides between the eSIM and the refund (docs/decisions/0003-wholesale-exactly-once.md). A refund or a dispute
 * stops the delivery: the payment vendor is asked before each call, and the row is stopped in the transaction that
 * moves the line.
 */
export function createFulfilLine({
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
  telemetry,
}: Ports): FulfilLine {
  const later = (line: Line, runAt: Date) => queueLine(db, line.id, { runAt });

  /** The log fields of a line; they distinguish the lines of one order. */
  const named = ({ orderId, id }: Line) => ({ orderId, lineId: id });

  async function begin(line: Line): Promise<void> {
    await db.transaction(async (tx) => {
      const order = await orders.lock(tx, line.orderId);
      if (order?.status !== 'paid' && order?.status !== 'fulfilling') return;
      if (!(await orders.moveLine(tx, line.id, 'fulfilling'))) return;
      await fulfilment.begin(tx, line, order.createdAt);
      await align(tx, order, line);
    });
    await notices.orderChanged(line.orderId);
  }

  /**
   * Updates the order after a step of its line, in the same transaction. The history names the line when the order has
   * several.
   */
  async function align(tx: Tx, order: Order, line: Line, detail: EventDetail = {}): Promise<void> {
    const attempt = await payments.paidAttempt(order.id, tx);
    if (!attempt) throw new Error('the order of this line has no paid attempt');
    await paymentSync.alignOrder(tx, attempt, order.lines.length > 1 ? { line: line.position + 1, ...detail } : detail);
  }

  /**
   * Assigns the buyer the first of these wholesale orders whose profile is complete and belongs to no other buyer; the
   * rest are listed as strays. `settled`: the buyer has an eSIM, or the order was stopped meanwhile. Otherwise nothing
   * has changed.
   */
  async function adopt(
    line: Line,
    row: WholesaleRow,
    found: readonly WholesaleOrder[],
  ): Promise<'settled' | 'unreadable-profile' | 'duplicate-profile'> {
    let charged: number | null = null;
    let paidAt: Date | null = null;
    const outcome = await db.transaction(async (tx) => {
      const order = await orders.lock(tx, line.orderId);
      if (!order || statusIn(order, line) !== 'fulfilling') {
        for (const each of found) await listStray(tx, row, each);
        return 'settled';
      }
      const chosen = await issueFirst(tx, line, row, found);
      if (typeof chosen === 'string') return chosen;
      if (!(await fulfilment.done(tx, row, chosen))) throw new Error('the line waits, but its wholesale row is closed');
      for (const extra of found) if (extra !== chosen) await listStray(tx, row, extra);
      await orders.mustMoveLine(tx, line.id, 'fulfilled', { calls: row.submissions });
      await align(tx, order, line, { calls: row.submissions });
      await notifications.queueEsimReady(tx, { ...addresseeOf(order), moreToCome: !isLast(order, line) });
      charged = chosen.netPriceCents;
      ({ paidAt } = order);
      return 'settled';
    });
    if (paidAt) telemetry.delivered((Date.now() - (paidAt as Date).getTime()) / 1000);
    await checkCharge(line, row, charged);
    const vendorOrderIds = found.map(({ vendorOrderId }) => vendorOrderId);
    if (outcome === 'duplicate-profile')
      log.error({ ...named(line), vendorOrderIds }, 'the wholesaler delivered a profile that another buyer holds');
    if (outcome === 'unreadable-profile')
      log.warn({ ...named(line), vendorOrderIds }, 'the wholesaler shows an order without a usable profile');
    await notices.orderChanged(line.orderId);
    return outcome;
  }

  async function issueFirst(
    tx: Tx,
    line: Line,
    row: WholesaleRow,
    found: readonly WholesaleOrder[],
  ): Promise<WholesaleOrder | 'unreadable-profile' | 'duplicate-profile'> {
    let fault: 'unreadable-profile' | 'duplicate-profile' = 'unreadable-profile';
    for (const made of found) {
      if (!made.sim || made.packageId !== row.packageId) continue;
      if ((await esims.issue(tx, line, made.sim)) !== 'iccid-in-use') return made;
      fault = 'duplicate-profile';
    }
    return fault;
  }

  /** Syncs the payment from its vendor; true while the line still has to be delivered. */
  async function isStillOwed(line: Line): Promise<boolean> {
    const attempt = await payments.paidAttempt(line.orderId);
    try {
      if (attempt) await paymentSync.syncPayment(attempt.id);
    } catch (error) {
      if (codeOf(error) !== 'payment-unavailable') throw error;
      // The payment may have been refunded meanwhile, so nothing is ordered yet. The line waits, at most until the
      // deadline.
      log.warn(named(line), 'the payment vendor does not answer: order postponed');
      const row = await fulfilment.findByLine(line.id);
      await later(line, row ? fulfilment.nextTry(row) : new Date(Date.now() + 1_000));
      return false;
    }
    return (await orders.findLine(line.id))?.status === 'fulfilling';
  }

  /**
   * Refunds the line. Profiles that the wholesaler made for it anyway are listed, so that the store claims their price
   * back.
   */
  async function giveUp(line: Line, row: WholesaleRow, found: readonly WholesaleOrder[] = []): Promise<void> {
    await db.transaction(async (tx) => {
      const order = await orders.lock(tx, line.orderId);
      if (!order || !(await fulfilment.giveUp(tx, row))) return;
      for (const made of found) await listStray(tx, row, made);
      const detail = { fault: row.lastFault, calls: row.submissions };
      await orders.mustMoveLine(tx, line.id, 'failed', detail);
      await align(tx, order, line, detail);
      await refunds.requestIn(tx, order.id, 'fulfilment_failed', line);
      if (isLast(order, line)) await notifications.stopGathering(tx, addresseeOf(order));
      log.warn({ ...named(line), fault: row.lastFault }, 'the wholesaler did not deliver: refunding');
    });
    await notices.orderChanged(line.orderId);
  }

  /** No further order. A last search: a call that seemed lost may have been carried out. */
  async function finish(line: Line, row: WholesaleRow): Promise<void> {
    if (row.doubts > 0 && (await search(line, row, { last: true })) === 'settled') return;
    await giveUp(line, row);
  }

  /**
   * The net price in cents; null when the line must wait, because the price is unknown or the loss would exceed the
   * limit.
   */
  async function acceptablePrice(line: Line, row: WholesaleRow): Promise<number | null> {
    const { unitAmount } = line;
    const netCents = await catalogue.netPriceOf({ packageId: row.packageId }, fulfilment.priceSince(row));
    if (netCents !== null && fulfilment.isAcceptable(row, netCents, unitAmount)) return netCents;
    if (netCents === null) await fulfilment.priceUnknown(row);
    else await fulfilment.hold(row, netCents);
    const what = netCents === null ? 'not ordered: the net price is unknown' : 'held: ordering would lose money';
    log.warn({ ...named(line), netCents, paidCents: unitAmount }, what);
    await notices.orderChanged(line.orderId);
    await later(line, fulfilment.nextLook(row));
    return null;
  }

  /**
   * Checks the price that was really charged. When it differs from the expected one, later orders read the price again.
   */
  async function checkCharge(line: Line, row: WholesaleRow, charged: number | null): Promise<void> {
    if (charged === null || charged === row.quotedNetCents) return;
    const details = { ...named(line), quotedCents: row.quotedNetCents, chargedCents: charged };
    if (fulfilment.isAcceptable(row, charged, line.unitAmount)) log.warn(details, 'the net price has changed');
    else log.error(details, 'sold at a loss: the net price rose while it was ordered');
    await enqueue(db, 'check-plans', {}, { key: 'check-plans' });
  }

  /** Places the wholesale order and handles each possible outcome. */
  async function submit(line: Line, row: WholesaleRow): Promise<void> {
    const price = await acceptablePrice(line, row);
    if (price === null || !(await isStillOwed(line))) return;
    const claimed = await fulfilment.claim(row, price);
    if (!claimed) return;
    const outcome = await fulfilment.wholesaler
      .placeOrder({ packageId: claimed.packageId, reference: claimed.reference })
      .catch(
        (error: unknown) => ({ kind: 'unknown', fault: codeOf(error) ?? 'thrown', retryAfterSeconds: 0 }) as const,
      );

    if (outcome.kind === 'done') {
      const fault = await adopt(line, claimed, [outcome.order]);
      if (fault === 'settled') return;
      // The reply is unreadable. A search of the wholesaler's list shows whether the order exists.
      await fulfilment.doubted(claimed, fault);
      if ((await search(line, claimed, { last: false })) === 'settled') return;
      return later(line, fulfilment.nextTry(claimed));
    }
    await notices.orderChanged(line.orderId);
    if (outcome.kind === 'unknown') {
      log.warn(
        { ...named(line), fault: outcome.fault, call: claimed.submissions },
        'the outcome at the wholesaler is unknown',
      );
      await fulfilment.doubted(claimed, outcome.fault);
      return later(line, fulfilment.nextTry(claimed, outcome.retryAfterSeconds));
    }
    log.warn({ ...named(line), fault: outcome.code, call: claimed.submissions }, 'the wholesaler refused');
    await fulfilment.refused(claimed, outcome.code);
    if (!outcome.retryable) return finish(line, { ...claimed, status: 'waiting', lastFault: outcome.code });
    return later(line, fulfilment.nextTry(claimed));
  }

  /**
   * Searches for the results of the calls made so far. "Not found" counts only after the window of an open call has
   * passed. An order without a usable profile is searched again until the `last` search, and so is one whose profile
   * belongs to another buyer; both then end with a refund. `settled`: done, refunded, or queued for another search.
   */
  async function search(line: Line, row: WholesaleRow, { last }: { last: boolean }): Promise<'settled' | 'not-found'> {
    const windowEnd = fulfilment.windowEnd(row);
    let found: WholesaleOrder[];
    try {
      found = await fulfilment.usable(row, await fulfilment.wholesaler.findByReference(row.reference));
    } catch (error) {
      log.warn({ ...named(line), fault: codeOf(error) }, 'the search at the wholesaler failed');
      // A wholesaler that does not answer must not delay the refund forever. Profiles that it made are found and listed
      // later.
      if (fulfilment.isHopeless(row)) return 'not-found';
      await later(line, fulfilment.nextLook(row));
      return 'settled';
    }
    if (found.length > 0) {
      const fault = await adopt(line, row, found);
      if (fault === 'settled') return 'settled';
      if (last || fault === 'duplicate-profile') await giveUp(line, { ...row, lastFault: fault }, found);
      else {
        await fulfilment.doubted(row, fault);
        await later(line, fulfilment.nextLook(row));
      }
      return 'settled';
    }
    if (windowEnd && windowEnd.getTime() > Date.now()) {
      const soon = fulfilment.nextTry(row);
      await later(line, soon < windowEnd ? soon : windowEnd);
      return 'settled';
    }
    return 'not-found';
  }

  return async function fulfilLine(lineId) {
    let line = await orders.findLine(lineId);
    if (line?.status === 'waiting') {
      await begin(line);
      line = await orders.findLine(lineId);
    }
    if (line?.status !== 'fulfilling') return;
    const row = await fulfilment.findByLine(line.id);
    if (!row || row.status === 'done' || row.status === 'given_up') return;

    const late = row.deadline.getTime() <= Date.now();
    if (row.status === 'submitted') {
      if ((await search(line, row, { last: late })) === 'settled') return;
      if (late) return giveUp(line, row);
      if (!(await fulfilment.notFound(row))) return;
      const waiting = await fulfilment.findByLine(line.id);
      return waiting ? submit(line, waiting) : undefined;
    }
    return late ? finish(line, row) : submit(line, row);
  };
}

/** True when no other line of the order is in progress. */
const isLast = ({ lines }: Order, line: Line) =>
  lines.every(({ id, status }) => id === line.id || !ON_ITS_WAY.includes(status));

const statusIn = (order: Order, { id }: Line) => order.lines.find((each) => each.id === id)?.status;

const addresseeOf = ({ id, email, locale }: Order) => ({ orderId: id, to: email, locale });
