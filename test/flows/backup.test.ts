import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#src/config/config.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { readMigrations } from '#src/db/migrations.ts';
import type { RunningApp } from '#src/main.ts';
import { createAccount, type TestAccount } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop, wholesaleRow } from '#test/support/books.ts';
import { onDatabase } from '#test/support/database-access.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { decode } from '#test/support/qr.ts';
import { becomes, bought, buy, type Buyer, look, order } from '#test/support/shop.ts';
import { control, payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { readArchive, writeArchive } from '#src/ops/backup/archive.ts';
import type { Manifest } from '#src/ops/backup/manifest.ts';

/**
 * A backup is taken during purchases and restored elsewhere, and the store continues from it. An incomplete or foreign
 * backup is refused.
 */

const KEYS = {
  BACKUP_KEY: randomBytes(32).toString('base64'),
  CAIRN_SECRET_KEYS: `a:${randomBytes(32).toString('base64')}`,
};
const key = Buffer.from(KEYS.BACKUP_KEY, 'base64');

let world: World;
let dir: string;
let file: string;
let printed: string[];
const targets: TestDatabase[] = [];

beforeAll(async () => {
  // The store that is backed up runs no sweep, so pending orders stay pending.
  world = await startBuiltShop({ ...KEYS, SWEEP_SECONDS: '3600', RECONCILE_GRACE_SECONDS: '0' });
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-backup-'));
  file = path.join(dir, 'store.backup');
});
afterAll(async () => {
  await world?.close();
  await Promise.all(targets.map((target) => target.drop()));
  await rm(dir, { recursive: true, force: true });
});

const ops = (line: string[], env: Record<string, string> = {}) => opsOn(world, line, { ...world.env, ...env });
async function target(): Promise<TestDatabase> {
  const made = await emptyDatabase();
  targets.push(made);
  return made;
}

/** The number of relations that are not PostgreSQL's own. */
async function relationsOf({ url }: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: found } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
  );
  await client.end();
  return found[0]!.n;
}

describe('a backup', () => {
  let account: TestAccount;
  let owned: Buyer;
  let guest: Buyer;
  let paidUnheard: Buyer;
  let deliveredLater: Buyer;
  let waiting: Buyer;
  let strangers: Buyer;
  let restored: RunningApp;
  afterAll(() => restored?.stop());

  const signed = { authorization: '' };
  const esimOf = async (app: { url: string }, buyer: Buyer) => (await look(app, buyer)).esim;

  it('is taken during purchases and verified', async () => {
    account = await createAccount(world.app);
    signed.authorization = `Bearer ${account.idToken}`;
    owned = await bought(world.app, { email: account.email }, signed);
    guest = await bought(world.app);
    const refusal = { call: 'orders.create', status: 422, body: { code: 13, reason: 'Maintenance' }, times: 4 };
    await control(world.airalo, { fail: refusal });
    waiting = await buy(world.app);
    await until(async () => (await wholesaleRow(world, waiting.order.id))?.last_fault, { what: 'an order that waits' });
    // From here on the payment vendor delivers no webhooks to the original store.
    await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
    paidUnheard = await buy(world.app);
    deliveredLater = await order(world.app);

    const [lines] = await Promise.all([ops(['backup', file]), buy(world.app), buy(world.app)]);
    printed = lines;
    expect(printed.join('\n')).toMatch(/verified: restored into a scratch database/);
    expect(printed.join('\n')).toMatch(/\d accounts, \d+ orders, \d eSIMs, payments of \d\d\.00 USD/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['store.backup']);
    const [stamp] = await rows<{ backed_up_at: string | null }>(world, sql`select backed_up_at from installation`);
    expect(stamp?.backed_up_at).not.toBeNull();
    // Other tests' stores are backed up on the same cluster.
    const left = await rows(
      world,
      sql`select 1 from pg_database where datname = current_database() || '_backup_check'`,
    );
    expect(left).toEqual([]);
  });

  it('reveals nothing of its content', async () => {
    const bytes = await readFile(file);
    for (const secret of [account.email, 'create table', 'orders', KEYS.BACKUP_KEY, 'wholesale'])
      expect(bytes.includes(secret), secret).toBe(false);
    expect(printed.join('\n')).not.toContain(KEYS.BACKUP_KEY);
  });

  it('is restored into another database, and the store starts on it', async () => {
    // After the backup, two existing orders are delivered, and a new one is made that the backup does not contain.
    await payHosted(deliveredLater.paymentUrl);
    strangers = await buy(world.app);
    for (const { order: made } of [deliveredLater, strangers])
      await world.services.settlePayment((await booksOf(world, made.id)).attempts[0]!.id);
    for (const buyer of [deliveredLater, strangers, waiting]) await becomes(world.app, buyer, 'fulfilled');

    const { url } = await target();
    expect((await ops(['restore', file, '--into', url])).join('\n')).toMatch(/restored into .* start the store/s);
    const { publicUrl } = world.services.config;
    const env = {
      ...world.env,
      DATABASE_URL: url,
      PORT: String(await freePort()),
      PUBLIC_URL: publicUrl,
      SWEEP_SECONDS: '1',
    };
    restored = await world.begin(env);
  });

  it('contains the account, which signs in and sees its QR code', async () => {
    const answer = await fetch(`${restored.url}/identity/v1/accounts:signInWithPassword?key=cairn-web`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password, returnSecureToken: true }),
    });
    const { idToken } = (await answer.json()) as { idToken: string };
    const headers = { authorization: `Bearer ${idToken}` };
    const qr = await fetch(`${restored.url}/api/orders/${owned.order.id}/qr.png`, { headers });
    expect(await decode(Buffer.from(await qr.arrayBuffer()))).toBe((await esimOf(world.app, owned))?.lpa);
  });

  it("contains the guest's order, which the guest's browser still opens", async () => {
    expect(await esimOf(restored, guest)).toMatchObject({ lpa: (await esimOf(world.app, guest))?.lpa });
  });

  it('contains an open payment, which the sweep settles and delivers', async () => {
    await becomes(restored, paidUnheard, 'fulfilled');
    expect((await booksOf(world, paidUnheard.order.id)).wholesale).toHaveLength(1);
  });

  it('eSIMs delivered after the backup are found at the wholesaler and not bought again', async () => {
    for (const buyer of [deliveredLater, waiting]) {
      await becomes(restored, buyer, 'fulfilled');
      expect((await booksOf(world, buyer.order.id)).wholesale).toHaveLength(1);
      expect(await esimOf(restored, buyer)).toMatchObject({ lpa: (await esimOf(world.app, buyer))?.lpa });
    }
  });

  it('reconcile finds the payment and the eSIM of an order made after the backup', async () => {
    const { payments, wholesale } = await booksOf(world, strangers.order.id);
    const report = await opsOn({ db: restored.services.db, env: world.env }, 'reconcile');
    const listed = (kind: string, subject: unknown) =>
      report.filter((line) => line.includes(` ${kind} `) && line.includes(` ${String(subject)} `));
    expect(listed('payment-of-no-order', payments[0]?.['id']), report.join('\n')).toHaveLength(1);
    expect(listed('profile-of-no-order', wholesale[0]?.['id']), report.join('\n')).toHaveLength(1);
  });

  it('works with the role that the documents name', async () => {
    const text = await readFile(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const [, statements = ''] = /```sql\n(CREATE ROLE cairn_owner[\s\S]*?)```/.exec(text) ?? [];
    const id = randomBytes(4).toString('hex');
    const admin = new pg.Client({ connectionString: world.env['DATABASE_URL'] });
    await admin.connect();
    try {
      // A database is created outside a transaction, so one statement at a time.
      for (const statement of statements.replaceAll(/cairn(_owner|_2026)?\b/g, `$&_${id}`).split(/;.*\n/))
        if (statement.trim()) await admin.query(statement);
      const url = new URL(world.env['DATABASE_URL']!);
      Object.assign(url, { username: `cairn_2026_${id}`, password: '…', pathname: `/cairn_${id}` });
      await ops(['restore', file, '--into', url.href]);
      const lines = await ops(['backup', path.join(dir, 'by-role.backup')], { DATABASE_URL: url.href });
      expect(lines.join('\n')).toMatch(/verified/);
    } finally {
      await admin.query(`drop database if exists cairn_${id}`);
      await admin.query(`drop role if exists cairn_2026_${id}`);
      await admin.query(`drop role if exists cairn_owner_${id}`);
      await admin.end();
    }
  });

  it('needs no sequence values, because no table has a sequence', async () => {
    // A new sequence needs its value in the backup, because COPY does not carry it.
    expect(await rows(world, sql`select sequencename from pg_sequences where schemaname = 'public'`)).toEqual([]);
  });
});

describe('a refused restore leaves the database empty', () => {
  let empty: TestDatabase;
  beforeAll(async () => void (empty = await target()));
  afterEach(async () => expect(await relationsOf(empty)).toBe(0));

  const refusal = (from: string, env: Record<string, string> = {}) =>
    ops(['restore', from, '--into', empty.url], env).then(
      () => 'it was restored',
      (error: Error) => error.message,
    );
  const changed = async (name: string, change: (bytes: Buffer) => Buffer) => {
    await writeFile(path.join(dir, name), change(await readFile(file)));
    return path.join(dir, name);
  };
  /** A backup without rows and with a changed manifest. */
  const withManifest = async (name: string, changes: (manifest: Manifest) => Partial<Manifest>) => {
    const made = path.join(dir, name);
    const manifest = await readArchive(file, key, async (archive) => {
      for await (const { rows: data } of archive.tables()) for await (const _ of data);
      return archive.manifest;
    });
    await writeArchive(made, key, { ...manifest, ...changes(manifest) }, async function* () {});
    return made;
  };

  it('no file, or not a backup', async () => {
    expect(await refusal(path.join(dir, 'nothing'))).toBe(
      `There is no file ${path.join(dir, 'nothing')}. Check its name and its folder.`,
    );
    expect(await refusal(dir)).toBe(`${dir} is not a file. Name the file of a backup.`);
    await writeFile(path.join(dir, 'text'), 'PGDMP and more than forty-eight bytes of something else altogether');
    expect(await refusal(path.join(dir, 'text'))).toBe('This file is not a backup.');
  });

  it('another backup key', async () => {
    expect(await refusal(file, { BACKUP_KEY: randomBytes(32).toString('base64') })).toMatch(
      /^The backup was made with another BACKUP_KEY/,
    );
  });

  it('a truncated file that still has all tables', async () => {
    expect(await refusal(await changed('cut', (bytes) => bytes.subarray(0, -1)))).toMatch(/^The backup is truncated/);
    const chunk = 65_552;
    expect((await stat(file)).size).toBeGreaterThan(48 + chunk);
    const lastChunk = (bytes: Buffer) => 48 + Math.floor((bytes.length - 48 - 1) / chunk) * chunk;
    expect(await refusal(await changed('chunks', (bytes) => bytes.subarray(0, lastChunk(bytes))))).toMatch(
      /^The backup is truncated/,
    );
  });

  it('a file with one flipped bit', async () => {
    const flip = (bytes: Buffer) => {
      bytes[bytes.length - 20]! ^= 4;
      return bytes;
    };
    expect(await refusal(await changed('flipped', flip))).toMatch(/or modified/);
  });

  it('other vault keys, before anything is written', async () => {
    const other = `a:${randomBytes(32).toString('base64')}`;
    expect(await refusal(file, { CAIRN_SECRET_KEYS: other })).toMatch(/^CAIRN_SECRET_KEYS: values in the backup .*"a"/);
  });

  it('a backup of a newer version or of another migration history', async () => {
    const newer = { tag: '9999_later', hash: 'f'.repeat(64) };
    expect(
      await refusal(await withManifest('newer', ({ migrations }) => ({ migrations: [...migrations, newer] }))),
    ).toMatch(/^The backup is from a newer version of the store: it has migration 9999_later/);
    const [first] = readMigrations();
    const line = { migrations: [{ tag: first!.tag, hash: 'e'.repeat(64) }] };
    expect(await refusal(await withManifest('line', () => line))).toMatch(
      /^The backup is from another migration history/,
    );
  });

  it('a backup whose rows differ from the counts in its manifest', async () => {
    expect(await refusal(await withManifest('fewer', () => ({})))).toMatch(/^The restored data differs: .*rows/);
  });

  it('a database that is not empty', async () => {
    const full = await target();
    await onDatabase(full.url, 'create table mine (a int)', 'insert into mine values (7)');
    await expect(ops(['restore', file, '--into', full.url])).rejects.toThrow(/is not empty: it has mine\. Nothing/);
    expect(await relationsOf(full)).toBe(1);
  });

  it('an unreachable database and an invalid URL', async () => {
    const nowhere = `postgres://someone:secret@127.0.0.1:${await freePort()}/none`;
    const message = await ops(['restore', file, '--into', nowhere]).catch((error: Error) => error.message);
    expect(message).toMatch(/can't be reached/);
    expect(String(message)).not.toContain('secret');
    await expect(ops(['restore', file, '--into', 'nowhere'])).rejects.toThrow('--into takes the URL of a database');
  });
});

it('a restore into a new data directory is refused before anything is made in it', async () => {
  const data = path.join(dir, 'new');
  const sandbox = { CAIRN_DATA_DIR: data, BACKUP_KEY: '', CAIRN_SECRET_KEYS: '', DATABASE_URL: '' };
  const refused = (from: string, env: Record<string, string> = {}) =>
    ops(['restore', from, '--into', 'embedded'], { ...sandbox, ...env }).then(
      () => 'it was restored',
      (error: Error) => error.message,
    );
  const other = { BACKUP_KEY: randomBytes(32).toString('base64'), CAIRN_SECRET_KEYS: KEYS.CAIRN_SECRET_KEYS };
  expect(await refused(path.join(dir, 'nothing'))).toMatch(/^There is no file /);
  expect(await refused(file)).toBe(
    `BACKUP_KEY is not set, and there is no ${path.join(data, 'backup-key.json')}. A restore needs that of the store that was backed up. Nothing was changed.`,
  );
  expect(await refused(file, { BACKUP_KEY: KEYS.BACKUP_KEY })).toMatch(/^CAIRN_SECRET_KEYS is not set, .*secret-keys/);
  expect(await refused(file, other)).toMatch(/^The backup was made with another BACKUP_KEY/);
  expect(await refused(file, { ...KEYS, CAIRN_SECRET_KEYS: `a:${other.BACKUP_KEY}` })).toMatch(/^CAIRN_SECRET_KEYS: /);
  expect(existsSync(data)).toBe(false);
});

describe('a refused backup leaves no file', () => {
  const made = () => path.join(dir, 'refused.backup');
  afterEach(() => {
    expect(existsSync(made())).toBe(false);
    expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('no key in live mode', async () => {
    const live = { CAIRN_MODE: 'live', BACKUP_KEY: '' };
    await expect(ops(['backup', made()], live)).rejects.toThrow(/^BACKUP_KEY is not set/);
    expect(() => loadConfig({ ...world.env, BACKUP_KEY: KEYS.CAIRN_SECRET_KEYS.slice(2) })).toThrow(
      'BACKUP_KEY: is one of CAIRN_SECRET_KEYS',
    );
  });

  it('an existing file, and a path that is not a folder', async () => {
    const before = (await stat(file)).mtimeMs;
    await expect(ops(['backup', file])).rejects.toThrow('exists already');
    expect((await stat(file)).mtimeMs).toBe(before);
    await expect(ops(['backup', path.join(dir, 'no', 'x')])).rejects.toThrow(
      `There is no folder ${path.join(dir, 'no')}. Create it, or write the backup to another one.`,
    );
    await expect(ops(['backup', dir])).rejects.toThrow('is a folder. Name a new file in it.');
    await expect(ops(['backup', path.join(file, 'x')])).rejects.toThrow('There is no folder');
  });

  it('a database with tables that no migration created', async () => {
    await rows(world, sql`create table mine (a int)`);
    await expect(ops(['backup', made()])).rejects.toThrow(/differ from those of its migrations: mine\.a/);
    await rows(world, sql`drop table mine`);
  });

  it('a database that a newer version has migrated', async () => {
    await rows(
      world,
      sql`insert into migrations.applied (tag, hash, works_with, by_version) values ('9999_next', 'x', '1.0.0', '99.0.0')`,
    );
    await expect(ops(['backup', made()])).rejects.toThrow(/9999_next.*command of that version/);
    await rows(world, sql`delete from migrations.applied where tag = '9999_next'`);
  });

  it('a user without CREATEDB needs --scratch, and read access is enough', async () => {
    const reader = `reader_${randomBytes(4).toString('hex')}`;
    await rows(world, sql.raw(`create role ${reader} login password 'r' in role pg_read_all_data`));
    const url = new URL(world.env['DATABASE_URL']!);
    Object.assign(url, { username: reader, password: 'r' });
    const env = { DATABASE_URL: url.href };
    await expect(ops(['backup', made()], env)).rejects.toThrow('with --scratch URL');
    const scratch = await target();
    const other = path.join(dir, 'by-reader.backup');
    const lines = await ops(['backup', other, '--scratch', scratch.url], env);
    expect(lines.join('\n')).toMatch(/verified.*could not be recorded/s);
    expect(await relationsOf(scratch)).toBe(0);
    await expect(ops(['backup', made(), '--scratch', world.env['DATABASE_URL']!])).rejects.toThrow('is not empty');
    await rows(world, sql.raw(`drop role ${reader}`));
  });
});
