import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { schemaVersion } from '#src/db/migrate.ts';
import { readMigrations } from '#src/db/migrations.ts';
import { startCaddy, startNginx } from '#test/support/reverse-proxies.ts';
import { order } from '#test/support/shop.ts';
import { startSurroundings, type Surroundings } from '#test/support/surroundings.ts';
import { startTraffic } from '#test/support/traffic.ts';
import { until } from '#test/support/wire.ts';
import manifest from '../../package.json' with { type: 'json' };

/**
 * The upgrade and the way back, by the lines of docs/operations.md, on two processes of an unpacked archive behind nginx
 * and Caddy with the shipped files, while people browse, sign in and buy. The program `systemctl` is the only stand-in:
 * it stops a process and starts it again from the link, as the unit does.
 */
const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
/** A column that old rows and old processes do not need. */
const EXPANDING = '-- works with: 1.0.0\nALTER TABLE "orders" ADD COLUMN "note_of_next" text;\n';
const NEXT_TAG = `${String(readMigrations().length).padStart(4, '0')}_next`;

let dir: string;
let around: Surroundings;
let ports: readonly [number, number];
let env: Record<string, string>;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-upgrade-'));
  // nginx started by root works as "nobody".
  await chmod(dir, 0o755);
  around = await startSurroundings({ ...(await settings()), LOG_LEVEL: 'info' });
  ports = [await freePort(), await freePort()];
  await unpackTwice();
  const PUBLIC_URL = around.appUrl;
  env = {
    ...around.env,
    PUBLIC_URL,
    PATH: `${path.join(dir, 'bin')}:/usr/bin:/bin`,
    RELEASE_ROOT: path.join(dir, 'opt/cairn'),
  };
  await writeFile(path.join(dir, 'bin/systemctl'), SYSTEMCTL.replaceAll('DIR', dir), { mode: 0o755 });
  await cp(path.join(ROOT, 'deploy/systemd/cairn-restart'), path.join(dir, 'bin/cairn-restart'));
  for (const port of ports) await run('systemctl', ['restart', `cairn@${port}`], { env });
  for (const port of ports)
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok).catch(async (error: unknown) => {
      throw new Error(`It is not ready:\n${await readFile(path.join(dir, 'run/log'), 'utf8')}`, { cause: error });
    });
}, 20 * 60_000);

afterAll(async () => {
  for (const port of ports ?? []) await run('systemctl', ['stop', `cairn@${port}`], { env }).catch(() => undefined);
  // A retried job, delayed by a busy machine, is not a fault, but it is printed.
  const log = await readFile(path.join(dir, 'run/log'), 'utf8').catch(() => '');
  const faults = log.match(/.*"level":(50|60).*/g);
  if (faults) console.log(faults.join('\n'));
  await around?.close();
  if (dir) await rm(dir, { recursive: true, force: true });
});

/** What `cairn.env.example` says of proxies and of stopping. */
async function settings(): Promise<Record<string, string>> {
  const text = await readFile(path.join(ROOT, 'deploy/cairn.env.example'), 'utf8');
  const lines = text.matchAll(/^(TRUSTED_PROXIES|DRAIN_SECONDS|SHUTDOWN_SECONDS)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name!, value!]));
}

/** `systemctl restart|stop cairn@PORT`: SIGTERM, wait, and start what the link names, as the unit does. */
const SYSTEMCTL = `#!/bin/sh
set -eu
port=\${2#cairn@}
file=DIR/run/$port
if [ -f "$file" ]; then
  pid=$(cat "$file"); kill -TERM "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  rm "$file"
fi
[ "$1" = stop ] && exit 0
PORT=$port setsid DIR/opt/cairn/bin/cairn start >> DIR/run/log 2>&1 < /dev/null &
echo $! > "$file"
`;

/** This version's archive, and a next one: a higher version number, and a migration of its own. */
async function unpackTwice(): Promise<void> {
  for (const name of ['dist', 'opt', 'bin', 'run']) await mkdir(path.join(dir, name));
  const dist = path.join(dir, 'dist');
  await run(process.execPath, ['scripts/run.mjs', 'package', 'linux-x64', '--out', dist], { cwd: ROOT });
  const name = `cairn-${manifest.version}-linux-x64`;
  const opt = path.join(dir, 'opt');
  await run('tar', ['-xzf', path.join(dist, `${name}.tar.gz`), '-C', opt]);
  const old = path.join(opt, 'cairn-1.0.0-linux-x64');
  if (old !== path.join(opt, name)) await symlink(name, old);
  const next = path.join(opt, 'cairn-1.1.0-linux-x64');
  await cp(path.join(opt, name), next, { recursive: true, verbatimSymlinks: true });
  await setVersion(next, '1.1.0');
  await writeFile(path.join(next, 'store/drizzle', `${NEXT_TAG}.sql`), EXPANDING);
  await symlink('cairn-1.0.0-linux-x64', path.join(opt, 'cairn'));
}

/** The version of a release is in its package.json, and in the bundle. */
async function setVersion(release: string, version: string): Promise<void> {
  const bundle = path.join(release, 'store/build/server-bundle');
  const scripts = (await readdir(bundle)).filter((name) => name.endsWith('.js')).map((name) => path.join(bundle, name));
  for (const file of [path.join(release, 'store/package.json'), ...scripts]) {
    const text = await readFile(file, 'utf8');
    const changed = text.replace(
      /("?name"?(?:: | = )"@cairn\/store"[;,]\s+"?version[$\w]*"?(?:: | = ))".*?"/,
      `$1"${version}"`,
    );
    if (changed !== text) await writeFile(file, changed);
  }
}

/** The lines of the documented upgrade and way back, with our folder and ports. */
async function documentedLines(): Promise<[upgrade: string, back: string]> {
  const text = await readFile(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const section = /### An upgrade\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
  expect(blocks).toHaveLength(2);
  const [upgrade = '', back = ''] = blocks.map((block) =>
    block.replace('3000 3001', ports.join(' ')).replaceAll('/opt/', `${dir}/opt/`),
  );
  return [upgrade, back];
}

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('behind %s', (name, startProxy) => {
  test('the documented upgrade and the way back lose no request', { timeout: 10 * 60_000 }, async () => {
    await mkdir(path.join(dir, name));
    const app = { url: around.appUrl };
    const proxy = await startProxy(path.join(dir, name), { port: Number(new URL(app.url).port), stores: ports });
    try {
      await until(() => order(app), { what: 'the plans are checked' });
      const [upgrade, back] = await documentedLines();
      const traffic = startTraffic(app);
      try {
        await until(() => traffic.counts().sales > 3, { what: 'the first sales' });
        await upgradeTo('1.1.0', upgrade, traffic.counts);
        await upgradeTo(manifest.version, back, traffic.counts);
      } finally {
        await traffic.stop();
      }
      const { complaints, sales } = await traffic.stop();
      console.log({ requests: await proxy.requests(), sales: sales.length });
      expect({ complaints, failed: await proxy.failed() }, proxy.log()).toEqual({ complaints: [], failed: [] });
    } finally {
      await proxy.stop();
    }
    const database = new pg.Client(around.env['DATABASE_URL']);
    await database.connect();
    expect(await schemaVersion(database)).toBe(NEXT_TAG);
    await database.end();
  });
});

/** Runs these lines, after which both processes run this version. Meanwhile pages are shown and eSIMs are sold. */
async function upgradeTo(version: string, lines: string, counts: () => { pages: number; sales: number }) {
  const before = counts();
  const { stdout } = await run('sh', ['-euc', lines], { env });
  expect(stdout.match(/is ready: cairn [\d.]+/g)).toEqual(Array(2).fill(`is ready: cairn ${version}`));
  const after = counts();
  expect(after.pages).toBeGreaterThan(before.pages);
  expect(after.sales).toBeGreaterThan(before.sales);
  const log = await readFile(path.join(dir, 'run/log'), 'utf8');
  const started = [...log.matchAll(/"version":"([\d.]+)","msg":"ready"/g)].map(([, each]) => each);
  expect(started.slice(-2)).toEqual([version, version]);
}
