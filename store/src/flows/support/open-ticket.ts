import type { Db } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Orders, Viewer } from '../../modules/orders/orders.ts';
import { isReplyAddress, type Ticket, type Tickets } from '../../modules/tickets/tickets.ts';
import { CONTACT_FIELDS, type ContactForm, contactForm, isTopic, orderNumberOf } from '../../shared/forms/contact.ts';
import { fieldErrors } from '../../shared/forms/forms.ts';
import { foldEmail } from '../../shared/email.ts';
import { AppError } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';
import { defaultLanguage } from '../../shared/support.ts';
import { plainLine, plainText } from '../../shared/plain-text.ts';

export type OpenTicket = (input: {
  form: ContactForm;
  /** The idempotency key of the form, made in the browser; null without script. */
  formKey: string | null;
  locale: Locale;
  clientAddress: string;
  account: Viewer['account'];
  /** The secret in this browser's cookie for an order. */
  heldSecret: (orderId: string) => string | null;
}) => Promise<Ticket>;

type Ports = {
  db: Db;
  tickets: Tickets;
  orders: Orders;
  limits: Limits;
  notifications: Pick<Notifications, 'queueTicketMail'>;
  /** The merchant's mailbox; undefined: tickets are listed only. */
  merchantMail: string | undefined;
  /** ISO 639-1 codes of the languages in which tickets are answered. */
  languages: readonly string[];
};

/**
 * Opens a ticket from the contact form and mails both sides. Idempotent: the same form returns the existing ticket. The
 * mail to the traveller repeats nothing that was typed, because the form accepts any address. The ticket is linked to
 * an order only if this browser or the signed-in account can open that order. Throws `invalid-input`,
 * `too-many-requests`.
 */
export function createOpenTicket({
  db,
  tickets,
  orders,
  limits,
  notifications,
  merchantMail,
  languages,
}: Ports): OpenTicket {
  async function provenOrder(number: string, input: Parameters<OpenTicket>[0]): Promise<string | null> {
    const order = await orders.findByNumber(number);
    if (!order) return null;
    const viewer = { account: input.account, browserSecret: input.heldSecret(order.id) };
    return (await orders.accessOf(order, viewer)) === null ? null : order.id;
  }

  return async function openTicket(input) {
    const { form, formKey, locale, clientAddress, account } = input;
    const email = form.email.trim();
    checkForm(form, languages);
    await limits.consume({ 'tickets-per-address': clientAddress, 'tickets-per-email': foldEmail(email) });
    const orderNumber = form.order.trim() === '' ? null : orderNumberOf(form.order);
    const request = {
      topic: isTopic(form.topic) ? form.topic : 'other',
      locale,
      language: form.language || defaultLanguage(languages, locale),
      name: plainLine(form.name) || null,
      email,
      accountId: account?.accountId ?? null,
      orderNumber,
      orderId: orderNumber === null ? null : await provenOrder(orderNumber, input),
      diagnosis: null,
      text: plainText(form.message),
      formKey,
    };
    return db.transaction(async (tx) => {
      const { ticket, message } = await tickets.open(tx, request);
      if (message === null) return ticket;
      const about = { ticketId: ticket.id, messageId: message.id, locale };
      await notifications.queueTicketMail(tx, { kind: 'ticket-opened', to: email, ...about });
      if (merchantMail) await notifications.queueTicketMail(tx, { kind: 'ticket-notice', to: merchantMail, ...about });
      return ticket;
    });
  };
}

function checkForm(form: ContactForm, languages: readonly string[]): void {
  const errors = fieldErrors(contactForm, form);
  const field = CONTACT_FIELDS.find((each) => errors[each] !== undefined);
  if (field !== undefined) throw new AppError('invalid-input', { field, rule: errors[field] });
  if (form.language !== '' && !languages.includes(form.language))
    throw new AppError('invalid-input', { field: 'language', rule: 'value' });
  if (isReplyAddress(form.email)) throw new AppError('invalid-input', { field: 'email', rule: 'value' });
}
