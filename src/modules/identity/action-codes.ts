import type { Db } from '../../db/database.ts';
import { hashSecret, newSecret } from '../../db/vault.ts';
import { foldEmail } from '../../shared/email.ts';
import type { Locale } from '../../shared/locale.ts';
import { paths } from '../../shared/paths.ts';
import { IdentityFault, type IdentityCode } from './fault.ts';
import * as store from './store.ts';
import type { Account, VerifyCode } from './types.ts';

export type ActionCodes = {
  createVerifyCode(accountId: string, locale?: Locale): Promise<VerifyCode | null>;
  applyVerifyCode(code: string): Promise<Account>;
};

/** Single-use codes of mailed links: 256 random bits, stored as a hash, bound to the account and the address they were mailed to. */
export function createActionCodes(ports: { db: Db; publicUrl: string; apiKey: string; lifetimeHours: number; clock: () => Date }): ActionCodes {
  const { db, publicUrl, apiKey, lifetimeHours, clock } = ports;
  return {
    async createVerifyCode(accountId, locale) {
      const account = await store.accountById(db, accountId);
      if (!account || account.email === null || account.emailVerified || account.disabled) return null;
      const { secret, hash } = newSecret();
      const createdAt = clock();
      await store.insertActionCode(db, {
        hash,
        kind: 'VERIFY_EMAIL',
        accountId,
        email: account.email,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + lifetimeHours * 3_600_000),
      });
      // The parameters that the SDK's ActionCodeURL reads.
      const query = new URLSearchParams({ mode: 'verifyEmail', oobCode: secret, apiKey, lang: locale ?? account.locale });
      return { code: secret, email: account.email, link: `${publicUrl}${paths.authAction()}?${query}` };
    },

    async applyVerifyCode(code) {
      const outcome = await db.transaction(async (tx): Promise<Account | IdentityCode> => {
        const now = clock();
        const taken = await store.takeActionCode(tx, hashSecret(code), now);
        if (!taken || taken.kind !== 'VERIFY_EMAIL') return 'INVALID_OOB_CODE';
        if (taken.expiresAt <= now) return 'EXPIRED_OOB_CODE';
        const account = await store.accountById(tx, taken.accountId);
        // A code proves the address it went to: after a change of address it proves nothing.
        if (!account || account.email === null || foldEmail(account.email) !== foldEmail(taken.email)) return 'INVALID_OOB_CODE';
        if (account.disabled) return 'USER_DISABLED';
        return (await store.updateAccount(tx, account.id, { emailVerified: true })) ?? 'INVALID_OOB_CODE';
      });
      if (typeof outcome === 'string') throw new IdentityFault(outcome);
      return outcome;
    },
  };
}
