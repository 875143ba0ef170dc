import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import { sealedKeys } from './schema.ts';

/**
 * The key of this database for one purpose: random, created by the first process that asks, and stored encrypted. It
 * stays the same for all processes and across rotations of the encryption keys. So hashes made with it stay searchable
 * and unique for the life of the database.
 */
export async function loadSealedKey({
  db,
  vault,
  purpose,
}: {
  db: Db;
  vault: Vault;
  purpose: string;
}): Promise<Buffer> {
  const fresh = vault.seal(randomBytes(32).toString('base64'), contextOf(purpose));
  await db.insert(sealedKeys).values({ purpose, sealed: fresh }).onConflictDoNothing();
  const [row] = await db.select().from(sealedKeys).where(eq(sealedKeys.purpose, purpose));
  return openSealedKey(vault, purpose, row!.sealed);
}

/** Opens a stored key. */
export const openSealedKey = (vault: Vault, purpose: string, sealed: string): Buffer =>
  Buffer.from(vault.open(sealed, contextOf(purpose)), 'base64');

const contextOf = (purpose: string) => `sealed-key:${purpose}`;
