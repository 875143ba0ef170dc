import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ops as opsOn } from '#test/support/ops.ts';
import type { RunningApp } from '#src/main.ts';
import { bought, errorOf, post, orderRequest } from '#test/support/shop.ts';
import { control, until } from '#test/support/wire.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
let beside: RunningApp;

beforeAll(async () => {
  world = await startBuiltWorld();
  beside = await startBeside(world);
});
afterAll(async () => {
  await beside?.stop();
  await world?.close();
});

const ops = (line: string) => opsOn(world, line);
const apps = () => [world.app, beside];
const page = async (app: { url: string }, path: string) => fetch(app.url + path);
/** The error code of an order of this plan at this process, or undefined when the order is accepted. */
const refusal = async (app: { url: string }, planId: string) => {
  const answer = await post(app, '/api/orders', orderRequest({ planId }));
  return answer.ok ? undefined : (await errorOf(answer)).code;
};

describe('an import of the full package list', () => {
  it('creates local plans for at least 150 countries, on sale in every process, which can be bought and hidden', async () => {
    expect(await refusal(world.app, 'japan-3gb-30d')).toBe('not-found');
    const lines = await ops('catalogue import --publish --by ana');
    const [, plans, places] = /^(\d+) plans for (\d+) destinations, on sale$/.exec(lines[0]!)!;
    expect(Number(places)).toBeGreaterThanOrEqual(150);
    expect(Number(plans)).toBeGreaterThan(Number(places));
    expect(lines.at(-1)).toMatch(/^published as version \d+$/);
    // The margin of an import is that which the lines of its plans show; others propose sources for plans that exist.
    const made = lines.filter((line) => /^ {2}\S+-\d+d /.test(line));
    const margins = made.flatMap((line) => Array.from(line.matchAll(/, (\d+) %/g), ([, percent]) => Number(percent)));
    expect(margins.length).toBeGreaterThan(0);
    expect(Math.min(...margins)).toBeGreaterThanOrEqual(30);

    for (const app of apps())
      await until(async () => (await (await page(app, '/plans/local/japan')).text()).includes('japan-3gb-30d'), {
        what: 'the page shows the new plan',
      });
    const buyer = await bought(beside, { planId: 'japan-3gb-30d' });
    expect(buyer.order.total.amount).toBeGreaterThan(0);

    expect(await ops('catalogue hide japan-3gb-30d --by ana')).toContainEqual(expect.stringContaining('hidden'));
    for (const app of apps()) {
      expect(await refusal(app, 'japan-3gb-30d')).toBe('plan-unavailable');
      await until(async () => !(await (await page(app, '/plans/local/japan')).text()).includes('japan-3gb-30d'), {
        what: 'the page no longer shows the plan',
      });
    }
    // An existing order keeps its plan.
    const kept = await fetch(`${world.app.url}/api/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } });
    expect(await kept.json()).toMatchObject({ order: { status: 'fulfilled', line: { planId: 'japan-3gb-30d' } } });
  });
});

describe("the merchant's commands", () => {
  it('report the result of a dry run and save nothing', async () => {
    const before = await world.services.catalogue.version();
    expect(await ops('catalogue price france-1gb 5.00 --dry-run')).toEqual([
      expect.stringMatching(/^france-1gb .* 5\.00 /),
      'dry run: nothing was saved',
    ]);
    expect((await world.services.catalogue.plan('france-1gb'))?.price.amount).toBe(450);
    expect(await world.services.catalogue.version()).toBe(before);
  });

  it('set a price, which a buyer must confirm, and record who set it', async () => {
    await ops('catalogue price morocco-1gb 4.20 --by ana');
    const answer = await post(world.app, '/api/orders', orderRequest({ planId: 'morocco-1gb', amount: 400 }));
    expect(await errorOf(answer)).toMatchObject({ code: 'price-changed' });
    expect((await ops('catalogue history morocco-1gb'))[0]).toMatch(/4\.00 USD → 4\.20 USD {2}by ana/);
    await expect(ops('catalogue price morocco-1gb 0.50')).rejects.toThrow(/costs us/);
    await expect(ops('catalogue import --margin lots')).rejects.toThrow('--margin takes a whole number');
    await expect(ops('catalogue import --country XX')).rejects.toThrow('There is no country XX.');
    await expect(ops('catalogue import --region atlantis')).rejects.toThrow(
      'There is no region "atlantis". There are: ',
    );
  });

  it("compare with the wholesaler's current prices", async () => {
    await control(world.airalo, { package: { id: 'egypt-7days-1gb', set: { net_price: 3.9 } } });
    await control(world.airalo, { package: { id: 'egypt-30days-3gb', set: { missing: true } } });
    const lines = (await ops('catalogue diff --margin 10')).join('\n');
    expect(lines).toMatch(/net price changed since their price was set: 1\n {2}egypt-1gb/);
    expect(lines).toMatch(/whose package is gone: 1\n {2}egypt-3gb/);
    expect(lines).toMatch(/leave less than 10 % of their price: 1\n {2}egypt-1gb/);
  });
});
