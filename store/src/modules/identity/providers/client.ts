import { AppError, codeOf } from '../../../shared/errors.ts';
import type { Locale } from '../../../shared/locale.ts';
import { IdentityError } from '../error.ts';
import type { LinkedProviderId } from '../types.ts';

/**
 * A person as the provider describes them after a sign-in. `raw` is the provider's answer, for the wire's
 * `rawUserInfo`.
 */
export type ProviderPerson = {
  provider: LinkedProviderId;
  /** The provider's own identifier of the account. */
  rawId: string;
  email: string | null;
  /** True only when the provider states that it has verified the address. */
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
  raw: Record<string, unknown>;
  /** The provider's tokens, which the SDK passes to the calling page. */
  tokens: ProviderTokens;
};

/** The person that a provider identified, and when. */
export type Proof = { person: ProviderPerson; provenAt: Date };

export type ProviderTokens = { idToken?: string; accessToken?: string };

/** Failures at a provider: the `code` of what a client throws. */
export type ProviderErrorCode = 'provider-cancelled' | 'provider-refused' | 'provider-nonce' | 'provider-unavailable';

/** Port: the authorization-code flow of one provider. Every method throws an error with a `ProviderErrorCode`. */
export type ProviderClient = {
  /** The URL of the consent page. */
  start(request: { redirectUri: string; state: string; nonce: string; verifier: string; locale: Locale }): Promise<URL>;
  /** Exchanges the code in the callback URL. */
  finish(answer: { callbackUrl: URL; state: string; nonce: string; verifier: string }): Promise<ProviderPerson>;
  /**
   * The person of tokens that a client got elsewhere; they must have been issued for this site. `nonce` is the one with
   * which the ID token was requested.
   */
  check(tokens: ProviderTokens & { nonce?: string }): Promise<ProviderPerson>;
};

/** The clients of the configured providers. */
export type ProviderClients = Partial<Record<LinkedProviderId, ProviderClient>>;

export function clientOf(clients: ProviderClients, provider: LinkedProviderId): ProviderClient {
  const client = clients[provider];
  if (!client) throw new IdentityError('OPERATION_NOT_ALLOWED', 'This provider is not set up.');
  return client;
}

/** Converts a client's error to an error of the wire. */
export function failed(error: unknown): never {
  const code = codeOf(error) as ProviderErrorCode | undefined;
  if (code === 'provider-unavailable') throw new AppError('unavailable', { cause: error });
  if (code === 'provider-nonce') throw new IdentityError('MISSING_OR_INVALID_NONCE');
  if (code === 'provider-refused' || code === 'provider-cancelled')
    throw new IdentityError('INVALID_IDP_RESPONSE', 'The provider does not confirm this.');
  throw error;
}
