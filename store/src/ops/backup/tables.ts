import { databaseFaultOf } from '../../db/fault-words.ts';
import pg from 'pg';
import { isLostConnection } from '../../shared/outage.ts';
import { OpsError } from '../ops-error.ts';
import type { Manifest } from './manifest.ts';

type Tables = Manifest['tables'];
type Figures = Manifest['figures'];

/** How long a statement waits for a table that a migration has locked, in seconds. */
const LOCK_SECONDS = 60;

/**
 * Runs work on a new connection, with value formats that every version of PostgreSQL can read and without a statement
 * time-out. Closes it at the end, which rolls back an open transaction.
 */
export async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect().catch((error: Error) => {
    throw new OpsError(`The database ${nameOf(url)} can't be reached: ${error.message || databaseFaultOf(error)}`);
  });
  try {
    await client.query(`
      set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '${LOCK_SECONDS}s';
      set search_path = public; set client_encoding = 'UTF8'; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
      set bytea_output = 'hex'; set extra_float_digits = 1`);
    return await work(client);
  } catch (error) {
    // PostgreSQL's message is for the operator. Any other error is a bug.
    if (error instanceof pg.DatabaseError || isLostConnection(error))
      throw new OpsError(`The database ${nameOf(url)}: ${(error as Error).message}.`, { cause: error });
    throw error;
  } finally {
    await client.end();
  }
}

/** Host and database of a connection string, without its user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The permanent tables of the schema `public`, in an order in which each follows the tables that it references. */
export async function listTables(client: pg.Client): Promise<Tables> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
      and not c.relispartition
    group by c.relname order by c.relname`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and conrelid <> confrelid`);
  const sorted: Tables = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (ready.length === 0)
      throw new OpsError(`Tables reference each other in a cycle: ${[...waiting.keys()].join(', ')}.`);
    for (const table of ready) waiting.delete(table.name);
    sorted.push(...ready);
  }
  return sorted;
}

export const quoted = (name: string) => pg.escapeIdentifier(name);

/** `"table" ("column", …)`, for COPY. */
export const copyTarget = ({ name, columns }: Tables[number]) =>
  `public.${quoted(name)} (${columns.map(quoted).join(', ')})`;

/**
 * The figures of every table: its row count, the sum of each integer column (by currency, where a table has one; by the
 * pair `USD/EUR`, where a row has two), and the bytes in each column of text, JSON and binary data.
 */
export async function measure(client: pg.Client, tables: Tables): Promise<Figures> {
  const { rows: columns } = await client.query<{ table: string; name: string; type: string }>(`
    select c.relname as table, a.attname as name, t.typname as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`);
  const figures: Figures = {};
  for (const { name, columns: listed } of tables) {
    const own = columns.filter((each) => each.table === name && listed.includes(each.name));
    figures[name] = await measureTable(client, name, own);
  }
  return figures;
}

async function measureTable(client: pg.Client, table: string, columns: { name: string; type: string }[]) {
  const numbers = columns.filter(({ type }) => /^(int[248]|numeric)$/.test(type)).map(({ name }) => name);
  const texts = columns.filter(({ type }) => /^(text|varchar|jsonb?|bytea)$/.test(type));
  const byCurrency = currencyOfRow(columns.map(({ name }) => name));
  const sums = [
    ...numbers.map((name) => `sum(${quoted(name)})::text as ${quoted(name)}`),
    ...texts.map(({ name, type }) => {
      const value = type.startsWith('json') ? `${quoted(name)}::text` : quoted(name);
      return `sum(octet_length(${value}))::text as ${quoted(`bytes of ${name}`)}`;
    }),
  ];
  const { rows } = await client.query<Record<string, string | null>>(`
    select ${byCurrency ? `${byCurrency} as " currency",` : ''} ${['count(*)::text as rows', ...sums].join(', ')}
    from public.${quoted(table)} ${byCurrency ? 'group by 1 order by 1' : ''}`);
  const figures: Record<string, string> = {};
  for (const { ' currency': currency, ...row } of rows) {
    for (const [name, value] of Object.entries(row)) figures[currency ? `${name} ${currency}` : name] = value ?? '0';
  }
  return figures;
}

/** The letters of the currencies of a row, as SQL; nothing for a table without amounts. */
function currencyOfRow(columns: readonly string[]): string | undefined {
  const [first, ...others] = columns
    .filter((name) => name === 'currency' || name.endsWith('_currency'))
    .toSorted((a, b) => a.length - b.length || a.localeCompare(b))
    .map(quoted);
  if (first === undefined) return undefined;
  return `concat_ws('/', ${[first, ...others.map((name) => `nullif(${name}, ${first})`)].join(', ')})`;
}

/** The first figures that differ, as messages. Empty when all are equal. */
export function differences(expected: Figures, found: Figures): string[] {
  return Object.keys({ ...expected, ...found }).flatMap((table) =>
    Object.keys({ ...expected[table], ...found[table] })
      .filter((name) => expected[table]?.[name] !== found[table]?.[name])
      .map(
        (name) =>
          `${table}, ${name}: ${expected[table]?.[name] ?? 'none'} in the backup, ${found[table]?.[name] ?? 'none'} restored`,
      ),
  );
}
