import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { GrantError, ServiceAccounts } from '../../modules/service-accounts/service-accounts.ts';
import { codeOf } from '../../shared/errors.ts';
import { bodyOf } from './body.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const MAX_BODY = 16 * 1024;

/**
 * Handles POST /token: exchanges the assertion of a service account for an access token (RFC 7523), with the errors of
 * RFC 6749.
 */
export function createTokenHandler({
  serviceAccounts,
  bodySeconds,
}: {
  serviceAccounts: Pick<ServiceAccounts, 'grant'>;
  bodySeconds: number;
}) {
  return async (c: Context<{ Bindings: HttpBindings }>) => {
    const form = new URLSearchParams(await bodyOf(c, { maxSize: MAX_BODY, seconds: bodySeconds }));
    const refuse = (error: GrantError['code'], description: string) =>
      c.json({ error, error_description: description }, 400);
    if (form.get('grant_type') !== GRANT_TYPE)
      return refuse('unsupported_grant_type', `Invalid grant_type: expected ${GRANT_TYPE}`);
    const assertion = form.get('assertion');
    if (!assertion) return refuse('invalid_request', 'Missing required parameter: assertion');
    try {
      const { accessToken, expiresIn } = await serviceAccounts.grant(assertion);
      return c.json({ access_token: accessToken, expires_in: expiresIn, token_type: 'Bearer' });
    } catch (error) {
      if (codeOf(error) === 'invalid_grant') return refuse('invalid_grant', (error as GrantError).message);
      throw error;
    }
  };
}
