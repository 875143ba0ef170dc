import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../db/database.ts';
import { deleteRows } from '../../../db/delete-rows.ts';
import { providerLinks, providerRequests } from '../schema.ts';
import type { LinkedProviderId } from '../types.ts';

type RequestRow = typeof providerRequests.$inferSelect;

export async function insertRequest(db: Queryable, row: typeof providerRequests.$inferInsert): Promise<void> {
  await db.insert(providerRequests).values(row);
}

/**
 * Compare-and-set: marks a request as answered, with the hash of its one-time code; null when it is unknown, expired or
 * already answered.
 */
export async function claimRequest(
  db: Queryable,
  { stateHash, codeHash, now }: { stateHash: string; codeHash: string; now: Date },
): Promise<RequestRow | null> {
  const [row] = await db
    .update(providerRequests)
    .set({ codeHash })
    .where(
      and(
        eq(providerRequests.stateHash, stateHash),
        isNull(providerRequests.codeHash),
        gt(providerRequests.expiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}

export async function keepResult(db: Queryable, stateHash: string, resultSealed: string): Promise<void> {
  await db.update(providerRequests).set({ resultSealed }).where(eq(providerRequests.stateHash, stateHash));
}

/** Takes the encrypted result of a one-time code, once, and only with its session. */
export async function takeResult(
  tx: Tx,
  { codeHash, sessionHash, now }: { codeHash: string; sessionHash: string; now: Date },
): Promise<string | null> {
  const [row] = await tx
    .select()
    .from(providerRequests)
    .where(
      and(
        eq(providerRequests.codeHash, codeHash),
        eq(providerRequests.sessionHash, sessionHash),
        isNull(providerRequests.usedAt),
        isNotNull(providerRequests.resultSealed),
        gt(providerRequests.expiresAt, now),
      ),
    )
    .for('update');
  if (!row) return null;
  await tx
    .update(providerRequests)
    .set({ usedAt: now, resultSealed: null })
    .where(eq(providerRequests.stateHash, row.stateHash));
  return row.resultSealed;
}

export async function deleteRequests(db: Queryable, before: Date): Promise<void> {
  await deleteRows(db, providerRequests, lt(providerRequests.expiresAt, before));
}

export async function ownerOf(db: Queryable, provider: LinkedProviderId, rawId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: providerLinks.accountId })
    .from(providerLinks)
    .where(and(eq(providerLinks.provider, provider), eq(providerLinks.rawId, rawId)));
  return row?.accountId ?? null;
}

/**
 * Links a person, or updates the data of the link. An account has one link per provider; a new one replaces it. False
 * when the provider's account is linked to another account, also in a race.
 */
export async function linkAccount(tx: Tx, row: typeof providerLinks.$inferInsert): Promise<boolean> {
  const { accountId, provider, rawId, email, displayName } = row;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`identity.link:${provider}:${rawId}`}, 0))`);
  const owner = await ownerOf(tx, provider, rawId);
  if (owner !== null && owner !== accountId) return false;
  await tx
    .insert(providerLinks)
    .values(row)
    .onConflictDoUpdate({
      target: [providerLinks.accountId, providerLinks.provider],
      set: { rawId, email, displayName },
    });
  return true;
}
