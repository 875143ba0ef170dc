import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import type { Queryable } from '#src/db/database.ts';
import { createReporting } from '#src/db/reporting.ts';
import { REPLICA_CHECKS } from '#src/ops/doctor/replica.ts';
import { createSite } from '#src/ops/site.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { scrape, valueOf } from '#test/support/metrics.ts';
import { ops } from '#test/support/ops.ts';
import { becomes, bought, order } from '#test/support/shop.ts';
import { type PrimaryWithStandby, startPrimaryWithStandby } from '#test/support/reporting-standby.ts';
import { payHosted, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** Reports at a replica: only as long as it has what the primary has, and nothing that a buyer reads. */
let pair: PrimaryWithStandby;
let world: World;
let metrics: string;
let standby: pg.Client;
beforeAll(async () => {
  pair = await startPrimaryWithStandby();
  metrics = `127.0.0.1:${await freePort()}`;
  world = await startBuiltShop(
    {
      REPORTING_DATABASE_URL: pair.standbyUrl,
      REPORTING_MAX_LAG_SECONDS: '1',
      METRICS_LISTEN: metrics,
      RECONCILE_GRACE_SECONDS: '0',
    },
    undefined,
    {
      filled: {
        database: { url: pair.primaryUrl, drop: async () => undefined },
        dataDir: await mkdtemp(path.join(tmpdir(), 'cairn-world-')),
      },
    },
  );
  standby = new pg.Client({ connectionString: pair.standbyUrl });
  standby.on('error', () => undefined);
  await standby.connect();
});
afterAll(async () => {
  await standby?.end();
  await world?.close();
  await pair?.close();
});

const isReplica = async (on: Queryable) =>
  (await on.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)).rows[0]!.is;
/** Where a report of this replica is read. */
async function placeOf(url: string, work = isReplica): Promise<{ atReplica: boolean; faults: unknown[] }> {
  const faults: unknown[] = [];
  const log = { warn: (fields: object) => void faults.push(...Object.values(fields)) };
  const reporting = createReporting({ primary: world.db, settings: { url, maxLagSeconds: 1 }, log });
  try {
    return { atReplica: await reporting.read(work), faults };
  } finally {
    await reporting.close();
  }
}
/** Reads of the tables at the standby; sessions report them within seconds. */
const readsAtStandby = async () =>
  Number(
    (
      await standby.query<{ reads: string }>(
        'select sum(seq_scan + coalesce(idx_scan, 0)) as reads from pg_stat_user_tables',
      )
    ).rows[0]!.reads,
  );
async function readsThere(work: () => Promise<unknown>): Promise<void> {
  const before = await readsAtStandby();
  await until(
    async () => {
      await work();
      return (await readsAtStandby()) > before;
    },
    { what: 'the replica is read' },
  );
}
const ordersPaid = async () =>
  valueOf(await scrape(`http://${metrics}`), 'store_orders_ended_last_day', { state: 'fulfilled' });

async function doctor(url: string) {
  const env = { ...world.env, REPORTING_DATABASE_URL: url };
  const site = createSite(loadDataSettings(env), { env, progress: () => undefined });
  const config = { ...world.services.config, reporting: { url, maxLagSeconds: 1 } };
  return REPLICA_CHECKS[0]!.run({ site, config, dns: {} as never }, AbortSignal.timeout(10_000));
}

describe('a replica that has what the primary has', () => {
  it('serves the metrics, reconciliation, popular destinations and exports, with what was bought just now', async () => {
    const before = (await ordersPaid()) ?? 0;
    await bought(world.app);
    expect(await ordersPaid()).toBe(before + 1);
    expect(valueOf(await scrape(`http://${metrics}`), 'store_database_up')).toBe(1);
    await readsThere(() => scrape(`http://${metrics}`));
    await readsThere(() => world.services.reconcile({ full: true }));
    const [run] = await rows(
      world,
      sql`select clean, figures from reconciliation_runs order by started_at desc limit 1`,
    );
    expect(run).toMatchObject({ clean: true, figures: { differences: 0 } });
    const popular = await world.services.popularDestinations();
    expect([popular.orderedBy, popular.destinations[0]!.slug]).toEqual(['sales', 'france']);
    await readsThere(() =>
      ops(world, [
        'identity',
        'export',
        path.join(world.env['CAIRN_DATA_DIR']!, 'all.json'),
        '--by',
        'ops',
        '--reason',
        'test',
      ]),
    );
    expect(await placeOf(pair.standbyUrl)).toEqual({ atReplica: true, faults: [] });
    expect(await doctor(pair.standbyUrl)).toMatchObject({ state: 'ok' });
  });

  it('a report that fails there is read at the primary', async () => {
    const failing = async (on: Queryable) => {
      const at = await isReplica(on);
      if (at) throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
      return at;
    };
    expect(await placeOf(pair.standbyUrl, failing)).toEqual({ atReplica: false, faults: ['40001'] });
  });
});

describe('the primary is read', () => {
  it('while the replica is behind: reports and buyers see what is true now', async () => {
    await pair.pause();
    const before = (await ordersPaid()) ?? 0;
    const buyer = await order(world.app);
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    expect(await ordersPaid()).toBe(before + 1);
    expect(await placeOf(pair.standbyUrl)).toEqual({ atReplica: false, faults: ['behind'] });
    expect(await doctor(pair.standbyUrl)).toMatchObject({ state: 'warning', says: expect.stringMatching(/is behind/) });
    await pair.resume();
    expect(await placeOf(pair.standbyUrl)).toEqual({ atReplica: true, faults: [] });
  });

  it('when the address is a primary’s, or a standby’s of another cluster', async () => {
    expect(await placeOf(pair.primaryUrl)).toEqual({ atReplica: false, faults: ['not-a-replica'] });
    expect(await doctor(pair.primaryUrl)).toMatchObject({ state: 'failed', says: expect.stringMatching(/a primary/) });
    const other = await startPrimaryWithStandby();
    expect(await placeOf(other.standbyUrl)).toEqual({ atReplica: false, faults: ['another-cluster'] });
    expect(await doctor(other.standbyUrl)).toMatchObject({ state: 'failed', says: expect.stringMatching(/another/) });
    await other.close();
  });

  it('when the replica is away', async () => {
    await standby.end();
    await pair.stopStandby();
    expect(await placeOf(pair.standbyUrl)).toEqual({ atReplica: false, faults: ['nothing listens at its address'] });
    expect(await doctor(pair.standbyUrl)).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/can't be reached/),
    });
    expect(await ordersPaid()).toBeGreaterThan(0);
    await bought(world.app);
  });
});
