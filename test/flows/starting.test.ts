import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { processIsAlive } from '#sandbox/postgres/processes.ts';
import { emptyDatabase } from '#test/support/database.ts';
import { FULL } from '#test/support/full.ts';
import { launch, type Launched } from '#test/support/launcher.ts';
import { launchProcess, spawnApp } from '#test/support/process.ts';
import { startSurroundings, type Surroundings } from '#test/support/surroundings.ts';
import { control, held, until } from '#test/support/wire.ts';

/** `npm start` with real processes. However it ends, no process is left, and it names unreadable files. */

const READY = /Stop with Ctrl-C/;
const LIMIT = { timeout: 240_000 };
const TRUNCATED = '{"credentials":{"STRIPE';

let dir: string;
let port: string;
const launched: Launched[] = [];
const seen = new Set<number>();

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-starting-'));
  // As root, PostgreSQL runs as user "nobody", which needs access to this folder.
  await chmod(dir, 0o755);
  port = String(await freePort());
});
afterAll(async () => {
  for (const each of launched) for (const pid of each.family()) seen.add(pid);
  for (const pid of [...seen].filter(processIsAlive)) process.kill(pid, 'SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

function begin(data: string, env: Record<string, string> = {}, options: { npm?: boolean } = {}): Launched {
  const started = launch({ PORT: port, CAIRN_DATA_DIR: path.join(dir, data), ...env }, options);
  launched.push(started);
  return started;
}

/** All processes of a launcher that is ready. */
async function allOf(started: Launched): Promise<number[]> {
  await started.says(READY);
  const family = started.family();
  for (const pid of family) seen.add(pid);
  expect(family.length).toBeGreaterThan(6);
  return family;
}

const allGone = (family: number[]) =>
  until(() => family.every((pid) => !processIsAlive(pid)), { what: 'every process is gone' });

describe('npm start', () => {
  it('ends with all its processes when npm gets SIGTERM, and the next start is clean', LIMIT, async () => {
    const first = begin('data', {}, { npm: true });
    const family = await allOf(first);
    first.kill('SIGTERM');
    await first.exited;
    expect(await allGone(family)).toBe(true);
  });

  it('leaves no process when the launcher is killed', LIMIT, async () => {
    const first = begin('data');
    const family = await allOf(first);
    process.kill(first.pid, 'SIGKILL');
    expect(await allGone(family)).toBe(true);
  });

  it.each(FULL ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
    'leaves no process on %s during the start',
    LIMIT,
    async (signal) => {
      const first = begin('data');
      await until(() => first.family().length > 6, { what: 'PostgreSQL is starting' });
      const family = first.family();
      for (const pid of family) seen.add(pid);
      process.kill(first.pid, signal);
      expect(await allGone(family)).toBe(true);
    },
  );
});

describe('beside a running one', () => {
  let first: Launched;
  let family: number[];
  beforeAll(async () => {
    first = begin('data', { SHUTDOWN_SECONDS: '4' });
    family = await allOf(first);
  });

  it('a start on the same port fails with its own message', LIMIT, async () => {
    const second = begin('other');
    expect(await second.exited).toBe(78);
    expect(second.output()).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(second.output()).not.toMatch(READY);
  });

  it('a start on the same data is refused', LIMIT, async () => {
    const second = begin('data', { PORT: String(await freePort()) });
    expect(await second.exited).toBe(78);
    expect(second.output()).toContain(`Cairn already runs on ${path.join(dir, 'data')} (process ${first.pid})`);
  });

  it('a second process runs with the variables in the file written for it', LIMIT, async () => {
    const file = path.join(dir, 'data/second-process.env');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const env = parseEnv(await readFile(file, 'utf8')) as Record<string, string>;
    const second = await spawnApp({ ...env, PORT: String(await freePort()) });
    const places = async (url: string) =>
      (await fetch(`${url}/_sandbox`, { headers: { accept: 'application/json' } })).json();
    expect(await places(second.url)).toEqual(await places(`http://127.0.0.1:${port}`));
    expect(await second.kill('SIGTERM')).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it('a copy of its data runs on its own ports, and stops independently', LIMIT, async () => {
    // At one instant, as after a power cut. PostgreSQL can't recover files that were copied while it wrote them.
    const frozen = first.family();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    try {
      await cp(path.join(dir, 'data'), path.join(dir, 'copy'), { recursive: true });
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
    const copy = begin('copy', { PORT: String(await freePort()) });
    const itsOwn = await allOf(copy);
    const ports = async (data: string) =>
      Object.values(
        (JSON.parse(await readFile(path.join(dir, data, 'sandboxes.json'), 'utf8')) as { ports: object }).ports,
      ).flatMap((each: Record<string, number>) => Object.values(each));
    const own = await ports('data');
    expect((await ports('copy')).filter((each) => own.includes(each))).toEqual([]);
    copy.kill('SIGTERM');
    expect(await copy.exited).toBe(0);
    await allGone(itsOwn);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it('all its processes are gone at the end, even when a job hangs', LIMIT, async () => {
    const url = `http://127.0.0.1:${port}`;
    const { mail, identity } = (await (
      await fetch(`${url}/_sandbox`, { headers: { accept: 'application/json' } })
    ).json()) as { mail: string; identity: { url: string; apiKey: string } };
    await control({ url: mail }, { hold: { call: 'smtp.data', when: 'before' } });
    await fetch(`${identity.url}/v1/accounts:signUp?key=${identity.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'someone@example.com', password: 'correct horse' }),
    });
    await held({ url: mail }, 'smtp.data');
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(await allGone(family)).toBe(true);
    expect(first.output()).not.toContain('killing it');
  });
});

describe('a database of its own', () => {
  it('that refuses the password ends the start, with a sentence and all processes', LIMIT, async () => {
    const database = await emptyDatabase();
    try {
      const url = new URL(database.url);
      url.password = 'wrong';
      const started = begin('refused', { DATABASE_URL: url.href, PORT: String(await freePort()) });
      expect(await started.exited).toBe(78);
      expect(started.output()).toContain('The database: the password is wrong. Check the user and the password in');
      expect(started.output()).not.toMatch(/restarting it|^\s+at /m);
    } finally {
      await database.drop();
    }
  });
});

describe('an unreadable data directory', () => {
  it('is named when a sandbox cannot start; the launcher gives up', LIMIT, async () => {
    await mkdir(path.join(dir, 'blocked'));
    await writeFile(path.join(dir, 'blocked/sandbox'), 'a file where the folder should be');
    const started = begin('blocked');
    expect(await started.exited).toBe(78);
    expect(started.output()).toMatch(/The [\w-]+ sandbox can't start: it ended 4 times before it was ready/);
    expect(started.output()).not.toContain('could not start');
  });

  it('does not keep the launcher from stopping', LIMIT, async () => {
    const started = begin('blocked');
    await started.says(/restarting it/);
    started.kill('SIGTERM');
    expect(await started.exited).toBe(0);
  });

  it.each(FULL ? ['', TRUNCATED] : [TRUNCATED])('with a truncated sandboxes.json: %j', LIMIT, async (text) => {
    await mkdir(path.join(dir, 'cut'), { recursive: true });
    await writeFile(path.join(dir, 'cut/sandboxes.json'), text);
    const started = begin('cut');
    expect(await started.exited).toBe(78);
    expect(started.output()).toContain(`${path.join(dir, 'cut/sandboxes.json')} can't be read`);
    expect(started.output()).toContain('Remove it');
    expect(started.output()).not.toMatch(/^\s+at /m);
  });

  describe('by the application', () => {
    let around: Surroundings;
    beforeAll(async () => {
      around = await startSurroundings({ CAIRN_SECRET_KEYS: '' });
    });
    afterAll(() => around.close());

    it.each([
      ['secret-keys.json', '', 'store/src/main.ts', {}],
      [
        'demo-account.json',
        '{"email":"de',
        'sandbox/demo-account/main.ts',
        { CAIRN_SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` },
      ],
    ])('with %s holding %j, by %s', LIMIT, async (name, text, program, env) => {
      const data = path.join(dir, `half-${name}`);
      await mkdir(data);
      await writeFile(path.join(data, name), text);
      const app = launchProcess({ ...around.env, CAIRN_DATA_DIR: data, ...env }, undefined, [program]);
      expect(await app.exited).toBe(78);
      expect(app.output()).toContain(`${path.join(data, name)} can't be read`);
      expect(app.output()).not.toMatch(/^\s+at /m);
    });
  });
});
