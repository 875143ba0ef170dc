import type { Mail } from '../../modules/notifications/notifications.ts';
import type { RenderedMail } from '../../modules/notifications/templates/layout.ts';
import {
  ticketAnswerMail,
  ticketAttachmentsMail,
  ticketNoticeMail,
  ticketOpenedMail,
} from '../../modules/notifications/templates/ticket.ts';
import {
  answerLanguage,
  type Author,
  type Message,
  replyAddress,
  type Ticket,
  type Tickets,
  visibleText,
  withoutReplyAddresses,
} from '../../modules/tickets/tickets.ts';
import { foldEmail } from '../../shared/email.ts';

/** Addresses for the mails about tickets. */
export type SupportAddresses = {
  /** The merchant's address. */
  mail: string | undefined;
  /** Undefined: the store receives no mail, so answers go directly to the other person. */
  inbound: { domain: string } | undefined;
};

/** RFC 3834, 5: automatic responders do not answer these. The second header is for Exchange. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Renders the mails about tickets; null when the ticket was deleted. */
export function createTicketMails(ports: { publicUrl: string; tickets: Tickets; support: SupportAddresses }) {
  const { publicUrl, tickets, support } = ports;

  /** The Reply-To address: an answer to it becomes the next message of that side. */
  async function replyTo(ticket: Ticket, author: Author, mailId: string): Promise<string | undefined> {
    if (!support.inbound) return author === 'merchant' ? ticket.email : support.mail;
    return replyAddress(await tickets.grantAddress(ticket.id, author, mailId), support.inbound.domain);
  }

  /** All mails of a ticket reference one root, so that mail readers show one conversation. */
  async function headersOf(ticket: Ticket, reader: Author, mailId: string): Promise<Record<string, string>> {
    const root = `<${ticket.id}@${new URL(publicUrl).hostname}>`;
    const last = (await tickets.lastMessage(ticket.id, reader))?.messageId ?? null;
    const address = await replyTo(ticket, reader, mailId);
    return {
      ...AUTOMATIC,
      ...(address !== undefined && { 'Reply-To': address }),
      References: last === null ? root : `${root} ${last}`,
      'In-Reply-To': last ?? root,
    };
  }

  type Found = { ticket: Ticket & { answerIn: string }; message: Message; mail: Mail };

  const renderer =
    (reader: Author, render: (found: Found) => RenderedMail | Promise<RenderedMail>) =>
    async (mail: Mail): Promise<RenderedMail | null> => {
      const found = await tickets.find(mail.subjectId);
      const message = await tickets.findMessage(mail.detail['messageId'] ?? '');
      if (!found || !message) return null;
      const ticket = { ...found, answerIn: answerLanguage(found) };
      const side = mail.kind === 'ticket-attachments' ? message.author : reader;
      return {
        ...(await render({ ticket, message, mail })),
        headers: await headersOf(ticket, side, mail.id),
      };
    };

  /** The text of a message as the other side may see it. */
  const textOf = ({ via, text }: Message) => withoutReplyAddresses(via === 'mail' ? visibleText(text) : text);

  return {
    'ticket-opened': renderer('traveller', ({ ticket }) => ticketOpenedMail(ticket, ticket.locale)),
    'ticket-answer': renderer('traveller', async ({ ticket, message }) =>
      ticketAnswerMail(
        { ...ticket, text: textOf(message), pictures: await tickets.pictures(message.id) },
        ticket.locale,
      ),
    ),
    'ticket-attachments': renderer('traveller', ({ ticket, message: { dropped, author } }) =>
      ticketAttachmentsMail({ number: ticket.number, dropped, toMerchant: author === 'merchant' }, ticket.locale),
    ),
    'ticket-notice': renderer('merchant', async ({ ticket, message }) =>
      ticketNoticeMail(
        {
          ...ticket,
          text: textOf(message),
          pictures: await tickets.pictures(message.id),
          sender: message.sender && foldEmail(message.sender) !== ticket.emailKey ? message.sender : null,
          isOrderProven: ticket.orderId !== null,
          isFirst: message.via === 'form',
          isAnsweredHere: support.inbound !== undefined,
        },
        ticket.locale,
      ),
    ),
  };
}
