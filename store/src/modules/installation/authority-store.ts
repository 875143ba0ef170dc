import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { authorities } from './schema.ts';

export type AuthorityRow = typeof authorities.$inferSelect;

/** The only purpose so far. */
export const PURPOSE = 'administration';

export async function findAuthority(db: Db): Promise<AuthorityRow | undefined> {
  const [row] = await db.select().from(authorities).where(eq(authorities.purpose, PURPOSE));
  return row;
}

/** The authority's certificate (PEM); null before the first start with an administration listener. */
export async function authorityCertificate(db: Db): Promise<string | null> {
  return (await findAuthority(db))?.certificate ?? null;
}

/** Insert-if-absent: of two processes that start concurrently one wins. */
export async function insertAuthority(db: Db, row: typeof authorities.$inferInsert): Promise<void> {
  await db.insert(authorities).values(row).onConflictDoNothing();
}
