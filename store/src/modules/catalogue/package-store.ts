import { and, asc, desc, eq, getTableColumns, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Currency } from '../../shared/money.ts';
import type { PackageRefusal, WholesalePackage } from './wholesale-packages.ts';
import { awaitTurn, nextVersion, publishVersion } from './publication-store.ts';
import { wholesaleLists, wholesalePackages } from './schema.ts';
import { acceptCosts, judgePlans } from './source-store.ts';
import { keptMs } from '../../shared/retention.ts';

/** Rows per statement. */
const AT_ONCE = 1_000;

/** A list of packages of one wholesaler, as read at `readAt`; empty: it gave no usable list. */
type PackageList = {
  wholesaler: string;
  packages: readonly WholesalePackage[];
  refused: readonly PackageRefusal[];
  readAt: Date;
};

/**
 * Stores the list of a wholesaler and checks every plan, in one transaction. Packages of this wholesaler that are missing
 * from the list are marked as gone. A list older than the last one, or an empty one, changes no package. A change of what
 * pages state or sell makes a new publication. `id`: that of the run, for its last list. `configured`: see `judgePlans`.
 */
export async function keepPackages(
  db: Db,
  list: PackageList,
  { id = uuidv7(), configured }: { id?: string | undefined; configured: readonly string[] },
): Promise<void> {
  const { wholesaler, readAt } = list;
  await db.transaction(async (tx) => {
    await awaitTurn(tx);
    const { packages, refused } = await withoutTaken(tx, list);
    await tx
      .insert(wholesaleLists)
      .values({ id, wholesaler, packages: packages.length, refused: [...refused], readAt });
    await tx
      .delete(wholesaleLists)
      .where(lt(wholesaleLists.readAt, new Date(readAt.getTime() - keptMs('wholesaleLists'))));
    await writeList(tx, { ...list, packages });
    await acceptCosts(tx, null);
    const judged = await judgePlans(tx, configured);
    if (judged.length > 0)
      await publishVersion(tx, {
        version: await nextVersion(tx),
        action: 'check',
        by: 'wholesaler',
        plans: judged.length,
      });
  });
}

/**
 * Version 1.0.0 writes packages by their id alone, so a package whose id another wholesaler has is refused for now
 * (docs/old-columns.md).
 */
async function withoutTaken(tx: Tx, { wholesaler, packages, refused }: PackageList) {
  const ids = packages.map(({ packageId }) => packageId);
  const rows = await tx
    .select({ id: wholesalePackages.id })
    .from(wholesalePackages)
    .where(and(ne(wholesalePackages.wholesaler, wholesaler), sql`${wholesalePackages.id} = any(${sql.param(ids)})`));
  if (rows.length === 0) return { packages, refused };
  const taken = new Set(rows.map(({ id }) => id));
  return {
    packages: packages.filter(({ packageId }) => !taken.has(packageId)),
    refused: [...refused, ...[...taken].map((packageId) => ({ packageId, reason: 'id-taken' as const }))],
  };
}

async function writeList(tx: Tx, { wholesaler, packages, readAt }: PackageList): Promise<void> {
  // An empty list is treated as a fault of the wholesaler: it would take every plan off sale.
  if (packages.length === 0) return;
  const isTheirs = eq(wholesalePackages.wholesaler, wholesaler);
  const [newer] = await tx
    .select({ id: wholesalePackages.id })
    .from(wholesalePackages)
    .where(and(isTheirs, gt(wholesalePackages.seenAt, readAt)))
    .limit(1);
  if (newer) return;
  await writePackages(tx, { wholesaler, packages, readAt });
  await tx
    .update(wholesalePackages)
    .set({ goneAt: readAt })
    .where(and(isTheirs, lt(wholesalePackages.seenAt, readAt), isNull(wholesalePackages.goneAt)));
}

type List = typeof wholesaleLists.$inferSelect;

/** The last usable list of each wholesaler, with the packages that it refused. */
export async function lastLists(db: Queryable): Promise<List[]> {
  return db
    .selectDistinctOn([wholesaleLists.wholesaler])
    .from(wholesaleLists)
    .where(gt(wholesaleLists.packages, 0))
    .orderBy(asc(wholesaleLists.wholesaler), desc(wholesaleLists.readAt));
}

/** The lists of the run with this id; null: it has not finished yet. */
export async function listsOfRun(db: Queryable, runId: string): Promise<List[] | null> {
  const [last] = await db.select().from(wholesaleLists).where(eq(wholesaleLists.id, runId));
  if (!last) return null;
  return db
    .select()
    .from(wholesaleLists)
    .where(eq(wholesaleLists.readAt, last.readAt))
    .orderBy(asc(wholesaleLists.wholesaler));
}

/** Rows without a difference are not written again, except when they were last seen. */
async function writePackages(tx: Tx, { wholesaler, packages, readAt }: Omit<PackageList, 'refused'>): Promise<void> {
  for (let from = 0; from < packages.length; from += AT_ONCE) {
    const rows = packages.slice(from, from + AT_ONCE).map((each) => rowOf(each, wholesaler, readAt));
    await tx
      .insert(wholesalePackages)
      .select(recordsOf(rows))
      .onConflictDoUpdate({
        target: [wholesalePackages.wholesaler, wholesalePackages.id],
        set: FROM_LIST,
        setWhere: DIFFERS,
      });
    await tx
      .update(wholesalePackages)
      .set({ seenAt: readAt })
      .where(
        and(
          eq(wholesalePackages.wholesaler, wholesaler),
          sql`${wholesalePackages.id} = any(${sql.param(rows.map(({ id }) => id))})`,
        ),
      );
  }
}

type PackageRow = typeof wholesalePackages.$inferInsert;

const NAMES = Object.entries(getTableColumns(wholesalePackages)).map(
  ([key, { name }]) => [key as keyof PackageRow, name] as const,
);

/** The rows as one parameter. As 18 parameters a row they were most of what the check of a list costs. */
function recordsOf(rows: readonly PackageRow[]) {
  const records = rows.map((row) => Object.fromEntries(NAMES.map(([key, name]) => [name, row[key]])));
  const names = NAMES.map(([, name]) => sql.identifier(name));
  return sql`select ${sql.join(names, sql`, `)}
    from jsonb_populate_recordset(null::wholesale_packages, ${JSON.stringify(records)}::jsonb)`;
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
  'net_currency',
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
  netCurrency: fromList('net_currency'),
  minimumPriceCents: fromList('minimum_price_cents'),
  countryCodes: fromList('country_codes'),
  networks: fromList('networks'),
  has5g: fromList('has_5g'),
  facts: fromList('facts'),
  goneAt: fromList('gone_at'),
};

function rowOf(each: WholesalePackage, wholesaler: string, readAt: Date): PackageRow {
  const { packageId, unlimitedTerms, ...facts } = each;
  return {
    wholesaler,
    id: packageId,
    ...facts,
    netCurrency: each.netCurrency as Currency,
    unlimitedTerms,
    has5g: Object.values(each.networks).some((networks) =>
      networks.some(({ generations }) => generations.includes('5G')),
    ),
    seenAt: readAt,
    goneAt: null,
  };
}
