import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { PackageRefusal, WholesalePackage } from './wholesale-packages.ts';
import { awaitTurn, judgePlans, nextVersion, publishVersion } from './publication-store.ts';
import { plans, wholesaleLists, wholesalePackages } from './schema.ts';
import { keptMs } from '../../shared/retention.ts';

/** Rows per statement: 17 values each, of PostgreSQL's limit of 65,535 parameters. */
const AT_ONCE = 1_000;

/**
 * Stores the wholesaler's list as read at `readAt` and checks every plan against it, in one transaction. Packages
 * missing from the list are marked as gone. A list older than the last one changes nothing. A change of shown data
 * makes a new publication.
 */
export async function keepPackages(
  db: Db,
  { packages, refused }: { packages: readonly WholesalePackage[]; refused: readonly PackageRefusal[] },
  { readAt, runId = uuidv7() }: { readAt: Date; runId?: string | undefined },
): Promise<void> {
  await db.transaction(async (tx) => {
    await awaitTurn(tx);
    await tx.insert(wholesaleLists).values({ id: runId, packages: packages.length, refused: [...refused], readAt });
    await tx
      .delete(wholesaleLists)
      .where(lt(wholesaleLists.readAt, new Date(readAt.getTime() - keptMs('wholesaleLists'))));
    // An empty list is treated as a fault of the wholesaler: it would take every plan off sale.
    if (packages.length === 0) return;
    const [newer] = await tx
      .select({ id: wholesalePackages.id })
      .from(wholesalePackages)
      .where(gt(wholesalePackages.seenAt, readAt))
      .limit(1);
    if (newer) return;
    const changed = await writePackages(tx, packages, readAt);
    const gone = await tx
      .update(wholesalePackages)
      .set({ goneAt: readAt })
      .where(and(lt(wholesalePackages.seenAt, readAt), isNull(wholesalePackages.goneAt)))
      .returning({ id: wholesalePackages.id });
    await acceptFirstCosts(tx);
    const judged = await judgePlans(tx);
    const shown = judged.length > 0 || (await areSold(tx, [...changed, ...gone.map(({ id }) => id)]));
    if (shown)
      await publishVersion(tx, {
        version: await nextVersion(tx),
        action: 'check',
        by: 'wholesaler',
        plans: judged.length,
      });
  });
}

/** The last list that was read, with the packages that it refused; null: none yet. */
export async function lastList(db: Queryable) {
  const [list] = await db
    .select()
    .from(wholesaleLists)
    .where(gt(wholesaleLists.packages, 0))
    .orderBy(desc(wholesaleLists.readAt))
    .limit(1);
  return list ?? null;
}

/** The reading with this run id; null: not finished yet. */
export async function findList(db: Queryable, runId: string) {
  const [list] = await db.select().from(wholesaleLists).where(eq(wholesaleLists.id, runId));
  return list ?? null;
}

/** Plans of the seed get their first net price here. */
async function acceptFirstCosts(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update plans set priced_at_net_cents = w.net_price_cents from wholesale_packages w
    where w.id = plans.package_id and plans.priced_at_net_cents is null`);
}

/** Returns the ids of packages that are new or have changed. */
async function writePackages(tx: Tx, packages: readonly WholesalePackage[], readAt: Date): Promise<string[]> {
  const changed: string[] = [];
  for (let from = 0; from < packages.length; from += AT_ONCE) {
    const rows = packages.slice(from, from + AT_ONCE).map((each) => rowOf(each, readAt));
    const written = await tx
      .insert(wholesalePackages)
      .values(rows)
      .onConflictDoUpdate({ target: wholesalePackages.id, set: FROM_LIST, setWhere: DIFFERS })
      .returning({ id: wholesalePackages.id });
    changed.push(...written.map(({ id }) => id));
    await tx
      .update(wholesalePackages)
      .set({ seenAt: readAt })
      .where(
        inArray(
          wholesalePackages.id,
          rows.map(({ id }) => id),
        ),
      );
  }
  return changed;
}

const COLUMNS = [
  'title',
  'operator',
  'kind',
  'data_mb',
  'unlimited',
  'unlimited_terms',
  'days',
  'net_price_cents',
  'minimum_price_cents',
  'country_codes',
  'networks',
  'has_5g',
  'facts',
  'gone_at',
] as const;

const list = (table: 'wholesale_packages' | 'excluded') =>
  sql.join(
    COLUMNS.map((name) => sql`${sql.identifier(table)}.${sql.identifier(name)}`),
    sql`, `,
  );
const DIFFERS = sql`(${list('wholesale_packages')}) is distinct from (${list('excluded')})`;

const fromList = (name: (typeof COLUMNS)[number]) => sql`excluded.${sql.identifier(name)}`;
const FROM_LIST = {
  title: fromList('title'),
  operator: fromList('operator'),
  kind: fromList('kind'),
  dataMb: fromList('data_mb'),
  unlimited: fromList('unlimited'),
  unlimitedTerms: fromList('unlimited_terms'),
  days: fromList('days'),
  netPriceCents: fromList('net_price_cents'),
  minimumPriceCents: fromList('minimum_price_cents'),
  countryCodes: fromList('country_codes'),
  networks: fromList('networks'),
  has5g: fromList('has_5g'),
  facts: fromList('facts'),
  goneAt: fromList('gone_at'),
};

function rowOf(each: WholesalePackage, readAt: Date): typeof wholesalePackages.$inferInsert {
  const { packageId, unlimitedTerms, ...facts } = each;
  return {
    id: packageId,
    ...facts,
    unlimitedTerms,
    has5g: Object.values(each.networks).some((networks) =>
      networks.some(({ generations }) => generations.includes('5G')),
    ),
    seenAt: readAt,
    goneAt: null,
  };
}

async function areSold(tx: Tx, packageIds: readonly string[]): Promise<boolean> {
  if (packageIds.length === 0) return false;
  const [sold] = await tx
    .select({ id: plans.id })
    .from(plans)
    .where(and(eq(plans.status, 'published'), sql`${plans.packageId} = any(${sql.param([...packageIds])})`))
    .limit(1);
  return sold !== undefined;
}
