import type { Db } from '../../db/database.ts';
import type { Currency } from '../../shared/money.ts';
import { readSeed } from './seed-files.ts';
import { ignoredPrices, type IgnoredPrice, sellIn, writeSeed } from './seed-store.ts';

/**
 * Inserts the specification's offers and all destinations into an empty catalogue, and new ones later. Existing rows
 * stay as the merchant set them; only names in new languages and search terms follow the files. Idempotent: runs at
 * each start. Then the prices of plans follow the currency in which the store sells. Returns the prices of the files that
 * are ignored, because their plans exist.
 */
export async function seedCatalogue(db: Db, currency: Currency): Promise<IgnoredPrice[]> {
  const seed = await readSeed();
  return db.transaction(async (tx) => {
    await writeSeed(tx, seed);
    await sellIn(tx, currency);
    return ignoredPrices(tx, seed.offers);
  });
}

/** The prices of the files that are ignored. */
export const findIgnoredPrices = async (db: Pick<Db, 'select'>): Promise<IgnoredPrice[]> =>
  ignoredPrices(db, (await readSeed()).offers);
