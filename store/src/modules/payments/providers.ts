import { AppError } from '../../shared/errors.ts';
import type { PaymentGateway } from './provider.ts';

/** A configured payment provider. Its name is stored with every row that has dealt with it. */
export type PaymentProvider = { name: string; gateway: PaymentGateway };

export type PaymentProviders<P extends { name: string } = PaymentProvider> = ReturnType<
  typeof createPaymentProviders<P>
>;

/**
 * The configured payment providers, in order of preference: new pages open at the first. A row may name one that is not
 * configured any more. It is shown and left as it is, and no other provider is asked about it.
 */
export function createPaymentProviders<P extends { name: string }>(configured: readonly [P, ...P[]]) {
  const find = (name: string): P | null => configured.find((each) => each.name === name) ?? null;
  return {
    all: (): readonly P[] => configured,
    names: (): string[] => configured.map(({ name }) => name),
    first: configured[0],
    find,
    /** Throws `payment-unavailable` for one that is not configured. */
    get(name: string): P {
      const found = find(name);
      if (!found) throw new AppError('payment-unavailable', { message: `the provider ${name} is not configured` });
      return found;
    },
  };
}
