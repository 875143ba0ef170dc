import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneWholesaler, packageWith, specifiedPackages, WHOLESALER } from '#test/support/catalogue.ts';
import { createCatalogueDesk, type ImportRequest } from '#test/support/catalogue-desk.ts';
import { freshDatabase } from '#test/support/database.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { PackageRefusal, WholesalePackage } from './wholesale-packages.ts';
import { createCatalogue } from './catalogue.ts';
import { keepPackages } from './package-store.ts';
import { marginOf, sellingPrice } from './pricing.ts';
import { awaitTurn } from './publication-store.ts';
import { seedCatalogue } from './seed.ts';
import { DEFAULT_CURRENCY } from '../../shared/money.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let readAt = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 8, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(async () => {
  await database.pool.query(
    'truncate destinations, offers, plans, plan_sources, plan_prices, catalogue_versions, wholesale_packages, wholesale_lists cascade',
  );
  await seedCatalogue(database.db, DEFAULT_CURRENCY);
  await list(specifiedPackages());
});

/** Stores the wholesaler's list as the application does. */
async function list(packages: WholesalePackage[], refused: PackageRefusal[] = []): Promise<void> {
  readAt += 1_000;
  const read = { wholesaler: WHOLESALER, packages, refused, readAt: new Date(readAt) };
  await keepPackages(database.db, read, { configured: [WHOLESALER] });
}
const desk = () => createCatalogueDesk({ db: database.db, currency: DEFAULT_CURRENCY });
/** A process of the store with an empty cache. */
const shop = () =>
  createCatalogue({
    currency: DEFAULT_CURRENCY,
    db: database.db,
    wholesalers: oneWholesaler(async () => ({ packages: [], refused: [] })),
    knownNetworks: () => [],
  });
const me = { by: 'ana', dryRun: false };
const request = (changes: Partial<ImportRequest> = {}): ImportRequest => ({
  ...me,
  countryCode: null,
  region: null,
  marginPercent: 30,
  roundCents: 50,
  publish: true,
  sources: false,
  ...changes,
});
const japan = (id: string, terms: Partial<WholesalePackage> = {}) =>
  packageWith({ packageId: id, countryCodes: ['JP'], ...terms });

describe('an import', () => {
  it('creates plans from packages for one country, which are on sale at once', async () => {
    const before = await shop().version();
    await list([...specifiedPackages(), japan('japan-7days-1gb', { netPriceCents: 241 })]);
    const { made, refused, version } = await desk().import(request());
    expect(made).toMatchObject([{ id: 'japan-1gb-7d', priceAmount: 350, status: 'published', fault: null }]);
    expect(refused).toEqual([]);
    expect(version).toBe(Number(before) + 1);
    const catalogue = shop();
    expect(await catalogue.version()).toBe(String(version));
    expect(await catalogue.offer('japan')).toMatchObject({ plans: [{ id: 'japan-1gb-7d', available: true }] });
    expect(await desk().history('japan-1gb-7d')).toMatchObject([
      { fromAmount: null, toAmount: 350, by: 'ana', version },
    ]);
    // A second run creates nothing.
    expect(await desk().import(request())).toMatchObject({ made: [], version: null });
  });

  it('creates drafts without --publish, takes one country or region only, and stores nothing in a dry run', async () => {
    await list([
      ...specifiedPackages(),
      japan('japan-7days-1gb'),
      packageWith({ packageId: 'italy-7days-1gb', countryCodes: ['IT'] }),
    ]);
    expect((await desk().import(request({ dryRun: true }))).made).toHaveLength(2);
    expect((await desk().import(request({ countryCode: 'JP', publish: false }))).made.map(({ id }) => id)).toEqual([
      'japan-1gb-7d',
    ]);
    expect(await shop().plan('japan-1gb-7d')).toBeNull();
    expect((await desk().import(request({ region: 'asia' }))).made).toEqual([]);
    expect((await desk().import(request({ region: 'europe' }))).made.map(({ id }) => id)).toEqual(['italy-1gb-7d']);
    await desk().publish('japan', me);
    expect(await shop().plan('japan-1gb-7d')).toMatchObject({ available: true });
  });

  it('refuses a bad package by its name and continues with the rest', async () => {
    await list(
      [
        ...specifiedPackages(),
        japan('japan-7days-1gb'),
        japan('japan-again'),
        packageWith({ packageId: 'atlantis-1gb', countryCodes: ['QQ'] }),
      ],
      [{ packageId: 'free-1gb', reason: 'negative' }],
    );
    const { made, added, refused } = await desk().import(request());
    expect(made.map(({ id }) => id)).toEqual(['japan-1gb-7d']);
    expect(added).toMatchObject([{ planId: 'japan-1gb-7d', packageId: 'japan-again' }]);
    expect(refused).toEqual([
      { wholesaler: WHOLESALER, packageId: 'free-1gb', reason: 'negative' },
      { wholesaler: WHOLESALER, packageId: 'atlantis-1gb', reason: 'no-destination' },
    ]);
  });

  it('waits for a change in progress', async () => {
    await list([...specifiedPackages(), japan('japan-7days-1gb')]);
    let finish = () => {};
    const other = database.db.transaction(async (tx) => {
      await awaitTurn(tx);
      await new Promise<void>((resolve) => (finish = resolve));
    });
    // Other tests share the cluster: only the locks of this database count.
    const locks = async (granted: boolean) => {
      const { rowCount } = await database.pool.query(
        `select from pg_locks join pg_database on oid = database
         where datname = current_database() and locktype = 'advisory' and granted = $1`,
        [granted],
      );
      return rowCount;
    };
    await expect.poll(() => locks(true)).toBeGreaterThan(0);
    const imported = desk().import(request());
    await expect.poll(() => locks(false)).toBeGreaterThan(0);
    finish();
    await other;
    expect((await imported).made).toHaveLength(1);
  });

  it('runs two concurrent changes one after the other', async () => {
    await list([...specifiedPackages(), japan('japan-7days-1gb')]);
    const both = await Promise.all([desk().import(request()), desk().import(request())]);
    expect(both.map(({ made }) => made.length).sort()).toEqual([0, 1]);
  });

  it('that fails half-way publishes nothing', async () => {
    await list([...specifiedPackages(), japan('japan-7days-1gb')]);
    const before = await shop().version();
    await database.pool.query('alter table plan_prices add constraint broken check (to_amount < 0) not valid');
    await expect(desk().import(request())).rejects.toThrow();
    await database.pool.query('alter table plan_prices drop constraint broken');
    expect(await shop().version()).toBe(before);
    expect(await shop().plan('japan-1gb-7d')).toBeNull();
  });
});

describe('a price', () => {
  it('is published with its author, and the history keeps each one', async () => {
    const { version } = await desk().price('france-1gb', 499, me);
    expect(version).not.toBeNull();
    expect((await shop().offer('france'))?.plans[0]?.price.amount).toBe(499);
    expect(
      (await desk().history('france-1gb')).map(({ fromAmount, toAmount, by }) => [fromAmount, toAmount, by]),
    ).toEqual([
      [450, 499, 'ana'],
      [null, 450, 'seed'],
    ]);
    expect(await desk().price('france-1gb', 499, me)).toEqual({ plans: [], version: null });
  });

  it('below the net price or the minimum is refused, and so is the publication of such a plan', async () => {
    await list(
      specifiedPackages().map((each) =>
        each.packageId === 'france-7days-1gb' ? { ...each, minimumPriceCents: 420 } : each,
      ),
    );
    await expect(desk().price('france-1gb', 100, me)).rejects.toThrow('france-1gb costs us $1.00');
    await expect(desk().price('france-1gb', 419, me)).rejects.toThrow('may not be sold below $4.20');
    expect((await shop().plan('france-1gb'))?.price.amount).toBe(450);
    await desk().hide('france-1gb', me);
    await list(specifiedPackages().map((each) => ({ ...each, netPriceCents: 450 })));
    await expect(desk().publish('france-1gb', me)).rejects.toThrow('costs us $4.50');
    await expect(desk().price('nowhere-1gb', 100, me)).rejects.toThrow('There is no plan "nowhere-1gb".');
  });

  it('is refused for a country or a region that is no destination', async () => {
    const places = (countryCode: string | null, region: string | null) => desk().assertPlaces({ countryCode, region });
    await expect(places('XX', null)).rejects.toThrow('There is no country XX.');
    await expect(places(null, 'atlantis')).rejects.toThrow('There is no region "atlantis". There are: africa, ');
    await expect(places(null, 'erope')).rejects.toThrow('"erope". Did you mean "europe"? There are: africa, ');
    await places('JP', 'asia');
  });

  it('from a rule covers the margin, is rounded up, stays above the net price and never below the minimum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50_000 }),
        fc.option(fc.integer({ min: 0, max: 60_000 })),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 1, max: 500 }),
        (netPriceCents, minimumPriceCents, marginPercent, roundCents) => {
          const price = sellingPrice({ netPriceCents, minimumPriceCents }, { marginPercent, roundCents });
          expect(price % roundCents).toBe(0);
          expect(price).toBeGreaterThan(netPriceCents);
          expect((price - netPriceCents) * 100).toBeGreaterThanOrEqual(price * marginPercent - 1e-6 * price);
          expect(marginOf(price, netPriceCents)).toBeGreaterThanOrEqual(marginPercent);
          expect(price).toBeGreaterThanOrEqual(minimumPriceCents ?? 0);
        },
      ),
    );
  });
});

describe('hiding', () => {
  it('takes a plan off sale and keeps the rest of its offer', async () => {
    await desk().hide('france-1gb', me);
    expect((await shop().offer('france'))?.plans.map(({ id }) => id)).toEqual([
      'france-3gb',
      'france-5gb',
      'france-10gb',
    ]);
    expect(await shop().plan('france-1gb')).toMatchObject({ available: false });
    await desk().hide('france', me);
    expect(await shop().offer('france')).toBeNull();
    expect((await shop().destination('france'))?.wide.map(({ slug }) => slug)).toEqual(['europe', 'global']);
    await expect(desk().hide('atlantis', me)).rejects.toThrow(/^There is no plan and no destination "atlantis"\.$/);
  });
});

describe('a name that is mistyped', () => {
  it('is refused with the nearest ones: of a destination, a plan or a package', async () => {
    const refusal = (change: Promise<unknown>) =>
      change.then(
        () => 'nothing',
        (error: Error) => error.message,
      );
    expect(await refusal(desk().hide('Frnce', me))).toBe(
      'There is no plan and no destination "Frnce". Did you mean "france"?',
    );
    expect(await refusal(desk().publish('egypt-3bg', me))).toContain('Did you mean "egypt-3gb"');
    const meant = 'There is no plan "france-4gb". Did you mean "france-1gb", "france-3gb" or "france-5gb"?';
    expect(await refusal(desk().price('france-4gb', 500, me))).toBe(meant);
    expect(await refusal(desk().setPackage('france-4gb', { packageId: 'any' }, me))).toBe(meant);
    expect(await refusal(desk().history('france-4gb'))).toBe(meant);
    expect(await refusal(desk().setPackage('france-1gb', { packageId: 'france-7day-1gb' }, me))).toContain(
      'The wholesaler lists no package "france-7day-1gb". Did you mean "france-7days-1gb"',
    );
  });
});

describe('the comparison with the wholesaler', () => {
  it('lists new packages, changed net prices, removed packages and plans with a low margin', async () => {
    await list([
      ...specifiedPackages()
        .filter(({ packageId }) => packageId !== 'spain-7days-1gb')
        .map((each) => (each.packageId === 'france-7days-1gb' ? { ...each, netPriceCents: 400 } : each)),
      japan('japan-7days-1gb'),
    ]);
    const { unsold, changed, gone, thin } = await desk().diff(20);
    expect(unsold.map(({ packageId }) => packageId)).toEqual(['japan-7days-1gb']);
    expect(changed).toMatchObject([{ id: 'france-1gb', pricedAtNetCents: 100, netPriceCents: 400 }]);
    expect(gone.map(({ id }) => id)).toEqual(['spain-1gb']);
    expect(thin.map(({ id }) => id)).toEqual(['france-1gb']);
  });
});

describe('a change of package', () => {
  it('delivers the plan from then on, unless the package delivers another plan already', async () => {
    await list([...specifiedPackages(), packageWith({ packageId: 'france-better' })]);
    await desk().setPackage('france-1gb', { packageId: 'france-better' }, me);
    expect(await shop().planToSell('france-1gb')).toMatchObject({
      packageId: 'france-better',
      plan: { available: true },
    });
    await expect(desk().setPackage('spain-1gb', { packageId: 'france-better' }, me)).rejects.toThrow(
      'Another plan is delivered',
    );
    await expect(desk().setPackage('spain-1gb', { packageId: 'nonsense' }, me)).rejects.toThrow(
      'lists no package "nonsense"',
    );
  });
});
