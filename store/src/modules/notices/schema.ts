import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_TOPICS } from '../../shared/notices.ts';
import { esims } from '../esims/schema.ts';
import { accounts } from '../identity/schema.ts';
import { orders } from '../orders/schema.ts';

/** What was told about the plans of eSIMs. The unique index makes each notice one, however many processes find it due. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    esimId: uuid('esim_id')
      .notNull()
      .references(() => esims.id, { onDelete: 'cascade' }),
    /** Of the plan on its eSIM: a plan that is added later starts anew. */
    position: integer('position').notNull(),
    kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
    /** The order that bought the plan: the notice goes to its address. */
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** False: a higher threshold was passed at the same reading, so that this one was recorded and not told. */
    told: boolean('told').notNull(),
    /** False: mails of its topic were turned off. */
    mailed: boolean('mailed').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [uniqueIndex('notices_once').on(t.esimId, t.position, t.kind), index('notices_order').on(t.orderId)],
);

/** What travellers turned on or off: for an account, or for an order that belongs to none. No row: on. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    id: id(),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id').references(() => orders.id),
    topic: text('topic', { enum: NOTICE_TOPICS }).notNull(),
    channel: text('channel', { enum: NOTICE_CHANNELS }).notNull(),
    isOn: boolean('is_on').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('notice_choices_account').on(t.accountId, t.topic, t.channel),
    uniqueIndex('notice_choices_order').on(t.orderId, t.topic, t.channel),
    check('notice_choices_whose', sql`num_nonnulls(${t.accountId}, ${t.orderId}) = 1`),
  ],
);
