import Stripe from 'stripe';
import { AppError } from '../../shared/errors.ts';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  apiUrl: URL | undefined;
  timeoutSeconds: number;
};

/** An error that the vendor repeats for the same idempotency key: the attempt with this key is over. */
export const PAYMENT_REFUSED = 'payment-refused';

/** The official SDK, with the vendor's address or another one that speaks its protocol. */
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

/** Reads every page of a list; the vendor returns a hundred rows at a time. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/**
 * Runs a call; every error becomes one of two codes, and the vendor's own text (which may contain personal data) is
 * dropped.
 */
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
    // The vendor stores a 5xx answer and repeats it for the same key, unlike a lost connection.
    if (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500) throw refused(fault);
    // Also a 409: another request with this key is in progress.
    throw new AppError('payment-unavailable', { message: `payment vendor: ${fault}` });
  }
}

export const refused = (fault: string) =>
  Object.assign(new Error(`payment vendor: ${fault}`), { code: PAYMENT_REFUSED });
export const isRefused = (error: unknown) => (error as { code?: unknown }).code === PAYMENT_REFUSED;

/** The id of an object that may be expanded or given as its id. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
