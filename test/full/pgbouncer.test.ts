import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import { examine } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';
import { emptyDatabase, type TestDatabase } from '#test/support/database.ts';
import { type Pooler, startPgBouncer } from '#test/support/pgbouncer.ts';
import { launchBuilt, spawnBuilt } from '#test/support/process.ts';
import { bought } from '#test/support/shop.ts';
import { startSurroundings, type Surroundings } from '#test/support/surroundings.ts';
import { until } from '#test/support/wire.ts';

/** The built store, whose DATABASE_URL leads through PgBouncer. */

let around: Surroundings;
let database: TestDatabase;
beforeAll(async () => {
  [around, database] = await Promise.all([startSurroundings(), emptyDatabase()]);
});
afterAll(async () => {
  await around?.close();
  await database?.drop();
});

/** Runs `work` with a pooler in this mode. */
async function through(poolMode: 'session' | 'transaction', work: (env: Record<string, string>) => Promise<void>) {
  const pooler: Pooler = await startPgBouncer(database.url, poolMode);
  try {
    await work({ ...around.env, DATABASE_URL: pooler.url });
  } finally {
    await pooler.stop();
  }
}

async function count(from: string): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  await client.end();
  return rows[0]!.count;
}

async function doctor(env: Record<string, string>): Promise<string> {
  const found = await examine(createSite(loadDataSettings(env), { env, progress: () => undefined }));
  const { state, says } = found.find(({ name }) => name === 'database')!;
  return `${state}: ${says}`;
}

describe('PgBouncer', () => {
  it('in session mode carries the store, with its migrations, jobs, notices and time-outs', async () => {
    await through('session', async (env) => {
      const app = await spawnBuilt(env);
      try {
        expect(await doctor(env)).toMatch(/^ok: PostgreSQL/);
        await until(async () => (await count('wholesale_lists where packages > 0')) > 0, { what: 'plans are checked' });
        await bought(app);
        expect(await count("pg_stat_activity where application_name = 'cairn notices'")).toBe(1);
        expect(app.output()).not.toMatch(/unsupported startup parameter|prepared statement/);
      } finally {
        await app.kill();
      }
    });
  });

  it('in transaction mode is refused by the start, and named by the doctor', async () => {
    await through('transaction', async (env) => {
      const app = await launchBuilt(env);
      expect(await app.exited).toBe(78);
      expect(app.output()).toContain('The database: a pooler in front of it gives the statements of one connection');
      expect(app.output()).toContain('Set its pool_mode to session');
      expect(await doctor(env)).toMatch(/^failed: a pooler in front of it/);
    });
  });
});
