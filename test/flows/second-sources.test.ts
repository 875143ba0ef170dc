import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import sold from '#data/catalogue/offers.json' with { type: 'json' };
import { makeDemoAccount } from '#sandbox/demo-account/make.ts';
import { rows } from '#test/support/books.ts';
import { control, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** In a sandbox, `npm start` gives each plan of the specification a second source before the store starts. */

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld({}, undefined, { withDemo: true, secondWholesaler: true });
});
afterAll(() => world?.close());

const sources = () =>
  rows<{ plan_id: string; position: number; wholesaler: string; fault: string | null }>(
    world,
    sql`select plan_id, position, wholesaler, fault from plan_sources order by plan_id, position`,
  );

it('every plan has one source of each wholesaler, which can deliver it, and another start changes nothing', async () => {
  const planIds = sold.flatMap(({ plans }) => plans.map(({ id }) => id)).toSorted();
  const expected = planIds.flatMap((plan_id) =>
    ['airalo', 'esim-access'].map((wholesaler, position) => ({ plan_id, position, wholesaler, fault: null })),
  );
  expect(await sources()).toEqual(expected);
  const versions = sql`select max(version) as newest from catalogue_versions`;
  const before = await rows(world, versions);
  await makeDemoAccount(world.env);
  expect(await sources()).toEqual(expected);
  expect(await rows(world, versions)).toEqual(before);
});

it('a package whose coverage shrank is skipped within the hour, and the plan is sold from the other', async () => {
  const [before] = await rows<{ networks: object }>(
    world,
    sql`select networks from plan_statements where plan_id = 'europe-1gb'`,
  );
  const [first] = await rows<{ id: string; country_codes: string[] }>(
    world,
    sql`select w.id, w.country_codes from plan_sources s join wholesale_packages w on w.wholesaler = s.wholesaler and w.id = s.package_id
      where s.plan_id = 'europe-1gb' and s.wholesaler = 'esim-access'`,
  );
  await control(world.esimAccess!, { package: { packageCode: first!.id, set: { location: ['FR', 'ES'] } } });
  // As the hourly check does.
  await world.services.catalogue.checkPlans();
  const faults = async () =>
    (await sources()).filter(({ plan_id }) => plan_id === 'europe-1gb').map(({ fault }) => fault);
  expect(await faults()).toEqual([null, 'too-few-countries']);
  expect((await world.services.catalogue.planToSell('europe-1gb')).wholesaler).toBe('airalo');
  expect(before).toBeDefined();
  await control(world.esimAccess!, { package: { packageCode: first!.id, set: null } });
  await world.services.catalogue.checkPlans();
  await until(async () => (await faults()).every((fault) => fault === null), { what: 'both can deliver again' });
});
