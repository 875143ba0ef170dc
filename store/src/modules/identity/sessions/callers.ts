import type { Db, Tx } from '../../../db/database.ts';
import type { Locale } from '../../../shared/locale.ts';
import { IdentityError, isIdentityError } from '../error.ts';
import { lacksFactor } from '../second-factor-rule.ts';
import { inSeconds, type Tokens } from '../tokens/tokens.ts';
import type { Account, Identity, Session, SignedIn } from '../types.ts';
import * as store from './store.ts';

export type CallerPorts = {
  db: Db;
  tokens: Pick<Tokens, 'readIdToken'>;
  lockAccount: (tx: Tx, accountId: string) => Promise<Account>;
  isTooOld: (session: Session) => boolean;
  recentLoginSeconds: number;
  clock: () => Date;
};
type Ports = CallerPorts;

/**
 * The account of a Bearer token; null for a token that is forged, expired, of an ended session or of a disabled account.
 * `locale` is the language of an account that is mirrored by this call.
 */
type VerifyIdToken = (token: string, locale?: Locale) => Promise<Identity | null>;

/** Who calls with an ID token, and what the sign-in of that session allows. */
export function createCallers(ports: Ports) {
  const verifyIdToken: VerifyIdToken = (token) => identityOf(ports, token);
  const requireRecentLogin = ({ account, session, authTime }: SignedIn): void => {
    if (recentLoginLeft(ports, authTime) < 0 || lacksFactor(account, session))
      throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  };
  return {
    verifyIdToken,
    /**
     * The account and session of an ID token, for the wire. Throws IdentityError INVALID_ID_TOKEN, TOKEN_EXPIRED,
     * USER_NOT_FOUND or USER_DISABLED.
     */
    accountOfIdToken: (token: string) => accountOfIdToken(ports, token),
    /** The session of an ID token; null unless it is one of this account. */
    async sessionOfIdToken(accountId: string, token: string): Promise<string | null> {
      const owner = await identityOf(ports, token);
      return owner?.accountId === accountId ? owner.sessionId : null;
    },
    /**
     * Throws IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN when the last sign-in is too old for a security-sensitive
     * change, or did not prove a second factor of an account that has one.
     */
    requireRecentLogin,
    /**
     * Makes the checks of `requireRecentLogin` for adding a way to sign in. An anonymous account without any may add its
     * first one at any time, because it cannot sign in again.
     */
    requireRecentLoginToAdd(who: SignedIn): void {
      if (!hasNoWayIn(who)) requireRecentLogin(who);
    },
    /** Seconds for which a sign-in still counts as recent; 0 after that. */
    recentLoginSeconds: (authTime: Date) => Math.max(0, recentLoginLeft(ports, authTime) / 1000),
    /**
     * Locks the caller's account for a change of its ways to sign in. Throws IdentityError TOKEN_EXPIRED when its
     * password or address changed, or the session ended, since the token was read; CREDENTIAL_TOO_OLD_LOGIN_AGAIN when
     * the account has a second factor by now and the session has proved none; USER_NOT_FOUND or USER_DISABLED.
     */
    lockSignedIn: (tx: Tx, who: Omit<SignedIn, 'authTime'>) => lockSignedIn(ports, tx, who),
  };
}

async function identityOf(ports: Ports, token: string): Promise<Identity | null> {
  try {
    const { account, authTime, session } = await accountOfIdToken(ports, token);
    return {
      accountId: account.id,
      localId: account.localId,
      email: account.email,
      emailVerified: account.emailVerified,
      authTime,
      sessionStartedAt: session.createdAt,
      sessionId: session.id,
      lacksFactor: lacksFactor(account, session),
    };
  } catch (error) {
    if (isIdentityError(error)) return null;
    throw error;
  }
}

/**
 * One indexed read per call without a cache: a disabled account, an ended session or a moved `validSince` takes effect at
 * once.
 */
async function accountOfIdToken({ db, tokens, isTooOld }: Ports, token: string) {
  const { localId, sessionId, issuedAtSeconds, authTime } = await tokens.readIdToken(token);
  const known = await store.accountWithSession(db, localId, sessionId);
  if (!known) throw new IdentityError('USER_NOT_FOUND');
  const { account, found } = known;
  if (account.disabled) throw new IdentityError('USER_DISABLED');
  if (!found || found.revokedAt !== null || issuedAtSeconds < inSeconds(account.validSince))
    throw new IdentityError('TOKEN_EXPIRED');
  if (isTooOld(found.session)) throw new IdentityError('TOKEN_EXPIRED');
  return { account, authTime, issuedAt: new Date(issuedAtSeconds * 1000), session: found.session };
}

async function lockSignedIn(
  { lockAccount }: Ports,
  tx: Tx,
  { account: before, session }: Omit<SignedIn, 'authTime'>,
): Promise<Account> {
  const account = await lockAccount(tx, before.id);
  if (account.validSince.getTime() !== before.validSince.getTime()) throw new IdentityError('TOKEN_EXPIRED');
  if (session === null) return account;
  // Read after the lock: another session may have ended this one, or enrolled a factor, while this call waited.
  const found = await store.sessionById(tx, session.id);
  if (!found || found.revokedAt !== null) throw new IdentityError('TOKEN_EXPIRED');
  if (lacksFactor(account, found.session)) throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  return account;
}

/** Milliseconds for which a sign-in still counts as recent; negative after that. */
function recentLoginLeft({ recentLoginSeconds, clock }: Ports, authTime: Date): number {
  return authTime.getTime() + recentLoginSeconds * 1000 - clock().getTime();
}

function hasNoWayIn({ account, session }: SignedIn): boolean {
  return (
    session?.provider === 'anonymous' &&
    account.email === null &&
    account.phoneNumber === null &&
    !account.hasPassword &&
    account.providers.length === 0
  );
}
