import type { Db } from '../db/database.ts';
import type { Notices } from '../db/notices.ts';
import type { IdentityModule } from '../modules/identity/identity.ts';
import type { AccountMailQueue, Notifications } from '../modules/notifications/notifications.ts';
import type { Orders } from '../modules/orders/orders.ts';
import type { Tickets } from '../modules/tickets/tickets.ts';
import type { SignedInAs } from './change-email.ts';

export type DeleteAccount = (who: SignedInAs) => Promise<void>;

type Ports = {
  db: Db;
  identity: IdentityModule;
  notices: Pick<Notices, 'accessEnded'>;
  orders: Pick<Orders, 'endAccessOf' | 'forgetOwner'>;
  tickets: Pick<Tickets, 'deleteOf'>;
  notifications: AccountMailQueue & Pick<Notifications, 'pseudonymise'>;
};

/**
 * Deletes the account of whoever signed in recently, with sessions, links, codes, devices and photo, and says so by mail.
 * Cookies and mailed links of its orders end with it, and so do its tickets and those of its proven address.
 * Orders stay for the books, under a pseudonym; those still on their way keep their address until they are done.
 * Throws IdentityFault CREDENTIAL_TOO_OLD_LOGIN_AGAIN, USER_NOT_FOUND.
 */
export function createDeleteAccount({ db, identity, notices, orders, tickets, notifications }: Ports): DeleteAccount {
  return async ({ account: { id }, authTime }) => {
    identity.requireRecentLogin(authTime);
    const ended = await db.transaction(async (tx) => {
      const { email, emailVerified, locale } = await identity.lockAccount(tx, id);
      const orderIds = await orders.endAccessOf(tx, id);
      const verifiedEmail = emailVerified ? email : null;
      const forgotten = await orders.forgetOwner(tx, { id, verifiedEmail });
      const ticketIds = await tickets.deleteOf(tx, { accountId: id, verifiedEmail });
      await notifications.pseudonymise(tx, [id, ...forgotten, ...ticketIds], `deleted-${id}@invalid`);
      await identity.deleteAccount(tx, id);
      await identity.securityEvent(tx, id, 'account-deleted', { orders: forgotten.length });
      if (email !== null)
        await notifications.queueAccountMail(tx, { kind: 'account-deleted', accountId: null, to: email, locale });
      return orderIds;
    });
    await notices.accessEnded([id, ...ended]);
  };
}

/** Orders that were on their way when their owner left lose the address once they are done, and so do the mails about them. */
export function createForgetLater({
  db,
  orders,
  notifications,
}: {
  db: Db;
  orders: Pick<Orders, 'forgetClosed'>;
  notifications: Pick<Notifications, 'pseudonymise'>;
}) {
  return async (): Promise<void> => {
    await db.transaction(async (tx) =>
      notifications.pseudonymise(tx, await orders.forgetClosed(tx), 'deleted@invalid'),
    );
  };
}
