import type { Db } from '../../db/database.ts';
import { readSeed } from './seed-files.ts';
import { writeSeed } from './seed-store.ts';

/**
 * Brings the specification's offers and all destinations into an empty catalogue, and later ones that are new. What is there
 * stays as the merchant has it; only names in new languages and the words by which destinations are found follow the files.
 * Safe to run at each start.
 */
export async function seedCatalogue(db: Db): Promise<void> {
  const seed = await readSeed();
  await db.transaction((tx) => writeSeed(tx, seed));
}
