import type { Db } from '../../db/database.ts';
import { IdentityError } from '../../modules/identity/error.ts';
import { hasAddress, type IdentityModule } from '../../modules/identity/identity.ts';
import type { AccountMailQueue } from '../../modules/notifications/notifications.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { ClaimAddress } from './claim-address.ts';
import type { WithCodeTry } from './code-tries.ts';

export type ResetPassword = (request: {
  code: string;
  newPassword: string;
  address: string;
}) => Promise<{ email: string }>;

/**
 * Sets a new password with a mailed code, which also verifies the address. Every session ends, so that an attacker with
 * the old password is signed out. Guest orders of the address join the account. Throws IdentityError INVALID_OOB_CODE,
 * EXPIRED_OOB_CODE, WEAK_PASSWORD, USER_DISABLED …
 */
export function createResetPassword(ports: {
  db: Db;
  identity: IdentityModule;
  notifications: AccountMailQueue;
  orders: Pick<Orders, 'addProven'>;
  claimAddress: ClaimAddress;
  withCodeTry: WithCodeTry;
}): ResetPassword {
  const { db, identity, notifications, orders, claimAddress, withCodeTry } = ports;
  return ({ code, newPassword, address }) =>
    withCodeTry(address, async () => {
      const { kind, accountId, email } = await identity.inspectCode(code);
      if (kind !== 'PASSWORD_RESET' || accountId === null) throw new IdentityError('INVALID_OOB_CODE');
      // Checked before the code is redeemed: a refused password does not use it up.
      const passwordHash = await identity.preparePassword(newPassword, email);
      await db.transaction(async (tx) => {
        const account = await identity.lockAccount(tx, accountId);
        if (!hasAddress(account, email)) throw new IdentityError('INVALID_OOB_CODE');
        await identity.takeCode(tx, code, 'PASSWORD_RESET');
        const { dropped } = await claimAddress(tx, account);
        await identity.setPassword(tx, accountId, passwordHash);
        await identity.revokeSessions(tx, accountId);
        await orders.addProven(tx, { accountId, email, since: null });
        await identity.securityEvent(tx, accountId, 'password-changed', { by: 'code', dropped });
        await notifications.queueAccountMail(tx, {
          kind: 'password-changed',
          accountId,
          to: email,
          locale: account.locale,
        });
      });
      return { email };
    });
}
