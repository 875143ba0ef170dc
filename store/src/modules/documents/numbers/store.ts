import { sql } from 'drizzle-orm';
import type { Tx } from '../../../db/database.ts';
import { documentSeries } from '../schema.ts';

type Series = Omit<typeof documentSeries.$inferInsert, 'last'>;

/** The next number of a series, which is opened with its first one. The series is locked until the transaction ends. */
export async function takeNumber(tx: Tx, series: Series): Promise<number> {
  const [row] = await tx
    .insert(documentSeries)
    .values({ ...series, last: 1 })
    .onConflictDoUpdate({ target: documentSeries.series, set: { last: sql`${documentSeries.last} + 1` } })
    .returning({ last: documentSeries.last });
  return row!.last;
}
