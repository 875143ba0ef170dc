import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { schemaVersion } from '#src/db/migrate.ts';

/**
 * A dump of an installation: the rows of its database and of the sandboxes' ledgers, as JSON lines, gzipped. Process
 * addresses are placeholders (`{{name}}`), and every time moves with the dump: a row that was one hour old is one hour
 * old after loading. Jobs are left out, because the sweeps queue them again, and so are rate limit counters.
 */
type Header = { schema: string; version: string; at: string };
type TableRows = { table: string; rows: Record<string, unknown>[] };
type LedgerRows = { ledger: string; documents: Document[]; numbers: { sequence: string; value: number }[] };
type Document = { collection: string; id: string; body: string };
export type Dump = Header & { tables: TableRows[]; ledgers: LedgerRows[] };

/** The addresses of an installation's processes, by name. */
export type Addresses = Record<string, string>;

const LEFT_OUT = new Set(['rate_limits', 'worker_heartbeats']);
/** The file is in the repository, so size matters more than speed. */
const BEST = 9;

/** Writes a stopped installation into a file. */
export async function writeDump(
  file: string,
  from: { databaseUrl: string; dataDir: string; addresses: Addresses; version: string },
): Promise<void> {
  const client = new pg.Client(from.databaseUrl);
  await client.connect();
  try {
    const header: Header = {
      schema: (await schemaVersion(client)) ?? '',
      version: from.version,
      at: new Date().toISOString(),
    };
    const lines: object[] = [header];
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${pg.escapeIdentifier(table)} t order by to_jsonb(t)::text`,
      );
      if (rows.length > 0) lines.push({ table, rows: rows.map(({ row }) => row) });
    }
    for (const name of await ledgersIn(from.dataDir)) lines.push(readLedger(from.dataDir, name));
    let text = lines.map((line) => JSON.stringify(line)).join('\n');
    for (const [name, address] of Object.entries(from.addresses)) text = text.replaceAll(address, `{{${name}}}`);
    await writeFile(file, gzipSync(text, { level: BEST }));
  } finally {
    await client.end();
  }
}

/** Reads a dump for loading now, for processes at these addresses. */
export async function readDump(file: string, addresses: Addresses): Promise<Dump> {
  let text = gunzipSync(await readFile(file)).toString();
  for (const [name, address] of Object.entries(addresses)) text = text.replaceAll(`{{${name}}}`, address);
  const [head = '', ...rest] = text.split('\n');
  const header = JSON.parse(head) as Header;
  const shift = Date.now() - Date.parse(header.at);
  const lines = rest.map((line) => JSON.parse(line) as TableRows | LedgerRows);
  return {
    ...header,
    tables: lines.filter((line) => 'table' in line).map((line) => moved(line, shift)),
    ledgers: lines
      .filter((line) => 'ledger' in line)
      .map((line) => ({
        ...line,
        documents: line.documents.map((each) => ({
          ...each,
          body: JSON.stringify(moved(JSON.parse(each.body) as unknown, shift)),
        })),
      })),
  };
}

/** Fills the tables of an empty database with the dump's schema. */
export async function loadTables({ tables }: Dump, databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    // Skips foreign key checks, because the rows were consistent when they were read.
    await client.query('set local session_replication_role = replica');
    for (const { table, rows } of tables) {
      const name = pg.escapeIdentifier(table);
      await client.query(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1)`, [
        JSON.stringify(rows),
      ]);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Writes the ledgers of the sandboxes, which must not be running. */
export async function loadLedgers({ ledgers }: Dump, dataDir: string): Promise<void> {
  for (const { ledger, documents, numbers } of ledgers) {
    await mkdir(path.dirname(path.join(dataDir, ledger)), { recursive: true });
    const db = new DatabaseSync(path.join(dataDir, ledger));
    db.exec(`
      create table documents (position integer primary key autoincrement, collection text not null, id text not null,
                              body text not null, unique (collection, id)) strict;
      create table numbers (sequence text primary key, value integer not null) strict;
      begin`);
    const put = db.prepare('insert into documents (collection, id, body) values (?, ?, ?)');
    for (const { collection, id, body } of documents) put.run(collection, id, body);
    const count = db.prepare('insert into numbers (sequence, value) values (?, ?)');
    for (const { sequence, value } of numbers) count.run(sequence, value);
    db.exec('commit');
    db.close();
  }
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name));
}

async function ledgersIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.sqlite')).sort();
}

function readLedger(dataDir: string, ledger: string): LedgerRows {
  const db = new DatabaseSync(path.join(dataDir, ledger), { readOnly: true });
  try {
    return {
      ledger,
      documents: db
        .prepare('select collection, id, body from documents order by position')
        .all() as unknown as Document[],
      numbers: db.prepare('select sequence, value from numbers').all() as LedgerRows['numbers'],
    };
  } finally {
    db.close();
  }
}

const TIME = /^(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/;
/**
 * A number in this range is taken as a time, in seconds or milliseconds since 1970. The vendors' amounts and sizes are
 * smaller.
 */
const SECONDS = { from: 1_700_000_000, to: 2_200_000_000 };

/** A document with every time moved by this number of milliseconds. Microseconds and the format stay. */
function moved<T>(value: T, by: number): T {
  return walk(value) as T;

  function walk(each: unknown): unknown {
    if (typeof each === 'string') return movedText(each, by);
    if (typeof each === 'number') return movedNumber(each, by);
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each === 'object' && each !== null)
      return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, walk(inner)]));
    return each;
  }
}

function movedText(text: string, by: number): string {
  const match = TIME.exec(text);
  if (!match) return text;
  const [, date, between, time, fraction = '', zone = ''] = match;
  const at = Date.parse(`${date}T${time}${zone || 'Z'}`);
  // A far future date such as 9999-12-31 means "never" and does not move.
  if (Number.isNaN(at) || at > SECONDS.to * 1000) return text;
  const [newDate = '', newTime = ''] = new Date(at + Math.round(by / 1000) * 1000).toISOString().split(/[T.]/);
  return `${newDate}${between}${newTime}${fraction}${zone === '' ? '' : between === 'T' ? zone.replace(/^[+-].*/, '+00:00') : zone}`;
}

function movedNumber(value: number, by: number): number {
  const seconds = Math.round(by / 1000);
  if (Number.isInteger(value) && value > SECONDS.from && value < SECONDS.to) return value + seconds;
  if (Number.isInteger(value) && value > SECONDS.from * 1000 && value < SECONDS.to * 1000)
    return value + seconds * 1000;
  return value;
}
