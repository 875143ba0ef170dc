import { type Account, numbersOf, provedAddress } from '../../modules/identity/identity.ts';
import type { AutoTopUpBook } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { DocumentBook } from '../../modules/documents/documents.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { NoticeBook } from '../../modules/notices/notices.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { CardBook } from '../../modules/payments/payments.ts';
import type { WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { PhoneModule } from '../../modules/phone/phone.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';

/** What is stored about the owner of an account outside the account and its orders (`orderIds`), for the export. */
export function createPersonalRecords({
  orders,
  tickets,
  phone,
  documents,
  noticeBook,
  autoTopUps,
  payments,
  withdrawals,
  notifications,
}: {
  orders: Pick<Orders, 'guestOrdersOf'>;
  tickets: Pick<Tickets, 'writtenBy'>;
  phone: Pick<PhoneModule, 'codesOf'>;
  documents: Pick<DocumentBook, 'ofOrders' | 'billingOf'>;
  noticeBook: Pick<NoticeBook, 'choicesOf' | 'ofOrders'>;
  autoTopUps: Pick<AutoTopUpBook, 'ofAccount' | 'charges'>;
  payments: { cards: Pick<CardBook, 'listOf'> };
  withdrawals: Pick<WithdrawalBook, 'ofPerson'>;
  notifications: Pick<Notifications, 'listOf'>;
}) {
  return async (account: Account, orderIds: readonly string[]) => {
    const verifiedEmail = provedAddress(account);
    const [guestOrders, written, texts] = await Promise.all([
      verifiedEmail === null ? [] : orders.guestOrdersOf(verifiedEmail),
      tickets.writtenBy({ accountId: account.id, verifiedEmail }),
      phone.codesOf({ accountId: account.id, numbers: numbersOf(account) }),
    ]);
    const theirs = [...orderIds, ...guestOrders.map(({ id }) => id)];
    const declared = await withdrawals.ofPerson(theirs, verifiedEmail);
    const subjects = [account.id, ...theirs, ...written.map(({ id }) => id), ...declared.map(({ id }) => id)];
    const noticeChoices = await noticeBook.choicesOf(account.id);
    const notices = await noticeBook.ofOrders(theirs);
    const agreed = await autoTopUps.ofAccount(account.id);
    return {
      guestOrders,
      tickets: written,
      withdrawals: declared,
      texts,
      billing: await documents.billingOf(account.id),
      documents: await documents.ofOrders(theirs),
      noticeChoices,
      notices,
      autoTopUps: agreed,
      autoTopUpCharges: await autoTopUps.charges(agreed.map(({ id }) => id)),
      savedCards: await payments.cards.listOf(account.id),
      mails: await notifications.listOf(subjects, verifiedEmail),
    };
  };
}
