import type { Db, Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import {
  type Account,
  hasAddress,
  type IdentityModule,
  isUnclaimed,
  provedAddress,
} from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { ClaimAddress } from './claim-address.ts';
import type { WithCodeTry } from './code-tries.ts';

export type ResetPassword = (request: {
  code: string;
  newPassword: string;
  address: string;
}) => Promise<{ kind: 'PASSWORD_RESET' | 'VERIFY_EMAIL'; email: string }>;

/**
 * Sets a new password with a mailed code, which also verifies the address. Every session ends, so that an attacker with
 * the old password is signed out. Guest orders of the address join the account. Also takes the code that confirms an
 * address, for a person who has the address but none of the account's ways to sign in: a stranger may have set them.
 * Throws IdentityError INVALID_OOB_CODE, EXPIRED_OOB_CODE, WEAK_PASSWORD, USER_DISABLED …
 */
export function createResetPassword(ports: {
  db: Db;
  identity: IdentityModule;
  notices: Pick<Notices, 'accessEnded'>;
  notifications: AccountMailQueue;
  orders: Pick<Orders, 'addProven'>;
  claimAddress: ClaimAddress;
  withCodeTry: WithCodeTry;
}): ResetPassword {
  const { db, identity, notices, notifications, orders, claimAddress, withCodeTry } = ports;

  async function replacePassword(tx: Tx, before: Account, email: string, passwordHash: string): Promise<void> {
    const { id: accountId, locale } = before;
    const { account, dropped } = await claimAddress(tx, before);
    await identity.setPassword(tx, accountId, passwordHash);
    await identity.revokeSessions(tx, accountId);
    if (provedAddress(account) !== null) await orders.addProven(tx, { accountId, email, since: null });
    await identity.securityEvent(tx, accountId, 'password-changed', { by: 'code', dropped });
    await notifications.queueAccountMail(tx, { kind: 'password-changed', accountId, to: email, locale });
  }

  return ({ code, newPassword, address }) =>
    withCodeTry(address, async () => {
      const { kind, accountId, email } = await identity.inspectCode(code);
      if ((kind !== 'PASSWORD_RESET' && kind !== 'VERIFY_EMAIL') || accountId === null)
        throw new IdentityError('INVALID_OOB_CODE');
      // Checked before the code is redeemed: a refused password does not use it up.
      const passwordHash = await identity.preparePassword(newPassword, email);
      await db.transaction(async (tx) => {
        const account = await identity.lockAccount(tx, accountId);
        if (!hasAddress(account, email)) throw new IdentityError('INVALID_OOB_CODE');
        // An address whose owner is known has nothing left to confirm.
        if (kind === 'VERIFY_EMAIL' && !isUnclaimed(account)) throw new IdentityError('INVALID_OOB_CODE');
        await identity.takeCode(tx, code, kind);
        await replacePassword(tx, account, email, passwordHash);
      });
      await notices.accessEnded([accountId]);
      return { kind, email };
    });
}
