import type { Db } from '../../db/database.ts';
import { readSeed } from './seed-files.ts';
import { ignoredPrices, type IgnoredPrice, writeSeed } from './seed-store.ts';

/**
 * Inserts the specification's offers and all destinations into an empty catalogue, and new ones later. Existing rows
 * stay as the merchant set them; only names in new languages and search terms follow the files. Idempotent: runs at
 * each start. Returns the prices of the files that are ignored, because their plans exist.
 */
export async function seedCatalogue(db: Db): Promise<IgnoredPrice[]> {
  const seed = await readSeed();
  return db.transaction(async (tx) => {
    await writeSeed(tx, seed);
    return ignoredPrices(tx, seed.offers);
  });
}

/** The prices of the files that are ignored. */
export const findIgnoredPrices = async (db: Pick<Db, 'select'>): Promise<IgnoredPrice[]> =>
  ignoredPrices(db, (await readSeed()).offers);
