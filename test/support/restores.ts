import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '#src/config/config.ts';
import { type Database, openDatabase } from '#src/db/database.ts';
import { type RunningApp, start } from '#src/main.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { emptyDatabase } from './database.ts';
import { ops } from './ops.ts';
import type { World } from './world.ts';

/** The environment that a world needs, so that it can be backed up and restored. */
export const backupKeys = () => ({
  BACKUP_KEY: randomBytes(32).toString('base64'),
  CAIRN_SECRET_KEYS: `a:${randomBytes(32).toString('base64')}`,
});

/** A store that runs on a restored database, beside the world whose vendors it shares. */
export type Restored = Pick<World, 'db' | 'stripe' | 'airalo' | 'services' | 'env'> & { app: { url: string } };

/** Backs a world up and restores it elsewhere. Call `close` at the end. */
export function createRestores(world: () => World) {
  const closing: (() => Promise<unknown>)[] = [];

  return {
    /** A backup of the world's database as it is now. */
    async backup(): Promise<{ restore(env?: Record<string, string>): Promise<Restored> }> {
      const dir = await mkdtemp(path.join(tmpdir(), 'cairn-restore-'));
      closing.push(() => rm(dir, { recursive: true, force: true }));
      const file = path.join(dir, 'store.backup');
      await ops(world(), ['backup', file]);
      return {
        async restore(more = {}) {
          const { stripe, airalo, env, services } = world();
          const target = await emptyDatabase();
          closing.push(() => target.drop());
          await ops(world(), ['restore', file, '--into', target.url]);
          const database: Database = openDatabase(target.url, { max: 4, onError: () => undefined });
          closing.push(() => database.close());
          const settings = {
            ...env,
            DATABASE_URL: target.url,
            PORT: String(await freePort()),
            PUBLIC_URL: services.config.publicUrl,
            ...more,
          };
          const app: RunningApp = await start(loadConfig(settings));
          closing.push(() => app.stop());
          return { stripe, airalo, env: settings, db: database.db, services: app.services, app: { url: app.url } };
        },
      };
    },
    async close(): Promise<void> {
      for (const end of closing.reverse()) await end();
    },
  };
}
