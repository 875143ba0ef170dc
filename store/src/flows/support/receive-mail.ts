import { hash } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type {
  Author,
  DrawPicture,
  InboundMail,
  NewMessage,
  ReadMail,
  Ticket,
  Tickets,
} from '../../modules/tickets/tickets.ts';
import { codeOf } from '../../shared/errors.ts';
import { plainText } from '../../shared/plain-text.ts';
import type { AddTicketMessage } from './add-ticket-message.ts';

/** `unknown`: for no ticket of ours. `known`: already stored, or its ticket accepts no more messages. */
export type MailOutcome = 'stored' | 'automatic' | 'known' | 'unknown';

/** `recipients`: of the envelope; empty when the delivering server does not send them. */
export type ReceiveMail = (mail: { raw: Uint8Array; recipients: readonly string[] }) => Promise<MailOutcome>;

type Ports = {
  db: Db;
  tickets: Tickets;
  limits: Limits;
  notifications: Pick<Notifications, 'queueTicketMail'>;
  addMessage: AddTicketMessage;
  readMail: ReadMail;
  drawPicture: DrawPicture;
  /** The domain of the reply addresses. */
  domain: string;
  merchantMail: string | undefined;
};

/** Longest side of a stored picture, in pixels: a photo of a screen stays readable. */
const SIDE = 2_000;
/** The maximum number of characters that are kept of an unreadable mail. */
const MAX_UNREADABLE_LENGTH = 20_000;

/**
 * Adds a mail to the ticket of its secret address and notifies the other side. Subject and From are ignored, because a
 * sender can forge them. A mail for no ticket is dropped without an answer, an automatic one is stored without an
 * answer, and a duplicate is stored once. Pictures are re-encoded. The sender is notified of dropped attachments at the
 * address in the ticket, never at the one in From. Throws `too-many-requests` and `unavailable`: the delivering server
 * retries.
 */
export function createReceiveMail(ports: Ports): ReceiveMail {
  const { db, tickets, limits, notifications, addMessage, readMail, drawPicture, domain, merchantMail } = ports;

  async function draw(mail: InboundMail): Promise<{ pictures: Buffer[]; dropped: string[] }> {
    const pictures: Buffer[] = [];
    const dropped = [...mail.dropped];
    for (const { name, content } of mail.pictures) {
      const drawn = await drawPicture(content, { side: SIDE, fit: 'inside' });
      if (drawn) pictures.push(drawn);
      else dropped.push(name);
    }
    return { pictures, dropped };
  }

  /**
   * The address for the notice about dropped attachments; undefined: no notice. The number of notices is limited,
   * against mail loops with programs that do not declare themselves as automatic.
   */
  async function noteAddress(ticket: Ticket, { author, dropped, automatic }: NewMessage): Promise<string | undefined> {
    if (automatic || !dropped?.length) return undefined;
    try {
      await limits.consume({ 'attachment-notes-per-ticket': ticket.id });
    } catch (error) {
      if (codeOf(error) === 'too-many-requests') return undefined;
      throw error;
    }
    return author === 'traveller' ? ticket.email : merchantMail;
  }

  async function take(ticket: Ticket, author: Author, mail: InboundMail): Promise<MailOutcome> {
    if (await tickets.hasMail(ticket.id, mail.hash)) return 'known';
    const message: NewMessage = {
      author,
      via: 'mail',
      text: mail.text,
      sender: mail.from,
      messageId: mail.messageId,
      mailHash: mail.hash,
      automatic: mail.isAutomatic,
      ...(await draw(mail)),
    };
    const to = await noteAddress(ticket, message);
    const added = await db.transaction(async (tx) => {
      const stored = await addMessage(tx, ticket, message);
      const about = stored && { ticketId: ticket.id, messageId: stored.id, locale: ticket.locale };
      if (to && about) await notifications.queueTicketMail(tx, { kind: 'ticket-attachments', to, ...about });
      return stored;
    });
    if (!added) return 'known';
    return added.automatic ? 'automatic' : 'stored';
  }

  return async function receiveMail({ raw, recipients }) {
    const read = () => readMail(raw);
    // Without an envelope, the recipients come from the mail's headers.
    const known = recipients.length > 0 ? null : await read();
    const address = await tickets.findByAddresses(known?.recipients ?? recipients, domain);
    const ticket = address && (await tickets.find(address.ticketId));
    if (!ticket) return 'unknown';
    await limits.consume({ 'mails-per-ticket': ticket.id });
    return take(ticket, address.author, known ?? (await read()) ?? unreadable(raw));
  };
}

/** Stores the raw mail when it cannot be parsed: a person may be able to read it. */
function unreadable(raw: Uint8Array): InboundMail {
  return {
    recipients: [],
    from: '',
    messageId: null,
    hash: hash('sha256', raw, 'hex'),
    text: plainText(Buffer.from(raw.subarray(0, MAX_UNREADABLE_LENGTH)).toString('utf8')),
    isAutomatic: false,
    pictures: [],
    dropped: [],
  };
}
