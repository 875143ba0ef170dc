import { and, asc, count, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { passkeyCeremonies, passkeys } from './schema.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
export type CeremonyRow = typeof passkeyCeremonies.$inferSelect;

export async function insertCeremony(
  db: Queryable,
  row: Pick<CeremonyRow, 'id' | 'kind' | 'accountId' | 'challengeHash' | 'expiresAt'>,
): Promise<void> {
  await db.insert(passkeyCeremonies).values(row);
}

/** Compare-and-set: marks a challenge as used. Null when it was used before, has expired, or has another kind. */
export async function takeCeremony(
  db: Queryable,
  { id, kind, at }: { id: string; kind: CeremonyRow['kind']; at: Date },
): Promise<CeremonyRow | null> {
  const [row] = await db
    .update(passkeyCeremonies)
    .set({ usedAt: at })
    .where(
      and(
        eq(passkeyCeremonies.id, id),
        eq(passkeyCeremonies.kind, kind),
        isNull(passkeyCeremonies.usedAt),
        gt(passkeyCeremonies.expiresAt, at),
      ),
    )
    .returning();
  return row ?? null;
}

export async function setToken(
  db: Queryable,
  id: string,
  token: { passkeyId: string; tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db.update(passkeyCeremonies).set(token).where(eq(passkeyCeremonies.id, id));
}

/** Compare-and-set: marks a token as used; of two concurrent requests only one gets it. */
export async function takeToken(db: Queryable, tokenHash: string, at: Date): Promise<CeremonyRow | null> {
  const [row] = await db
    .delete(passkeyCeremonies)
    .where(and(eq(passkeyCeremonies.tokenHash, tokenHash), gt(passkeyCeremonies.expiresAt, at)))
    .returning();
  return row ?? null;
}

export async function deleteOldCeremonies(db: Queryable, now: Date): Promise<void> {
  await deleteRows(db, passkeyCeremonies, lt(passkeyCeremonies.expiresAt, now));
}

/** False when the credential id exists already. */
export async function insertPasskey(tx: Queryable, row: PasskeyRow): Promise<boolean> {
  const inserted = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id });
  return inserted.length > 0;
}

export async function passkeyByCredential(db: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

export async function passkeyById(db: Queryable, id: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id));
  return row ?? null;
}

/** Oldest first. */
export async function passkeysOf(db: Queryable, accountId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function countPasskeys(tx: Queryable, accountId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(passkeys).where(eq(passkeys.accountId, accountId));
  return row?.total ?? 0;
}

/** Stores a use. False when the counter is not higher than the last one, which indicates a cloned key. */
export async function noteUse(
  db: Queryable,
  id: string,
  { counter, synced, at }: { counter: number; synced: boolean; at: Date },
): Promise<boolean> {
  const noted = await db
    .update(passkeys)
    .set({ counter, synced, lastUsedAt: at })
    .where(
      and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`))),
    )
    .returning({ id: passkeys.id });
  return noted.length > 0;
}

export async function renamePasskey(
  tx: Queryable,
  { id, accountId }: { id: string; accountId: string },
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
    .returning();
  return row ?? null;
}

export async function deletePasskey(
  tx: Queryable,
  { id, accountId }: { id: string; accountId: string },
): Promise<PasskeyRow | null> {
  const [row] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
    .returning();
  return row ?? null;
}

export async function deletePasskeysOf(tx: Tx, accountId: string): Promise<number> {
  const deleted = await tx.delete(passkeys).where(eq(passkeys.accountId, accountId)).returning({ id: passkeys.id });
  return deleted.length;
}
