import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import type { Currency } from '../../shared/money.ts';
import { awaitTurn, nextVersion, publishVersion } from './publication-store.ts';
import { followCurrency, writePrices } from './desk-store.ts';
import { adoptSources, judgePlans } from './source-store.ts';
import { writeStatements } from './statement-store.ts';
import { destinations, offers, plans } from './schema.ts';
import { SEED_CURRENCY, type SeedOffer, type SeedPlace } from './seed-files.ts';

/** The author of prices that come from the files. */
const SEED = 'seed';

/**
 * Inserts missing rows, and the sources and statements of new plans and of those that version 1.0.0 made. New plans make a
 * publication.
 */
export async function writeSeed(
  tx: Tx,
  seed: { places: readonly SeedPlace[]; offers: readonly SeedOffer[] },
): Promise<void> {
  const now = new Date();
  await awaitTurn(tx);
  await tx
    .insert(destinations)
    .values([...seed.places])
    .onConflictDoUpdate({
      target: destinations.slug,
      set: {
        // The merchant's names stay; only a new language is added.
        name: sql`excluded.name || ${destinations.name}`,
        aliases: sql`excluded.aliases`,
        cities: sql`excluded.cities`,
      },
    });
  await tx
    .insert(offers)
    .values(seed.offers.map(({ slug, statedCountries }) => ({ slug, statedCountries, createdAt: now })))
    .onConflictDoNothing();
  const rows = seed.offers.flatMap(({ slug, plans: own }) => own.map((plan, at) => rowOf(slug, plan, at, now)));
  const made = await tx
    .insert(plans)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: plans.id, priceAmount: plans.priceAmount, currency: plans.currency });
  await adoptSources(tx);
  await writeStatements(tx);
  if (made.length === 0) return;
  const version = await nextVersion(tx);
  await writePrices(tx, made, { version, by: SEED });
  await publishVersion(tx, { version, action: 'seed', by: SEED, plans: made.length });
}

/** After a change of the currency in which the store sells: plans with a price in it are sold at that one. */
export async function sellIn(tx: Tx, currency: Currency): Promise<void> {
  const changed = await followCurrency(tx, currency);
  if (changed.length === 0) return;
  await judgePlans(tx);
  await publishVersion(tx, { version: await nextVersion(tx), action: 'price', by: SEED, plans: changed.length });
}

/** A plan whose price in the files is not that in the database. */
export type IgnoredPrice = { planId: string; seedCents: number; cents: number; currency: Currency };

/**
 * Prices of the files that count no more: a plan keeps the price that it was created with until an operator sets one. Prices
 * that an operator has set are left out.
 */
export async function ignoredPrices(db: Pick<Db, 'select'>, seed: readonly SeedOffer[]): Promise<IgnoredPrice[]> {
  const inFiles = new Map(seed.flatMap(({ plans: own }) => own.map(({ id, priceCents }) => [id, priceCents] as const)));
  const setBy = sql<string | null>`(select price.by from plan_prices price where price.plan_id = plans.id
    and price.currency = ${SEED_CURRENCY} order by price.at desc, price.version desc limit 1)`;
  const rows = await db
    .select({ planId: plans.id, cents: plans.priceAmount, setBy })
    .from(plans)
    .where(and(inArray(plans.id, [...inFiles.keys()]), eq(plans.currency, SEED_CURRENCY)))
    .orderBy(asc(plans.id));
  return rows.flatMap(({ planId, cents, setBy: author }) => {
    const seedCents = inFiles.get(planId)!;
    return author === SEED && seedCents !== cents ? [{ planId, seedCents, cents, currency: SEED_CURRENCY }] : [];
  });
}

function rowOf(
  offerSlug: string,
  { priceCents, ...plan }: SeedOffer['plans'][number],
  position: number,
  now: Date,
): typeof plans.$inferInsert {
  return {
    ...plan,
    offerSlug,
    unlimited: null,
    priceAmount: priceCents,
    currency: SEED_CURRENCY,
    status: 'published',
    position,
    fault: 'never-checked',
    createdAt: now,
  };
}
