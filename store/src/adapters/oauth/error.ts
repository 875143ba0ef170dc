import { ClientError, ResponseBodyError, AuthorizationResponseError } from 'openid-client';
import type { ProviderErrorCode } from '../../modules/identity/providers.ts';
import { CodedError, codeOf } from '../../shared/errors.ts';

/** A sign-in that did not work out, by code. Holds nothing of what the provider or the person sent. */
export class ProviderError extends CodedError<ProviderErrorCode> {
  override readonly name = 'ProviderError';
}

/** The fault for anything that openid-client, jose or fetch throws. Ours are passed on. */
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
  // Its cause is then the response (not an `instanceof Response`: the HTTP server replaces that global).
  if (error instanceof ClientError) {
    const { status } = (error.cause ?? {}) as { status?: unknown };
    if (typeof status === 'number') return status >= 500 || status === 429;
  }
  // fetch rejects with a TypeError that has a cause when there is no connection, and with a DOMException when the time is up.
  return (
    (error instanceof TypeError && error.cause !== undefined) ||
    error instanceof DOMException ||
    AWAY.has(codeOf(error) ?? '')
  );
}
