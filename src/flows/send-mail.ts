import type { Esims } from '../modules/esims/esims.ts';
import type { IdentityModule } from '../modules/identity/identity.ts';
import type { Mail, Notifications } from '../modules/notifications/notifications.ts';
import type { Orders } from '../modules/orders/orders.ts';
import type { Payments } from '../modules/payments/payments.ts';
import { codeOf } from '../shared/errors.ts';
import { createAccountMails } from './account-mails.ts';
import { createOrderMails } from './order-mails.ts';
import type { FlowBase } from './types.ts';

/** Renders a queued mail from what is true now and hands it to the mail server. Throws when another try makes sense. */
export type SendMail = (mailId: string) => Promise<void>;

type Ports = FlowBase & {
  publicUrl: string;
  /** How long the link in a mail about an order works. */
  linkDays: number;
  orders: Orders;
  payments: Payments;
  esims: Esims;
  identity: IdentityModule;
  notifications: Notifications;
};

/**
 * At least once: a process killed between the mail server's "taken" and our row sends the mail again, under the same
 * Message-ID, which most readers show once.
 */
export function createSendMail({
  db,
  linkDays,
  notices,
  log,
  publicUrl,
  orders,
  payments,
  esims,
  identity,
  notifications,
}: Ports): SendMail {
  const render = {
    ...createOrderMails({ db, linkDays, publicUrl, orders, payments, esims }),
    ...createAccountMails(identity),
  };

  return async function sendMail(mailId) {
    const mail = await notifications.find(mailId);
    if (!mail || mail.sentAt) return;
    const rendered = await render[mail.kind](mail);
    if (!rendered) {
      log.info({ mailId, kind: mail.kind }, 'mail has become pointless');
      // Asked for an address that has no account, say: nothing of it is kept.
      return isOrderMail(mail) ? notifications.markSent(mailId) : notifications.forget(mailId);
    }
    try {
      await notifications.send({
        to: mail.recipient,
        ...rendered,
        messageId: `<${mail.id}@${new URL(publicUrl).hostname}>`,
      });
    } catch (error) {
      const fault = codeOf(error) ?? 'mail-temporary';
      await notifications.markFault(mailId, fault);
      log.warn({ mailId, kind: mail.kind, fault }, 'mail was not taken');
      // Refused for good: the order page still has the eSIM, and the buyer can correct the address there.
      if (fault === 'mail-refused') return;
      throw error;
    }
    // Whose account is deleted leaves no address behind.
    if (mail.kind === 'account-deleted') return notifications.forget(mailId);
    await notifications.markSent(mailId);
    if (isOrderMail(mail)) await notices.orderChanged(mail.subjectId);
  };
}

const ORDER_MAILS: readonly Mail['kind'][] = ['esim-ready', 'order-refunded', 'refund-returned'];
const isOrderMail = ({ kind }: Mail) => ORDER_MAILS.includes(kind);
