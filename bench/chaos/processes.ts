import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#sandbox/postgres/port.ts';
import { spawnApp, type SpawnedApp } from '#test/support/process.ts';
import { until } from '#test/support/wire.ts';
import { COMPILE_CACHE, PRODUCTION_ARGS } from '../../scripts/launcher/production.mjs';
import { createClock, type Clock } from './clock.ts';

/** One process of the application, on a port of its own, which is killed and started again. */
export type AppProcess = {
  url: string;
  /** Where its metrics are read. */
  metrics: { url: string };
  clock: Clock;
  /** Number of unexpected exits. The process is started again after each, as a supervisor does. */
  fell: number;
  /** Starts it unless it runs, and retries as the launcher does until it is ready. */
  start(env: Record<string, string>): Promise<void>;
  /** SIGKILL, at once. */
  crash(): Promise<void>;
  /** SIGSTOP, and SIGCONT after `ms` milliseconds. */
  freeze(ms: number): Promise<void>;
  /** SIGTERM. Resolves when it has ended. */
  stop(): Promise<void>;
  output(): string;
};

const STARTS_WITHIN = 180_000;

/** Creates a process that does not run yet. `dir` holds the file of its clock. */
export async function createProcess(options: { url: string; dir: string }): Promise<AppProcess> {
  const { url, dir } = options;
  const { port } = new URL(url);
  const metricsPort = await freePort();
  const outputs: (() => string)[] = [];
  let app: SpawnedApp | undefined;
  let expected = true;

  const made: AppProcess = {
    url,
    metrics: { url: `http://127.0.0.1:${metricsPort}` },
    clock: createClock(path.join(dir, `clock-${port}`)),
    fell: 0,
    async start(env) {
      if (app && !expected) return;
      const own = { ...env, ...made.clock.env, PORT: port, METRICS_LISTEN: `127.0.0.1:${metricsPort}` };
      const running = await until(
        () =>
          spawnApp(
            { NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILE_CACHE, ...own },
            undefined,
            PRODUCTION_ARGS,
          ).catch((error: unknown) => {
            made.fell += 1;
            throw error;
          }),
        { timeout: STARTS_WITHIN, what: 'the application starts' },
      );
      app = running;
      outputs.push(running.output);
      expected = false;
      void running.exited.then(() => {
        if (expected || app !== running) return;
        made.fell += 1;
        expected = true;
        void made.start(env).catch(() => undefined);
      });
    },
    async crash() {
      expected = true;
      await app?.kill('SIGKILL');
    },
    async freeze(ms) {
      app?.signal('SIGSTOP');
      await pause(ms);
      app?.signal('SIGCONT');
    },
    async stop() {
      expected = true;
      await app?.kill('SIGTERM');
    },
    output: () => outputs.map((output) => output()).join('\n'),
  };
  return made;
}
