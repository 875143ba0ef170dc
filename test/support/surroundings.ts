import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '#src/db/database.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { type Ports, startVendors, type Vendors } from './vendors.ts';

/** All that the application meets: a database and the vendors, each empty and of this test's own. `env` is complete. */
export type Surroundings = Vendors & {
  /** A connection of the test's own. */
  database: Database;
};

/** Databases and ledgers that a test has filled. */
export type Filled = { database: TestDatabase; dataDir: string; ports?: Ports };

/** Starts sandboxes in this process and makes a database; `overrides` change the environment that comes out. */
export async function startSurroundings(
  overrides: Record<string, string> = {},
  filled?: Filled,
): Promise<Surroundings> {
  const dataDir = filled?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'cairn-world-')));
  const [database, vendors] = await Promise.all([
    filled?.database ?? freshDatabase(),
    startVendors(dataDir, filled?.ports),
  ]);
  const connection = openDatabase(database.url, { max: 4, onError: () => undefined });
  return {
    ...vendors,
    env: { ...vendors.env, DATABASE_URL: database.url, ...overrides },
    database: connection,
    async close() {
      await connection.close();
      await vendors.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
