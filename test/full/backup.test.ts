import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { rows, startShop } from '#test/support/books.ts';
import { emptyDatabase } from '#test/support/database.ts';
import { launch, type Launched } from '#test/support/launcher.ts';
import { copyOrder } from '#test/support/many-orders.ts';
import { bought, look } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import { OPS_BUNDLE } from '../../scripts/launcher/production.mjs';

/** Backups by the commands: of the embedded database with its store, and of one with many orders in constant memory. */

const ROOT = path.join(import.meta.dirname, '../..');
const READY = /Stop with Ctrl-C/;
const ORDERS = 200_000;
/** How much more memory a backup and a restore may use for these orders than for one, in MB. */
const MORE_MEMORY_MB = 100;

let dir: string;
const launched: Launched[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-backups-'));
  // As root, PostgreSQL runs as user "nobody", which needs access to this folder.
  await chmod(dir, 0o755);
});
afterAll(async () => {
  for (const each of launched) each.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

const run = promisify(execFile);
const surroundings = () => ({
  PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'] ?? '',
});

/** Runs `npm run ops -- …`. Throws with its output when the exit code is not 0. */
async function ops(words: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await run('npm', ['run', '--silent', 'ops', '--', ...words], {
    cwd: ROOT,
    env: { ...surroundings(), ...env },
    maxBuffer: 10_000_000,
  });
  return stdout;
}

/** Runs a command. Returns the peak memory of its process, in megabytes. */
async function weighed(words: string[], env: Record<string, string>): Promise<number> {
  const tell = "process.on('exit', () => process.stderr.write(`most ${process.resourceUsage().maxRSS}\\n`))";
  const { stderr } = await run(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(tell)}`, OPS_BUNDLE, ...words],
    { cwd: ROOT, env: { ...surroundings(), ...env } },
  );
  return Number(/^most (\d+)$/m.exec(stderr)![1]) / 1024;
}

async function begin(data: string, port: number): Promise<{ url: string; stop(): Promise<void> }> {
  const started = launch({ PORT: String(port), CAIRN_DATA_DIR: path.join(dir, data) });
  launched.push(started);
  await started.says(READY);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      started.kill('SIGTERM');
      await started.exited;
    },
  };
}

test('the embedded database: a store is backed up, lost, and restored into a new data directory by the commands', async () => {
  const port = await freePort();
  const first = { CAIRN_DATA_DIR: path.join(dir, 'first') };
  const store = await begin('first', port);
  // The shop sells once its plans are compared with the wholesaler's.
  const buyer = await until(() => bought(store), { timeout: 60_000, what: 'a purchase' });
  const { esim } = await look(store, buyer);
  const file = path.join(dir, 'embedded.backup');
  expect(await ops(['backup', file], first)).toMatch(/verified: restored into a scratch database/);
  const { ok, checks } = JSON.parse(await ops(['doctor', '--json'], { ...first, PORT: String(port) })) as {
    ok: boolean;
    checks: object[];
  };
  expect({ ok, checks: checks.length }).toEqual({ ok: true, checks: expect.any(Number) });
  await store.stop();

  // The new data directory gets what a backup does not contain: keys and the sandboxes' ledgers.
  const second = path.join(dir, 'second');
  await mkdir(second);
  await chmod(second, 0o755);
  for (const kept of ['secret-keys.json', 'backup-key.json', 'sandboxes.json', 'sandbox'])
    await cp(path.join(dir, 'first', kept), path.join(second, kept), { recursive: true });
  await rm(path.join(dir, 'first'), { recursive: true });
  const into = ['restore', file, '--into', 'embedded'];
  expect(await ops(into, { CAIRN_DATA_DIR: second })).toMatch(/^restored into /);
  await expect(ops(into, { CAIRN_DATA_DIR: second })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not empty/),
  });

  const again = await begin('second', port);
  expect((await look(again, buyer)).esim?.lpa).toBe(esim?.lpa);
  await until(() => bought(again), { timeout: 60_000, what: 'a purchase' });
  await again.stop();
});

test(`${ORDERS.toLocaleString('en')} orders use no more memory than one`, async () => {
  const world = await startShop({ BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') });
  const targets = [await emptyDatabase(), await emptyDatabase()] as const;
  try {
    const env = { ...world.env, NODE_ENV: 'production' };
    const buyer = await bought({ url: world.app.url });
    const figures: Record<string, number> = {};
    for (const [name, target] of [
      ['small', targets[0]],
      ['large', targets[1]],
    ] as const) {
      if (name === 'large') await copyOrder(world.env['DATABASE_URL']!, buyer.order.id, ORDERS);
      const file = path.join(dir, `${name}.backup`);
      figures[`backup ${name}`] = await weighed(['backup', file], env);
      figures[`restore ${name}`] = await weighed(['restore', file, '--into', target.url], env);
      figures[`file ${name}`] = (await stat(file)).size / 1e6;
    }
    const [database] = await rows<{ size: number }>(
      world,
      sql`select pg_database_size(current_database())::float / 1e6 as size`,
    );
    figures['database'] = database!.size;
    const told = JSON.stringify(figures);
    // Far more than may be kept in memory.
    expect(figures['database'], told).toBeGreaterThan(2 * MORE_MEMORY_MB);
    expect(figures['backup large']! - figures['backup small']!, told).toBeLessThan(MORE_MEMORY_MB);
    expect(figures['restore large']! - figures['restore small']!, told).toBeLessThan(MORE_MEMORY_MB);
    process.stdout.write(`megabytes: ${told}\n`);
  } finally {
    await world.close();
    for (const target of targets) await target.drop();
  }
});
