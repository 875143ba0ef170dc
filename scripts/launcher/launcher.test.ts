import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** The launcher is plain JavaScript without types. */
const load = async (name: string): Promise<Record<string, (...args: never[]) => unknown>> =>
  import(path.join(import.meta.dirname, name));

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-launcher-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Runs code that uses the launcher in a separate process. Its lines arrive as they are written. */
async function runLauncher(code: string): Promise<{ lines: string[]; code: number | null }> {
  const file = path.join(dir, 'main.mjs');
  await writeFile(
    file,
    `import { keepRunning } from ${JSON.stringify(path.join(import.meta.dirname, 'child.mjs'))};\n${code}`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { lines: output.trim().split('\n'), code: exitCode };
}

const command = (script: string) =>
  `command: () => ({ program: process.execPath, args: ['-e', ${JSON.stringify(script)}], env: process.env })`;

describe('the launcher', () => {
  test('reads .env: comments, quotes, export, and empty values', async () => {
    const { parseEnvFile } = await load('env-file.mjs');
    const text = [
      '# a comment',
      'PORT=4000',
      'export HOST = 127.0.0.1 # here',
      'MAIL_FROM="Cairn <a@b.c> # not a comment"',
      "KEY='a=b'",
      'EMPTY=',
      'not a line',
    ].join('\n');
    expect(parseEnvFile?.(text as never)).toEqual({
      PORT: '4000',
      HOST: '127.0.0.1',
      MAIL_FROM: 'Cairn <a@b.c> # not a comment',
      KEY: 'a=b',
      EMPTY: '',
    });
  });

  test('asks for log lines for a person in a terminal only', async () => {
    const { logFormat } = await load('start.mjs');
    expect(logFormat?.({ isTTY: true } as never)).toBe('pretty');
    expect(logFormat?.({} as never)).toBe('json');
  });

  test('restarts a child that crashes, and logs it', async () => {
    const { lines, code } = await runLauncher(`
      let starts = 0;
      const child = keepRunning('the child', { ${command('process.exit(3)')}, onStart: () => { if (++starts === 3) void child.stop(1000).then(() => process.exit(0)); } });`);
    expect(lines.filter((line) => line.includes('the child ended (exit code 3); restarting it'))).toHaveLength(2);
    expect(code).toBe(0);
  });

  test('gives up at once when the child exits with 78, which means that a restart does not help', async () => {
    const { lines, code } = await runLauncher(
      `keepRunning('the child', { ${command("console.error('PORT: is busy'); process.exit(78)")}, onFault: (code) => process.exit(code) });`,
    );
    expect(lines).toEqual(['PORT: is busy']);
    expect(code).toBe(78);
  });

  test('kills a child that does not stop within its limit', async () => {
    const script = "process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000)";
    const { lines, code } = await runLauncher(`
      const child = keepRunning('the child', { ${command(script)}, stdout: 'pipe', onStart: (started) => started.stdout.once('data', async () => { await child.stop(200); process.exit(0); }) });`);
    expect(lines).toEqual(['cairn: the child did not stop in 200 ms; killing it']);
    expect(code).toBe(0);
  });

  test('gives up after the given number of short lives', async () => {
    const { lines, code } = await runLauncher(
      `keepRunning('the child', { ${command('process.exit(1)')}, giveUp: (failures) => failures >= 2, onFault: () => process.exit(5) });`,
    );
    expect(lines).toHaveLength(1);
    expect(code).toBe(5);
  });
});

describe('the lock of a data directory', () => {
  const take = async (at: string) =>
    ((await load('hold.mjs'))['holdDataDir'] as unknown as (dataDir: string) => { release(): void; tookOver: boolean })(
      at,
    );
  const lockOf = (at: string) => path.join(at, 'launcher.pid');

  /** The state of a process, a letter (`ps`). */
  const stateOf = (pid: number) =>
    spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();

  /** A process that holds the lock until it is killed. */
  async function holder(at: string) {
    const script = `import { holdDataDir } from ${JSON.stringify(path.join(import.meta.dirname, 'hold.mjs'))};
      holdDataDir(${JSON.stringify(at)}); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  }

  test('is held by one live process, and taken over from a dead one', async () => {
    const other = await holder(dir);
    await expect(take(dir)).rejects.toMatchObject({ message: expect.stringContaining('already runs'), exitCode: 78 });
    other.kill('SIGKILL');
    await once(other, 'exit');
    const held = await take(dir);
    expect(held.tookOver).toBe(true);
    held.release();
    expect((await take(dir)).tookOver).toBe(false);
  });

  test('is taken over from a killed process whose parent has not read its exit code: a zombie', async () => {
    const script = `import { holdDataDir } from ${JSON.stringify(path.join(import.meta.dirname, 'hold.mjs'))};
      holdDataDir(${JSON.stringify(dir)}); console.log('held ' + process.pid); setInterval(() => {}, 1000);`;
    const file = path.join(dir, 'holder.mjs');
    await writeFile(file, script);
    // The shell starts the holder and becomes `sleep`, which never reads the exit code of a child.
    const parent = spawn('sh', ['-c', '"$0" "$1" & exec sleep 600', process.execPath, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(/held (\d+)/.exec(line.toString())![1]);
    try {
      await expect(take(dir)).rejects.toThrow(/already runs/);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => stateOf(pid)).toBe('Z');
      expect((await take(dir)).tookOver).toBe(true);
    } finally {
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    }
  });

  test('is stale in a copy of the folder while the original is held', async () => {
    const copy = path.join(dir, 'copy');
    const original = path.join(dir, 'original');
    const other = await holder(original);
    await cp(original, copy, { recursive: true });
    expect((await take(copy)).tookOver).toBe(true);
    await expect(take(original)).rejects.toThrow(/already runs/);
    other.kill('SIGKILL');
    await once(other, 'exit');
  });

  test('is stale when another process, even another launcher, has the id now', async () => {
    const other = await holder(path.join(dir, 'elsewhere'));
    const lock = JSON.parse(await readFile(lockOf(path.join(dir, 'elsewhere')), 'utf8')) as object;
    await writeFile(lockOf(dir), JSON.stringify({ ...lock, place: lockOf(await realpath(dir)), started: '1' }));
    expect((await take(dir)).tookOver).toBe(true);
    other.kill('SIGKILL');
    await once(other, 'exit');
  });

  test.each(['', '{"pid":', 'null', '0', String(process.ppid)])('is stale when it is truncated: %j', async (text) => {
    await writeFile(lockOf(dir), text);
    expect((await take(dir)).tookOver).toBe(true);
  });
});
