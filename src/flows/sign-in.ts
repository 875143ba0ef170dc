import type { LimitName, Limits } from '../db/limits.ts';
import type { Account, IdentityModule, TokenSet } from '../modules/identity/identity.ts';
import { foldEmail } from '../shared/email.ts';
import { codeOf } from '../shared/errors.ts';

export type SignIn = (wish: { email: string; password: string; clientAddress: string }) => Promise<{ account: Account; tokens: TokenSet }>;

/**
 * Signs in with a password. Wrong ones count, per account and per network address, alike for addresses that have no
 * account. Throws IdentityFault INVALID_LOGIN_CREDENTIALS, USER_DISABLED …, AppError `too-many-requests` or `unavailable`.
 */
export function createSignIn({ identity, limits }: { identity: IdentityModule; limits: Limits }): SignIn {
  return async ({ email, password, clientAddress }) => {
    // Spent first and given back unless the password was wrong: many guesses at once can't all start below the limit.
    const spent: [LimitName, string][] = [];
    try {
      for (const [name, key] of [
        ['wrong-passwords-per-address', clientAddress],
        ['wrong-passwords-per-account', foldEmail(email)],
      ] as const) {
        await limits.consume(name, key);
        spent.push([name, key]);
      }
      const account = await identity.checkPassword({ email, password });
      await giveBack(limits, spent);
      return { account, tokens: await identity.signIn(account, 'password') };
    } catch (error) {
      if (codeOf(error) !== 'INVALID_LOGIN_CREDENTIALS') await giveBack(limits, spent);
      throw error;
    }
  };
}

/** Empties the list as it goes, so that nothing is given back twice. */
async function giveBack(limits: Limits, spent: [LimitName, string][]): Promise<void> {
  for (let each = spent.pop(); each; each = spent.pop()) await limits.giveBack(...each);
}
