import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ensureServerBuilt } from '../../scripts/launcher/build.mjs';
import { COMPILE_CACHE, PRODUCTION_ARGS, WITH_PARENT } from '../../scripts/launcher/production.mjs';
import { until } from './wire.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The application as a separate process, which tests can kill. */
export type SpawnedApp = {
  url: string;
  pid: number;
  /** All output so far, of both streams. */
  output(): string;
  /** Resolves with the exit code, or null after a signal. */
  exited: Promise<number | null>;
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal (default SIGKILL) and waits for the exit. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
};

/** The store's folder of a checkout. An old checkout has no workspaces, and has the store at its root. */
export function storeOf(root: string): string {
  const store = path.join(root, 'store');
  return existsSync(store) ? store : root;
}

/**
 * Starts the store's `src/main.ts` of a checkout, or Node with other arguments there, with exactly this environment.
 * `spawnApp` also waits until it is ready.
 */
export function launchProcess(
  env: Record<string, string>,
  root = ROOT,
  args = [path.join(storeOf(root), 'src/main.ts')],
  onLine?: (line: string) => void,
): Omit<SpawnedApp, 'url'> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    // Stays open: the built store ends when its parent does.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
  return handle(child);
}

/** Starts the application and waits until it is ready. Throws with its output when it exits first. */
export async function spawnApp(
  env: Record<string, string>,
  root?: string,
  args?: string[],
  onLine?: (line: string) => void,
): Promise<SpawnedApp> {
  return whenReady(launchProcess(env, root, args, onLine), env);
}

async function whenReady(app: Omit<SpawnedApp, 'url'>, env: Record<string, string>): Promise<SpawnedApp> {
  const url = `http://${env['HOST'] ?? '127.0.0.1'}:${env['PORT'] ?? '3000'}`;
  let ended = false;
  void app.exited.then(() => (ended = true));
  const ready = await until(
    async () => {
      if (ended) return 'ended';
      return (await fetch(`${url}/readyz`)).ok && 'ready';
    },
    { what: 'the application is ready' },
  ).catch(async (error: unknown) => {
    // It would keep its port, and answer for the next one.
    await app.kill();
    throw error;
  });
  if (ready === 'ended') throw new Error(`The application ended before it was ready:\n${app.output()}`);
  return { ...app, url };
}

/**
 * Launches what `npm start` starts: the bundle, with the launcher's flags and environment. Builds it first when its
 * sources changed. `onLine` receives each line of its standard output. `spawnBuilt` also waits until it is ready.
 */
export async function launchBuilt(
  env: Record<string, string>,
  onLine?: (line: string) => void,
): Promise<Omit<SpawnedApp, 'url'>> {
  await (built ??= ensureServerBuilt(process.execPath));
  const production = { NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILE_CACHE };
  return launchProcess({ ...production, ...env }, undefined, [...WITH_PARENT, ...PRODUCTION_ARGS], onLine);
}

/** Starts what `npm start` starts (`launchBuilt`) and waits until it is ready. */
export async function spawnBuilt(env: Record<string, string>, onLine?: (line: string) => void): Promise<SpawnedApp> {
  return whenReady(await launchBuilt(env, onLine), env);
}

let built: Promise<void> | undefined;

function handle(child: ChildProcess): Omit<SpawnedApp, 'url'> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    signal: (signal) => void child.kill(signal),
    kill(signal = 'SIGKILL') {
      child.kill(signal);
      return exited;
    },
  };
}

/** The resident memory of a process, in bytes. */
export async function memoryOf(pid: number): Promise<number> {
  // Small images have no `ps`.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kilobytes) return Number(kilobytes) * 1024;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}
