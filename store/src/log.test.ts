import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createLog, describeError } from './log.ts';
import { AppError } from './shared/errors.ts';

function lines(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLog('debug', sink));
  return text;
}

/** Starts a process that runs this script with a log of its own. */
function start(script: string) {
  const source = `const { createLog } = await import(${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))}); const log = createLog('info'); ${script}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process that hangs is killed, and fails its test.
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
}

/** The output of the process, however it ended. */
const printed = (script: string) => text(start(script).stdout);

describe('standard output', () => {
  it('is for a person when it is asked for, also with an error', async () => {
    const source = `createLog('info', undefined, { format: 'pretty' }).error({ task: 'x' }, 'one'); process.exit(0);`;
    expect(await printed(source)).toMatch(/^[\d:.]+ {2}error {2}one {2}task=x\n$/);
  });

  it('is complete after the process has ended', async () => {
    expect(await printed(`log.info('one'); log.info('two'); process.exit(0);`)).toMatch(/"one".*\n.*"two".*\n$/);
  });

  it('has an error and all lines before it, also when the process is killed at once', async () => {
    expect(await printed(`log.info('one'); log.error('two'); process.kill(process.pid, 'SIGKILL');`)).toMatch(
      /"one".*\n.*"two".*\n$/,
    );
  });

  it('does not block the process when its reader is gone', async () => {
    const child = start(
      `process.on('SIGUSR2', () => { log.error('two'); log.error('three'); process.exit(7); }); log.error('one'); setInterval(() => undefined, 1_000);`,
    );
    try {
      await once(child.stdout, 'data');
      child.stdout.destroy();
      await once(child.stdout, 'close');
      child.kill('SIGUSR2');
      expect(await once(child, 'exit')).toEqual([7, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('drops lines while the disk is full, and reports their number once there is space', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'cairn-log-'));
    const file = path.join(dir, 'store.log');
    const reopen = (name: string, flags = 'a') => `closeSync(1); openSync(${JSON.stringify(name)}, '${flags}');`;
    // ENOSPC from /dev/full; on systems without it, a read-only file.
    const full = existsSync('/dev/full') ? reopen('/dev/full') : reopen(import.meta.filename, 'r');
    const child = start(
      `const { closeSync, openSync } = await import('node:fs'); ${full} log.error('one'); log.error('two'); ${reopen(file)} log.error('three'); log.error('four'); process.exit(7);`,
    );
    expect(await once(child, 'exit')).toEqual([7, null]);
    const written = (await readFile(file, 'utf8')).trim().split('\n');
    expect(written.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 40, lost: 2 }),
      expect.objectContaining({ msg: 'three' }),
      expect.objectContaining({ msg: 'four' }),
    ]);
    await rm(dir, { recursive: true });
  });

  it('flushes lines at level info and below without further lines', async () => {
    const child = start(`log.info('one'); setInterval(() => undefined, 1_000);`);
    const [first] = await once(child.stdout, 'data');
    expect(String(first)).toMatch(/"one".*\n$/);
    child.kill('SIGKILL');
  });
});

describe('the log', () => {
  it('never contains the message of a foreign error, which may have personal data', () => {
    const error = Object.assign(
      new Error('550 <traveller@example.com> rejected', { cause: new TypeError('token abc123') }),
      { code: 'EENVELOPE' },
    );
    const text = lines((log) => log.error({ err: error }, 'mail was not accepted'));
    expect(text).not.toContain('traveller@example.com');
    expect(text).not.toContain('abc123');
    expect(text).toContain('EENVELOPE');
    expect(text).toContain('mail was not accepted');
  });

  it('has the place where an error was thrown, and the messages of our own errors', () => {
    const described = describeError(new AppError('payment-unavailable', { message: 'payment vendor: no answer' }));
    expect(described).toMatchObject({
      kind: 'AppError',
      code: 'payment-unavailable',
      message: 'payment vendor: no answer',
    });
    expect(described['at']).toEqual(expect.arrayContaining([expect.stringContaining('log.test.ts')]));
  });

  it('accepts anything that can be thrown', () => {
    for (const thrown of [undefined, null, 'secret text', 42, {}, { code: {} }])
      expect(JSON.stringify(describeError(thrown))).not.toContain('secret');
  });
});
