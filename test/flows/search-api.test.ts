import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundView, IndexedDestination } from '#src/http/api/search-views.ts';
import { createFinder } from '#src/search/finder.ts';
import queries from '#src/search/queries.json' with { type: 'json' };
import { startBuiltShop } from '#test/support/books.ts';
import type { World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.app.url + path, { headers: { 'accept-language': 'en', ...headers } });

describe('the search API', () => {
  const find = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await open(`/api/search?${query}`, headers);
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
  };

  it('returns destinations, the best match first, with the reason and the lowest price', async () => {
    const { status, headers, body } = await find(`q=${encodeURIComponent('royaume-uni')}&limit=3`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect(body.results[0]).toEqual({
      slug: 'united-kingdom',
      kind: 'local',
      name: 'United Kingdom',
      flag: 'gb',
      countryCode: 'GB',
      own: false,
      from: { amount: 500, currency: 'USD' },
      url: '/plans/local/united-kingdom',
      reason: { kind: 'name', text: 'Royaume-Uni', locale: 'fr', typo: false },
    });
    expect((await find('q=tailand&lang=fr')).body.results[0]).toMatchObject({
      name: 'Thaïlande',
      reason: { typo: true },
    });
    expect((await find('q=phillipines')).body.results[0].name).toBe('Philippines');
    expect((await find('q=japon', { 'x-locale': 'fr' })).body.results[0].name).toBe('Japon');
  });

  it('a query of 10,000 characters is truncated; an invalid limit is refused by name', async () => {
    const long = await find(`q=france%20${'x'.repeat(10_000)}`);
    expect([long.status, long.body.query.length, long.body.results[0].slug]).toEqual([200, 80, 'france']);
    expect((await find('q=')).body).toEqual({ query: '', results: [] });
    const wrong = await find('q=france&limit=1000');
    expect([wrong.status, wrong.body.error.field]).toEqual([400, 'limit']);
  });

  it('the search index for the browser is cached bytes of less than 60 KB with every destination', async () => {
    const index = await open('/api/search-index', { 'accept-encoding': 'gzip' });
    expect(Number(index.headers.get('content-length'))).toBeLessThan(60 * 1024);
    const { destinations } = JSON.parse(await index.text());
    expect(destinations).toHaveLength((await world.services.catalogue.destinations()).length);
    expect(destinations[1]).toMatchObject({ slug: 'france', cities: expect.arrayContaining(['Paris']) });
    const again = await open('/api/search-index', {
      'accept-encoding': 'gzip',
      'if-none-match': index.headers.get('etag')!,
    });
    expect(again.status).toBe(304);
  });

  it('the index gives the browser what the API finds, with the same reasons', async () => {
    const { destinations } = JSON.parse(await (await open('/api/search-index')).text());
    const finder = createFinder(destinations as IndexedDestination[]);
    for (const query of Object.values(queries).map(([first]) => first!)) {
      const { results } = (await find(`q=${encodeURIComponent(query)}&lang=fr&limit=8`)).body;
      const here = finder.find(query, { locale: 'fr', limit: 8 });
      expect(
        here.map(({ document: { slug, from }, reason }) => ({ slug, from, reason })),
        query,
      ).toEqual(results.map(({ slug, from, reason }: FoundView) => ({ slug, from, reason })));
    }
  });
});
