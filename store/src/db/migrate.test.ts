import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import { until } from '#test/support/wire.ts';
import { openDatabase } from './database.ts';
import {
  type AppliedMigration,
  appliedMigrations,
  checkSchema,
  latestSchemaVersion,
  migrate,
  pendingMigrations,
  schemaVersion,
} from './migrate.ts';
import { type Migration, parseMigration, readMigrations } from './migrations.ts';

const FIRST = parseMigration('0000_initial', 'create table books (id int primary key, title text)');
const migration = (tag: string, text: string, worksWith = '1.0.0') =>
  parseMigration(tag, `-- works with: ${worksWith}\n${text}`);
const applied = ({ tag, hash, worksWith }: Migration): AppliedMigration => ({
  tag,
  hash,
  worksWith,
  byVersion: '1.0.0',
  appliedAt: new Date(),
});

describe('pending migrations', () => {
  const next = migration('0001_pages', 'select 1', '1.1.0');
  const last = migration('0002_covers', 'select 2', '1.2.0');

  test('are those that were not applied, in order', () => {
    expect(pendingMigrations([applied(FIRST)], [FIRST, next, last], '1.2.0')).toEqual([next, last]);
  });

  test('are none when a newer, compatible version has migrated the database', () => {
    expect(pendingMigrations([FIRST, next].map(applied), [FIRST], '1.1.0')).toEqual([]);
  });

  test.each([
    [
      'a newer schema than this version works with',
      [FIRST, next],
      [FIRST],
      'newer than this version of the store: 0001_pages',
    ],
    [
      'a file that was changed after it was applied',
      [migration('0000_initial', 'select 3')],
      [FIRST],
      'is not the one that was applied',
    ],
    ['a migration that was passed over', [FIRST, last], [FIRST, next, last], 'has 0002_covers, but not 0001_pages'],
  ])('%s is a start-up error', (_, there, own, message) => {
    const check = () => pendingMigrations(there.map(applied), own, own.includes(last) ? '1.2.0' : '1.0.0');
    expect(check).toThrow(message);
    expect(check).toThrow(expect.objectContaining({ code: 'startup-error' }));
  });
});

describe('migrating a database', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await emptyDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  test('runs once when several processes start together; the record has content, time and version', async () => {
    expect(await schemaVersion(client)).toBeNull();
    await expect(checkSchema(client)).rejects.toThrow('lacks migrations: 0000_initial');
    const waits: string[] = [];
    const log = { info: (_: object, message: string) => void waits.push(message), warn: () => undefined };
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => migrate(database.url, { log })));
    expect([one, two, three].flat()).toEqual(readMigrations().map(({ tag }) => tag));
    expect(waits.filter((each) => each.startsWith('waiting'))).toHaveLength(2);
    expect(await schemaVersion(client)).toBe(latestSchemaVersion());
    const [first] = await appliedMigrations(client);
    expect(first).toMatchObject({ hash: readMigrations()[0]!.hash, byVersion: '1.0.0', worksWith: '1.0.0' });
    expect(first!.appliedAt).toBeInstanceOf(Date);
    await checkSchema(client);
    expect(await migrate(database.url)).toEqual([]);
  });

  test('rolls a failed migration back and reports the reason', async () => {
    const broken = migration(
      '0001_broken',
      'alter table books add pages int;\n--> statement-breakpoint\nselect nothing',
    );
    await expect(migrate(database.url, { migrations: [FIRST, broken] })).rejects.toMatchObject({
      code: 'startup-error',
      message: 'Migration 0001_broken failed: column "nothing" does not exist. Nothing of it was kept.',
    });
    expect(await schemaVersion(client)).toBe('0000_initial');
    expect((await client.query('select * from books')).fields.map(({ name }) => name)).toEqual(['id', 'title']);
  });

  test('leaves tables that no migration made unchanged', async () => {
    await client.query('create table books (id int)');
    await expect(migrate(database.url, { migrations: [FIRST] })).rejects.toMatchObject({
      code: 'startup-error',
      message: expect.stringContaining('tables that no release of the store made'),
    });
  });

  test('reports a statement that runs too long as a start-up error', async () => {
    const slow = migration('0001_slow', 'select pg_sleep(60)');
    await expect(migrate(database.url, { migrations: [FIRST, slow], statementSeconds: 1 })).rejects.toMatchObject({
      code: 'startup-error',
      message: expect.stringContaining('raise it'),
    });
  });

  test('waits for a table in use in turns, between which other processes work', async () => {
    await migrate(database.url, { migrations: [FIRST] });
    await client.query('begin; lock table books in row exclusive mode');
    const warnings: object[] = [];
    const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields) };
    const pages = migration('0001_pages', 'alter table books add pages int');
    const migrating = migrate(database.url, { migrations: [FIRST, pages], lockSeconds: 1, log });
    await until(() => warnings.length > 0, { what: 'the migration gives way' });
    await client.query('commit');
    expect(await migrating).toEqual(['0001_pages']);
  });

  test('tries again after a deadlock with a transaction of the store', async () => {
    const shelves = 'create table books (id int); --> statement-breakpoint\ncreate table shelves (id int)';
    const both = 'alter table shelves add room int;\n--> statement-breakpoint\nalter table books add shelf int';
    const first = parseMigration('0000_initial', shelves);
    await migrate(database.url, { migrations: [first] });
    // The migration is the one that PostgreSQL aborts: it looks for a deadlock after a second, this session later.
    await client.query("set deadlock_timeout = '20s'; begin; lock table books in row exclusive mode");
    const warnings: object[] = [];
    const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields) };
    const migrating = migrate(database.url, { migrations: [first, migration('0001_shelf', both)], log });
    const watcher = new pg.Client(database.url);
    await watcher.connect();
    // Other tests share the cluster: only the locks of this database count.
    const waits = `select from pg_locks join pg_database on oid = database
      where datname = current_database() and not granted and relation = 'books'::regclass
        and pid in (select pid from pg_locks where granted and relation = 'shelves'::regclass)`;
    await until(async () => (await watcher.query(waits)).rows.length > 0, { what: 'the migration waits' });
    await watcher.end();
    await client.query('lock table shelves in row exclusive mode');
    await client.query('commit');
    expect(await migrating).toEqual(['0001_shelf']);
    expect(warnings).toHaveLength(1);
  });

  test('runs a backfill in batches, each in a transaction of its own, and resumes it after an interruption', async () => {
    await migrate(database.url, { migrations: [FIRST] });
    await client.query("insert into books select n, 'Book' from generate_series(1, 25) as n");
    const backfill = migration(
      '0001_titles',
      "-- runs: in batches\nupdate books set title = 'Tome' where id in (select id from books where title = 'Book' order by id limit 10)",
    );
    // A row that cannot be changed interrupts it in the third batch.
    await client.query("alter table books add constraint odd check (id <> 25 or title <> 'Tome')");
    await expect(migrate(database.url, { migrations: [FIRST, backfill] })).rejects.toThrow(
      'goes on when it runs again',
    );
    const count = () => client.query("select count(*)::int as n from books where title = 'Tome'");
    expect((await count()).rows).toEqual([{ n: 20 }]);
    await client.query('alter table books drop constraint odd');
    expect(await migrate(database.url, { migrations: [FIRST, backfill] })).toEqual(['0001_titles']);
    expect((await count()).rows).toEqual([{ n: 25 }]);
  });

  test('builds an index outside a transaction while another process waits to migrate', async () => {
    const index = migration(
      '0001_index',
      '-- runs: outside a transaction\ncreate index concurrently titles on books (title)',
    );
    const both = await Promise.all([1, 2].map(() => migrate(database.url, { migrations: [FIRST, index] })));
    expect(both.flat()).toEqual(['0000_initial', '0001_index']);
  });

  test('keeps what an older version needs as long as one of its processes is connected', async () => {
    await migrate(database.url, { migrations: [FIRST] });
    const old = openDatabase(database.url, { max: 1, onError: () => undefined });
    await old.pool.query('select 1');
    const contract = migration('0001_contract', 'alter table books drop title', '1.1.0');
    const migrating = migrate(database.url, { migrations: [FIRST, contract], version: '1.1.0' });
    await until(
      async () =>
        (
          await client.query(
            "select from pg_stat_activity where datname = current_database() and application_name = 'cairn migrations' and query like '%pg_stat_activity%'",
          )
        ).rowCount,
      { what: 'the migration looks for older processes' },
    );
    expect(await schemaVersion(client)).toBe('0000_initial');
    await old.close();
    expect(await migrating).toEqual(['0001_contract']);
  });
});
