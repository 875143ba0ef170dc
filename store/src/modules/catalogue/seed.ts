import type { Db } from '../../db/database.ts';
import { readSeed } from './seed-files.ts';
import { writeSeed } from './seed-store.ts';

/**
 * Inserts the specification's offers and all destinations into an empty catalogue, and new ones later. Existing rows
 * stay as the merchant set them; only names in new languages and search terms follow the files. Idempotent: runs at
 * each start.
 */
export async function seedCatalogue(db: Db): Promise<void> {
  const seed = await readSeed();
  await db.transaction((tx) => writeSeed(tx, seed));
}
