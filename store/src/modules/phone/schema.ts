import { bigint, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { accounts } from '../identity/schema.ts';
import { SMS_STATES } from './sms.ts';

/**
 * Codes that were sent to phone numbers. `hash` is that of the caller's secret, without which a code cannot be used.
 */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['sign-in', 'enrol', 'second-factor'] }).notNull(),
    /** Null for a sign-in: the account is known only after the code was verified. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    phoneNumber: text('phone_number').notNull(),
    /** HMAC of the caller's secret and the code. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('phone_codes_account').on(t.accountId),
    index('phone_codes_number').on(t.phoneNumber),
    index('phone_codes_expires').on(t.expiresAt),
  ],
);

/**
 * Temporary proofs: a person who entered the code of a number of another account may sign in to that account instead,
 * once.
 */
export const phoneProofs = pgTable(
  'phone_proofs',
  {
    hash: text('hash').primaryKey(),
    phoneNumber: text('phone_number').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('phone_proofs_number').on(t.phoneNumber), index('phone_proofs_expires').on(t.expiresAt)],
);

/**
 * Texts that were handed to the vendor. Stores the number without its last four digits: enough for costs and abuse, not
 * enough to identify a person.
 */
export const textMessages = pgTable(
  'text_messages',
  {
    id: id(),
    purpose: text('purpose').notNull(),
    country: text('country').notNull(),
    prefix: text('prefix').notNull(),
    priceMicros: integer('price_micros').notNull(),
    state: text('state', { enum: ['sending', ...SMS_STATES, 'refused', 'unknown'] }).notNull(),
    vendorId: text('vendor_id'),
    errorCode: text('error_code'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('text_messages_created').on(t.createdAt)],
);

/** The cost of each day's texts (UTC), reserved before each one is sent. */
export const textDays = pgTable('text_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  spentMicros: bigint('spent_micros', { mode: 'number' }).notNull(),
  texts: integer('texts').notNull(),
});
