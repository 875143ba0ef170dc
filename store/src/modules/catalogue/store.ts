import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { type Currency, minorUnits } from '../../shared/money.ts';
import {
  catalogueVersions,
  destinations,
  offers,
  planSources,
  planStatements,
  plans,
  wholesalePackages,
} from './schema.ts';
import { chosenSource, isFirstSource, isPackageOfSource } from './source-store.ts';
import type { Operator, WantedPlans } from './types.ts';

export type DestinationRow = typeof destinations.$inferSelect;
export type PlanRow = typeof plans.$inferSelect;
export type PackageRow = typeof wholesalePackages.$inferSelect;

/** A plan with what is stated about it; null: the package of none of its sources was read yet. */
export type StatedPlan = PlanRow & {
  stated: Pick<typeof planStatements.$inferSelect, 'countryCodes' | 'networks' | 'coverage' | 'facts'> | null;
};

/** The newest publication; 0 before the first. */
export async function readVersion(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ version: catalogueVersions.version })
    .from(catalogueVersions)
    .orderBy(desc(catalogueVersions.version))
    .limit(1);
  return row?.version ?? 0;
}

/** When the newest publication was made. */
export async function readPublishedAt(db: Queryable): Promise<Date | null> {
  const [row] = await db
    .select({ at: catalogueVersions.at })
    .from(catalogueVersions)
    .orderBy(desc(catalogueVersions.version))
    .limit(1);
  return row?.at ?? null;
}

/** A destination with the lowest price and the coverage of its own published plans. */
export type ListedDestination = Omit<DestinationRow, 'aliases' | 'cities'> & {
  statedCountries: number | null;
  published: number;
  fromAmount: number | null;
  /** Null: the wholesaler names no network. */
  has5g: boolean | null;
};

/** Published plans with a price in this currency: another price is shown nowhere. */
const published = (currency: Currency) => and(eq(plans.status, 'published'), eq(plans.currency, currency));

/** All destinations in catalogue order, with or without plans in this currency. */
export async function listDestinations(db: Queryable, currency: Currency): Promise<ListedDestination[]> {
  const own = db
    .select({
      offerSlug: plans.offerSlug,
      published: sql<number>`count(*)::int`.as('published'),
      fromAmount: sql<number | null>`min(${plans.priceAmount}) filter (where ${plans.fault} is null)`.as('from_amount'),
      has5g: sql<
        boolean | null
      >`bool_or(${planStatements.has5g}) filter (where ${planStatements.networks} <> '{}' or ${planStatements.coverage} <> '{}')`.as(
        'own_has_5g',
      ),
    })
    .from(plans)
    .leftJoin(planStatements, isStatedAbout)
    .where(published(currency))
    .groupBy(plans.offerSlug)
    .as('own');
  const { aliases: _, cities: __, ...columns } = columnsOf(destinations);
  const rows = await db
    .select({
      ...columns,
      statedCountries: offers.statedCountries,
      published: own.published,
      fromAmount: own.fromAmount,
      has5g: own.has5g,
    })
    .from(destinations)
    .leftJoin(offers, eq(offers.slug, destinations.slug))
    .leftJoin(own, eq(own.offerSlug, destinations.slug))
    .orderBy(asc(destinations.position), asc(destinations.slug));
  return rows.map((row) => ({ ...row, published: row.published ?? 0 }));
}

/**
 * The networks of all local destinations from their own published plans, by slug. Plans of one destination mostly have
 * the same networks, which are read once: the result has as many rows as destinations, not plans.
 */
export async function listOwnNetworks(
  db: Queryable,
  currency: Currency,
): Promise<{ slug: string; networks: Operator[] }[]> {
  const networks = sql<Operator[]>`${planStatements.networks} -> ${destinations.countryCode}`;
  return db
    .select({ slug: destinations.slug, networks })
    .from(plans)
    .innerJoin(planStatements, isStatedAbout)
    .innerJoin(destinations, eq(destinations.slug, plans.offerSlug))
    .where(
      and(
        published(currency),
        eq(destinations.kind, 'local'),
        sql`${planStatements.networks} ? ${destinations.countryCode}`,
      ),
    )
    .groupBy(destinations.slug, networks)
    .orderBy(destinations.slug, sql`min(${plans.position})`, sql`min(${plans.id})`);
}

/** By slug, the price in cents of the cheapest available plan that matches. `kind`: only such destinations. */
export async function listCheapestOwn(
  db: Queryable,
  wanted: WantedPlans,
  currency: Currency,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ slug: plans.offerSlug, amount: sql<number>`min(${plans.priceAmount})` })
    .from(plans)
    .innerJoin(destinations, eq(destinations.slug, plans.offerSlug))
    .leftJoin(planStatements, isStatedAbout)
    .where(and(onSale(currency), ...matching(wanted, currency)))
    .groupBy(plans.offerSlug);
  return new Map(rows.map(({ slug, amount }) => [slug, amount]));
}

/** By slug, for each of `wanted` whether an available plan of its own matches. Reads the plans once. */
export async function listFittingOwn(
  db: Queryable,
  wanted: readonly WantedPlans[],
  currency: Currency,
): Promise<Map<string, boolean[]>> {
  const fits = wanted.map((each) => sql`coalesce(bool_or(${and(sql`true`, ...matching(each, currency))}), false)`);
  const rows = await db
    .select({ slug: plans.offerSlug, fits: sql<boolean[]>`array[${sql.join(fits, sql`, `)}]` })
    .from(plans)
    .innerJoin(destinations, eq(destinations.slug, plans.offerSlug))
    .leftJoin(planStatements, isStatedAbout)
    .where(onSale(currency))
    .groupBy(plans.offerSlug);
  return new Map(rows.map((row) => [row.slug, row.fits]));
}

/** The condition of a join: what pages state about the plan. */
const isStatedAbout = eq(planStatements.planId, plans.id);

const onSale = (currency: Currency) => and(published(currency), isNull(plans.fault));

function matching({ filter: { data, days, price, fiveG, hotspot }, kind }: WantedPlans, currency: Currency) {
  return [
    kind === null ? undefined : eq(destinations.kind, kind),
    data === null ? undefined : or(isNotNull(plans.unlimited), gte(plans.dataMb, data * 1024)),
    days === null ? undefined : gte(plans.days, days),
    price === null ? undefined : lte(plans.priceAmount, minorUnits(price, currency)),
    fiveG ? planStatements.has5g : undefined,
    hotspot ? sql`${planStatements.facts} ->> 'hotspot' = 'true'` : undefined,
  ];
}

/** Other names and cities by slug, for the search. */
export async function listTerms(db: Queryable): Promise<Map<string, { aliases: string[]; cities: string[] }>> {
  const rows = await db
    .select({ slug: destinations.slug, aliases: destinations.aliases, cities: destinations.cities })
    .from(destinations);
  return new Map(rows.map(({ slug, ...terms }) => [slug, terms]));
}

/** The published plans of these offers, in catalogue order. */
export async function listPlans(
  db: Queryable,
  offerSlugs: readonly string[],
  currency: Currency,
): Promise<StatedPlan[]> {
  if (offerSlugs.length === 0) return [];
  const { countryCodes, networks, coverage, facts } = planStatements;
  return db
    .select({ plan: plans, stated: { countryCodes, networks, coverage, facts } })
    .from(plans)
    .leftJoin(planStatements, isStatedAbout)
    .where(and(inArray(plans.offerSlug, [...offerSlugs]), published(currency)))
    .orderBy(asc(plans.offerSlug), asc(plans.position), asc(plans.id))
    .then((rows) => rows.map(({ plan, stated }) => ({ ...plan, stated })));
}

/** A plan that is or was on sale, with a price in this currency. */
export async function findPlan(db: Queryable, id: string, currency: Currency): Promise<PlanRow | null> {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, id), ne(plans.status, 'draft'), eq(plans.currency, currency)));
  return row ?? null;
}

/** A plan that is or was on sale, with its destination, when its validity starts, and the package that it is bought as. */
export async function findPlanToSell(db: Queryable, id: string, currency: Currency) {
  const source = chosenSource(db, plans.id).as('source');
  const { wholesaler, packageId } = source;
  const { name, flag } = destinations;
  const [row] = await db
    .select({ plan: plans, name, flag, facts: planStatements.facts, source: { wholesaler, packageId } })
    .from(plans)
    .innerJoin(destinations, eq(destinations.slug, plans.offerSlug))
    .leftJoin(planStatements, isStatedAbout)
    .leftJoinLateral(source, sql`true`)
    .where(and(eq(plans.id, id), ne(plans.status, 'draft'), eq(plans.currency, currency)));
  return row ?? null;
}

/** Published plans that cannot be delivered now, with their first source and the time at which its package was last seen. */
export async function listProblems(db: Queryable) {
  return db
    .select({
      planId: plans.id,
      wholesaler: planSources.wholesaler,
      packageId: plans.packageId,
      fault: plans.fault,
      checkedAt: wholesalePackages.seenAt,
    })
    .from(plans)
    .leftJoin(planSources, isFirstSource)
    .leftJoin(wholesalePackages, isPackageOfSource)
    .where(and(isNotNull(plans.fault), eq(plans.status, 'published')))
    .orderBy(asc(plans.offerSlug), asc(plans.position), asc(plans.id));
}

/** What these packages state, as last read; also of those that are on sale no more. */
export async function listPackageStatements(db: Queryable, of: readonly { wholesaler: string; packageId: string }[]) {
  if (of.length === 0) return [];
  const { wholesaler, id, facts, networks, countryCodes } = wholesalePackages;
  return db
    .select({ wholesaler, packageId: id, facts, networks, countryCodes })
    .from(wholesalePackages)
    .where(or(...of.map((each) => and(eq(wholesaler, each.wholesaler), eq(id, each.packageId)))));
}

export async function findPackage(
  db: Queryable,
  { wholesaler, packageId }: { wholesaler: string; packageId: string },
): Promise<PackageRow | null> {
  const [row] = await db
    .select()
    .from(wholesalePackages)
    .where(and(eq(wholesalePackages.wholesaler, wholesaler), eq(wholesalePackages.id, packageId)));
  return row ?? null;
}

/** The columns of a table, from Drizzle. */
const columnsOf = (table: typeof destinations) => {
  const { slug, kind, countryCode, name, flag, region, within, members, aliases, cities, position, featured } = table;
  return { slug, kind, countryCode, name, flag, region, within, members, aliases, cities, position, featured };
};
