import type { Tx } from '../../db/database.ts';
import type { Order } from '../../modules/orders/orders.ts';
import type { Attempt, Payments, VendorBooks } from '../../modules/payments/payments.ts';
import type { ChargeFault, PaymentState } from '../../modules/payments/provider.ts';
import type { Tax } from '../../modules/tax/tax.ts';
import { AppError } from '../../shared/errors.ts';
import type { Telemetry } from '../../shared/telemetry.ts';
import type { Locked } from './align-order.ts';
import { recordCardCountry } from './card-country.ts';
import { issueDocuments } from '../documents/issue-documents.ts';
import { queueLines } from './queue-lines.ts';
import { returnSurplus } from './request-refund.ts';
import { applyBooks, type SyncPorts } from './sync-payment.ts';
import { taxAtPayment } from './tax-at-payment.ts';

type SettlePorts = SyncPorts & { telemetry: Pick<Telemetry, 'countryContradicted'>; tax: Tax };

export type Settlement = 'open' | 'paid' | 'over';
/** Asks the vendor for the state of an attempt and applies it. Called by the webhook, the return page and the sweep. */
export type SettlePayment = (attemptId: string) => Promise<Settlement>;

/**
 * The only place that counts a payment. Idempotent and safe to run concurrently: a compare-and-set on the row decides.
 * A second payment of the same order is refunded in full. Refunds and disputes from before the settlement are read from
 * the vendor and count at once. Throws `payment-unavailable` when the vendor does not answer, or is not configured.
 */
export function createSettlePayment(ports: SettlePorts): SettlePayment {
  const { clock, payments } = ports;
  return async function settlePayment(attemptId) {
    const attempt = await payments.findAttempt(attemptId);
    if (!attempt || (attempt.status === 'failed' && attempt.pageRef === null && attempt.paymentRef === null))
      return 'over';
    if (attempt.status === 'paid') return 'paid';

    const state = await stateOf(payments, attempt);
    if (state === null) {
      // No payment page was shown for this attempt, and no card was charged: it can only expire.
      if (attempt.expiresAt > clock.now()) return 'open';
      await settleOver(ports, attempt);
      return 'over';
    }
    switch (state.status) {
      case 'paid':
        await settlePaid(ports, attempt, state);
        return 'paid';
      case 'expired':
        await settleOver(ports, attempt);
        return 'over';
      case 'failed':
        await failAttempt(ports, attempt, state.fault);
        return 'over';
      case 'open':
        await payments.markSeenOpen(attempt.id);
        return 'open';
    }
  };
}

async function settlePaid(ports: SettlePorts, attempt: Attempt, state: PaymentState): Promise<void> {
  const { db, notices, orders, payments } = ports;
  const { provider } = attempt;
  const { paymentRef } = state;
  const books = paymentRef === null ? null : await payments.readBooks({ provider, paymentRef });
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, attempt.orderId);
    if (!order || !(await payments.markPaid(tx, attempt.id, state))) return;

    const counted = wasDuplicate(books) ? null : await countFor(ports, tx, { attempt, order }, state);
    if (!counted) await payments.markSurplus(tx, attempt.id);
    const paid = await payments.findAttempt(attempt.id, tx);
    if (!paid) throw new Error('the settled attempt is missing');
    if (books) await applyBooks(ports, tx, { attempt: paid, order: counted ?? order }, books);
    if (!counted) await returnSurplus(ports, tx, paid);
    await keepCard(ports, tx, attempt, state);
    if (counted) await issueDocuments(ports, tx, order.id);
  });
  await notices.orderChanged(attempt.orderId);
}

/** Stores the card that the page has saved, for the account whose holder agreed to it. */
async function keepCard(
  { payments }: SyncPorts,
  tx: Tx,
  { provider, customerRef, consentVersion, consentLocale }: Attempt,
  { kept }: PaymentState,
): Promise<void> {
  if (kept === null || consentVersion === null || consentLocale === null || kept.customerRef !== customerRef) return;
  const customer = await payments.cards.findCustomerByRef({ provider, customerRef }, tx);
  // The account was deleted meanwhile, and the customer goes with it.
  if (!customer || customer.endedAt !== null) return;
  const { accountId } = customer;
  await payments.cards.keep(tx, { accountId, provider, customerRef }, { ...kept, consentVersion, consentLocale });
}

/** The paid order; null for a second payment or a wrong amount, which are refunded. */
async function countFor(
  { log, orders, payments, telemetry, tax }: SettlePorts,
  tx: Tx,
  { attempt, order }: Locked,
  state: PaymentState,
): Promise<Order | null> {
  const { id, orderId, number } = attempt;
  if (!payments.matches(attempt, state)) {
    // A wrong amount has never occurred. The code does not try to interpret it.
    log.error({ orderId, attemptId: id }, 'paid amount differs from the order');
    await orders.note(tx, orderId, 'payment-mismatch', { attempt: number });
    return null;
  }
  if (!(await orders.move(tx, orderId, 'paid', { attempt: number }))) {
    await orders.note(tx, orderId, 'paid-twice', { attempt: number });
    return null;
  }
  if (await recordCardCountry({ orders }, tx, order, state.card?.country ?? null)) telemetry.countryContradicted();
  await taxAtPayment({ orders, tax }, tx, order);
  await queueLines(tx, order.lines);
  return { ...order, status: 'paid' };
}

async function settleOver({ db, notices, orders, payments }: SyncPorts, attempt: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    await orders.lock(tx, attempt.orderId);
    if (!(await payments.markExpired(tx, attempt.id))) return;
    await orders.move(tx, attempt.orderId, 'expired', { attempt: attempt.number });
  });
  await notices.orderChanged(attempt.orderId);
}

/** The attempt's payment was declined: so was its order's, unless another payment counts. */
export async function failAttempt(
  { db, notices, orders, payments }: Pick<SyncPorts, 'db' | 'notices' | 'orders' | 'payments'>,
  attempt: Attempt,
  fault: ChargeFault | null = null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await orders.lock(tx, attempt.orderId);
    if (!(await payments.markFailed(tx, attempt.id, fault))) return;
    await orders.move(tx, attempt.orderId, 'payment_failed', { attempt: attempt.number });
  });
  await notices.orderChanged(attempt.orderId);
}

/**
 * The provider's state of an attempt; null when it has none: its page was never shown, or its charge never arrived. A
 * charge whose answer was lost is looked up by our id.
 */
async function stateOf(payments: Payments, attempt: Attempt): Promise<PaymentState | null> {
  const { id, kind, customerRef, pageRef, paymentRef } = attempt;
  if (kind === 'page') return pageRef === null ? null : payments.gatewayOf(attempt).page(pageRef);
  const gateway = payments.gatewayOf(attempt);
  if (paymentRef === null) {
    const { charges } = gateway;
    if (!charges || customerRef === null)
      throw new AppError('payment-unavailable', { message: `${attempt.provider} charges no saved cards` });
    const state = await charges.ofAttempt({ attemptId: id, customerRef });
    if (state?.paymentRef) await payments.markCharged(id, state.paymentRef);
    return state;
  }
  const state = await gateway.find({ paymentRef });
  if (!state) throw new AppError('payment-unavailable', { message: 'the provider does not know its payment' });
  return state;
}

/**
 * True for a payment that the store has returned as a second one. Our books forget it in a restore; without this, the
 * second payment could be settled first and count for the order.
 */
const wasDuplicate = (books: VendorBooks | null) =>
  books !== null && books.refunds.some(({ reason }) => reason === 'duplicate_payment');
