import type { Db } from '../db/database.ts';
import type { LimitName, Limits } from '../db/limits.ts';
import type { Account, IdentityModule, TokenSet } from '../modules/identity/identity.ts';
import { foldEmail } from '../shared/email.ts';
import { codeOf } from '../shared/errors.ts';
import type { Caller, StartSession } from './start-session.ts';

export type SignIn = (wish: { email: string; password: string; caller: Caller }) => Promise<{ account: Account; tokens: TokenSet }>;

/** What a wrong guess answers, with and without enumeration protection. */
const WRONG = new Set<string | undefined>(['INVALID_LOGIN_CREDENTIALS', 'INVALID_PASSWORD', 'EMAIL_NOT_FOUND']);

/**
 * Signs in with a password. Wrong ones count, per account and per network address, alike for addresses that have no
 * account. Throws IdentityFault INVALID_LOGIN_CREDENTIALS, USER_DISABLED …, AppError `too-many-requests` or `unavailable`.
 */
export function createSignIn(ports: { db: Db; identity: IdentityModule; limits: Limits; startSession: StartSession }): SignIn {
  const { db, identity, limits, startSession } = ports;

  /** One line in the audit log for a window of guesses, not one for each; also where there is no account, which nobody is to hear by the time it takes. */
  async function noteGuessing(email: string): Promise<void> {
    try {
      await limits.consume('wrong-password-events', foldEmail(email));
    } catch {
      return;
    }
    const account = await identity.accountByEmail(email);
    await identity.securityEvent(null, account?.id ?? null, 'wrong-password-limit');
  }

  return async ({ email, password, caller }) => {
    // Spent first and given back unless the password was wrong: many guesses at once can't all start below the limit.
    const spent: [LimitName, string][] = [];
    try {
      for (const [name, key] of [
        ['wrong-passwords-per-address', caller.address],
        ['wrong-passwords-per-account', foldEmail(email)],
      ] as const) {
        await limits.consume(name, key);
        spent.push([name, key]);
      }
      const account = await identity.checkPassword({ email, password });
      await giveBack(limits, spent);
      const { session, refreshToken } = await db.transaction((tx) => startSession(tx, account, { provider: 'password', isNew: false, caller }));
      return { account, tokens: { ...(await identity.issueIdToken(account, session)), refreshToken } };
    } catch (error) {
      if (!WRONG.has(codeOf(error))) await giveBack(limits, spent);
      if ((error as { rule?: unknown }).rule === 'wrong-passwords-per-account') await noteGuessing(email);
      throw error;
    }
  };
}

/** Empties the list as it goes, so that nothing is given back twice. */
async function giveBack(limits: Limits, spent: [LimitName, string][]): Promise<void> {
  for (let each = spent.pop(); each; each = spent.pop()) await limits.giveBack(...each);
}
