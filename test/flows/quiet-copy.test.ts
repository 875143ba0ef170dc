import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#src/db/database.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { startBuiltShop } from '#test/support/books.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { launchBuilt } from '#test/support/process.ts';
import { backupKeys } from '#test/support/restores.ts';
import { becomes, buy, type Buyer, look, order } from '#test/support/shop.ts';
import { control, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { runOps } from '#src/ops/run.ts';

/** A backup is restored with --quiet for a drill: nothing leaves the copy, and every command on it says so. */

let world: World;
let dir: string;
let file: string;
let buyer: Buyer;
let running: Awaited<ReturnType<typeof launchBuilt>>;
let copy: { url: string };
let database: Database;
let env: Record<string, string>;
const targets: TestDatabase[] = [];

const ops = (line: string[], changes: Record<string, string> = {}) => opsOn(world, line, { ...world.env, ...changes });

async function restored(from: string, ...options: string[]): Promise<{ url: string; said: string }> {
  const made = await emptyDatabase();
  targets.push(made);
  return { url: made.url, said: (await ops(['restore', from, '--into', made.url, ...options])).join('\n') };
}

beforeAll(async () => {
  // The store that is backed up runs no sweep, so a payment that it never hears of stays pending.
  world = await startBuiltShop({ ...backupKeys(), SWEEP_SECONDS: '3600' });
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-quiet-'));
  file = path.join(dir, 'store.backup');
  await control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 1000 } });
  buyer = await buy(world.app);
  await ops(['backup', file]);
  const { url, said } = await restored(file, '--quiet');
  expect(said).toMatch(/It is quiet.*quiet end/s);
  const PORT = String(await freePort());
  env = { ...world.env, DATABASE_URL: url, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, SWEEP_SECONDS: '1' };
  running = await launchBuilt(env);
  copy = { url: env['PUBLIC_URL']! };
  database = openDatabase(url, { max: 1, onError: () => undefined });
  await until(async () => (await readiness()).includes('quiet'), { what: 'the copy is quiet' });
});
afterAll(async () => {
  await running?.kill('SIGTERM');
  await database?.close();
  await world?.close();
  await Promise.all(targets.map((target) => target.drop()));
  await rm(dir, { recursive: true, force: true });
});

const readiness = async () => (await fetch(`${copy.url}/readyz`)).text();
const jobs = async () =>
  (await database.pool.query('select attempts, locked_at from graphile_worker._private_jobs')).rows as object[];

/** What a command prints beside its result. */
async function told(...line: string[]): Promise<string> {
  let said = '';
  await runOps(line, { env, print: () => undefined, complain: (text) => void (said += text) });
  return said;
}

it('calls no vendor and runs no job', async () => {
  await until(async () => (await jobs()).length > 0, { what: 'the sweep is queued' });
  await expect(order(copy)).rejects.toThrow(/503/);
  expect((await look(copy, buyer)).status).toBe('pending_payment');
  for (const job of await jobs()) expect(job).toEqual({ attempts: 0, locked_at: null });
});

it('is not examined by the doctor as a store at work', async () => {
  const found = (await ops(['doctor'], env)).join('\n');
  expect(found).toMatch(/FAILED +quiet +since \S+Z no job runs/);
  expect(found).toMatch(/not checked +store +\S+ is up and quiet/);
  for (const name of ['worker', 'reconciliation', 'backup'])
    expect(found).toMatch(new RegExp(`not checked +${name} +the store is quiet`));
});

it('is named as quiet by the commands that print its state or would send', async () => {
  const notice = /^This copy is quiet since \S+Z: no job runs and nothing is sent, until "npm run ops -- quiet end"\./;
  expect(await told('find', buyer.email)).toMatch(notice);
  expect(await told('order', 'retry', buyer.order.id)).toMatch(notice);
  expect(await told('order', 'shwo', buyer.order.id)).not.toMatch(notice);
});

it('refuses at once what waits for a vendor', async () => {
  expect(await told('reconcile')).toContain('The comparison needs a vendor, and a quiet copy calls none.');
  expect(await told('catalogue', 'diff')).toContain(
    "Reading the wholesalers' lists needs a vendor, and a quiet copy calls none.",
  );
});

it('is quiet again when it is backed up and restored', async () => {
  const again = path.join(dir, 'copy.backup');
  await ops(['backup', again], env);
  expect((await restored(again)).said).toMatch(/It is quiet/);
});

it('is a store once an operator ends it', async () => {
  expect(await told('quiet', 'end')).toBe('');
  await becomes(copy, buyer, 'fulfilled');
  await until(async () => (await readiness()).includes('ready'), { what: 'the copy is a store' });
  expect(await told('find', buyer.email)).toBe('');
});
