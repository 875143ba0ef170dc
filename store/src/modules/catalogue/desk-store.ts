import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Currency, Money } from '../../shared/money.ts';
import {
  catalogueVersions,
  destinations,
  offers,
  planPrices,
  planSources,
  plans,
  wholesalePackages,
} from './schema.ts';
import { acceptCosts, insertSources, isFirstSource, isPackageOfSource } from './source-store.ts';
import type { UnlimitedTerms } from './types.ts';

/** A plan for the catalogue commands, with one of its sources and the net price there, where that is known. */
export type DeskPlan = Pick<
  typeof plans.$inferSelect,
  'id' | 'offerSlug' | 'dataMb' | 'days' | 'priceAmount' | 'currency' | 'status' | 'fault'
> & {
  /** Empty for a plan without a source. */
  wholesaler: string;
  packageId: string;
  sourceFault: string | null;
  pricedAtNetCents: number | null;
  pricedAtNetCurrency: Currency | null;
  netPriceCents: number | null;
  minimumPriceCents: number | null;
  /** Of the net price and the minimum. */
  netCurrency: Currency | null;
};

export type NewPlan = {
  /** `id` is the plan's; `packageId` is the wholesaler's. */
  id: string;
  wholesaler: string;
  packageId: string;
  offerSlug: string;
  dataMb: number;
  unlimited: boolean;
  unlimitedTerms: UnlimitedTerms | null;
  days: number;
  priceAmount: number;
  currency: Currency;
  netPriceCents: number;
  netCurrency: Currency;
  status: 'draft' | 'published';
};

/** Rows per statement. */
const AT_ONCE = 1_000;

const COST = {
  id: plans.id,
  offerSlug: plans.offerSlug,
  dataMb: plans.dataMb,
  days: plans.days,
  priceAmount: plans.priceAmount,
  currency: plans.currency,
  status: plans.status,
  fault: plans.fault,
  wholesaler: sql<string>`coalesce(${planSources.wholesaler}, '')`,
  packageId: sql<string>`coalesce(${planSources.packageId}, ${plans.packageId})`,
  sourceFault: planSources.fault,
  pricedAtNetCents: planSources.pricedAtNetCents,
  pricedAtNetCurrency: planSources.pricedAtNetCurrency,
  netPriceCents: wholesalePackages.netPriceCents,
  minimumPriceCents: wholesalePackages.minimumPriceCents,
  netCurrency: wholesalePackages.netCurrency,
};

/** These plans with their first sources. */
export async function findPlans(db: Queryable, ids: readonly string[]): Promise<DeskPlan[]> {
  if (ids.length === 0) return [];
  return db
    .select(COST)
    .from(plans)
    .leftJoin(planSources, isFirstSource)
    .leftJoin(wholesalePackages, isPackageOfSource)
    .where(isAmong(ids))
    .orderBy(asc(plans.offerSlug), asc(plans.position), asc(plans.id));
}

/** Published plans, once for each source. */
export async function listPlansWithCost(db: Queryable): Promise<DeskPlan[]> {
  return db
    .select(COST)
    .from(plans)
    .leftJoin(planSources, eq(planSources.planId, plans.id))
    .leftJoin(wholesalePackages, isPackageOfSource)
    .where(eq(plans.status, 'published'))
    .orderBy(asc(plans.offerSlug), asc(plans.position), asc(plans.id), asc(planSources.position));
}

/** Ids of the plan, or of all plans of the offer, with this name. */
export async function findIds(db: Queryable, name: string): Promise<string[]> {
  const rows = await db
    .select({ id: plans.id })
    .from(plans)
    .where(or(eq(plans.id, name), eq(plans.offerSlug, name)));
  return rows.map(({ id }) => id);
}

/** The ids of all plans, the destinations that have plans, and the packages on sale at the wholesalers. */
export async function listNames(db: Queryable) {
  const named = await db.select({ id: plans.id, offerSlug: plans.offerSlug }).from(plans);
  const onSale = isNull(wholesalePackages.goneAt);
  const packages = await db.select({ id: wholesalePackages.id }).from(wholesalePackages).where(onSale);
  return {
    plans: named.map(({ id }) => id),
    offers: [...new Set(named.map(({ offerSlug }) => offerSlug))],
    packages: packages.map(({ id }) => id),
  };
}

const isSold = sql`exists (select from ${planSources} where ${isPackageOfSource})`;

/** Packages on sale at the wholesalers that no plan uses. */
export async function listUnsold(db: Queryable) {
  const { wholesaler, id, title, countryCodes, netPriceCents, netCurrency } = wholesalePackages;
  return db
    .select({ wholesaler, id, title, countryCodes, netPriceCents, netCurrency })
    .from(wholesalePackages)
    .where(and(isNull(wholesalePackages.goneAt), sql`not ${isSold}`))
    .orderBy(asc(wholesalePackages.wholesaler), asc(wholesalePackages.id));
}

/** The country and the region of every destination for one country. */
export async function listPlaces(db: Queryable) {
  return db
    .select({ countryCode: destinations.countryCode, region: destinations.region })
    .from(destinations)
    .where(eq(destinations.kind, 'local'));
}

/** Packages for one country that no plan sells, each with its destination, the cheapest first of those with the same terms. */
export async function listImportable(
  db: Queryable,
  { countryCode, region }: { countryCode: string | null; region: string | null },
) {
  const country = sql`cardinality(${wholesalePackages.countryCodes}) = 1`;
  const wanted = and(
    isNull(wholesalePackages.goneAt),
    country,
    countryCode === null ? undefined : sql`${wholesalePackages.countryCodes}[1] = ${countryCode}`,
    region === null ? undefined : eq(destinations.region, region),
  );
  const found = await db
    .select({ package: wholesalePackages, destination: destinations.slug, isSold: sql<boolean>`${isSold}` })
    .from(wholesalePackages)
    .leftJoin(
      destinations,
      and(
        sql`${destinations.countryCode} = ${wholesalePackages.countryCodes}[1]`,
        eq(destinations.kind, 'local'),
        isNull(destinations.within),
      ),
    )
    .where(wanted)
    .orderBy(
      asc(wholesalePackages.countryCodes),
      asc(wholesalePackages.dataMb),
      asc(wholesalePackages.days),
      asc(wholesalePackages.netPriceCents),
      asc(wholesalePackages.wholesaler),
      asc(wholesalePackages.id),
    );
  return {
    packages: found
      .filter((row) => !row.isSold)
      .map(({ package: { id, wholesaler, dataMb, unlimited, unlimitedTerms, days, ...costs }, destination }) => ({
        wholesaler,
        packageId: id,
        dataMb,
        unlimited,
        unlimitedTerms,
        days,
        netPriceCents: costs.netPriceCents,
        netCurrency: costs.netCurrency,
        minimumPriceCents: costs.minimumPriceCents,
        destination,
      })),
    known: found.filter((row) => row.isSold).length,
  };
}

/** Inserts plans with their offers and sources. */
export async function insertPlans(db: Queryable, rows: readonly NewPlan[]): Promise<DeskPlan[]> {
  const now = new Date();
  const slugs = [...new Set(rows.map(({ offerSlug }) => offerSlug))];
  for (let from = 0; from < slugs.length; from += AT_ONCE)
    await db
      .insert(offers)
      .values(slugs.slice(from, from + AT_ONCE).map((slug) => ({ slug, statedCountries: null, createdAt: now })))
      .onConflictDoNothing();
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db.insert(plans).values(
      rows
        .slice(from, from + AT_ONCE)
        .map(({ wholesaler: _, netCurrency: __, unlimitedTerms, unlimited, dataMb, netPriceCents, ...row }) => ({
          ...row,
          pricedAtNetCents: netPriceCents,
          // An unlimited plan continues at the stated speed after its daily amount, so it has no data figure.
          dataMb: unlimited ? 0 : dataMb,
          unlimited: unlimited ? (unlimitedTerms ?? { dailyMb: null, thenKbps: null }) : null,
          position: positionOf({ unlimited, dataMb, days: row.days }),
          fault: 'never-checked',
          createdAt: now,
        })),
    );
  await insertSources(
    db,
    rows.map(({ id, netPriceCents, netCurrency, ...source }) => ({
      ...source,
      planId: id,
      pricedAtNetCents: netPriceCents,
      pricedAtNetCurrency: netCurrency,
    })),
  );
  return findPlans(
    db,
    rows.map(({ id }) => id),
  );
}

/** By size, then days; unlimited ones last. */
const positionOf = ({ unlimited, dataMb, days }: Pick<NewPlan, 'unlimited' | 'dataMb' | 'days'>) =>
  (unlimited ? 1_000_000_000 : Math.min(dataMb, 999_999) * 1_000) + Math.min(days, 999);

export async function setStatus(
  db: Queryable,
  ids: readonly string[],
  status: 'published' | 'hidden',
): Promise<DeskPlan[]> {
  const changed = await db
    .update(plans)
    .set({ status })
    .where(and(isAmong(ids), sql`${plans.status} <> ${status}`))
    .returning({ id: plans.id });
  return findPlans(
    db,
    changed.map(({ id }) => id),
  );
}

export async function setPrice(db: Queryable, id: string, { amount, currency }: Money): Promise<DeskPlan[]> {
  await db.update(plans).set({ priceAmount: amount, currency }).where(eq(plans.id, id));
  await acceptCosts(db, [id]);
  return findPlans(db, [id]);
}

/** The price of a plan in this currency; null: it has none. */
export async function priceIn(db: Queryable, planId: string, currency: Currency): Promise<number | null> {
  const [row] = await db
    .select({ amount: planPrices.toAmount })
    .from(planPrices)
    .where(and(eq(planPrices.planId, planId), eq(planPrices.currency, currency)))
    .orderBy(desc(planPrices.startsAt), desc(planPrices.version))
    .limit(1);
  return row?.amount ?? null;
}

/**
 * Gives each plan without a current price in this currency the one of its rows, where there is one, after a change of
 * the currency in which the store sells. Returns the ids of changed plans.
 */
export async function followCurrency(db: Pick<Queryable, 'execute'>, currency: Currency): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update plans p set price_amount = price.to_amount, currency = price.currency
    from (
      select distinct on (plan_id) plan_id, to_amount, currency from plan_prices
      where currency = ${currency} order by plan_id, at desc, version desc
    ) price
    where price.plan_id = p.id and p.currency <> price.currency
    returning p.id`);
  return rows.map(({ id }) => id);
}

/** Writes the current price of each plan as a row that starts now. `before`: the previous price of one plan. */
export async function writePrices(
  db: Queryable,
  priced: readonly Pick<DeskPlan, 'id' | 'priceAmount' | 'currency'>[],
  { version, by, before = null }: { version: number; by: string; before?: number | null },
): Promise<void> {
  for (let from = 0; from < priced.length; from += AT_ONCE)
    await db.insert(planPrices).values(
      priced.slice(from, from + AT_ONCE).map(({ id, priceAmount, currency }) => ({
        id: uuidv7(),
        planId: id,
        version,
        fromAmount: before,
        toAmount: priceAmount,
        currency,
        by,
        // The database's clock: of prices by two processes the later one counts.
        startsAt: sql`clock_timestamp()`,
      })),
    );
}

export async function listPrices(db: Queryable, planId: string) {
  return db.select().from(planPrices).where(eq(planPrices.planId, planId)).orderBy(desc(planPrices.version)).limit(100);
}

export async function listVersions(db: Queryable) {
  return db.select().from(catalogueVersions).orderBy(desc(catalogueVersions.version)).limit(50);
}

/** One array parameter for any number of ids. */
const isAmong = (ids: readonly string[]) =>
  ids.length < 100 ? inArray(plans.id, [...ids]) : sql`${plans.id} = any(${sql.param([...ids])})`;
