import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { LOCALES } from '../../shared/locale.ts';
import { accounts, sessions } from '../identity/schema.ts';
import { orderAccess, orders } from '../orders/schema.ts';
import { PUSH_KINDS } from './kinds.ts';

/**
 * Browsers that show notices (Web Push): of an account, or of a guest for one order. A row ends with what gave the browser
 * its access: the account, the session, or the order's cookie.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    /** SHA-256 of the endpoint, which is a random secret of the push service. */
    endpointHash: text('endpoint_hash').notNull(),
    /** The endpoint and the browser's keys, encrypted: with them anyone could send to the device. */
    sealed: text('sealed').notNull(),
    /** Fingerprint of our public key for which the browser subscribed: the push service accepts no other. */
    serverKey: text('server_key').notNull(),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The session that turned it on; null where Google's service manages the sessions, and for a guest. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** Of a guest. */
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    /** The cookie with which the guest's browser opens that order. */
    accessHash: text('access_hash').references(() => orderAccess.hash, { onDelete: 'cascade' }),
    /** The language of the page on which it was turned on. */
    locale: text('locale', { enum: LOCALES }).notNull(),
    /** Such as `Firefox, Windows`; derived from the User-Agent, which is not stored. */
    device: text('device').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the push service last accepted a message; null: it had none yet. */
    lastOkAt: instant('last_ok_at'),
  },
  (t) => [
    // A browser shows the notices of one account, and those of any number of orders whose cookies it has.
    uniqueIndex('push_subscriptions_account_endpoint')
      .on(t.endpointHash)
      .where(sql`${t.accountId} is not null`),
    uniqueIndex('push_subscriptions_order_endpoint')
      .on(t.orderId, t.endpointHash)
      .where(sql`${t.orderId} is not null`),
    index('push_subscriptions_endpoint').on(t.endpointHash),
    index('push_subscriptions_account').on(t.accountId),
    index('push_subscriptions_order').on(t.orderId),
    index('push_subscriptions_session').on(t.sessionId),
    index('push_subscriptions_access').on(t.accessHash),
    index('push_subscriptions_used').on(sql`coalesce(${t.lastOkAt}, ${t.createdAt})`),
  ],
);

/** Messages to devices: one for each notice and device. The words are made when it is sent: the row holds no secret. */
export const pushes = pgTable(
  'pushes',
  {
    id: id(),
    /** What it reports: the same for all devices. */
    noticeId: uuid('notice_id').notNull(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** The device: it may have a subscription of the account and one of an order. */
    endpointHash: text('endpoint_hash').notNull(),
    kind: text('kind', { enum: PUSH_KINDS }).notNull(),
    orderId: uuid('order_id').notNull(),
    esimId: uuid('esim_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Attempts whose outcome is known. */
    attempts: integer('attempts').notNull().default(0),
    /** Since when an attempt runs whose outcome is not known. */
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** `unknown`: the process or the connection ended during the call. `late`: its time was over before an attempt. */
    outcome: text('outcome', { enum: ['accepted', 'refused', 'unknown', 'late', 'pointless'] }),
  },
  (t) => [
    uniqueIndex('pushes_notice_endpoint').on(t.noticeId, t.endpointHash),
    index('pushes_subscription').on(t.subscriptionId),
    index('pushes_ended')
      .on(t.endedAt)
      .where(sql`${t.endedAt} is not null`),
  ],
);
