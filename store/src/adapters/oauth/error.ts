import { ClientError, ResponseBodyError, AuthorizationResponseError } from 'openid-client';
import type { ProviderErrorCode } from '../../modules/identity/providers/providers.ts';
import { CodedError, codeOf } from '../../shared/errors.ts';

/** A failed sign-in at a provider, by code. Contains nothing that the provider or the person sent. */
export class ProviderError extends CodedError<ProviderErrorCode> {
  override readonly name = 'ProviderError';
}

/** Converts any error of openid-client, jose or fetch. Our own errors are passed on. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof AuthorizationResponseError)
    return new ProviderError(error.error === 'access_denied' ? 'provider-cancelled' : 'provider-refused');
  return new ProviderError(isAway(error) ? 'provider-unavailable' : 'provider-refused');
}

const AWAY = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']);

/** True when the provider gave no answer, or one that says nothing about the person. */
function isAway(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500;
  // The cause is then the response (not an `instanceof Response`: the HTTP server replaces that global).
  if (error instanceof ClientError) {
    const { status } = (error.cause ?? {}) as { status?: unknown };
    if (typeof status === 'number') return status >= 500 || status === 429;
  }
  // fetch rejects with a TypeError with a cause when there is no connection, and with a DOMException after a time-out.
  return (
    (error instanceof TypeError && error.cause !== undefined) ||
    error instanceof DOMException ||
    AWAY.has(codeOf(error) ?? '')
  );
}
