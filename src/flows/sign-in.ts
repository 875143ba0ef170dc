import type { Db } from '../db/database.ts';
import type { Limits } from '../db/limits.ts';
import type { Account, IdentityModule, TokenSet } from '../modules/identity/identity.ts';
import { foldEmail } from '../shared/email.ts';
import { newSession, type Caller, type SignInFacts, type StartSession } from './start-session.ts';

export type SignIn = (wish: {
  email: string;
  password: string;
  caller: Caller;
}) => Promise<{ account: Account; tokens: TokenSet }>;

/** What a wrong guess answers, with and without enumeration protection. */
const WRONG = new Set(['INVALID_LOGIN_CREDENTIALS', 'INVALID_PASSWORD', 'EMAIL_NOT_FOUND']);

/**
 * Signs in with a password. Wrong ones count, per account and per network address, alike for addresses that have no
 * account. Throws IdentityFault INVALID_LOGIN_CREDENTIALS, USER_DISABLED …, AppError `too-many-requests` or `unavailable`.
 */
export function createSignIn(ports: {
  db: Db;
  identity: IdentityModule;
  limits: Limits;
  startSession: StartSession;
}): SignIn {
  const { db, identity, limits, startSession } = ports;

  /** One line in the audit log for a window of guesses, not one for each; also where there is no account, which nobody is to hear by the time it takes. */
  async function noteGuessing(email: string): Promise<void> {
    try {
      await limits.consume({ 'wrong-password-events': foldEmail(email) });
    } catch {
      return;
    }
    const account = await identity.accountByEmail(email);
    await identity.securityEvent(null, account?.id ?? null, 'wrong-password-limit');
  }

  async function open(account: Account, facts: SignInFacts): Promise<TokenSet> {
    // Nobody must be told of a browser that the account knows: one statement, no transaction.
    const known = await identity.signInOnKnownDevice(account, newSession(facts));
    if (known) return known;
    const { session, refreshToken } = await db.transaction((tx) => startSession(tx, account, facts));
    return { ...(await identity.issueIdToken(account, session)), refreshToken };
  }

  return async ({ email, password, caller }) => {
    try {
      const guess = { 'wrong-passwords-per-address': caller.address, 'wrong-passwords-per-account': foldEmail(email) };
      const wanted = identity.credentialsOf({ email, password });
      const account = await limits.countFailures(
        guess,
        WRONG,
        (found) => identity.checkPassword(wanted.credentials(found)),
        wanted.read,
      );
      return { account, tokens: await open(account, { provider: 'password', isNew: false, caller }) };
    } catch (error) {
      if ((error as { rule?: unknown }).rule === 'wrong-passwords-per-account') await noteGuessing(email);
      throw error;
    }
  };
}
