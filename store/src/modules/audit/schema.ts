import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';

/** Small facts of a thing before or after an action: states, amounts and ids; never a secret or an address. */
export type Facts = Record<string, string | number | boolean | null>;

/**
 * One row per action of an operator, written in the transaction of the action. Rows are never changed; the hourly job
 * deletes them after `KEPT_DAYS.auditLog`.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind', { enum: ['staff', 'command-line', 'job'] }).notNull(),
    actor: text('actor').notNull(),
    /** The name of the action (`flows/desk/actions.ts`), such as `order.refund`. */
    action: text('action').notNull(),
    /** What it acted on: its kind, and its id. Null: it acted on many things at once. */
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id'),
    /** The order of the subject, if it has one. Without foreign key: the row stays as it is. */
    orderId: uuid('order_id'),
    reason: text('reason'),
    before: jsonb('before').$type<Facts>().notNull(),
    after: jsonb('after').$type<Facts>().notNull(),
  },
  (t) => [
    index('audit_log_subject').on(t.subjectId, t.at),
    index('audit_log_order').on(t.orderId, t.at),
    index('audit_log_at').on(t.at),
  ],
);
