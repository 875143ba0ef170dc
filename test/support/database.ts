import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#src/db/migrate.ts';
import { CLUSTER_VARIABLE } from './cluster.ts';

const TEMPLATE = 'cairn_template';
/** An advisory lock, the same in every worker: one of them makes the template while the others wait. */
const TEMPLATE_LOCK = 4_711;

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A new database with all tables: a copy of a template that is migrated once per run. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await ensureTemplate(admin);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  });
  return { url: urlOf(name), drop: () => drop(name) };
}

/** A new database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(async (admin) => void (await admin.query(`CREATE DATABASE ${name}`)));
  return { url: urlOf(name), drop: () => drop(name) };
}

function drop(name: string): Promise<void> {
  return withAdmin(async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)));
}

async function ensureTemplate(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datistemplate: boolean }>(
    'SELECT datistemplate FROM pg_database WHERE datname = $1',
    [TEMPLATE],
  );
  if (rows[0]?.datistemplate) return;
  // The template exists but is not marked: a worker died while creating it.
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await migrate(urlOf(TEMPLATE));
  await admin.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true`);
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
