import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';

const BATCH = 1_000;

/**
 * Deletes the rows that match a condition, in batches of a thousand, each in its own transaction, so that no lock is
 * held for long.
 */
export async function deleteRows(db: Queryable, table: PgTable, condition: SQL, batch = BATCH): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${batch}))`,
    );
    if ((rowCount ?? 0) < batch) return;
  }
}
