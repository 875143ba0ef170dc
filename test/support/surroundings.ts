import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '#src/db/database.ts';
import { seededDatabase, type TestDatabase } from './database.ts';
import { type Ports, startVendors, type VendorOptions, type Vendors } from './vendors.ts';

/** Everything that the application depends on: a new database and new vendors for this test. `env` is complete. */
export type Surroundings = Vendors & {
  /** A connection for the test itself. */
  database: Database;
};

/** A database and ledgers that a test has filled. */
export type Filled = { database: TestDatabase; dataDir: string; ports?: Ports };

/** Starts sandboxes in this process and creates a database. `overrides` change the resulting environment. */
export async function startSurroundings(
  overrides: Record<string, string> = {},
  filled?: Filled,
  options: VendorOptions = {},
): Promise<Surroundings> {
  const dataDir = filled?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'cairn-world-')));
  const [database, vendors] = await Promise.all([
    filled?.database ?? seededDatabase(),
    startVendors(dataDir, filled?.ports, { publicUrl: overrides['PUBLIC_URL'], ...options }),
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
