/** The pages' names of identity providers. */
export type Provider = 'google' | 'facebook';

/** In display order. */
export const PROVIDERS = ['google', 'facebook'] as const satisfies readonly Provider[];

/** In their own spelling. */
export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' };

/** The wire's names. */
export type ProviderId = 'google.com' | 'facebook.com';

export const PROVIDER_IDS: Record<Provider, ProviderId> = { google: 'google.com', facebook: 'facebook.com' };

/** The page's name of a provider of the wire; undefined for other sign-in methods (`password`, `emailLink`). */
export function providerOf(id: string): Provider | undefined {
  return PROVIDERS.find((provider) => PROVIDER_IDS[provider] === id);
}
