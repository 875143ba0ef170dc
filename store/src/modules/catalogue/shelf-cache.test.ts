import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { oneWholesaler, specifiedPackages } from '#test/support/catalogue.ts';
import { freshDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { DEFAULT_CURRENCY } from '../../shared/money.ts';
import { createCatalogue } from './catalogue.ts';
import { seedCatalogue } from './seed.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let clock = Date.UTC(2026, 0, 1);

const open = ({ db }: Database) =>
  createCatalogue({
    currency: DEFAULT_CURRENCY,
    db,
    wholesalers: oneWholesaler(async () => ({ packages: specifiedPackages(), refused: [] })),
    knownNetworks: () => [],
    now: () => clock,
  });

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 4, onError: () => undefined });
  await seedCatalogue(database.db, DEFAULT_CURRENCY);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

test(
  'readers wait for a database that does not answer for a moment only, and see the newer publication once it is read',
  { timeout: 20_000 },
  async () => {
    const busy = openDatabase(fresh.url, { max: 1, connectionTimeoutMs: 60_000, onError: () => undefined });
    const catalogue = open(busy);
    const before = await catalogue.version();
    const onlyConnection = await busy.pool.connect();
    await open(database).checkPlans();
    clock += 10_000;
    expect([await catalogue.version(), await catalogue.version()]).toEqual([before, before]);
    onlyConnection.release();
    await vi.waitFor(async () => expect(await catalogue.version()).not.toBe(before));
    await busy.close();
  },
);
