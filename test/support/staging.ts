import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { freePort } from '#sandbox/postgres/port.ts';
import { checkPlans } from './books.ts';
import { freshDatabase } from './database.ts';
import { startBuiltWorld, type World } from './world.ts';

/** The domain whose addresses get mail, and the number that gets texts. */
export const LISTED_DOMAIN = 'team.example';
export const LISTED_NUMBER = '+33639980001';

/**
 * A staging store that sells, built as `npm start` starts it. The sandboxes stand for the vendors' test environments,
 * and nothing else is as in sandbox mode.
 */
export async function startStagingShop(overrides: Record<string, string> = {}, log?: Logger): Promise<World> {
  const [app, stripe, airalo, mail, oauth, sms] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const settings = {
    CAIRN_MODE: 'staging',
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${app}`,
    CAIRN_SANDBOXES: '',
    AIRALO_SANDBOX_ACCOUNT: '1',
    MAIL_ALLOW_LIST: LISTED_DOMAIN,
    SMS_ALLOW_LIST: LISTED_NUMBER,
    ...overrides,
  };
  const filled = {
    database: await freshDatabase(),
    dataDir: await mkdtemp(path.join(tmpdir(), 'cairn-staging-')),
    ports: { app, stripe, airalo, mail, oauth, sms },
  };
  const world = await startBuiltWorld(settings, log, { filled });
  await checkPlans(world);
  return world;
}
