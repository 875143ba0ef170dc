import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import sold from '#data/catalogue/offers.json' with { type: 'json' };
import second from '#sandbox/demo-account/second-sources.json' with { type: 'json' };
import { makeDemoAccount } from '#sandbox/demo-account/make.ts';
import { rows } from '#test/support/books.ts';
import { ops as opsOn } from '#test/support/ops.ts';
import { bought, look } from '#test/support/shop.ts';
import { control } from '#test/support/wire.ts';
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

const ops = async (line: string) => (await opsOn(world, line)).join('\n');
/** The first words of the lines of sources. */
const orderIn = (printed: string) => [...printed.matchAll(/^ {2}\d+\. (\S+)/gm)].map(([, wholesaler]) => wholesaler);

describe('a package whose coverage shrank is skipped within the hour, and the plan is sold from the other', () => {
  const id = 'europe-1gb';
  const packageCode = second[id];
  const faults = async () => (await sources()).filter(({ plan_id }) => plan_id === id).map(({ fault }) => fault);
  const stated = async () => {
    const [row] = await rows<{ codes: string[] }>(
      world,
      sql`select country_codes as codes from plan_statements where plan_id = ${id}`,
    );
    return row!.codes.toSorted();
  };
  /** As the hourly check does. */
  async function checkedWith(set: { location: string[] } | null) {
    await control(world.esimAccess!, { package: { packageCode, set } });
    await world.services.catalogue.checkPlans();
  }

  it.each([
    ['further', 'airalo', [null, 'too-few-countries']],
    ['first', 'esim-access', ['too-few-countries', null]],
  ])('when it is that of the %s source', async (_, first, expected) => {
    const codes: Record<string, string> = { airalo: 'europe-7days-1gb', 'esim-access': packageCode };
    await ops(`catalogue source order ${id} ${first}/${codes[first]} --by ana`);
    const before = await stated();
    expect(before.length).toBeGreaterThan(2);
    expect(await faults()).toEqual([null, null]);
    await checkedWith({ location: ['FR', 'ES'] });
    expect(await faults()).toEqual(expected);
    expect((await world.services.catalogue.planToSell(id)).wholesaler).toBe('airalo');
    expect(await stated()).toEqual(before);
    await checkedWith(null);
    expect(await faults()).toEqual([null, null]);
    expect((await world.services.catalogue.planToSell(id)).wholesaler).toBe(first);
    await ops(`catalogue source order ${id} airalo/${codes.airalo} --by ana`);
  });
});

describe("the merchant's commands for sources", () => {
  it('test each source now: whether it can deliver, at which price and margin, and why not', async () => {
    const id = 'spain-1gb';
    await control(world.esimAccess!, { package: { packageCode: second[id], set: { price: 60_000 } } });
    const printed = await ops(`catalogue source test ${id}`);
    expect(printed).toMatch(/^spain-1gb {2}4\.50 USD {2}published {2}can be delivered\n/);
    expect(printed).toMatch(/1\. airalo spain-7days-1gb {2}net \d\.\d\d USD, \d+ % {2}can deliver {2}seen /);
    expect(printed).toMatch(
      /2\. esim-access \w+ {2}net 6\.00 USD, -33 % {2}price-not-below-ours: its net price is not below the price/,
    );
    await control(world.esimAccess!, { package: { packageCode: second[id], set: null } });
    await control(world.esimAccess!, { fail: { call: 'packages.list', times: 1, status: 500 } });
    expect(await ops(`catalogue source test ${id}`)).toMatch(/2\. esim-access .*NO ANSWER NOW: as last read/);
    await world.services.catalogue.checkPlans();
  });

  it('remove, add and order sources, each with a row of the audit log', async () => {
    const [id, code] = ['egypt-1gb', second['egypt-1gb']];
    expect(orderIn(await ops(`catalogue source remove ${id} ${code} esim-access --by ana`))).toEqual(['airalo']);
    expect(await ops(`catalogue diff`)).toMatch(
      new RegExp(`could have as further sources: \\d+\n(  .*\n)*  ${id}  esim-access ${code}`),
    );
    expect(orderIn(await ops(`catalogue source add ${id} ${code} esim-access --by ana`))).toEqual([
      'airalo',
      'esim-access',
    ]);
    const printed = await ops(`catalogue source order ${id} esim-access/${code} --by ana`);
    expect(orderIn(printed)).toEqual(['esim-access', 'airalo']);
    expect(printed).toMatch(/published as version \d+$/);
    const audit = sql`select action, before, after from audit_log where subject_id = ${id} order by at desc limit 1`;
    expect(await rows(world, audit)).toMatchObject([
      {
        action: 'catalogue.source-order',
        before: { sources: `airalo egypt-7days-1gb, esim-access ${code}` },
        after: { sources: `esim-access ${code}, airalo egypt-7days-1gb` },
      },
    ]);
  });
});

it('what is stated about an eSIM is what its package states, and the page before the payment what both keep', async () => {
  const id = 'thailand-1gb';
  const networksOf = async (wholesaler: string) => {
    const [found] = await rows<{ names: string[] }>(
      world,
      sql`select array(select n ->> 'name' from jsonb_array_elements(w.networks -> 'TH') n) as names
        from wholesale_packages w join plan_sources s on s.wholesaler = w.wholesaler and s.package_id = w.id
        where s.plan_id = ${id} and w.wholesaler = ${wholesaler}`,
    );
    return found!.names;
  };
  const [one, other] = [await networksOf('airalo'), await networksOf('esim-access')];
  const stated = (await world.services.catalogue.destination('thailand'))!.offer!.operators.map(({ name }) => name);
  expect(stated.every((name) => one.includes(name))).toBe(true);
  await ops(`catalogue source order ${id} esim-access/${second[id]}`);
  const buyer = await bought(world.app, { planId: id });
  const { lines } = await look(world.app, buyer);
  expect(lines[0]!.stated?.networks).toEqual(other);
  const page = async () =>
    (await fetch(`${world.app.url}/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } })).text();
  expect(await page()).toContain(`<dd>${other.join(', ')}</dd>`);
  // The plan changes, the eSIM does not.
  await ops(`catalogue source order ${id} airalo/thailand-7days-1gb`);
  expect((await look(world.app, buyer)).lines[0]!.stated?.networks).toEqual(other);
});
