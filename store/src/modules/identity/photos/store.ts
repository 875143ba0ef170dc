import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/database.ts';
import { accountPhotos } from '../schema.ts';

/** An account has at most one photo. */
export async function replacePhoto(tx: Tx, { accountId, ...photo }: typeof accountPhotos.$inferInsert): Promise<void> {
  await tx
    .insert(accountPhotos)
    .values({ accountId, ...photo })
    .onConflictDoUpdate({ target: accountPhotos.accountId, set: photo });
}

export async function deletePhoto(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(accountPhotos).where(eq(accountPhotos.accountId, accountId));
}

export async function photoByHash(db: Db, hash: string): Promise<Buffer | null> {
  const [row] = await db
    .select({ content: accountPhotos.content })
    .from(accountPhotos)
    .where(eq(accountPhotos.hash, hash))
    .limit(1);
  return row?.content ?? null;
}
