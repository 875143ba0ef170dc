import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Queryable } from '../../../db/database.ts';
import { deleteRows } from '../../../db/delete-rows.ts';
import { sessionCookies } from '../schema.ts';

type Row = typeof sessionCookies.$inferSelect;

export async function insertCookie(db: Queryable, row: Row): Promise<void> {
  await db.insert(sessionCookies).values(row);
}

export async function findCookie(db: Queryable, hash: string, now: Date): Promise<Row | null> {
  const [row] = await db
    .select()
    .from(sessionCookies)
    .where(and(eq(sessionCookies.hash, hash), gt(sessionCookies.expiresAt, now)));
  return row ?? null;
}

/** Extends a cookie of this session. False when it belongs to another session or has expired. */
export async function extendCookie(
  db: Queryable,
  { hash, sessionId, expiresAt }: Pick<Row, 'hash' | 'sessionId' | 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const extended = await db
    .update(sessionCookies)
    .set({ expiresAt })
    .where(
      and(eq(sessionCookies.hash, hash), eq(sessionCookies.sessionId, sessionId), gt(sessionCookies.expiresAt, now)),
    )
    .returning({ hash: sessionCookies.hash });
  return extended.length > 0;
}

export async function deleteCookie(db: Queryable, hash: string): Promise<void> {
  await db.delete(sessionCookies).where(eq(sessionCookies.hash, hash));
}

/** Keeps the newest `max` cookies of a session. */
export async function deleteOlderCookies(db: Queryable, sessionId: string, max: number): Promise<void> {
  const older = db
    .select({ hash: sessionCookies.hash })
    .from(sessionCookies)
    .where(eq(sessionCookies.sessionId, sessionId))
    .orderBy(desc(sessionCookies.createdAt))
    .offset(max);
  await db.delete(sessionCookies).where(inArray(sessionCookies.hash, older));
}

export async function deleteOldCookies(db: Queryable, now: Date): Promise<void> {
  await deleteRows(db, sessionCookies, lt(sessionCookies.expiresAt, now));
}
