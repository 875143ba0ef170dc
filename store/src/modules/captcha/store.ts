import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { captchaProofs } from './schema.ts';

/** False when the proof was already redeemed, also by a concurrent process. */
export async function insertProof(db: Queryable, row: typeof captchaProofs.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(captchaProofs)
    .values(row)
    .onConflictDoNothing()
    .returning({ signature: captchaProofs.signature });
  return inserted.length > 0;
}

export async function deleteExpired(db: Queryable): Promise<void> {
  await deleteRows(db, captchaProofs, sql`${captchaProofs.expiresAt} < now() - interval '1 minute'`);
}
