import { LOCALES } from '../../shared/locale.ts';
import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import type { Diagnosis } from '../../shared/connection/about.ts';
import { TOPICS } from '../../shared/forms/contact.ts';
import { accounts } from '../identity/schema.ts';
import { orders } from '../orders/schema.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * A conversation with a traveller. `open`: waits for the merchant; `waiting`: the merchant has answered; `closed`: a
 * new message of the traveller opens it again.
 */
export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    /** The number that a person reads out: eight letters and digits. */
    number: text('number').notNull(),
    status: text('status', { enum: ['open', 'waiting', 'closed'] }).notNull(),
    topic: text('topic', { enum: TOPICS }).notNull(),
    /** The language of the page, in which our own mails about the ticket are written. */
    locale: text('locale', { enum: LOCALES }).notNull(),
    /** ISO 639-1 code of the language of the answer; null in tickets of 1.0.0, which are answered in `locale`. */
    language: text('language'),
    name: text('name'),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    /** The account that was signed in when it was opened. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** The order number as typed. */
    orderNumber: text('order_number'),
    /** That order, if the traveller's browser or account can open it; null: named but not proved. */
    orderId: uuid('order_id').references(() => orders.id),
    /** What was tried before a ticket about a connection was opened; null for every other ticket. */
    diagnosis: jsonb('diagnosis').$type<Diagnosis>(),
    /** Hash of the content with the form's idempotency key: the same form is one ticket. */
    formHash: text('form_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The time of the last message or change of state; retention (`KEPT_DAYS.tickets`) counts from it. */
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('tickets_number').on(t.number),
    uniqueIndex('tickets_form').on(t.formHash),
    index('tickets_status').on(t.status, t.updatedAt),
    index('tickets_updated').on(t.updatedAt),
    index('tickets_email').on(t.emailKey),
    index('tickets_order')
      .on(t.orderId)
      .where(sql`${t.orderId} is not null`),
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
    /** The complete text, including quotes. */
    text: text('text').notNull(),
    /** The From address of a mail, which can be forged. */
    sender: text('sender'),
    /** Message-ID of a mail, for the headers of the answer. */
    messageId: text('message_id'),
    /** Hash of the Message-ID, or of the whole mail: a mail that arrives twice is one message. */
    mailHash: text('mail_hash'),
    /** A reply of a program, a mailing list or a mail server: stored, never answered. */
    automatic: boolean('automatic').notNull().default(false),
    /** Names of attachments that were not stored. */
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

/** Pictures of a message, re-encoded as WebP. */
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

/** Secret reply addresses of a ticket's mails: SHA-256 of their random part, and the side that uses it. */
export const ticketAddresses = pgTable(
  'ticket_addresses',
  {
    hash: text('hash').primaryKey(),
    ticketId: uuid('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    author: text('author', { enum: ['traveller', 'merchant'] }).notNull(),
    /** The mail that contains it. */
    mailId: uuid('mail_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('ticket_addresses_mail').on(t.ticketId, t.mailId, t.createdAt)],
);
