import type Stripe from 'stripe';
import { all, call, createStripeClient, idOf, type StripeSettings } from './client.ts';
import { labelIn } from './refund-metadata.ts';
import type {
  LedgerDispute,
  LedgerPayment,
  LedgerRefund,
  PaymentLedgerReader,
} from '../../modules/reconciliation/reconciliation.ts';

/** The payment vendor's lists for reconciliation. */
export function createStripeLedger(settings: StripeSettings): PaymentLedgerReader {
  const stripe = createStripeClient(settings);
  return {
    async since(instant) {
      const within = {
        limit: 100,
        ...(instant && { created: { gte: Math.floor(instant.getTime() / 1000) } }),
      };
      // Payments come first, so that everything that follows a payment is in the later lists.
      const payments = await call(() => all(stripe.paymentIntents.list(within)));
      const refunds = await call(() => all(stripe.refunds.list(within)));
      const disputes = await call(() => all(stripe.disputes.list(within)));
      return {
        payments: payments.flatMap(toPayment),
        refunds: refunds.flatMap(toRefund),
        disputes: disputes.flatMap(toDispute),
      };
    },

    async ofPayment(paymentRef) {
      const intent = await call(() => orNone(stripe.paymentIntents.retrieve(paymentRef)));
      if (!intent) return { payments: [], refunds: [], disputes: [] };
      const about = { payment_intent: paymentRef, limit: 100 };
      const refunds = await call(() => all(stripe.refunds.list(about)));
      const disputes = await call(() => all(stripe.disputes.list(about)));
      return {
        payments: toPayment(intent),
        refunds: refunds.flatMap(toRefund),
        disputes: disputes.flatMap(toDispute),
      };
    },
  };
}

async function orNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if ((error as { statusCode?: unknown }).statusCode === 404) return null;
    throw error;
  }
}

const instant = (seconds: number) => new Date(seconds * 1000);

function toPayment(intent: Stripe.PaymentIntent): LedgerPayment[] {
  if (intent.status !== 'succeeded') return [];
  return [
    {
      paymentRef: intent.id,
      orderId: intent.metadata['order_id'] ?? null,
      attemptId: intent.metadata['attempt_id'] ?? null,
      amount: intent.amount_received,
      currency: intent.currency.toUpperCase(),
      createdAt: instant(intent.created),
    },
  ];
}

/** Refunds and disputes of charges without a payment intent are not ours. */
function toRefund(refund: Stripe.Refund): LedgerRefund[] {
  const paymentRef = idOf(refund.payment_intent);
  if (paymentRef === null) return [];
  const { id: vendorId, amount, created } = refund;
  const currency = refund.currency.toUpperCase();
  const over = refund.status === 'failed' || refund.status === 'canceled';
  const status = refund.status === 'succeeded' ? 'succeeded' : over ? 'failed' : 'pending';
  const { lines } = labelIn(refund.metadata);
  return [{ vendorId, paymentRef, amount, currency, status, lines, createdAt: instant(created) }];
}

function toDispute(dispute: Stripe.Dispute): LedgerDispute[] {
  const paymentRef = idOf(dispute.payment_intent);
  if (paymentRef === null) return [];
  const { id: vendorId, amount, status, created } = dispute;
  const currency = dispute.currency.toUpperCase();
  const withheld = !status.startsWith('warning_') && status !== 'won' && status !== 'prevented';
  return [{ vendorId, paymentRef, amount, currency, status, withheld, createdAt: instant(created) }];
}
