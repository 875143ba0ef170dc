import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRAND } from '#src/shared/brand.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/**
 * What crawlers and programs read: robots.txt, the sitemap, llms.txt, preview pictures and the public catalogue API.
 */

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld();
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
});
afterAll(() => world?.close());

const ask = (path: string, init?: RequestInit) => fetch(world.app.url + path, init);
const read = async (path: string) => (await ask(path)).text();
/** The response fields that the tests read. */
type DestinationAnswer = {
  destination: { countries: number };
  offers: { slug: string; plans: { id: string; facts: object }[] }[];
  covers: unknown[];
};
type OpenApi = { info: { title: string }; paths: Record<string, object> };
const publicUrl = () => world.services.config.publicUrl;

describe('robots.txt, the sitemap and llms.txt', () => {
  it('robots.txt names the sitemap and disallows personal pages', async () => {
    const robots = await read('/robots.txt');
    expect(robots).toContain(`Sitemap: ${publicUrl()}/sitemap.xml`);
    for (const path of ['/auth', '/profile', '/checkout', '/orders', '/api/'])
      expect(robots).toContain(`Disallow: ${path}`);
    expect(robots).toContain('Allow: /api/catalogue');
    expect(robots).not.toMatch(/Disallow: \/(?:fr|plans)?$/m);
  });

  it('the sitemap has each public page in both languages, and each entry names the other language', async () => {
    const answer = await ask('/sitemap.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const xml = await answer.text();
    const urls = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!);
    expect(new Set(urls).size).toBe(urls.length);
    const destinations = await world.services.catalogue.destinations();
    for (const path of ['/', '/fr', '/plans', '/fr/plans', '/plans/local/france', '/fr/plans/global'])
      expect(urls).toContain(new URL(path, publicUrl()).href);
    expect(urls.length).toBeGreaterThanOrEqual(2 * destinations.length);
    const published = (await world.services.catalogue.publishedAt())!.toISOString();
    const entry = xml
      .split('\n')
      .find((line) => line.includes('<loc>' + new URL('/fr/plans', publicUrl()).href + '<'))!;
    expect(entry).toContain(`<lastmod>${published}</lastmod>`);
    for (const [language, path] of [
      ['en', '/plans'],
      ['fr', '/fr/plans'],
      ['x-default', '/plans'],
    ] as const)
      expect(entry).toContain(`hreflang="${language}" href="${new URL(path, publicUrl()).href}"`);
  });

  it('llms.txt links pages, data and destinations with their prices', async () => {
    const text = await read('/llms.txt');
    expect(text.startsWith('# Cairn\n\n> ')).toBe(true);
    expect(text).toContain(`](${publicUrl()}/api/catalogue/openapi.json)`);
    expect(text).toContain(`- [France](${publicUrl()}/plans/local/france): from $4.50`);
  });

  it.each(['/robots.txt', '/sitemap.xml', '/llms.txt', '/og/en/france.png'])(
    '%s has an ETag and answers 304',
    async (path) => {
      const first = await ask(path);
      const again = await ask(path, { headers: { 'if-none-match': first.headers.get('etag')! } });
      expect([first.status, again.status]).toEqual([200, 304]);
      expect(again.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    },
  );
});

describe('preview pictures', () => {
  it.each(['/og/en/france.png', '/og/fr/europe.png', '/og/en/_shop.png'])('%s is a PNG of 1200 x 630', async (path) => {
    const answer = await ask(path);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
  });

  it('the languages differ, and an unknown destination is a 404', async () => {
    const [english, french] = await Promise.all([ask('/og/en/japan.png'), ask('/og/fr/japan.png')]);
    expect(english.headers.get('etag')).not.toBe(french.headers.get('etag'));
    for (const path of [
      '/og/en/atlantis.png',
      '/og/de/france.png',
      '/og/en/..%2F..%2Fpackage.png',
      '/og/en/france.svg',
    ])
      expect((await ask(path)).status, path).toBe(404);
  });
});

describe('the public catalogue API', () => {
  type List = { version: string; page: number; limit: number; total: number; destinations: { slug: string }[] };
  const list = async (query: string) => (await ask(`/api/catalogue/destinations${query}`)).json() as Promise<List>;

  it('lists every destination once, with a cursor to the next page', async () => {
    const all = await world.services.catalogue.destinations();
    const seen: string[] = [];
    let next: string | undefined = `${world.app.url}/api/catalogue/destinations?limit=100`;
    while (next !== undefined) {
      const answer: Response = await fetch(next);
      const page = (await answer.json()) as List;
      expect(page).toMatchObject({ limit: 100, total: all.length });
      seen.push(...page.destinations.map(({ slug }) => slug));
      const link = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
      next = link && world.app.url + new URL(link).pathname + new URL(link).search;
    }
    expect(seen).toEqual(all.map(({ slug }) => slug));
    expect((await list('?page=99999')).destinations).toEqual([]);
    expect(await list('')).toMatchObject({ page: 1, limit: 50 });
  });

  it.each([
    ['?page=0', 'page'],
    ['?page=-1', 'page'],
    ['?page=1.5', 'page'],
    ['?page=two', 'page'],
    ['?page=', 'page'],
    ['?page=1e3', 'page'],
    ['?limit=101', 'limit'],
    ['?limit=0&page=1', 'limit'],
  ])('%s is refused with the name of the parameter', async (query, field) => {
    const answer = await ask(`/api/catalogue/destinations${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid-input', field } });
  });

  it('shows a destination with its plans, facts, networks and the wider plans that work there', async () => {
    const france = (await (await ask('/api/catalogue/destinations/france')).json()) as DestinationAnswer;
    expect(france.destination).toMatchObject({
      slug: 'france',
      countryCode: 'FR',
      hasOwnPlans: true,
      from: { amount: 450, currency: 'USD' },
      url: { en: `${publicUrl()}/plans/local/france`, fr: `${publicUrl()}/fr/plans/local/france` },
    });
    expect(france.offers[0]!.slug).toBe('france');
    const plan = france.offers[0]!.plans.find(({ id }) => id === 'france-3gb');
    expect(plan).toMatchObject({ dataMb: 3072, available: true, price: { currency: 'USD' } });
    expect(Object.keys(plan!.facts)).toContain('hotspot');
    expect(france.offers.map(({ slug }) => slug)).toContain('europe');
    const europe = (await (await ask('/api/catalogue/destinations/europe')).json()) as DestinationAnswer;
    expect(europe.covers.length).toBe(europe.destination.countries);
    expect(JSON.stringify([france, europe])).not.toMatch(/packageId|netPrice|airalo/i);
  });

  it('allows every origin, and answers 304 to a matching ETag', async () => {
    const path = '/api/catalogue/destinations/france';
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const preflight = await ask(path, {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/if-none-match/i);
    const first = await ask(path, { headers });
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(first.headers.get('access-control-allow-credentials')).toBeNull();
    const again = await ask(path, { headers: { ...headers, 'if-none-match': first.headers.get('etag')! } });
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
    const refused = await ask('/api/catalogue/destinations/atlantis', { headers });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect((await ask(path, { method: 'POST' })).status).toBe(405);
    expect((await ask('/api/catalogue/nothing')).status).toBe(404);
  });

  it("the OpenAPI document covers the whole API under the product's name", async () => {
    const answer = await ask('/api/openapi.json');
    expect(answer.status).toBe(200);
    const description = (await answer.json()) as OpenApi;
    expect(description.info.title).toBe(BRAND);
    expect(Object.keys(description.paths)).toEqual(expect.arrayContaining(['/api/orders', '/api/search']));
  });

  it('is described by OpenAPI and by a page in both languages', async () => {
    const description = (await (await ask('/api/catalogue/openapi.json')).json()) as OpenApi;
    expect(Object.keys(description.paths)).toEqual([
      '/api/catalogue/destinations',
      '/api/catalogue/destinations/{slug}',
    ]);
    for (const [language, title] of [
      ['en', 'Catalogue API'],
      ['fr', 'API du catalogue'],
    ] as const) {
      const page = await (await ask('/api/catalogue', { headers: { 'accept-language': language } })).text();
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).toContain('GET /api/catalogue/destinations/{slug}');
      expect(page).not.toMatch(/undefined|\[object|api\.docs/);
    }
  });
});
