import Stripe from 'stripe';
import { BRAND } from '../../shared/brand.ts';
import type {
  ChargeFault,
  ChargeRequest,
  Charges,
  KeptCard,
  PaymentState,
  SavedCards,
  SetupRequest,
} from '../../modules/payments/provider.ts';
import { all, call, idOf, isRefused, refused } from './client.ts';

/** In the metadata of a charge of a saved card: its events name no page. */
export const CHARGE_KIND = 'charge';

/** Charges of saved cards. */
export const createCharges = (stripe: Stripe): Charges => ({
  charge: (request) => charge(stripe, request),
  ofAttempt: (attempt) => call(() => ofAttempt(stripe, attempt)),
  async ofCustomer({ customerRef, since }) {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    const made = await call(() => all(stripe.paymentIntents.list({ customer: customerRef, created, limit: 100 })));
    return made.flatMap(({ id, metadata }) => (isCharge(metadata) ? id : []));
  },
});

async function ofAttempt(
  stripe: Stripe,
  { attemptId, customerRef }: Pick<ChargeRequest, 'attemptId' | 'customerRef'>,
): Promise<PaymentState | null> {
  const intents = await all(
    stripe.paymentIntents.list({ customer: customerRef, limit: 100, expand: ['data.latest_charge'] }),
  );
  const made = intents.find(({ metadata }) => metadata['attempt_id'] === attemptId && isCharge(metadata));
  return made ? toCharge(made) : null;
}

/** Customers and the cards that they keep. */
export const createSavedCards = (stripe: Stripe): SavedCards => ({
  createCustomer: ({ accountId, key }) =>
    call(async () => {
      const { id } = await stripe.customers.create({ metadata: { account_id: accountId } }, { idempotencyKey: key });
      return { customerRef: id };
    }),
  openSetup: (request) => openSetup(stripe, request),
  async setup(pageRef) {
    const session = await call(() =>
      stripe.checkout.sessions.retrieve(pageRef, { expand: ['setup_intent.payment_method'] }),
    );
    const setup = typeof session.setup_intent === 'object' ? session.setup_intent : null;
    const isDone = session.status === 'complete' && setup?.status === 'succeeded';
    return {
      status: isDone ? 'done' : session.status === 'expired' ? 'expired' : 'open',
      card: isDone ? toCard(setup.payment_method) : null,
    };
  },
  cardsOf: (customerRef) => cardsOf(stripe, customerRef),
  async remove(methodRef) {
    try {
      await call(() => stripe.paymentMethods.detach(methodRef));
    } catch (error) {
      // Refused too when it is detached already.
      if (!isRefused(error) || (await customerOfCard(stripe, methodRef)) !== null) throw error;
    }
  },
  async removeCustomer(customerRef) {
    try {
      await call(() => stripe.customers.del(customerRef));
    } catch (error) {
      if (!isRefused(error) || !(await isGone(stripe, customerRef))) throw error;
    }
  },
});

async function openSetup(stripe: Stripe, request: SetupRequest): Promise<{ pageRef: string; url: string }> {
  const { setupId, customerRef, locale, successUrl, cancelUrl } = request;
  const session = await call(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'setup',
        ui_mode: 'hosted_page',
        customer: customerRef,
        allowed_payment_method_types: ['card'],
        locale,
        branding_settings: { display_name: BRAND },
        success_url: successUrl,
        cancel_url: cancelUrl,
        metadata: { setup_id: setupId },
        setup_intent_data: { metadata: { setup_id: setupId } },
      },
      { idempotencyKey: setupId },
    ),
  );
  if (!session.url) throw refused('session without an address');
  return { pageRef: session.id, url: session.url };
}

const charge = (stripe: Stripe, request: ChargeRequest): Promise<PaymentState> =>
  call(async () => {
    const { attemptId, orderId, customerRef, methodRef, amount } = request;
    try {
      return toCharge(
        await stripe.paymentIntents.create(
          {
            amount: amount.amount,
            currency: amount.currency.toLowerCase(),
            customer: customerRef,
            payment_method: methodRef,
            off_session: true,
            confirm: true,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            metadata: { order_id: orderId, attempt_id: attemptId, kind: CHARGE_KIND },
            expand: ['latest_charge'],
          },
          { idempotencyKey: attemptId },
        ),
      );
    } catch (error) {
      // The bank refused: the intent exists and says so.
      if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) return toCharge(error.payment_intent);
      if (isServerError(error)) return afterServerError(stripe, request);
      const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError;
      if (!isInvalid || (await customerOfCard(stripe, methodRef)) === customerRef) throw error;
      return goneCard(request);
    }
  });

const isServerError = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;

/**
 * The vendor repeats a server error for the same key, whether it took the money or not. So a charge that is not found is
 * not refused: its outcome is unknown.
 */
async function afterServerError(stripe: Stripe, request: ChargeRequest): Promise<PaymentState> {
  const made = await ofAttempt(stripe, request);
  if (made === null) throw new Error('a server error, and no charge yet');
  return made;
}

/** The customer of a card; null for one that is detached, or unknown. */
async function customerOfCard(stripe: Stripe, methodRef: string): Promise<string | null> {
  try {
    return idOf((await call(() => stripe.paymentMethods.retrieve(methodRef))).customer);
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

/** True for a customer that was deleted, or that the vendor does not know. */
async function isGone(stripe: Stripe, customerRef: string): Promise<boolean> {
  try {
    return (await call(() => stripe.customers.retrieve(customerRef))).deleted === true;
  } catch (error) {
    if (isRefused(error)) return true;
    throw error;
  }
}

async function cardsOf(stripe: Stripe, customerRef: string): Promise<KeptCard[] | 'no-customer'> {
  try {
    const methods = await call(() =>
      all(stripe.customers.listPaymentMethods(customerRef, { type: 'card', limit: 100 })),
    );
    const cards = methods.flatMap((method) => toCard(method) ?? []);
    // An empty list may be that of a deleted customer.
    return cards.length === 0 && (await isGone(stripe, customerRef)) ? 'no-customer' : cards;
  } catch (error) {
    if (isRefused(error) && (await isGone(stripe, customerRef))) return 'no-customer';
    throw error;
  }
}

/** A saved card; null for a payment method of another kind. */
export function toCard(method: string | Stripe.PaymentMethod | null): KeptCard | null {
  if (method === null || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { methodRef: method.id, brand, last4, expMonth, expYear };
}

/** The card of a charge; null for another method. */
export function cardOf(charge: Stripe.Charge | null): PaymentState['card'] {
  const { brand, last4, country } = charge?.payment_method_details?.card ?? {};
  if (!brand || !last4) return null;
  return { brand, last4, country: /^[A-Z]{2}$/.test(country ?? '') ? country! : null };
}

export const isCharge = (metadata: Stripe.Metadata): boolean => metadata['kind'] === CHARGE_KIND;

/** The state of a charge of a saved card. */
export function toCharge(intent: Stripe.PaymentIntent): PaymentState {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const isPaid = intent.status === 'succeeded';
  const isOpen = intent.status === 'processing' || intent.status === 'requires_capture';
  return {
    pageRef: null,
    url: null,
    paymentRef: intent.id,
    status: isPaid ? 'paid' : isOpen ? 'open' : 'failed',
    total: { amount: isPaid ? intent.amount_received : intent.amount, currency: intent.currency },
    orderId: intent.metadata['order_id'] ?? null,
    attemptId: intent.metadata['attempt_id'] ?? null,
    card: cardOf(charge),
    fault: isPaid || isOpen ? null : faultOf(intent),
    kept: null,
  };
}

const faultOf = ({ status, last_payment_error: error }: Stripe.PaymentIntent): ChargeFault =>
  status === 'requires_action' || error?.code === 'authentication_required' ? 'authentication-required' : 'declined';

const goneCard = ({ orderId, attemptId, amount }: ChargeRequest): PaymentState => ({
  pageRef: null,
  url: null,
  paymentRef: null,
  status: 'failed',
  total: amount,
  orderId,
  attemptId,
  card: null,
  fault: 'card-gone',
  kept: null,
});
