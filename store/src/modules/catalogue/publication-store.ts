import { desc, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { catalogueVersions, plans } from './schema.ts';

export type Action = (typeof catalogueVersions.$inferSelect)['action'];

/** The number of the advisory lock; any number that nothing else uses. */
const LOCK = 7_215_002;

/** Serialises changes of the catalogue: waits for the advisory lock of this transaction. */
export async function awaitTurn(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}

/** The version that this publication will have; call it under the lock. */
export async function nextVersion(tx: Tx): Promise<number> {
  const [newest] = await tx
    .select({ version: catalogueVersions.version })
    .from(catalogueVersions)
    .orderBy(desc(catalogueVersions.version))
    .limit(1);
  return (newest?.version ?? 0) + 1;
}

/**
 * Publishes the changes of this transaction as the newest version. Every process shows it within a second of the
 * commit.
 */
export async function publishVersion(
  tx: Tx,
  made: { version: number; action: Action; by: string; plans: number },
): Promise<void> {
  await tx.insert(catalogueVersions).values({ ...made, at: new Date() });
}

/**
 * Stores for each plan whether it can be delivered from its package as last read. Data and days may exceed ours (the
 * buyer gets more than promised). The net price must be below our price, or every sale would lose money. Returns the
 * ids of plans whose result changed.
 */
export async function judgePlans(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with verdict as (
      select p.id, case
        when w.id is null or w.gone_at is not null then 'missing-package'
        when not w.unlimited and (p.unlimited is not null or w.data_mb < p.data_mb) then 'too-little-data'
        when w.days < p.days then 'too-few-days'
        when w.net_price_cents >= p.price_amount then 'price-not-below-ours'
        when w.minimum_price_cents > p.price_amount then 'below-minimum-price'
      end as fault
      from plans p left join wholesale_packages w on w.id = p.package_id
    )
    update ${plans} set fault = verdict.fault from verdict
    where plans.id = verdict.id and plans.fault is distinct from verdict.fault
    returning plans.id`);
  return rows.map(({ id }) => id);
}
