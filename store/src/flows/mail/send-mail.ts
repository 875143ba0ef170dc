import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Mail, Notifications } from '../../modules/notifications/notifications.ts';
import type { RenderedMail } from '../../modules/notifications/templates/layout.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Telemetry } from '../../shared/telemetry.ts';
import { createAccountMails } from './account-mails.ts';
import { createOrderMails } from './order-mails.ts';
import { createTicketMails, type SupportAddresses } from './ticket-mails.ts';

/**
 * Renders a queued mail from what is true now and hands it to the mail server. What fails is queued again after growing
 * pauses for some days; what the server refuses for good (5xx) is listed at once.
 */
export type SendMail = (mailId: string) => Promise<void>;

type Ports = {
  db: Db;
  notices: Pick<Notices, 'orderChanged'>;
  log: Logger;
  publicUrl: string;
  /** How long the link in a mail about an order works. */
  linkDays: number;
  orders: Orders;
  payments: Payments;
  esims: Esims;
  identity: IdentityModule;
  tickets: Tickets;
  notifications: Notifications;
  support: SupportAddresses;
  telemetry: Pick<Telemetry, 'mail'>;
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
  tickets,
  notifications,
  support,
  telemetry,
}: Ports): SendMail {
  const render = {
    ...createOrderMails({ db, linkDays, publicUrl, orders, payments, esims }),
    ...createAccountMails(identity),
    ...createTicketMails({ publicUrl, tickets, support }),
  };

  return async function sendMail(mailId) {
    const mail = await notifications.find(mailId);
    if (!mail || mail.sentAt || !mail.nextAttemptAt) return;
    let rendered: RenderedMail | null;
    try {
      rendered = await render[mail.kind](mail);
    } catch (error) {
      log.error({ mailId, kind: mail.kind, err: error }, 'mail could not be rendered');
      telemetry.mail(mail.kind, 'not-rendered');
      await notifications.failed(mail, 'mail-not-rendered');
      return;
    }
    if (!rendered) {
      log.info({ mailId, kind: mail.kind }, 'mail has become pointless');
      telemetry.mail(mail.kind, 'pointless');
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
      // Refused for good: the order page still has the eSIM, and the buyer can correct the address there.
      const fault = codeOf(error) === 'mail-refused' ? 'mail-refused' : 'mail-temporary';
      telemetry.mail(mail.kind, fault === 'mail-refused' ? 'refused' : 'temporary');
      const nextAttemptAt = await notifications.failed(mail, fault);
      log.warn({ mailId, kind: mail.kind, fault, attempt: mail.attempts + 1, nextAttemptAt }, 'mail was not taken');
      return;
    }
    telemetry.mail(mail.kind, 'sent');
    // Whose account is deleted leaves no address behind.
    if (mail.kind === 'account-deleted') return notifications.forget(mailId);
    await notifications.markSent(mailId);
    if (isOrderMail(mail)) await notices.orderChanged(mail.subjectId);
  };
}

const ORDER_MAILS: readonly Mail['kind'][] = ['esim-ready', 'order-refunded', 'refund-returned'];
const isOrderMail = ({ kind }: Mail) => ORDER_MAILS.includes(kind);
