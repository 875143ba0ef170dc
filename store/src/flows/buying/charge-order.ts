import type { Orders } from '../../modules/orders/orders.ts';
import type { Attempt, Payments } from '../../modules/payments/payments.ts';
import type { ChargeFault, Charges } from '../../modules/payments/provider.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { FlowBase } from './flow-base.ts';
import type { NextAttempt } from './next-attempt.ts';
import type { Settlement, SettlePayment } from './settle-payment.ts';

/** A card that a payment provider keeps for a buyer. */
export type SavedCard = { provider: string; customerRef: string; methodRef: string };

/**
 * Pays an order with a saved card, without a page. An open page of the order is closed first. Returns how the payment
 * stands: `open` while it is in progress, `over` when it failed
 * (the attempt says why: `fault`). Idempotent: while its outcome is unknown, a
 * repeated call uses the same key. Throws `not-found`, `order-not-payable`, `plan-unavailable`, `price-changed`,
 * `payment-unavailable` (outcome unknown: the sweep, an event or a repeated call settles it).
 */
export type ChargeOrder = (orderId: string, card: SavedCard) => Promise<Settlement>;

type Ports = Pick<FlowBase, 'db' | 'log'> & {
  orders: Orders;
  payments: Payments;
  settlePayment: SettlePayment;
  nextAttempt: NextAttempt;
};

export function createChargeOrder(ports: Ports): ChargeOrder {
  const { orders, payments, settlePayment, nextAttempt } = ports;
  return async function chargeOrder(orderId, card) {
    const { charges } = payments.gatewayOf(card);
    if (!charges) throw new AppError('payment-unavailable', { message: `${card.provider} charges no saved cards` });
    const order = await orders.find(orderId);
    if (!order) throw new AppError('not-found');
    await endPage(ports, orderId);
    const attempt = await nextAttempt(order, (tx, total) => payments.startCharge(tx, orderId, total, card));
    if (attempt.kind === 'page' || attempt.provider !== card.provider)
      throw new AppError('payment-unavailable', { message: 'another payment of the order has just begun' });
    if (attempt.status === 'opening') await make(ports, charges, attempt);
    return settlePayment(attempt.id);
  };
}

/** Ends the payment page of the order, so that it cannot be paid on it too. */
async function endPage({ payments, settlePayment }: Ports, orderId: string): Promise<void> {
  const last = await payments.latestAttempt(orderId);
  if (last?.kind !== 'page' || (last.status !== 'opening' && last.status !== 'open')) return;
  // No buyer has seen the page of an attempt that is not stored as open.
  if (last.pageRef === null && (await payments.markRefused(last.id))) return;
  const page = await payments.findAttempt(last.id);
  if (page?.pageRef) await payments.gatewayOf(page).closePage(page.pageRef);
  const state = await settlePayment(last.id);
  if (state === 'paid') throw new AppError('order-not-payable');
  if (state === 'open') throw new AppError('payment-unavailable', { message: 'the payment page does not close' });
}

async function make(
  { db, log, orders, payments }: Ports,
  charges: Charges,
  { id: attemptId, orderId, amount, currency, customerRef, methodRef }: Attempt,
) {
  /** The provider has made no payment. */
  async function refuse(fault: ChargeFault | null): Promise<void> {
    if (await payments.markRefused(attemptId, fault))
      await orders.move(db, orderId, 'payment_failed', { reason: 'charge refused' });
  }
  if (customerRef === null || methodRef === null) throw new Error('the charge names no saved card');
  try {
    const state = await charges.charge({
      attemptId,
      orderId,
      customerRef,
      methodRef,
      amount: { amount, currency },
    });
    if (state.paymentRef !== null) await payments.markCharged(attemptId, state.paymentRef);
    else if (state.status === 'failed') await refuse(state.fault);
  } catch (error) {
    // The provider repeats this answer for the same key, and took nothing.
    if (codeOf(error) !== 'payment-refused') throw error;
    log.warn({ orderId, attemptId, err: error }, 'charge of a saved card refused');
    await refuse(null);
  }
}
