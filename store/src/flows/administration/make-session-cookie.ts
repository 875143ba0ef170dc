import type { AdministrationPorts } from './ports.ts';

/**
 * Exchanges the ID token of an open session for a session cookie of a back end. Throws IdentityError INVALID_ID_TOKEN,
 * TOKEN_EXPIRED …
 */
export function createMakeSessionCookie({ identity }: Pick<AdministrationPorts, 'identity'>) {
  return async ({ by, idToken, seconds }: { by: string; idToken: string; seconds: number }): Promise<string> => {
    const { account, session } = await identity.accountOfIdToken(idToken);
    const cookie = await identity.issueCookie(account, session, seconds);
    await identity.securityEvent(null, account.id, 'session-cookie-made', { by, session: session.id });
    return cookie;
  };
}
