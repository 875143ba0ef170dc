import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Database, openDatabase } from '#src/db/database.ts';
import { createCatalogue } from '#src/modules/catalogue/catalogue.ts';
import { seedCatalogue } from '#src/modules/catalogue/seed.ts';
import type { PackageRefusal, WholesalePackage } from '#src/modules/catalogue/wholesale-packages.ts';
import { DEFAULT_CURRENCY } from '#src/shared/money.ts';
import { packageWith, specifiedPackages, WHOLESALER } from './catalogue.ts';
import { createCatalogueDesk } from './catalogue-desk.ts';
import { freshDatabase, type TestDatabase } from './database.ts';

/** Plans with packages of two wholesalers. `france-1gb` is 1 GB for 7 days at $4.50, from `france-7days-1gb`. */

export const PLAN = 'france-1gb';
export const FIRST = 'france-7days-1gb';
export const SECOND = 'other-1gb';
export const OTHER = 'other';

/** The other wholesaler's package for the plan. */
export const another = (terms: Partial<WholesalePackage> = {}) =>
  packageWith({ packageId: SECOND, countryCodes: ['FR'], netPriceCents: 200, ...terms });

/** For each test of a file a catalogue of the specification's plans, whose lists were not read yet. */
export function twoWholesalers() {
  let fresh: TestDatabase;
  let database: Database;
  let clock = Date.UTC(2026, 0, 1);
  const db = () => database.db;
  /** `listed`: what each wholesaler lists; one without an entry does not answer. */
  const shop = { listed: {} as Record<string, WholesalePackage[] | undefined>, configured: [] as string[], db };

  beforeAll(async () => {
    fresh = await freshDatabase();
    database = openDatabase(fresh.url, { max: 4, onError: () => undefined });
  });
  afterAll(async () => {
    await database?.close();
    await fresh?.drop();
  });
  beforeEach(async () => {
    await database.pool.query(
      'truncate destinations, offers, plans, plan_sources, plan_prices, catalogue_versions, wholesale_packages, wholesale_lists cascade',
    );
    await seedCatalogue(database.db, DEFAULT_CURRENCY);
    shop.configured = [WHOLESALER, OTHER];
    shop.listed = { [WHOLESALER]: specifiedPackages(), [OTHER]: [another()] };
  });

  const tick = () => (clock += 1_000);
  const open = () =>
    createCatalogue({
      currency: DEFAULT_CURRENCY,
      db: db(),
      wholesalers: wholesalersOf(shop),
      knownNetworks: () => [],
      now: tick,
    });
  const desk = () => createCatalogueDesk({ db: db(), currency: DEFAULT_CURRENCY });
  const query = async (text: string) => (await database.pool.query(text)).rows as Record<string, unknown>[];
  const addSource = () =>
    query(`insert into plan_sources (plan_id, position, wholesaler, package_id, created_at)
      values ('${PLAN}', 1, '${OTHER}', '${SECOND}', now())`);
  const change = (name: string, packageId: string, terms: Partial<WholesalePackage>) => {
    shop.listed[name] = shop.listed[name]!.map((each) => (each.packageId === packageId ? { ...each, ...terms } : each));
  };
  return Object.assign(shop, { tick, open, desk, query, addSource, change });
}

function wholesalersOf({ configured, listed }: Pick<ReturnType<typeof twoWholesalers>, 'configured' | 'listed'>) {
  const all = configured.map((name) => ({
    name,
    packages: async () => {
      const packages = listed[name];
      if (packages === undefined) throw new Error('no answer');
      return { packages, refused: [] as PackageRefusal[] };
    },
  }));
  return { all: () => all, find: (name: string) => all.find((each) => each.name === name) ?? null };
}
