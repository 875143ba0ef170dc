import type { Logger } from 'pino';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { AutoTopUpBook, AutoTopUpTokens } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Mail, Notifications } from '../../modules/notifications/notifications.ts';
import { markMail, type RenderedMail } from '../../modules/notifications/templates/layout.ts';
import type { MailErrorCode } from '../../modules/notifications/transport.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { WithdrawalBook, WithdrawalTokens } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { NoticeBook, NoticeTokens } from '../../modules/notices/notices.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';
import { codeOf } from '../../shared/errors.ts';
import type { MailOutcome, Telemetry } from '../../shared/telemetry.ts';
import { createAccountMails } from './account-mails.ts';
import { createAutoTopUpMails } from './auto-top-up-mails.ts';
import { createNoticeMails } from './notice-mails.ts';
import { createOrderMails, type MailCatalogue } from './order-mails.ts';
import { createTicketMails, type SupportAddresses } from './ticket-mails.ts';
import { createWithdrawalMails } from './withdrawal-mails.ts';

/**
 * Renders a queued mail from current data and hands it to the mail server. A failed mail is retried with growing
 * back-off for some days. A permanent refusal (5xx) is listed at once.
 */
export type SendMail = (mailId: string) => Promise<void>;

type Ports = {
  db: Db;
  clock: Clock;
  notices: Pick<Notices, 'orderChanged'>;
  log: Logger;
  publicUrl: string;
  /** Where buyers write to; null: the contact page alone. */
  supportEmail: string | null;
  /** Lifetime of the link in a mail about an order, in days. */
  linkDays: number;
  /** Days in which buyers refund an unused eSIM by themselves; 0: never. */
  refundWindowDays: number;
  orders: Orders;
  payments: Payments;
  esims: Esims;
  catalogue: MailCatalogue;
  identity: IdentityModule;
  rights: Pick<RightsBook, 'find' | 'ofOrders'>;
  autoTopUps: AutoTopUpBook;
  autoTopUpTokens: AutoTopUpTokens;
  noticeBook: NoticeBook;
  noticeTokens: NoticeTokens;
  tickets: Tickets;
  withdrawals: WithdrawalBook;
  withdrawalTokens: WithdrawalTokens;
  notifications: Notifications;
  support: SupportAddresses;
  /** Mails say that nothing is real. */
  isRehearsal: boolean;
  telemetry: Pick<Telemetry, 'mail'>;
};

/**
 * At least once: a process that is killed between the mail server's acceptance and our commit sends the mail again,
 * under the same Message-ID, which most mail readers show once.
 */
export function createSendMail(ports: Ports): SendMail {
  const { log, notifications, telemetry } = ports;
  const render = {
    ...createOrderMails(ports),
    ...createNoticeMails(ports),
    ...createAutoTopUpMails(ports),
    ...createAccountMails(ports),
    ...createTicketMails(ports),
    ...createWithdrawalMails(ports),
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
    if (rendered) return handOver(ports, mail, rendered);
    log.info({ mailId, kind: mail.kind }, 'mail dropped: no longer relevant');
    telemetry.mail(mail.kind, 'pointless');
    // The mail is not relevant, for example because the address has no account. Nothing of it is kept.
    return isOrderMail(mail) ? notifications.markSent(mailId) : notifications.forget(mailId);
  };
}

/** Hands a mail to the mail server, and stores what became of it. */
async function handOver(
  { notices, log, publicUrl, notifications, isRehearsal, telemetry }: Ports,
  mail: Mail,
  rendered: RenderedMail,
): Promise<void> {
  const { id: mailId, kind } = mail;
  try {
    await notifications.send({
      to: mail.recipient,
      ...(isRehearsal ? markMail(rendered) : rendered),
      messageId: `<${mailId}@${new URL(publicUrl).hostname}>`,
    });
  } catch (error) {
    // A permanent refusal: the order page still shows the eSIM, and the buyer can correct the address there.
    const fault = faultOf(error);
    telemetry.mail(kind, OUTCOMES[fault]);
    const nextAttemptAt = await notifications.failed(mail, fault);
    log.warn(
      { mailId, kind, fault, attempt: mail.attempts + 1, nextAttemptAt },
      fault === 'mail-not-allowed' ? 'mail not sent: its address is not on MAIL_ALLOW_LIST' : 'mail was not accepted',
    );
    return;
  }
  telemetry.mail(kind, 'sent');
  // The address of a deleted account is not kept.
  if (kind === 'account-deleted') return notifications.forget(mailId);
  await notifications.markSent(mailId);
  if (isOrderMail(mail)) await notices.orderChanged(mail.subjectId);
}

const OUTCOMES: Record<MailErrorCode, MailOutcome> = {
  'mail-temporary': 'temporary',
  'mail-refused': 'refused',
  'mail-not-allowed': 'not-allowed',
};

const faultOf = (error: unknown): MailErrorCode => {
  const code = codeOf(error) ?? '';
  return Object.hasOwn(OUTCOMES, code) ? (code as MailErrorCode) : 'mail-temporary';
};

const ORDER_MAILS: readonly Mail['kind'][] = [
  'esim-ready',
  'order-refunded',
  'refund-returned',
  'top-up-ready',
  'notice',
  'auto-top-up',
  'replacement-confirmed',
  'replacement-refused',
  'replacement-failed',
];
const isOrderMail = ({ kind }: Mail) => ORDER_MAILS.includes(kind);
