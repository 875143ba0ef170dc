import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { awaitTurn, nextVersion, publishVersion } from './publication-store.ts';
import { writePrices } from './desk-store.ts';
import { destinations, offers, plans } from './schema.ts';
import type { SeedOffer, SeedPlace } from './seed-files.ts';

/** Inserts missing rows. New plans make a publication. */
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
  if (made.length === 0) return;
  const version = await nextVersion(tx);
  await writePrices(tx, made, { version, by: 'seed' });
  await publishVersion(tx, { version, action: 'seed', by: 'seed', plans: made.length });
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
