import Stripe from 'stripe';
import { BRAND } from '../shared/brand.ts';
import type {
  DisputeState,
  FraudWarningState,
  PageRequest,
  PaymentGateway,
  PaymentState,
  RefundOutcome,
  RefundState,
} from '../modules/payments/provider.ts';
import type { PaymentMethods } from '../modules/payments/types.ts';
import { cardOf, createCharges, createSavedCards, isCharge, toCard, toCharge } from './stripe/cards.ts';
import { all, call, createStripeClient, idOf, isRefused, refused, type StripeSettings } from './stripe/client.ts';
import { eventKind, verifyEvent } from './stripe/events.ts';
import { labelIn, metadataOf } from './stripe/refund-metadata.ts';

/**
 * Hosted Checkout and refunds through the official SDK. `now`: milliseconds for the age of a signature; the clock of a
 * process that is more than 300 s wrong would refuse every real event.
 */
export function createStripeGateway(settings: StripeSettings & { now: () => number }): PaymentGateway {
  const stripe = createStripeClient(settings);
  return {
    openPage: (request) => openPage(stripe, request),
    async page(pageRef) {
      return toPayment(await call(() => stripe.checkout.sessions.retrieve(pageRef, { expand: PAYMENT })));
    },

    async closePage(pageRef) {
      try {
        return toPayment(await call(() => stripe.checkout.sessions.expire(pageRef)));
      } catch (error) {
        // Only an open session can be expired: it was paid, or has expired by itself.
        if (!isRefused(error)) throw error;
        return this.page(pageRef);
      }
    },

    charges: createCharges(stripe),
    savedCards: createSavedCards(stripe),

    async find(of) {
      return unlessRefused(async () => {
        if ('pageRef' in of) return this.page(of.pageRef);
        const { data } = await call(() => stripe.checkout.sessions.list({ payment_intent: of.paymentRef, limit: 1 }));
        if (data[0]) return this.page(data[0].id);
        const intent = await call(() => stripe.paymentIntents.retrieve(of.paymentRef, { expand: ['latest_charge'] }));
        return isCharge(intent.metadata) ? toCharge(intent) : null;
      });
    },

    refund: (request) => refund(stripe, request),
    async labelRefund(vendorId, label) {
      await call(() => stripe.refunds.update(vendorId, { metadata: metadataOf(label) }));
    },

    refundsOf: (paymentRef) =>
      call(async () => (await all(stripe.refunds.list({ payment_intent: paymentRef, limit: 100 }))).map(toRefund)),

    disputesOf: (paymentRef) =>
      call(async () => (await all(stripe.disputes.list({ payment_intent: paymentRef, limit: 100 }))).map(toDispute)),

    warningsOf: (paymentRef) =>
      call(async () =>
        (await all(stripe.radar.earlyFraudWarnings.list({ payment_intent: paymentRef, limit: 100 }))).map(
          toFraudWarning,
        ),
      ),

    async paymentOfTransaction(transactionRef) {
      const charge = await unlessRefused(() => call(() => stripe.charges.retrieve(transactionRef)));
      return idOf(charge?.payment_intent);
    },

    methods: () => methodsOf(stripe),
    verifyEvent: (rawBody, header) => verifyEvent({ rawBody, signature: header('stripe-signature') }, settings),
    eventKind,
  };
}

/** What a page's state is read with. */
const PAYMENT = ['payment_intent.latest_charge', 'payment_intent.payment_method'];

async function openPage(stripe: Stripe, request: PageRequest): Promise<{ pageRef: string; url: string }> {
  const session = await call(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        client_reference_id: request.orderId,
        // A customer has its own address, which the page asks for.
        ...(request.saveFor ? { customer: request.saveFor.customerRef } : { customer_email: request.email }),
        locale: request.locale,
        branding_settings: { display_name: BRAND },
        line_items: request.items.map(({ name, description, price }) => ({
          quantity: 1,
          price_data: {
            currency: price.currency.toLowerCase(),
            unit_amount: price.amount,
            product_data: { name, description },
          },
        })),
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
        expires_at: Math.floor(request.expiresAt.getTime() / 1000),
        metadata: { order_id: request.orderId, attempt_id: request.attemptId },
        payment_intent_data: {
          metadata: { order_id: request.orderId, attempt_id: request.attemptId },
          ...(request.saveFor && { setup_future_usage: 'off_session' }),
        },
      },
      { idempotencyKey: request.attemptId },
    ),
  );
  if (!session.url) throw refused('session without an address');
  return { pageRef: session.id, url: session.url };
}

async function refund(
  stripe: Stripe,
  { paymentRef, amount, label }: Parameters<PaymentGateway['refund']>[0],
): Promise<RefundOutcome> {
  const create = () =>
    stripe.refunds.create(
      {
        payment_intent: paymentRef,
        amount: amount.amount,
        reason: 'requested_by_customer',
        metadata: metadataOf(label),
      },
      { idempotencyKey: label.refundId },
    );
  return call(async () => {
    try {
      return { kind: 'made', refund: toRefund(await create()) };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400)
        return { kind: 'key-used', fault: 'idempotency_key_in_use' };
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const fault = error.code ?? (error.param ? `invalid_${error.param}` : 'refused');
      return { kind: fault === 'charge_disputed' ? 'disputed' : 'refused', fault };
    }
  });
}

/** The payment methods that a page of the account offers. */
const methodsOf = (stripe: Stripe): Promise<PaymentMethods> =>
  call(async () => {
    const configurations = await all(stripe.paymentMethodConfigurations.list({ limit: 100 }));
    // Sessions that name no configuration use the default one of the account itself.
    const used = configurations.find(({ is_default, active, application }) => is_default && active && !application);
    const isOn = (name: keyof typeof OTHER_METHODS | 'card') =>
      used?.[name]?.available === true && used[name].display_preference.value === 'on';
    const names = Object.keys(OTHER_METHODS) as (keyof typeof OTHER_METHODS)[];
    return { card: isOn('card'), others: names.filter(isOn).map((name) => OTHER_METHODS[name]) };
  });

/** Null for an object that the vendor does not have. */
async function unlessRefused<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

/** Methods for payments in dollars besides the card, by the names that buyers know, in the order of a list. */
const OTHER_METHODS = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  paypal: 'PayPal',
  amazon_pay: 'Amazon Pay',
  cashapp: 'Cash App Pay',
  klarna: 'Klarna',
  alipay: 'Alipay',
  wechat_pay: 'WeChat Pay',
} as const;

function toPayment(session: Stripe.Checkout.Session): PaymentState {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid';
  return {
    pageRef: session.id,
    // A complete session that is unpaid waits for a slow payment method.
    status: isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
    url: session.url,
    total: { amount: session.amount_total, currency: session.currency },
    orderId: session.metadata?.['order_id'] ?? null,
    attemptId: session.metadata?.['attempt_id'] ?? null,
    paymentRef: idOf(session.payment_intent),
    card: cardOf(charge),
    fault: null,
    kept: isPaid ? keptBy(intent) : null,
  };
}

/** The card that a page has saved: Stripe attaches it to the customer. */
function keptBy(intent: Stripe.PaymentIntent | null): PaymentState['kept'] {
  const method = intent?.payment_method ?? null;
  if (intent?.setup_future_usage !== 'off_session' || method === null || typeof method === 'string') return null;
  const [card, customerRef] = [toCard(method), idOf(method.customer)];
  return card && customerRef ? { ...card, customerRef } : null;
}

function toRefund(refund: Stripe.Refund): RefundState {
  const status =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending';
  return {
    vendorId: refund.id,
    ...labelIn(refund.metadata),
    amount: refund.amount,
    status,
    fault: status === 'failed' ? (refund.failure_reason ?? 'unknown') : null,
    bankReference: bankReferenceOf(refund.destination_details),
    createdAt: new Date(refund.created * 1000),
  };
}

/** The acquirer's reference number. */
function bankReferenceOf(details: Stripe.Refund.DestinationDetails | undefined): string | null {
  const { reference, reference_status: status } = details?.card ?? {};
  return status === 'available' && reference !== undefined ? reference : null;
}

const OUTCOMES: Record<string, DisputeState['outcome']> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'prevented',
};

function toDispute(dispute: Stripe.Dispute): DisputeState {
  const sum = (field: 'amount' | 'fee') =>
    dispute.balance_transactions.reduce((total, each) => total + each[field], 0) || 0;
  return {
    vendorId: dispute.id,
    kind: dispute.status.startsWith('warning_') ? 'inquiry' : 'dispute',
    status: dispute.status,
    outcome: OUTCOMES[dispute.status] ?? null,
    reason: dispute.reason,
    amount: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    dueAt: dispute.evidence_details.due_by === null ? null : new Date(dispute.evidence_details.due_by * 1000),
    withdrawnAmount: -sum('amount') || 0,
    feeAmount: sum('fee'),
    withdrawnCurrency: dispute.balance_transactions[0]?.currency.toUpperCase() ?? null,
    openedAt: new Date(dispute.created * 1000),
  };
}

function toFraudWarning(warning: Stripe.Radar.EarlyFraudWarning): FraudWarningState {
  return {
    vendorId: warning.id,
    fraudType: warning.fraud_type,
    actionable: warning.actionable,
    openedAt: new Date(warning.created * 1000),
  };
}
