import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#sandbox/postgres/port.ts';
import { spawnApp, spawnBuilt, type SpawnedApp } from '#test/support/process.ts';
import { createShiftedClock } from '#test/support/shifted-clock.ts';
import { until } from '#test/support/wire.ts';

/** One process of the application, on a port of its own, which is killed and started again. */
export type AppProcess = {
  url: string;
  /** Where its metrics are read. */
  metrics: { url: string };
  /** Seconds by which its clock is ahead of the true time; negative: behind. */
  readonly clock: number;
  /** Sets its clock, also while it runs. */
  setClock(seconds: number): Promise<void>;
  /** Number of unexpected exits. The process is started again after each, as a supervisor does. */
  fell: number;
  /**
   * Starts it unless it runs, and retries as the launcher does until it is ready. `root`: a checkout of another version,
   * whose sources run in place of the bundle.
   */
  start(env: Record<string, string>, root?: string): Promise<void>;
  /** SIGKILL, at once. */
  crash(): Promise<void>;
  /** SIGSTOP, and SIGCONT after `ms` milliseconds. */
  freeze(ms: number): Promise<void>;
  /** SIGTERM. Resolves when it has ended. */
  stop(): Promise<void>;
  /** Stops it for good. */
  close(): Promise<void>;
  output(): string;
};

const STARTS_WITHIN = 180_000;

/** Creates a process that does not run yet. `dir` holds the file of its clock. */
export async function createProcess(url: string, dir: string): Promise<AppProcess> {
  const { port } = new URL(url);
  const metricsPort = await freePort();
  const clock = await createShiftedClock(0, dir);
  let ahead = 0;
  const outputs: (() => string)[] = [];
  let app: SpawnedApp | undefined;
  let expected = true;
  let starting: Promise<void> | undefined;

  async function begin(env: Record<string, string>, root?: string): Promise<void> {
    const own = { ...env, ...clock.env, PORT: port, METRICS_LISTEN: `127.0.0.1:${metricsPort}` };
    const running = await until(
      () =>
        (root === undefined ? spawnBuilt(own) : spawnApp(own, root)).catch((error: unknown) => {
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
      void made.start(env, root).catch(() => undefined);
    });
  }

  const made: AppProcess = {
    url,
    metrics: { url: `http://127.0.0.1:${metricsPort}` },
    get clock() {
      return ahead;
    },
    async setClock(seconds) {
      ahead = seconds;
      await clock.shift(seconds);
    },
    fell: 0,
    start(env, root) {
      if (app && !expected) return Promise.resolve();
      return (starting ??= begin(env, root).finally(() => (starting = undefined)));
    },
    async crash() {
      await starting?.catch(() => undefined);
      expected = true;
      await app?.kill('SIGKILL');
    },
    async freeze(ms) {
      app?.signal('SIGSTOP');
      await pause(ms);
      app?.signal('SIGCONT');
    },
    async stop() {
      await starting?.catch(() => undefined);
      expected = true;
      await app?.kill('SIGTERM');
    },
    async close() {
      await made.stop();
      await clock.close();
    },
    output: () => outputs.map((output) => output()).join('\n'),
  };
  return made;
}
