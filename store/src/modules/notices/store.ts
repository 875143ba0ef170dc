import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { NoticeChannel, NoticeChoice, NoticeTopic } from '../../shared/notices.ts';
import { noticeChoices, notices } from './schema.ts';

export type NoticeRow = typeof notices.$inferSelect;

/** Whose choices: those of an account or of an order. */
export type Chooser = { accountId: string } | { orderId: string };

/** Inserts a notice. False when there is one of its kind for this plan: the unique index decides. */
export async function insertNotice(db: Queryable, row: NoticeRow): Promise<boolean> {
  const inserted = await db.insert(notices).values(row).onConflictDoNothing().returning({ id: notices.id });
  return inserted.length > 0;
}

export async function findNotice(db: Queryable, id: string): Promise<NoticeRow | null> {
  const [row] = await db.select().from(notices).where(eq(notices.id, id));
  return row ?? null;
}

/** The notices about these eSIMs. */
export async function listByEsims(db: Queryable, esimIds: readonly string[]): Promise<NoticeRow[]> {
  if (esimIds.length === 0) return [];
  return db
    .select()
    .from(notices)
    .where(inArray(notices.esimId, [...esimIds]));
}

/** The notices about these orders, oldest first. */
export async function listByOrders(db: Queryable, orderIds: readonly string[]): Promise<NoticeRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(notices)
    .where(inArray(notices.orderId, [...orderIds]))
    .orderBy(asc(notices.at), asc(notices.id));
}

const { topic, channel, isOn: on, changedAt } = noticeChoices;

const madeBy = (who: Chooser) =>
  'accountId' in who ? eq(noticeChoices.accountId, who.accountId) : eq(noticeChoices.orderId, who.orderId);

export async function listChoices(db: Queryable, who: Chooser): Promise<(NoticeChoice & { changedAt: Date })[]> {
  return db.select({ topic, channel, on, changedAt }).from(noticeChoices).where(madeBy(who));
}

export async function putChoice(db: Queryable, who: Chooser, choice: NoticeChoice): Promise<void> {
  const { accountId, orderId } = { accountId: null, orderId: null, ...who };
  const owner = 'accountId' in who ? noticeChoices.accountId : noticeChoices.orderId;
  await db
    .insert(noticeChoices)
    .values({
      id: uuidv7(),
      accountId,
      orderId,
      topic: choice.topic,
      channel: choice.channel,
      isOn: choice.on,
      changedAt: sql`clock_timestamp()`,
    })
    .onConflictDoUpdate({
      target: [owner, topic, channel],
      set: { isOn: choice.on, changedAt: sql`clock_timestamp()` },
      // The time of an unsubscription is that of the first one.
      setWhere: sql`${noticeChoices.isOn} <> ${choice.on}`,
    });
}

/** False when the account (null: none) or the order turned it off. */
export async function isOn(
  db: Queryable,
  { accountId, orderId }: { accountId: string | null; orderId: string },
  about: { topic: NoticeTopic; channel: NoticeChannel },
): Promise<boolean> {
  const whose = or(
    eq(noticeChoices.orderId, orderId),
    accountId === null ? undefined : eq(noticeChoices.accountId, accountId),
  );
  const off = await db
    .select({ id: noticeChoices.id })
    .from(noticeChoices)
    .where(and(whose, eq(topic, about.topic), eq(channel, about.channel), eq(on, false)))
    .limit(1);
  return off.length === 0;
}

export async function deleteChoicesOf(db: Queryable, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await db.delete(noticeChoices).where(inArray(noticeChoices.orderId, [...orderIds]));
}
