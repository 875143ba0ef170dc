import { LOCALES } from '../../shared/locale.ts';
import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { TOPICS } from '../../shared/forms/contact.ts';
import { accounts } from '../identity/schema.ts';
import { orders } from '../orders/schema.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A conversation with a traveller. `open`: our turn; `waiting`: we have answered; `closed`: a message of theirs opens it again. */
export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    /** What a person reads out: eight letters and digits. */
    number: text('number').notNull(),
    status: text('status', { enum: ['open', 'waiting', 'closed'] }).notNull(),
    topic: text('topic', { enum: TOPICS }).notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    name: text('name'),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    /** Of whoever was signed in when it was opened. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** The order's number as it was typed. */
    orderNumber: text('order_number'),
    /** That order, if the browser or the account of the traveller opens it; null: named, not proven. */
    orderId: uuid('order_id').references(() => orders.id),
    /** Hash of what was sent, with the form's own key: the same form is one ticket. */
    formHash: text('form_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the last message came or the state changed last; it is kept for `KEPT_DAYS.tickets` from then. */
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('tickets_number').on(t.number),
    uniqueIndex('tickets_form').on(t.formHash),
    index('tickets_status').on(t.status, t.updatedAt),
    index('tickets_updated').on(t.updatedAt),
    index('tickets_email').on(t.emailKey),
    index('tickets_account')
      .on(t.accountId)
      .where(sql`${t.accountId} is not null`),
  ],
);

/** Messages of a ticket, from both sides; never changed. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: id(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    author: text('author', { enum: ['traveller', 'merchant'] }).notNull(),
    via: text('via', { enum: ['form', 'mail', 'desk'] }).notNull(),
    /** All of it, quotes included. */
    text: text('text').notNull(),
    /** Whom a mail says it is from: anybody can write that. */
    sender: text('sender'),
    /** Message-ID of a mail, for the headers of the answer. */
    messageId: text('message_id'),
    /** Hash of the Message-ID, or of the whole mail: a mail that comes twice is one message. */
    mailHash: text('mail_hash'),
    /** A reply of a program, a list or a mail server: kept, never answered. */
    automatic: boolean('automatic').notNull().default(false),
    /** Names of attachments that were not kept. */
    dropped: jsonb('dropped').$type<string[]>().notNull().default([]),
    at: instant('at').notNull(),
  },
  (t) => [
    index('ticket_messages_ticket').on(t.ticketId, t.id),
    uniqueIndex('ticket_messages_mail')
      .on(t.ticketId, t.mailHash)
      .where(sql`${t.mailHash} is not null`),
  ],
);

/** Pictures of a message, drawn anew by us as WebP. */
export const ticketPictures = pgTable(
  'ticket_pictures',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => ticketMessages.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    content: bytes('content').notNull(),
  },
  (t) => [uniqueIndex('ticket_pictures_message').on(t.messageId, t.position)],
);

/** Secret addresses to which mails about a ticket are answered: SHA-256 of their random part, and whose answer it is. */
export const ticketAddresses = pgTable(
  'ticket_addresses',
  {
    hash: text('hash').primaryKey(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    author: text('author', { enum: ['traveller', 'merchant'] }).notNull(),
    /** The mail that carries it. */
    mailId: uuid('mail_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('ticket_addresses_mail').on(t.ticketId, t.mailId, t.createdAt)],
);
