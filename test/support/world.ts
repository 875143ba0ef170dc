import pino, { type Logger } from 'pino';
import { loadConfig } from '#src/config/config.ts';
import type { Db } from '#src/db/database.ts';
import { makeDemoAccount } from '#sandbox/demo-account/make.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { createLog } from '#src/log.ts';
import { type RunningApp, start } from '#src/main.ts';
import { openStore } from '#src/open-store.ts';
import type { MakeVendors } from '#src/vendors.ts';
import { spawnBuilt } from './process.ts';
import { type Filled, startSurroundings, type Surroundings } from './surroundings.ts';

type Begin = (env: Record<string, string>, log?: Logger) => Promise<RunningApp & { pid: number }>;

/** The whole product with its surroundings, for tests over HTTP that also read the database. */
export type World = {
  app: { url: string };
  stripe: Surroundings['stripe'];
  airalo: Surroundings['airalo'];
  esimAccess?: Surroundings['esimAccess'];
  mail: Surroundings['mail'];
  oauth: Surroundings['oauth'];
  sms: Surroundings['sms'];
  db: Db;
  services: RunningApp['services'];
  /** The process of the application. */
  pid: number;
  /** The environment of the application. */
  env: Record<string, string>;
  /** Starts another application of the world's kind. */
  begin: Begin;
  close(): Promise<void>;
};

/**
 * A second application on the same database and vendors, as behind a load balancer: built or from sources, as the
 * world's own.
 */
export async function startBeside(world: World, log?: Logger): Promise<RunningApp> {
  const PORT = String(await freePort());
  return world.begin({ ...world.env, PORT, PUBLIC_URL: world.services.config.publicUrl }, log);
}

export type WorldOptions = {
  /** Creates the demo account first, as `npm start` does. */
  withDemo?: boolean;
  /** An existing database and ledgers to use. */
  filled?: Filled;
  /** Starts the sandbox of the second wholesaler as well. */
  secondWholesaler?: boolean;
};

/** With the store's sources in this process, a test may add vendors of its own to the registry. */
export type SourceWorldOptions = WorldOptions & { makeVendors?: MakeVendors };

/**
 * Starts a new world with the store's sources in this process: for tests that set its clock. `overrides` are environment variables:
 * `{ LIMIT_SIGN_UPS_PER_HOUR: '3' }`.
 */
export function startWorld(
  overrides: Record<string, string> = {},
  log?: Logger,
  { makeVendors, ...options }: SourceWorldOptions = {},
): Promise<World> {
  return makeWorld(overrides, options, log, async (env, to) => ({
    ...(await start(loadConfig(env), to, undefined, undefined, makeVendors)),
    pid: process.pid,
  }));
}

/**
 * Starts a new world with what `npm start` starts: the bundle, in a process of its own. `services` are those of this
 * process, on the same database. `log` receives the lines of both processes.
 */
export function startBuiltWorld(
  overrides: Record<string, string> = {},
  log?: Logger,
  options: WorldOptions = {},
): Promise<World> {
  return makeWorld(overrides, options, log, startBuilt);
}

/** Starts the bundle with exactly this environment. `services` are of this process, on the same database. */
export async function startBuilt(env: Record<string, string>, log?: Logger): ReturnType<Begin> {
  const app = await spawnBuilt(log ? { ...env, LOG_LEVEL: log.level } : env, log && linesTo(log));
  const closers: (() => Promise<unknown>)[] = [];
  const onClose = (close: () => Promise<unknown>) => void closers.push(close);
  const services = await openStore(loadConfig(env), { log: log ?? createLog('silent'), onClose });
  return {
    url: app.url,
    pid: app.pid,
    services,
    async stop() {
      for (const close of closers.reverse()) await close();
      await app.kill('SIGTERM');
    },
  };
}

/** Writes complete lines, in the product's format, to where a logger writes. */
function linesTo(log: Logger): (line: string) => void {
  const { [pino.symbols.streamSym]: stream } = log as unknown as Record<symbol, { write(line: string): void }>;
  return (line) => stream!.write(`${line}\n`);
}

async function makeWorld(
  overrides: Record<string, string>,
  { withDemo = false, filled, secondWholesaler = false }: WorldOptions,
  log: Logger | undefined,
  begin: Begin,
): Promise<World> {
  const around = await startSurroundings(overrides, filled, { secondWholesaler });
  let app: Awaited<ReturnType<Begin>>;
  try {
    if (withDemo) around.env['CAIRN_DEMO_ACCOUNT'] = JSON.stringify(await makeDemoAccount(around.env));
    app = await begin(around.env, log);
  } catch (error) {
    await around.close();
    throw error;
  }
  return {
    app: { url: app.url },
    stripe: around.stripe,
    airalo: around.airalo,
    esimAccess: around.esimAccess,
    mail: around.mail,
    oauth: around.oauth,
    sms: around.sms,
    db: around.database.db,
    services: app.services,
    pid: app.pid,
    env: around.env,
    begin,
    async close() {
      await app.stop();
      await around.close();
    },
  };
}
