import Stripe from 'stripe';
import { BRAND } from '../shared/brand.ts';
import { AppError } from '../shared/errors.ts';
import type { GatewayEvent, PaymentGateway, RefundState, SessionState } from '../modules/payments/gateway.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  apiUrl: URL | undefined;
  timeoutSeconds: number;
};

/** A fault the vendor will repeat for the same idempotency key: the attempt that owns the key is over. */
export const PAYMENT_REFUSED = 'payment-refused';

/** Hosted Checkout and refunds through the official SDK. */
export function createStripeGateway(settings: StripeSettings): PaymentGateway {
  const { apiUrl } = settings;
  const stripe = new Stripe(settings.secretKey, {
    ...(apiUrl && {
      host: apiUrl.hostname,
      port: apiUrl.port || (apiUrl.protocol === 'https:' ? 443 : 80),
      protocol: apiUrl.protocol === 'https:' ? 'https' : 'http',
    }),
    maxNetworkRetries: 2,
    timeout: settings.timeoutSeconds * 1000,
    telemetry: false,
  });

  return {
    async openSession(request) {
      const session = await call(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            ui_mode: 'hosted_page',
            client_reference_id: request.orderId,
            customer_email: request.email,
            locale: request.locale,
            branding_settings: { display_name: BRAND },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: request.total.currency.toLowerCase(),
                  unit_amount: request.total.amount,
                  product_data: { name: request.productName, description: request.productDescription },
                },
              },
            ],
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            expires_at: Math.floor(request.expiresAt.getTime() / 1000),
            metadata: { order_id: request.orderId, attempt_id: request.attemptId },
            payment_intent_data: { metadata: { order_id: request.orderId, attempt_id: request.attemptId } },
          },
          { idempotencyKey: request.attemptId },
        ),
      );
      if (!session.url) throw refused('session without an address');
      return { sessionId: session.id, url: session.url };
    },

    async session(sessionId) {
      return toSession(
        await call(() => stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] })),
      );
    },

    async expireSession(sessionId) {
      try {
        return toSession(await call(() => stripe.checkout.sessions.expire(sessionId)));
      } catch (error) {
        // Only an open session can be expired: somebody paid, or it ended by itself.
        if (!isRefused(error)) throw error;
        return this.session(sessionId);
      }
    },

    async refund({ refundId, paymentIntentId, orderId, amount }) {
      const refund = await call(() =>
        stripe.refunds.create(
          {
            payment_intent: paymentIntentId,
            amount: amount.amount,
            reason: 'requested_by_customer',
            metadata: { refund_id: refundId, order_id: orderId },
          },
          { idempotencyKey: refundId },
        ),
      );
      return toRefund(refund);
    },

    async refundsOf(paymentIntentId) {
      const list = await call(() => stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }));
      return list.data.map(toRefund);
    },

    verifyEvent(rawBody, signature) {
      try {
        return toEvent(stripe.webhooks.constructEvent(rawBody, signature ?? '', settings.webhookSecret));
      } catch {
        throw new AppError('invalid-signature');
      }
    },
  };
}

/** Runs a call; every fault leaves as one of two codes, and the vendor's own words (which may hold a person's data) stay behind. */
async function call<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const fault =
      error instanceof Stripe.errors.StripeError
        ? `${error.type} ${error.code ?? ''} ${error.statusCode ?? ''}`.trim()
        : 'no answer';
    if (
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError
    )
      throw refused(fault);
    // An answered 5xx is stored by the vendor and given again for the same key; a lost connection is not.
    if (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500) throw refused(fault);
    // 409, too: another request with this key is still under way.
    throw new AppError('payment-unavailable', { message: `payment vendor: ${fault}` });
  }
}

const refused = (fault: string) => Object.assign(new Error(`payment vendor: ${fault}`), { code: PAYMENT_REFUSED });
const isRefused = (error: unknown) => (error as { code?: unknown }).code === PAYMENT_REFUSED;

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

function toSession(session: Stripe.Checkout.Session): SessionState {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = charge?.payment_method_details?.card;
  return {
    sessionId: session.id,
    status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    paid: session.status === 'complete' && session.payment_status !== 'unpaid',
    url: session.url,
    total: { amount: session.amount_total, currency: session.currency },
    attemptId: session.metadata?.['attempt_id'] ?? null,
    paymentIntentId: idOf(session.payment_intent),
    card: card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
  };
}

function toRefund(refund: Stripe.Refund): RefundState {
  const status =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending';
  return { vendorId: refund.id, refundId: refund.metadata?.['refund_id'] ?? null, amount: refund.amount, status };
}

function toEvent(event: Stripe.Event): GatewayEvent {
  const object = event.data.object as { id?: string; payment_intent?: string | { id: string } | null };
  return { id: event.id, type: event.type, objectId: object.id ?? '', relatedId: idOf(object.payment_intent) };
}
