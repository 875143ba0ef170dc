import type { Db, Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { DocumentBook } from '../../modules/documents/documents.ts';
import type { EsimBook } from '../../modules/esims/esims.ts';
import {
  type Account,
  type IdentityModule,
  numbersOf,
  provedAddress,
  type SignedIn,
} from '../../modules/identity/identity.ts';
import type { AccountMailQueue, Notifications } from '../../modules/notifications/notifications.ts';
import type { NoticeBook } from '../../modules/notices/notices.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { CardBook } from '../../modules/payments/payments.ts';
import type { WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { PhoneModule } from '../../modules/phone/phone.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';
import { forgetCards } from './remove-customer.ts';

export type DeleteAccount = (who: SignedIn) => Promise<void>;

/**
 * Deletes an account and returns the accounts and orders whose open streams end. The caller sends that notice after the
 * commit. `actor`: the administrator or the operator, who states a reason.
 */
export type RemoveAccount = (tx: Tx, account: Account, actor?: { by: string; reason?: string }) => Promise<string[]>;

type RemovePorts = {
  identity: Pick<IdentityModule, 'deleteAccount' | 'securityEvent'>;
  orders: Pick<Orders, 'endAccessOf' | 'forgetOwner'>;
  esims: Pick<EsimBook, 'forgetReadings' | 'forgetNames'>;
  rights: Pick<RightsBook, 'forget'>;
  tickets: Pick<Tickets, 'deleteOf'>;
  phone: Pick<PhoneModule, 'forget'>;
  documents: Pick<DocumentBook, 'forget'>;
  noticeBook: Pick<NoticeBook, 'forget'>;
  autoTopUps: Pick<AutoTopUpBook, 'inUse' | 'switchOff'>;
  payments: { cards: Pick<CardBook, 'forget'> };
  withdrawals: Pick<WithdrawalBook, 'forget'>;
  notifications: AccountMailQueue & Pick<Notifications, 'pseudonymise' | 'forgetRequested'>;
};

/**
 * Removes a locked account with its sessions, links, codes, devices and photo, and mails a confirmation. Cookies and
 * mailed links of its orders end, and its tickets and those of its proved address are deleted; so are its withdrawals, those in
 * progress once they are done. Its orders, and guest
 * orders of its proved address, stay for accounting, under a pseudonym and without the names of their eSIMs, as do their
 * receipts, the mails about them, and what was asked back for them without its words. Auto top-ups are switched off. Orders in progress keep their address until they are done. How their eSIMs
 * were used is deleted.
 * Saved cards are forgotten here at once, and at the payment provider by a job.
 */
export function createRemoveAccount({
  identity,
  orders,
  esims,
  rights,
  tickets,
  phone,
  documents,
  noticeBook,
  autoTopUps,
  payments,
  withdrawals,
  notifications,
}: RemovePorts): RemoveAccount {
  return async (tx, account, actor) => {
    const { id, email, locale } = account;
    const orderIds = await orders.endAccessOf(tx, id);
    const verifiedEmail = provedAddress(account);
    const forgotten = await orders.forgetOwner(tx, { id, verifiedEmail });
    await esims.forgetReadings(tx, forgotten);
    await esims.forgetNames(tx, forgotten);
    await rights.forget(tx, forgotten);
    await documents.forget(tx, forgotten);
    const ticketIds = await tickets.deleteOf(tx, { accountId: id, verifiedEmail });
    const withdrawalIds = await withdrawals.forget(tx, forgotten, verifiedEmail);
    const subjects = [id, ...forgotten, ...ticketIds, ...withdrawalIds];
    await notifications.pseudonymise(tx, subjects, `deleted-${id}@invalid`);
    if (verifiedEmail !== null) await notifications.forgetRequested(tx, verifiedEmail);
    await phone.forget(tx, { accountId: id, numbers: numbersOf(account) });
    await noticeBook.forget(tx, forgotten);
    for (const each of await autoTopUps.inUse({ accountId: id }, tx))
      await autoTopUps.switchOff(tx, each.id, 'account-deleted');
    await forgetCards(tx, payments.cards, id);
    await identity.deleteAccount(tx, id);
    const kind = actor === undefined ? 'account-deleted' : 'deleted-by-administrator';
    const { by, reason } = actor ?? {};
    const acted = { ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) };
    await identity.securityEvent(tx, id, kind, { orders: forgotten.length, ...acted });
    if (email !== null)
      await notifications.queueAccountMail(tx, { kind: 'account-deleted', accountId: null, to: email, locale });
    return [id, ...orderIds];
  };
}

/**
 * Deletes the account of the caller after a recent sign-in. Throws IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN,
 * TOKEN_EXPIRED, USER_NOT_FOUND.
 */
export function createDeleteAccount({
  db,
  identity,
  notices,
  removeAccount,
}: {
  db: Db;
  identity: IdentityModule;
  notices: Pick<Notices, 'accessEnded'>;
  removeAccount: RemoveAccount;
}): DeleteAccount {
  return async (who) => {
    identity.requireRecentLogin(who);
    const ended = await db.transaction(async (tx) => removeAccount(tx, await identity.lockSignedIn(tx, who)));
    await notices.accessEnded(ended);
  };
}

/**
 * Removes the address from orders that were in progress when their account was deleted, once they are done, and the names
 * of their eSIMs. The mails about them lose it too. So do withdrawals that were in progress, which are deleted.
 * of their eSIMs. Their receipts and the mails about them lose it too.
 */
export function createForgetLater({
  db,
  orders,
  esims,
  rights,
  documents,
  noticeBook,
  withdrawals,
  notifications,
}: {
  db: Db;
  orders: Pick<Orders, 'forgetClosed'>;
  esims: Pick<EsimBook, 'forgetReadings' | 'forgetNames'>;
  rights: Pick<RightsBook, 'forget'>;
  documents: Pick<DocumentBook, 'forget'>;
  noticeBook: Pick<NoticeBook, 'forget'>;
  withdrawals: Pick<WithdrawalBook, 'forget' | 'forgetDone'>;
  notifications: Pick<Notifications, 'pseudonymise'>;
}) {
  return async (): Promise<void> => {
    await db.transaction(async (tx) => {
      const forgotten = await orders.forgetClosed(tx);
      await esims.forgetReadings(tx, forgotten);
      await esims.forgetNames(tx, forgotten);
      await rights.forget(tx, forgotten);
      await documents.forget(tx, forgotten);
      await noticeBook.forget(tx, forgotten);
      const withdrawalIds = [...(await withdrawals.forget(tx, forgotten, null)), ...(await withdrawals.forgetDone(tx))];
      await notifications.pseudonymise(tx, [...forgotten, ...withdrawalIds], 'deleted@invalid');
    });
  };
}
