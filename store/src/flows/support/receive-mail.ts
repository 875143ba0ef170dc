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

/** `unknown`: for no ticket of ours. `known`: it is there already, or its ticket takes no more. */
export type MailOutcome = 'stored' | 'automatic' | 'known' | 'unknown';

/** `recipients`: of the envelope; none, when whoever delivers does not know them. */
export type ReceiveMail = (mail: { raw: Uint8Array; recipients: readonly string[] }) => Promise<MailOutcome>;

type Ports = {
  db: Db;
  tickets: Tickets;
  limits: Limits;
  notifications: Pick<Notifications, 'queueTicketMail'>;
  addMessage: AddTicketMessage;
  readMail: ReadMail;
  drawPicture: DrawPicture;
  /** Of the addresses that take answers. */
  domain: string;
  merchantMail: string | undefined;
};

/** Longest side of a picture that is kept: a photo of a screen stays readable. */
const SIDE = 2_000;
/** Of a mail that can't be read, as much is kept as it is. */
const LONGEST_UNREADABLE = 20_000;

/**
 * Takes a mail into the ticket whose secret address it was sent to, and tells the other side. Subject and From decide nothing: anybody
 * can write them. A mail for no ticket is dropped without an answer, an automatic one is kept without one, and the same one twice is
 * one message. Pictures are drawn anew; of what is dropped the side that sent it hears at its own address, never at the one in
 * From. Throws `too-many-requests` and `unavailable`: whoever delivers tries again.
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
   * Where to say that attachments were dropped; undefined: not at all. A program that answers each of our mails, with a file, and
   * without saying that it is one, is not told for ever.
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
    // Without an envelope the mail itself says whom it is for.
    const known = recipients.length > 0 ? null : await read();
    const address = await tickets.findByAddresses(known?.recipients ?? recipients, domain);
    const ticket = address && (await tickets.find(address.ticketId));
    if (!ticket) return 'unknown';
    await limits.consume({ 'mails-per-ticket': ticket.id });
    return take(ticket, address.author, known ?? (await read()) ?? unreadable(raw));
  };
}

/** A mail that can't be taken apart, as it came: a person may make something of it. */
function unreadable(raw: Uint8Array): InboundMail {
  return {
    recipients: [],
    from: '',
    messageId: null,
    hash: hash('sha256', raw, 'hex'),
    text: plainText(Buffer.from(raw.subarray(0, LONGEST_UNREADABLE)).toString('utf8')),
    isAutomatic: false,
    pictures: [],
    dropped: [],
  };
}
