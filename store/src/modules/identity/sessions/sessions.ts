import type { Queryable, Tx } from '../../../db/database.ts';
import { hashSecret } from '../../../db/vault.ts';
import { keptMs } from '../../../shared/retention.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { Account, NewSession, Session, TokenSet } from '../types.ts';
import { type CallerPorts, createCallers } from './callers.ts';
import { createSessionCookies } from './cookies.ts';
import { createRefreshTokens, type RefreshTokenPorts, type RefreshTokens } from './refresh-tokens.ts';
import * as store from './store.ts';

export { openSessions, revokeSessionsOf } from './store.ts';

type Ports = RefreshTokenPorts & Omit<CallerPorts, 'isTooOld'> & { tokens: Pick<Tokens, 'issueIdToken'> };

/** Sessions with their tokens and cookies, and who calls with one. */
export function createSessions(ports: Ports) {
  const { db, clock } = ports;
  const refreshTokens = createRefreshTokens(ports);
  const { isTooOld } = refreshTokens;
  const cookies = createSessionCookies({ db, isTooOld, clock });
  const callers = createCallers({ ...ports, isTooOld });
  return {
    cookies,
    ...callers,
    ...createOpening({ ...ports, refreshTokens }),

    /** Changes the sign-in provider of a session; its next tokens contain it. */
    setSessionProvider: store.setProvider,
    /** Changes the second factor that a session has proved; its next tokens contain it. */
    setSessionFactor: store.setSecondFactor,
    /**
     * Ends sessions; with `factor`, those that this enrolment opened. Their refresh tokens and ID tokens are invalid at
     * once. Returns the number of ended sessions.
     */
    revokeSessions: (tx: Tx, accountId: string, options?: { except?: string; factor?: string }) =>
      store.revokeSessionsOf(tx, accountId, { ...options, revokedAt: clock() }),
    /** Ends the session that a refresh token or an ID token of this account belongs to; false for any other text. */
    async revokeByToken(accountId: string, token: string): Promise<boolean> {
      const sessionId =
        (await store.sessionOfRefreshToken(db, hashSecret(token), accountId)) ??
        (await callers.sessionOfIdToken(accountId, token));
      if (sessionId === null) return false;
      await store.revokeSession(db, sessionId, clock());
      return true;
    },

    /** Ends idle sessions and deletes old rows of sessions, tokens, codes and cookies. */
    async cleanUpSessions(): Promise<void> {
      await refreshTokens.endOver();
      const oldest = new Date(clock().getTime() - keptMs('sessions'));
      await store.deleteDeadRows(db, { graceOver: refreshTokens.graceOver(), oldest });
      await cookies.cleanUp();
    },
  };
}

/** Opens and continues sessions; the answers hold the tokens of a client. */
function createOpening({ refreshTokens, tokens }: Pick<Ports, 'tokens'> & { refreshTokens: RefreshTokens }) {
  return {
    /**
     * Opens a session with its first refresh token and stores the time of the sign-in. Flows use `start-session.ts`,
     * which also handles devices and the audit log.
     */
    openSession: (on: Queryable, account: Account, session: NewSession) => refreshTokens.open(on, account, session),
    /**
     * Opens a session and signs its ID token if the account knows the browser, so that no mail is needed. Otherwise
     * returns null and does nothing.
     */
    async signInOnKnownDevice(account: Account, request: NewSession): Promise<TokenSet | null> {
      // The token is signed while the database writes; without the row the token is invalid.
      const { session, refreshToken, written } = refreshTokens.openOnKnownDevice(account, request);
      const [isKnown, token] = await Promise.all([written, tokens.issueIdToken(account, session)]);
      return isKnown ? { ...token, refreshToken } : null;
    },
    /**
     * Exchanges a refresh token for its successor. Throws IdentityError INVALID_REFRESH_TOKEN, TOKEN_EXPIRED or
     * USER_DISABLED.
     */
    async refresh(token: string): Promise<TokenSet & { localId: string }> {
      const { session, account, refreshToken } = await refreshTokens.rotate(token);
      return { ...(await tokens.issueIdToken(account, session)), refreshToken, localId: account.localId };
    },
    /** New tokens for an open session; the time of its sign-in stays. */
    renew: async (account: Account, session: Session): Promise<TokenSet> => ({
      ...(await tokens.issueIdToken(account, session)),
      refreshToken: await refreshTokens.extend(session),
    }),
  };
}
