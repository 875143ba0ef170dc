import { and, desc, eq, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { pushes, pushSubscriptions } from './schema.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
export type PushRow = typeof pushes.$inferSelect;

/** Whose notices a device shows. */
export type Owner = { accountId: string } | { orderId: string };

const ownedBy = (owner: Owner): SQL =>
  'accountId' in owner
    ? eq(pushSubscriptions.accountId, owner.accountId)
    : eq(pushSubscriptions.orderId, owner.orderId);

/**
 * Stores a device, or what is new of a known one: its session or cookie, keys, language. Returns its row. Throws a
 * foreign key violation when that session or cookie has just ended.
 */
export async function saveSubscription(tx: Queryable, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { endpointHash, accountId, sessionId, accessHash, sealed, serverKey, locale, device } = row;
  // A browser shows the notices of one account. What is queued for the other one ends with its row.
  if (accountId !== null)
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpointHash, endpointHash), ne(pushSubscriptions.accountId, accountId)));
  const key =
    row.orderId === null
      ? { target: pushSubscriptions.endpointHash, targetWhere: sql`${pushSubscriptions.accountId} is not null` }
      : {
          target: [pushSubscriptions.orderId, pushSubscriptions.endpointHash],
          targetWhere: sql`${pushSubscriptions.orderId} is not null`,
        };
  const [saved] = await tx
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ ...key, set: { sessionId, accessHash, sealed, serverKey, locale, device } })
    .returning();
  return saved!;
}

/** Deletes the devices of an owner beyond the `max` newest. */
export async function deleteOldest(tx: Queryable, owner: Owner, max: number): Promise<void> {
  const tooMany = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(ownedBy(owner))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(max);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, tooMany));
}

/** Newest first. */
export function subscriptionsOf(db: Queryable, owner: Owner): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(pushSubscriptions)
    .where(ownedBy(owner))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id));
}

export async function findSubscription(tx: Queryable, owner: Owner, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), ownedBy(owner)));
  return row ?? null;
}

export async function deleteSubscription(tx: Queryable, owner: Owner, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), ownedBy(owner)))
    .returning({ id: pushSubscriptions.id });
  return deleted.length > 0;
}

/** Deletes all subscriptions of a device whose endpoint has ended. */
export async function deleteEndpoint(tx: Queryable, endpointHash: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpointHash, endpointHash));
}

export async function touchEndpoint(tx: Queryable, endpointHash: string): Promise<void> {
  await tx
    .update(pushSubscriptions)
    .set({ lastOkAt: sql`clock_timestamp()` })
    .where(eq(pushSubscriptions.endpointHash, endpointHash));
}

/** Stores messages; the second one about a notice for a device is ignored. Returns the ids of the new ones. */
export async function insertPushes(tx: Queryable, rows: PushRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const inserted = await tx.insert(pushes).values(rows).onConflictDoNothing().returning({ id: pushes.id });
  return inserted.map(({ id }) => id);
}

export async function findPush(
  db: Queryable,
  id: string,
): Promise<{ push: PushRow; subscription: SubscriptionRow } | null> {
  const [row] = await db
    .select({ push: pushes, subscription: pushSubscriptions })
    .from(pushes)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushes.subscriptionId))
    .where(eq(pushes.id, id));
  return row ?? null;
}

/** Compare-and-set: begins an attempt. False when another one has begun, or the message has ended. */
export async function startAttempt(db: Queryable, id: string): Promise<boolean> {
  const started = await db
    .update(pushes)
    .set({ startedAt: sql`clock_timestamp()` })
    .where(and(eq(pushes.id, id), isNull(pushes.startedAt), isNull(pushes.endedAt)))
    .returning({ id: pushes.id });
  return started.length > 0;
}

/** The attempt has failed, and another one follows. */
export async function stopAttempt(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(pushes)
    .set({ startedAt: null, attempts: sql`${pushes.attempts} + 1` })
    .where(eq(pushes.id, id));
}

export async function endPush(tx: Queryable, id: string, outcome: NonNullable<PushRow['outcome']>): Promise<void> {
  await tx
    .update(pushes)
    .set({ endedAt: sql`clock_timestamp()`, outcome })
    .where(and(eq(pushes.id, id), isNull(pushes.endedAt)));
}

/** Deletes messages that ended before this time, also those of a process that was killed for good. */
export async function deleteOldPushes(db: Queryable, before: Date): Promise<void> {
  await deleteRows(db, pushes, lt(pushes.endedAt, before));
}

/** Deletes devices to which no message went since this time. */
export async function deleteUnused(db: Queryable, before: Date): Promise<void> {
  const used = sql`coalesce(${pushSubscriptions.lastOkAt}, ${pushSubscriptions.createdAt})`;
  await deleteRows(db, pushSubscriptions, sql`${used} < ${before.toISOString()}::timestamptz`);
}
