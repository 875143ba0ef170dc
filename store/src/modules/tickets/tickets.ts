import { hash } from 'node:crypto';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { foldEmail } from '../../shared/email.ts';
import { AppError } from '../../shared/errors.ts';
import { readableCode, uuidv7 } from '../../shared/ids.ts';
import { keptMs } from '../../shared/retention.ts';
import { newReplySecret, replyHashesIn, withoutReplyAddresses } from './reply-address.ts';
import * as store from './store.ts';
import type { Author, Message, NewTicket, Ticket } from './types.ts';

export type { Author, DrawPicture, InboundMail, Message, ReadMail, Ticket } from './types.ts';
export { isReplyAddress, replyAddress, withoutReplyAddresses } from './reply-address.ts';
export { visibleText } from './visible-text.ts';

/** Within this time the same form is the same ticket; later it opens a new one. */
const SAME_FORM_MS = 86_400_000;
/** Send attempts of one mail whose addresses stay valid: any of them may have arrived. */
const TRIES_OF_A_MAIL = 3;
/** The maximum number of messages; further mails are dropped. */
const MAX_MESSAGES = 500;

export type NewMessage = Pick<Message, 'author' | 'via' | 'text'> &
  Partial<Pick<Message, 'sender' | 'messageId' | 'mailHash' | 'automatic' | 'dropped'>> & { pictures?: Buffer[] };

/** ISO 639-1 code of the language in which the traveller wants an answer. */
export const answerLanguage = ({ language, locale }: Pick<Ticket, 'language' | 'locale'>) => language ?? locale;

export type Tickets = ReturnType<typeof createTickets>;

type Ports = { db: Db };

/** Tickets: travellers' messages, the merchant's answers, and the secret addresses that assign mails to tickets. */
export function createTickets(ports: Ports) {
  const { db } = ports;
  return {
    find: (id: string) => store.findTicket(db, id),
    findByNumber: (number: string) => store.findByNumber(db, number.trim().toUpperCase()),
    /** Locks the ticket until the end of the transaction. */
    lock: (tx: Tx, id: string) => store.lockTicket(tx, id),
    list: (statuses: readonly Ticket['status'][], limit: number) => store.listTickets(db, statuses, limit),
    count: (status: Ticket['status']) => store.countTickets(db, status),
    messages: (ticketId: string) => store.listMessages(db, [ticketId]),
    findMessage: (id: string) => store.findMessage(db, id),
    pictures: (messageId: string) => store.listPictures(db, messageId),
    lastMessage: (ticketId: string, author: Author) => store.lastMessage(db, ticketId, author),

    open: openTicket,

    /** The ticket of a reply address and the side that uses it; null for unknown or expired addresses. */
    async findByAddresses(addresses: readonly string[], domain: string) {
      const [found] = await store.findAddresses(db, replyHashesIn(addresses, domain));
      return found ? { ticketId: found.ticketId, author: found.author } : null;
    },

    hasMail: (ticketId: string, mailHash: string) => store.hasMail(db, ticketId, mailHash),

    add: addMessage,

    close: closeTicket,

    grantAddress: (ticketId: string, author: Author, mailId: string) => grantAddress(ports, ticketId, author, mailId),

    /** Tickets about the connection of an order's eSIMs, newest first. */
    diagnosesOf: (orderId: string) => store.listDiagnoses(db, orderId),

    writtenBy: (owner: { accountId: string; verifiedEmail: string | null }) => writtenBy(ports, owner),
    /** Deletes them. Returns their ids. */
    deleteOf: (tx: Tx, owner: { accountId: string; verifiedEmail: string | null }) => store.deleteOf(tx, keyOf(owner)),
    /** Deletes tickets past their retention, with their messages, pictures and addresses. */
    cleanUp: () => store.deleteQuiet(db, new Date(Date.now() - keptMs('tickets'))),
  };
}

/** Opens a ticket with its first message. Idempotent: the same form returns the existing ticket, and no message. */
async function openTicket(tx: Tx, request: NewTicket): Promise<{ ticket: Ticket; message: Message | null }> {
  const { text, formKey, ...given } = request;
  // A language other than the page's counts, so that the same form has the same hash as in 1.0.0.
  const chosen = given.language === given.locale ? [] : [given.language];
  const sent = [formKey, given.topic, foldEmail(given.email), given.orderNumber, given.name, text, ...chosen];
  const formHash = hash('sha256', JSON.stringify(sent), 'hex');
  const known = await store.findByForm(tx, formHash);
  if (known && Date.now() - known.createdAt.getTime() < SAME_FORM_MS) return { ticket: known, message: null };
  if (known) await store.releaseForm(tx, known);
  const now = new Date();
  const ticket: Ticket = {
    ...given,
    id: uuidv7(),
    number: readableCode(),
    status: 'open',
    emailKey: foldEmail(given.email),
    formHash,
    createdAt: now,
    updatedAt: now,
  };
  if (await store.insertTicket(tx, ticket))
    return { ticket, message: await insert(tx, ticket.id, { author: 'traveller', via: 'form', text }) };
  const first = await store.findByForm(tx, formHash);
  if (!first) throw new AppError('internal-error', { message: 'the ticket of this form is missing' });
  return { ticket: first, message: null };
}

/**
 * Adds a message. A traveller's message sets the ticket to `open`, a merchant's to `waiting`; an automatic one
 * changes nothing. Null for a mail that is stored already, for a deleted ticket, and for a full one.
 */
async function addMessage(tx: Tx, ticketId: string, message: NewMessage): Promise<Message | null> {
  const ticket = await store.lockTicket(tx, ticketId);
  if (!ticket || (await store.countMessages(tx, ticketId)) >= MAX_MESSAGES) return null;
  const added = await insert(tx, ticketId, message);
  if (added && !added.automatic)
    await store.updateStatus(tx, ticketId, added.author === 'traveller' ? 'open' : 'waiting');
  return added;
}

/** False when it is closed already. */
async function closeTicket(tx: Tx, id: string): Promise<boolean> {
  const ticket = await store.lockTicket(tx, id);
  if (!ticket || ticket.status === 'closed') return false;
  await store.updateStatus(tx, id, 'closed');
  return true;
}

/**
 * The secret of the reply address in a mail to one side: a mail to it is that side's answer. Only its hash is
 * stored.
 */
async function grantAddress({ db }: Ports, ticketId: string, author: Author, mailId: string): Promise<string> {
  const { secret, hash: stored } = newReplySecret();
  const row = { hash: stored, ticketId, author, mailId, createdAt: new Date() };
  await store.insertAddress(db, row, TRIES_OF_A_MAIL);
  return secret;
}

/**
 * Every ticket of an account and of its verified address with its messages, oldest first, as the traveller may see
 * them.
 */
async function writtenBy({ db }: Ports, owner: { accountId: string; verifiedEmail: string | null }) {
  const found = await store.listOf(db, keyOf(owner));
  const all = await store.listMessages(
    db,
    found.map(({ id }) => id),
  );
  return found.map((ticket) => ({
    ...ticket,
    messages: all
      .filter(({ ticketId }) => ticketId === ticket.id)
      .map((message) => ({ ...message, text: withoutReplyAddresses(message.text) })),
  }));
}

async function insert(tx: Queryable, ticketId: string, message: NewMessage): Promise<Message | null> {
  const { pictures = [], ...given } = message;
  const row: Message = {
    id: uuidv7(),
    ticketId,
    sender: null,
    messageId: null,
    mailHash: null,
    automatic: false,
    dropped: [],
    at: new Date(),
    ...given,
  };
  return (await store.insertMessage(tx, row, pictures)) ? row : null;
}

const keyOf = ({ accountId, verifiedEmail }: { accountId: string; verifiedEmail: string | null }) => ({
  accountId,
  emailKey: verifiedEmail === null ? null : foldEmail(verifiedEmail),
});
