import { asc, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { awaitTurn, nextVersion, publishVersion } from './publication-store.ts';
import { writePrices } from './desk-store.ts';
import { adoptSources } from './source-store.ts';
import { destinations, offers, plans } from './schema.ts';
import type { SeedOffer, SeedPlace } from './seed-files.ts';

/** The author of prices that come from the files. */
const SEED = 'seed';

/** Inserts missing rows, and the sources of new plans and of those that version 1.0.0 made. New plans make a publication. */
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
    .returning({ id: plans.id, priceAmount: plans.priceAmount });
  await adoptSources(tx);
  if (made.length === 0) return;
  const version = await nextVersion(tx);
  await writePrices(tx, made, { version, by: SEED });
  await publishVersion(tx, { version, action: 'seed', by: SEED, plans: made.length });
}

/** A plan whose price in the files is not that in the database. */
export type IgnoredPrice = { planId: string; seedCents: number; cents: number };

/**
 * Prices of the files that count no more: a plan keeps the price that it was created with until an operator sets one. Prices
 * that an operator has set are left out.
 */
export async function ignoredPrices(db: Pick<Db, 'select'>, seed: readonly SeedOffer[]): Promise<IgnoredPrice[]> {
  const inFiles = new Map(seed.flatMap(({ plans: own }) => own.map(({ id, priceCents }) => [id, priceCents] as const)));
  const setBy = sql<string | null>`(select price.by from plan_prices price where price.plan_id = plans.id
    order by price.version desc limit 1)`;
  const rows = await db
    .select({ planId: plans.id, cents: plans.priceAmount, setBy })
    .from(plans)
    .where(inArray(plans.id, [...inFiles.keys()]))
    .orderBy(asc(plans.id));
  return rows.flatMap(({ planId, cents, setBy: author }) => {
    const seedCents = inFiles.get(planId)!;
    return author === SEED && seedCents !== cents ? [{ planId, seedCents, cents }] : [];
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
    currency: 'USD',
    status: 'published',
    position,
    fault: 'never-checked',
    createdAt: now,
  };
}
