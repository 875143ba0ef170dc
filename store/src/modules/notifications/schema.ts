import { LOCALES } from '../../shared/locale.ts';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';

/** Links that are requested for an address: their subject is no account, because the address may have none. */
const requested = (kind: AnyPgColumn) => sql`${kind} in ('password-reset', 'email-sign-in')`;

/** Queued and sent mails. The content is read when a mail is rendered: the row holds no secret. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: text('kind', {
      enum: [
        'esim-ready',
        'top-up-ready',
        'order-refunded',
        'refund-returned',
        'notice',
        'auto-top-up',
        'order-link',
        'replacement-confirmed',
        'replacement-refused',
        'replacement-failed',
        'refund-request-received',
        'refund-request-answered',
        'withdrawal',
        'verify-email',
        'password-reset',
        'email-sign-in',
        'change-email',
        'email-changed',
        'password-changed',
        'provider-linked',
        'provider-unlinked',
        'passkey-added',
        'passkey-removed',
        'passkey-copied',
        'second-factor-added',
        'second-factor-removed',
        'recovery-codes-made',
        'recovery-code-used',
        'new-device',
        'account-deleted',
        'ticket-opened',
        'ticket-notice',
        'ticket-answer',
        'ticket-attachments',
      ],
    }).notNull(),
    /** The order, account, ticket or withdrawal of the mail. */
    subjectId: uuid('subject_id').notNull(),
    /** Empty for `order-link`, which goes to the order's address at the time of sending. */
    recipient: text('recipient').notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    detail: jsonb('detail').$type<Record<string, string>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** Failed attempts since it was queued, or since an operator requested it again. */
    attempts: integer('attempts').notNull().default(0),
    /** Null once it is sent, permanently refused or given up. */
    nextAttemptAt: instant('next_attempt_at'),
    /** Stable code of the last failure, for operators. */
    lastFault: text('last_fault'),
  },
  (t) => [
    index('mails_subject').on(t.subjectId, t.createdAt),
    index('mails_unsent')
      .on(t.nextAttemptAt)
      .where(sql`${t.sentAt} is null`),
    // For the deletion of an account.
    index('mails_requested').on(t.recipient).where(requested(t.kind)),
    index('mails_sent')
      .on(t.sentAt)
      .where(sql`${t.sentAt} is not null`),
  ],
);

export const REQUESTED = requested(mails.kind);
