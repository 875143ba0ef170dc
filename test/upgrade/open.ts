import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#sandbox/postgres/port.ts';
import { migrate } from '#src/db/migrate.ts';
import { readMigrations } from '#src/db/migrations.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import type { Filled } from '#test/support/surroundings.ts';
import type { Ports } from '#test/support/vendors.ts';
import { addressesAt, type Facts } from './facts.ts';
import { type Dump, loadLedgers, loadTables, readDump } from './dump.ts';

const fileOf = (version: string, kind: string) => path.join(import.meta.dirname, `${version}.${kind}`);

/**
 * An installation as a release left it: its database at that release's schema, its ledgers, and what its people know.
 */
export async function openDump(
  version: string,
): Promise<{ filled: Filled & { ports: Ports }; facts: Facts; dump: Dump }> {
  const [app, stripe, airalo, mail, oauth, sms] = await Promise.all(Array.from({ length: 6 }, freePort));
  const ports = { app, stripe, airalo, mail, oauth, sms } as Ports;
  const dump = await readDump(fileOf(version, 'dump.gz'), addressesAt(ports));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-upgrade-'));
  await loadLedgers(dump, dataDir);
  return { filled: { database: await databaseOf(dump), dataDir, ports }, facts: await readFacts(version, ports), dump };
}

/** The database of a dump, at its own schema. */
export async function databaseOf(dump: Dump): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await migrate(database.url, { migrations: readMigrations().filter(({ tag }) => tag <= dump.schema) });
  await loadTables(dump, database.url);
  return database;
}

async function readFacts(version: string, ports: Ports): Promise<Facts> {
  let text = await readFile(fileOf(version, 'facts.json'), 'utf8');
  for (const [name, address] of Object.entries(addressesAt(ports))) text = text.replaceAll(`{{${name}}}`, address);
  return JSON.parse(text) as Facts;
}
