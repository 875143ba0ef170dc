import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Db, Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { serviceAccounts, serviceAccountTokens, usedAssertions } from './schema.ts';

export type ServiceAccountRow = typeof serviceAccounts.$inferSelect;

/** False when the name is taken. */
export async function insertServiceAccount(db: Queryable, row: typeof serviceAccounts.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(serviceAccounts)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: serviceAccounts.id });
  return inserted.length > 0;
}

export async function allServiceAccounts(db: Queryable): Promise<ServiceAccountRow[]> {
  return db.select().from(serviceAccounts).orderBy(asc(serviceAccounts.createdAt), asc(serviceAccounts.id));
}

/** The service account of a name, including a revoked one. */
export async function serviceAccountByName(db: Queryable, clientEmail: string): Promise<ServiceAccountRow | null> {
  const [row] = await db.select().from(serviceAccounts).where(eq(serviceAccounts.clientEmail, clientEmail));
  return row ?? null;
}

/** Revokes an account and its tokens. False when there is no such account, or it was revoked before. */
export async function revokeServiceAccount(db: Queryable, clientEmail: string, revokedAt: Date): Promise<boolean> {
  const [revoked] = await db
    .update(serviceAccounts)
    .set({ revokedAt })
    .where(and(eq(serviceAccounts.clientEmail, clientEmail), isNull(serviceAccounts.revokedAt)))
    .returning({ id: serviceAccounts.id });
  if (revoked) await db.delete(serviceAccountTokens).where(eq(serviceAccountTokens.serviceAccountId, revoked.id));
  return revoked !== undefined;
}

export async function insertToken(db: Queryable, row: typeof serviceAccountTokens.$inferInsert): Promise<void> {
  await db.insert(serviceAccountTokens).values(row);
}

/** The name of the service account of a valid token. */
export async function holderOfToken(db: Queryable, hash: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ clientEmail: serviceAccounts.clientEmail })
    .from(serviceAccountTokens)
    .innerJoin(serviceAccounts, eq(serviceAccounts.id, serviceAccountTokens.serviceAccountId))
    .where(
      and(
        eq(serviceAccountTokens.hash, hash),
        gt(serviceAccountTokens.expiresAt, now),
        isNull(serviceAccounts.revokedAt),
      ),
    );
  return row?.clientEmail ?? null;
}

/** Stores an assertion; false when it was used before. */
export async function useAssertion(db: Queryable, hash: string, expiresAt: Date): Promise<boolean> {
  const used = await db
    .insert(usedAssertions)
    .values({ hash, expiresAt })
    .onConflictDoNothing()
    .returning({ hash: usedAssertions.hash });
  return used.length > 0;
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await deleteRows(db, serviceAccountTokens, lt(serviceAccountTokens.expiresAt, now));
  await deleteRows(db, usedAssertions, lt(usedAssertions.expiresAt, now));
}
