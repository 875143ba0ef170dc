import Stripe from 'stripe';
import { AppError } from '../../shared/errors.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  apiUrl: URL | undefined;
  timeoutSeconds: number;
};

/** A fault the vendor will repeat for the same idempotency key: the attempt that owns the key is over. */
export const PAYMENT_REFUSED = 'payment-refused';

/** The official SDK, pointed at the vendor or at another address that speaks its protocol. */
export function createStripeClient(settings: StripeSettings): Stripe {
  const { apiUrl } = settings;
  return new Stripe(settings.secretKey, {
    ...(apiUrl && {
      host: apiUrl.hostname,
      port: apiUrl.port || (apiUrl.protocol === 'https:' ? 443 : 80),
      protocol: apiUrl.protocol === 'https:' ? 'https' : 'http',
    }),
    maxNetworkRetries: 2,
    timeout: settings.timeoutSeconds * 1000,
    telemetry: false,
  });
}

/** Every page of a list; the vendor gives a hundred at a time. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** Runs a call; every fault leaves as one of two codes, and the vendor's own words (which may hold a person's data) stay behind. */
export async function call<T>(run: () => Promise<T>): Promise<T> {
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

export const refused = (fault: string) =>
  Object.assign(new Error(`payment vendor: ${fault}`), { code: PAYMENT_REFUSED });
export const isRefused = (error: unknown) => (error as { code?: unknown }).code === PAYMENT_REFUSED;

/** The id of what may come whole or as its id. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
