import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inFull } from '../../test/support/full.ts';
import { clusterPaths } from './cluster.ts';
import { readPostmaster } from './postmaster.ts';
import { processIsAlive } from './processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let dataDir: string;
let running: EmbeddedPostgres[];
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-embedded-'));
  // The folder's mode decides how root starts PostgreSQL. Most of these tests use the common way.
  await chmod(dataDir, 0o755);
  running = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of running) await server.stop();
  const left = await serverPid().catch(() => undefined);
  if (left && processIsAlive(left)) process.kill(left, 'SIGQUIT');
  await expect.poll(() => (left ? processIsAlive(left) : false), { timeout: 60_000 }).toBe(false);
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, durable: false });
  running.push(server);
  return server;
}

async function query(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(statement);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

async function serverPid(): Promise<number | undefined> {
  return (await readPostmaster(clusterPaths(dataDir)))?.pid;
}

/** A separate process that starts the server, as the application does, and then waits. */
async function startInChild(): Promise<ChildProcess> {
  const module = path.join(import.meta.dirname, 'supervisor.ts');
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const log = { info() {}, warn() {}, error() {} };
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, durable: false });
    console.log('up');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

describe('embedded PostgreSQL', () => {
  test('keeps its data and its port over a stop and a start', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT value FROM kept')).toBe(7);
  });

  test('restarts on the same address after kill -9 of the server, with or without lingering back ends', async () => {
    const { url } = await start();
    const lingering = new pg.Client({ connectionString: url });
    lingering.on('error', () => undefined);
    await lingering.connect();
    const busy = lingering.query('SELECT pg_sleep(2)').catch(() => undefined);
    const killed = await serverPid();
    process.kill(killed ?? 0, 'SIGKILL');
    await expect.poll(() => query(url, 'SELECT 1 AS value').catch(() => 0), { timeout: 60_000, interval: 100 }).toBe(1);
    expect(await serverPid()).not.toBe(killed);
    await busy;
    await lingering.end().catch(() => undefined);
  });

  test('starts with a stale postmaster.pid: no process, another process, or an empty file', async () => {
    const first = await start();
    await first.stop();
    const pidFile = path.join(clusterPaths(dataDir).data, 'postmaster.pid');
    for (const pid of [2 ** 22 - 3, process.pid]) {
      await writeFile(pidFile, `${pid}\n${clusterPaths(dataDir).data}\n1\n5432\n\n127.0.0.1\n`, { mode: 0o600 });
      await chmod(pidFile, 0o644);
      const again = await start();
      expect(await query(again.url, 'SELECT 1 AS value')).toBe(1);
      await again.stop();
    }
    await writeFile(pidFile, '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(pidFile, longAgo, longAgo);
    expect(await query((await start()).url, 'SELECT 1 AS value')).toBe(1);
  });

  test('two concurrent starts share one server, which runs until the last one stops', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.url).toBe(two.url);
    await one.stop();
    expect(await query(two.url, 'SELECT 1 AS value')).toBe(1);
    await two.stop();
    await expect(query(two.url, 'SELECT 1 AS value')).rejects.toThrow();
  });

  test('a cancelled start leaves no server', async () => {
    const stop = new AbortController();
    const starting = startEmbeddedPostgres({ dataDir, log, durable: false, signal: stop.signal });
    const refused = expect(starting).rejects.toThrow('enough');
    // A short interval, because the server is ready soon after its file exists.
    await expect.poll(serverPid, { timeout: 60_000, interval: 1 }).toBeDefined();
    stop.abort(new Error('enough'));
    const pid = (await serverPid()) ?? 0;
    await refused;
    expect(processIsAlive(pid)).toBe(false);
  });

  test('as a process without its parent it waits for its clients, and leaves no process', async () => {
    const args = ['--data', dataDir, '--with-parent', '--patience', '30'];
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { ready, url } = JSON.parse(line.toString()) as { ready: boolean; url: string };
    expect(ready).toBe(true);
    const pid = await serverPid();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const asked = client.query<{ value: string }>("SELECT pg_sleep(0.5), 'done' AS value");
    child.stdin.end();
    expect((await asked).rows[0]?.value).toBe('done');
    await client.end();
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
    expect(processIsAlive(pid!)).toBe(false);
  });

  inFull(() => {
    test('listens on loopback only and refuses a wrong password', async () => {
      const { url } = await start();
      expect(await query(url, "SELECT current_setting('listen_addresses') AS value")).toBe('127.0.0.1');
      const wrong = new URL(url);
      wrong.password = 'wrong';
      await expect(query(wrong.href, 'SELECT 1 AS value')).rejects.toMatchObject({ code: '28P01' });
    });

    test('adopts the server of a killed parent, and stops it at the end', async () => {
      const parent = await startInChild();
      const orphan = await serverPid();
      parent.kill('SIGKILL');
      await once(parent, 'exit');
      const { url, stop } = await start();
      expect(await serverPid()).toBe(orphan);
      expect(await query(url, 'SELECT 1 AS value')).toBe(1);
      await stop();
      expect(processIsAlive(orphan ?? 0)).toBe(false);
    });

    test('restarts an adopted server that dies', async () => {
      const parent = await startInChild();
      parent.kill('SIGKILL');
      await once(parent, 'exit');
      const { url } = await start();
      process.kill((await serverPid()) ?? 0, 'SIGKILL');
      await expect
        .poll(() => query(url, 'SELECT 1 AS value').catch(() => 0), { timeout: 60_000, interval: 100 })
        .toBe(1);
    });

    test('chooses a new port when its own is in use, and stores it', async () => {
      const first = await start();
      await first.stop();
      const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
      await once(squatter, 'listening');
      const second = await start();
      expect(second.url).not.toBe(first.url);
      await second.stop();
      squatter.close();
      expect((await start()).url).toBe(second.url);
    });

    test('runs in a folder that only its owner can enter, such as a home folder of mode 0700', async () => {
      await chmod(dataDir, 0o700);
      const { url } = await start();
      expect(await query(url, 'SELECT 1 AS value')).toBe(1);
    });

    test('says why it cannot start, and that a retry does not help', async () => {
      const first = await start();
      await first.stop();
      const { data, password } = clusterPaths(dataDir);
      const refused = (words: RegExp) => ({ name: 'StartupError', message: expect.stringMatching(words) });
      await writeFile(path.join(data, 'postgresql.conf'), 'no_such_setting = 1\n');
      await expect(start()).rejects.toMatchObject(refused(/no_such_setting/));
      await writeFile(path.join(data, 'postgresql.conf'), '');
      await truncate(path.join(data, 'global/pg_control'), 100);
      await expect(start()).rejects.toMatchObject(refused(/global\/pg_control/));
      await writeFile(password, '');
      await expect(start()).rejects.toMatchObject(refused(/postgres\/password is empty/));
    });
  });
});
