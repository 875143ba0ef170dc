import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { ledgerDifferences, reconciliationRuns, wholesaleBalances } from './schema.ts';

export type RunRow = typeof reconciliationRuns.$inferSelect;
export type DifferenceRow = typeof ledgerDifferences.$inferSelect;
export type Balance = typeof wholesaleBalances.$inferSelect;

export async function insertRun(db: Queryable, row: typeof reconciliationRuns.$inferInsert): Promise<void> {
  await db.insert(reconciliationRuns).values(row).onConflictDoNothing();
}

export async function updateRun(db: Queryable, id: string, change: Partial<RunRow>): Promise<void> {
  await db.update(reconciliationRuns).set(change).where(eq(reconciliationRuns.id, id));
}

export async function findRun(db: Queryable, id: string): Promise<RunRow | null> {
  const [row] = await db.select().from(reconciliationRuns).where(eq(reconciliationRuns.id, id));
  return row ?? null;
}

/** The newest run that ended; with `clean`, the newest that left nothing to repair. */
export async function latestRun(db: Queryable, { clean }: { clean: boolean }): Promise<RunRow | null> {
  const [row] = await db
    .select()
    .from(reconciliationRuns)
    .where(and(isNotNull(reconciliationRuns.finishedAt), clean ? eq(reconciliationRuns.clean, true) : undefined))
    .orderBy(desc(reconciliationRuns.startedAt))
    .limit(1);
  return row ?? null;
}

/** Deletes old runs, but never the newest clean one, from which the next run starts. Returns their number. */
export async function deleteRuns(db: Queryable, before: Date, keep: string | null): Promise<number> {
  const gone = await db
    .delete(reconciliationRuns)
    .where(
      and(
        lt(reconciliationRuns.startedAt, before),
        keep === null ? undefined : sql`${reconciliationRuns.id} <> ${keep}::uuid`,
      ),
    )
    .returning({ id: reconciliationRuns.id });
  return gone.length;
}

/** A difference that an operator closed stays closed while its amounts are the same. Rows of 1.0.0 have no currency. */
const stillClosed = sql`${ledgerDifferences.closedAs} = 'by-hand'
  and ${ledgerDifferences.ours} is not distinct from excluded.ours
  and ${ledgerDifferences.theirs} is not distinct from excluded.theirs
  and coalesce(${ledgerDifferences.oursCurrency} = excluded.ours_currency, true)
  and coalesce(${ledgerDifferences.theirsCurrency} = excluded.theirs_currency, true)`;

/** Stores differences; returns their rows. One that was closed as `gone` is opened again. */
export async function upsertDifferences(
  db: Queryable,
  rows: (typeof ledgerDifferences.$inferInsert)[],
): Promise<DifferenceRow[]> {
  if (rows.length === 0) return [];
  return db
    .insert(ledgerDifferences)
    .values(rows)
    .onConflictDoUpdate({
      target: [
        ledgerDifferences.kind,
        ledgerDifferences.subject,
        ledgerDifferences.provider,
        ledgerDifferences.wholesaler,
      ],
      set: {
        ours: sql`excluded.ours`,
        oursCurrency: sql`excluded.ours_currency`,
        theirs: sql`excluded.theirs`,
        theirsCurrency: sql`excluded.theirs_currency`,
        repair: sql`excluded.repair`,
        lastSeenAt: sql`excluded.last_seen_at`,
        closedAt: sql`case when ${stillClosed} then ${ledgerDifferences.closedAt} end`,
        closedAs: sql`case when ${stillClosed} then ${ledgerDifferences.closedAs} end`,
      },
    })
    .returning();
}

/** The names of the payment providers and wholesalers whose books a run read. */
export type ReadVendors = { providers: string[]; wholesalers: string[] };

/** Closes the open differences of these orders, or of no order, that the run started at `since` did not find. */
export async function closeUnseen(
  db: Queryable,
  { orderIds, read, strangers, since }: { orderIds: string[]; read: ReadVendors; strangers: boolean; since: Date },
): Promise<void> {
  const scope = [
    ...(orderIds.length > 0 ? [inArray(ledgerDifferences.orderId, orderIds)] : []),
    ...(strangers ? [isNull(ledgerDifferences.orderId)] : []),
  ];
  if (scope.length === 0) return;
  const { provider, wholesaler } = ledgerDifferences;
  await db
    .update(ledgerDifferences)
    .set({ closedAt: new Date(), closedAs: 'gone' })
    .where(
      and(
        isNull(ledgerDifferences.closedAt),
        lt(ledgerDifferences.lastSeenAt, since),
        or(isNull(provider), inArray(provider, read.providers)),
        or(isNull(wholesaler), inArray(wholesaler, read.wholesalers)),
        or(...scope),
      ),
    );
}

export async function listOpen(db: Queryable, limit: number): Promise<DifferenceRow[]> {
  return db
    .select()
    .from(ledgerDifferences)
    .where(isNull(ledgerDifferences.closedAt))
    .orderBy(asc(ledgerDifferences.firstSeenAt), asc(ledgerDifferences.id))
    .limit(limit);
}

/** The closed difference; null when there is no such open one. */
export async function closeByHand(db: Queryable, id: string, note: string): Promise<DifferenceRow | null> {
  const [closed] = await db
    .update(ledgerDifferences)
    .set({ closedAt: new Date(), closedAs: 'by-hand', note })
    .where(and(eq(ledgerDifferences.id, id), isNull(ledgerDifferences.closedAt)))
    .returning();
  return closed ?? null;
}

/** Stores what the accounts at these wholesalers hold, and forgets those of others. Null cents change no balance. */
export async function keepBalances(db: Queryable, balances: readonly Balance[]): Promise<void> {
  const target = wholesaleBalances.wholesaler;
  for (const { wholesaler, ...balance } of balances) {
    const insert = db.insert(wholesaleBalances).values({ wholesaler, ...balance });
    await (balance.cents === null
      ? insert.onConflictDoNothing({ target })
      : insert.onConflictDoUpdate({ target, set: balance }));
  }
  await db.delete(wholesaleBalances).where(
    notInArray(
      wholesaleBalances.wholesaler,
      balances.map(({ wholesaler }) => wholesaler),
    ),
  );
}

export async function listBalances(db: Queryable): Promise<Balance[]> {
  return db.select().from(wholesaleBalances).orderBy(asc(wholesaleBalances.wholesaler));
}
