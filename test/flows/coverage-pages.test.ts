import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buy } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
});
afterAll(() => world?.close());

const open = (path: string, headers: Record<string, string> = {}, url = world.app.url) =>
  fetch(url + path, { headers: { 'accept-language': 'en', ...headers } });
const ask = async (path: string, url?: string) => (await open(path, {}, url)).text();

describe('the coverage pages', () => {
  it('popular shows the best sellers of 90 days without figures; before any sale, the order of the home page', async () => {
    const order = (html: string) =>
      [...html.matchAll(/<b class="place-table__name">([^<]+)/g)].map(([, name]) => name).slice(0, 3);
    expect(order(await ask('/coverage/popular'))).toEqual(['United States', 'France', 'Spain']);
    expect(await ask('/coverage/popular')).toContain('Each with its networks and its lowest price.');

    const bought = [];
    for (const planId of ['morocco-1gb', 'spain-1gb', 'morocco-3gb', 'belize-1gb'])
      bought.push(await buy(world.app, { planId }));
    const since = new Date(Date.now() - 3_600_000);
    const sold = () => world.services.orders.bestSold({ since, limit: 9 });
    await until(async () => (await sold()).reduce((sum, each) => sum + each.sold, 0) === 4, { what: 'four are paid' });
    // A refunded order does not count as sold.
    await world.db.execute(sql`update order_lines set status = 'refunded' where order_id = ${bought[3]!.order.id}`);
    expect(await sold()).toEqual([
      { offerSlug: 'morocco', sold: 2 },
      { offerSlug: 'spain', sold: 1 },
    ]);
    expect(await world.services.orders.bestSold({ since: new Date(Date.now() + 60_000), limit: 9 })).toEqual([]);

    // The other process has not refreshed its counts.
    const beside = await startBeside(world);
    try {
      const popular = await ask('/coverage/popular', beside.url);
      expect(order(popular)).toEqual(['Morocco', 'Spain', 'United States']);
      expect(popular).toContain('What travellers bought most in the last 90 days');
      expect(popular).not.toMatch(/"sold"/);
    } finally {
      await beside.stop();
    }
  });

  it('the legend of the map names the pinned country first', async () => {
    const legend = /<ul class="world-head__legend">(.*?)<\/ul>/s.exec(await ask('/coverage'))![1]!;
    expect(
      legend
        .replace(/<[^>]+>/g, ' ')
        .split(/ {2,}/)
        .map((name) => name.trim())
        .filter(Boolean),
    ).toEqual(['United States', 'Popular', 'Covered', 'Not covered']);
  });

  it('a search on the coverage pages is rendered per request; one without letters and digits gets the cached page', async () => {
    for (const path of ['/coverage', '/coverage/countries', '/coverage/operators']) {
      const known = await open(path);
      for (const empty of ['', '%21%3F', '%00%0A', '%F0%9F%87%AB'])
        expect((await open(`${path}?q=${empty}`)).headers.get('etag'), empty).toBe(known.headers.get('etag'));
      const found = await open(`${path}?q=${'fra'.repeat(3_333)}`);
      expect([found.status, found.headers.get('etag')]).toEqual([200, null]);
      expect(await found.text()).toContain('No destination for “frafra');
    }
  });

  it('pages are smaller than 60 KB on the wire', async () => {
    const pages = ['', '/countries', '/popular', '/operators', '/operators?by=operator'];
    const answers = await Promise.all(pages.map((page) => open(`/coverage${page}`, { 'accept-encoding': 'gzip' })));
    const sizes = answers.map(({ headers }) => Number(headers.get('content-length')));
    expect(Math.min(...sizes)).toBeGreaterThan(10_000);
    expect(Math.max(...sizes)).toBeLessThan(60_000);
  });
});
