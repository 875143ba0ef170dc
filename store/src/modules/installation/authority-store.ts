import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { authorities } from './schema.ts';

export type AuthorityRow = typeof authorities.$inferSelect;

/** There is one authority so far. */
export const PURPOSE = 'administration';

export async function findAuthority(db: Db): Promise<AuthorityRow | undefined> {
  const [row] = await db.select().from(authorities).where(eq(authorities.purpose, PURPOSE));
  return row;
}

/** The certificate of the authority (PEM), null before the first start with an administration listener. */
export async function authorityCertificate(db: Db): Promise<string | null> {
  return (await findAuthority(db))?.certificate ?? null;
}

/** Of two processes that start at once one wins. */
export async function insertAuthority(db: Db, row: typeof authorities.$inferInsert): Promise<void> {
  await db.insert(authorities).values(row).onConflictDoNothing();
}
