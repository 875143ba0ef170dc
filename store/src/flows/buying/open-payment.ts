import { boughtFor } from '../showing/bought-for.ts';
import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { Line, Order, Orders } from '../../modules/orders/orders.ts';
import type { Attempt, Payments } from '../../modules/payments/payments.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Locale, Localized } from '../../shared/locale.ts';
import { paths } from '../../shared/paths.ts';
import type { NextAttempt } from './next-attempt.ts';
import type { SettlePayment } from './settle-payment.ts';
import type { FlowBase } from './flow-base.ts';

/**
 * Returns the URL of the order's payment page: the open one, or a new one when the old one has ended. `started`: an
 * order that was just created, with its first attempt, which saves reading both again.
 */
export type OpenPayment = (orderId: string, started?: StartedOrder) => Promise<string>;
export type StartedOrder = { order: Order; attempt: Attempt };

type Ports = FlowBase & {
  orders: Orders;
  payments: Payments;
  settlePayment: SettlePayment;
  nextAttempt: NextAttempt;
  catalogue: Pick<Catalogue, 'destinationBySlug'>;
  publicUrl: string;
  /** Name and description of a line on the payment page, in the buyer's language. */
  describe: (line: Line & { forPlace: Localized | null }, locale: Locale) => { name: string; description: string };
};

/**
 * Payment vendors keep an idempotency key for at least 24 hours. After that, an attempt with an unknown outcome is not
 * retried.
 */
const KEY_LIFETIME_MS = 23 * 3_600_000;

/**
 * Opens the payment page of an order, or returns the open one. A new attempt is made only after the vendor has
 * confirmed that the old page has ended, so that an order never has two pages on which it can be paid. An open
 * page keeps its price. For a new page every line must still be sold at the order's price; otherwise the buyer
 * confirms the new price with a new order. Throws `not-found`, `order-not-payable`, `plan-unavailable`,
 * `price-changed`, `payment-unavailable`.
 */
export function createOpenPayment(ports: Ports): OpenPayment {
  const { db, orders, payments, settlePayment } = ports;
  return async function openPayment(orderId, started) {
    for (let round = 0; round < 3; round += 1) {
      const { order, attempt } = (round === 0 && started) || (await readAttempt(ports, orderId));

      if (attempt.kind === 'page' && attempt.status === 'opening') {
        if (ports.clock.now().getTime() - attempt.createdAt.getTime() > KEY_LIFETIME_MS) {
          await payments.markExpired(db, attempt.id);
          continue;
        }
        const url = await openPage(ports, order, attempt);
        if (url) return url;
        continue;
      }
      // Repeated requests ask the vendor about an open page only after an interval.
      if (attempt.url && payments.freshSeconds(attempt) !== null) return attempt.url;
      const state = await settlePayment(attempt.id);
      if (state === 'paid') throw new AppError('order-not-payable');
      if (state === 'open' && attempt.url) return attempt.url;
      // A page beside it could be paid, too.
      if (state === 'open' && attempt.kind === 'charge')
        throw new AppError('payment-unavailable', { message: 'a charge of a saved card is in progress' });
    }
    await orders.move(db, orderId, 'payment_failed', { reason: 'no payment page' });
    throw new AppError('payment-unavailable', { message: 'no payment page after three attempts' });
  };
}

async function openPage(ports: Ports, order: Order, attempt: Attempt): Promise<string | null> {
  const { catalogue, payments } = ports;
  const items = await Promise.all(
    order.lines.map(async (line) => {
      const forPlace = (await boughtFor(catalogue, line))?.name ?? null;
      return {
        ...ports.describe({ ...line, forPlace }, order.locale),
        price: { amount: line.unitAmount, currency: attempt.currency },
      };
    }),
  );
  const page = ports.publicUrl + paths.order(order.id);
  try {
    const opened = await payments.gatewayOf(attempt).openPage({
      attemptId: attempt.id,
      orderId: order.id,
      items,
      email: order.email,
      locale: order.locale,
      successUrl: page,
      cancelUrl: `${page}?payment=cancelled`,
      expiresAt: attempt.expiresAt,
      saveFor: attempt.customerRef === null ? null : { customerRef: attempt.customerRef },
    });
    if (await payments.markOpen(attempt.id, opened)) return opened.url;
    // A concurrent request has stored the same page, or has closed the attempt. The page of a closed attempt must
    // not be shown.
    const now = await payments.findAttempt(attempt.id);
    return now?.status === 'open' ? now.url : null;
  } catch (error) {
    // The vendor repeats this answer for the same key. No page of this attempt was shown, so a new attempt is safe.
    if (codeOf(error) !== 'payment-refused') throw error;
    ports.log.warn({ orderId: order.id, attemptId: attempt.id, err: error }, 'payment page refused');
    await payments.markRefused(attempt.id);
    return null;
  }
}

async function readAttempt({ orders, payments, nextAttempt }: Ports, orderId: string): Promise<StartedOrder> {
  const order = await orders.find(orderId);
  if (!order) throw new AppError('not-found');
  return {
    order,
    attempt: await nextAttempt(order, (tx, total) => payments.startAttempt(tx, order.id, total)),
  };
}
