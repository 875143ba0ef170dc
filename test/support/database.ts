import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '#src/db/database.ts';
import { migrate } from '#src/db/migrate.ts';
import { seedCatalogue } from '#src/modules/catalogue/seed.ts';
import { DEFAULT_CURRENCY } from '#src/shared/money.ts';
import { CLUSTER_VARIABLE } from './cluster.ts';

/** Made once per run. `fill` completes an empty database, whose URL it gets. */
type Template = { name: string; fill(url: string): Promise<void> };
const TABLES: Template = { name: 'cairn_tables', fill: async (url) => void (await migrate(url)) };
const CATALOGUE: Template = { name: 'cairn_catalogue', fill: fillCatalogue };
/** An advisory lock, the same in every worker: one of them makes a template while the others wait. */
const TEMPLATE_LOCK = 4_711;

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A new database with all tables. */
export const freshDatabase = (): Promise<TestDatabase> => copyOf(TABLES);

/** A new database with all tables and the catalogue, which a first start of the store would write at some cost. */
export const seededDatabase = (): Promise<TestDatabase> => copyOf(CATALOGUE);

/** A new database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = newName();
  await withAdmin(async (admin) => void (await admin.query(`CREATE DATABASE ${name}`)));
  return { url: urlOf(name), drop: () => drop(name) };
}

async function copyOf(template: Template): Promise<TestDatabase> {
  const name = newName();
  await withAdmin(async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await ensureTemplate(admin, template);
    // Copies files instead of logging each block: a third of the CPU.
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template.name} STRATEGY file_copy`);
  });
  return { url: urlOf(name), drop: () => drop(name) };
}

const newName = () => `test_${randomBytes(6).toString('hex')}`;

function drop(name: string): Promise<void> {
  return withAdmin(async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)));
}

async function ensureTemplate(admin: pg.Client, { name, fill }: Template): Promise<void> {
  const { rows } = await admin.query<{ datistemplate: boolean }>(
    'SELECT datistemplate FROM pg_database WHERE datname = $1',
    [name],
  );
  if (rows[0]?.datistemplate) return;
  // The template exists but is not marked: a worker died while creating it.
  await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  await admin.query(`CREATE DATABASE ${name}`);
  await fill(urlOf(name));
  await admin.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
}

async function fillCatalogue(url: string): Promise<void> {
  await migrate(url);
  const { db, close } = openDatabase(url, { max: 1, onError: () => undefined });
  await seedCatalogue(db, DEFAULT_CURRENCY).finally(close);
}

async function withAdmin(work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(process.env[CLUSTER_VARIABLE] ?? fail());
  url.pathname = `/${database}`;
  return url.href;
}

function fail(): never {
  throw new Error(
    'No test cluster: run tests with "npm test", or with vitest or playwright from the root of the project.',
  );
}
