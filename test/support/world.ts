import type { Logger } from 'pino';
import { loadConfig } from '#src/config/config.ts';
import type { Db } from '#src/db/database.ts';
import { makeDemoAccount } from '#sandbox/demo-account/make.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { type RunningApp, start } from '#src/main.ts';
import { type Filled, startSurroundings, type Surroundings } from './surroundings.ts';

/** The whole product in one process with its surroundings, for tests over HTTP that also read the database. */
export type World = {
  app: { url: string };
  stripe: Surroundings['stripe'];
  airalo: Surroundings['airalo'];
  mail: Surroundings['mail'];
  oauth: Surroundings['oauth'];
  sms: Surroundings['sms'];
  db: Db;
  services: RunningApp['services'];
  /** The environment of the application. */
  env: Record<string, string>;
  close(): Promise<void>;
};

/** A second process of the application on the same database and vendors, as behind a load balancer. */
export async function startBeside(world: World, log?: Logger): Promise<RunningApp> {
  return start(
    loadConfig({ ...world.env, PORT: String(await freePort()), PUBLIC_URL: world.services.config.publicUrl }),
    log,
  );
}

/**
 * Starts a new world. `overrides` are environment variables: `{ LIMIT_SIGN_UPS_PER_HOUR: '3' }`. `withDemo` creates the
 * demo account first, as `npm start` does. `filled` names an existing database and ledgers to use.
 */
export async function startWorld(
  overrides: Record<string, string> = {},
  log?: Logger,
  { withDemo = false, filled }: { withDemo?: boolean; filled?: Filled } = {},
): Promise<World> {
  const around = await startSurroundings(overrides, filled);
  let app: RunningApp;
  try {
    if (withDemo) around.env['CAIRN_DEMO_ACCOUNT'] = JSON.stringify(await makeDemoAccount(around.env));
    app = await start(loadConfig(around.env), log);
  } catch (error) {
    await around.close();
    throw error;
  }
  return {
    app: { url: app.url },
    stripe: around.stripe,
    airalo: around.airalo,
    mail: around.mail,
    oauth: around.oauth,
    sms: around.sms,
    db: around.database.db,
    services: app.services,
    env: around.env,
    async close() {
      await app.stop();
      await around.close();
    },
  };
}
