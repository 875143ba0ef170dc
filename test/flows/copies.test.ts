import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import { examine } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { BY_HAND } from '#test/support/desk.ts';
import { ops } from '#test/support/ops.ts';
import { until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** What a CDN may keep of the store's answers, and when it is purged. test/full/cdn.test.ts has a real one in front. */

const SECRET = 'a-secret-of-the-caches';
const KEPT = 'max-age=60, stale-while-revalidate=600, stale-if-error=86400';
let world: World;
let purges: string[];
let status: number;
const cache = createServer((incoming, outgoing) => {
  const { authorization, 'surrogate-key': key } = incoming.headers;
  purges.push(authorization === `Bearer ${SECRET}` ? `${incoming.method} ${String(key)}` : 'without the secret');
  outgoing.writeHead(status).end('{"purged": 1}');
});

beforeAll(async () => {
  purges = [];
  status = 200;
  await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));
  const { port } = cache.address() as AddressInfo;
  world = await startBuiltShop({
    CDN: 'http',
    CDN_PURGE_URLS: `http://127.0.0.1:${port}/`,
    CDN_PURGE_SECRET: SECRET,
  });
  // The seed and the first check of the plans are publications.
  await until(async () => purges.length > 0 && (await waiting()) === 0, { what: 'the first purges' });
});
beforeEach(() => {
  purges = [];
  status = 200;
});
afterAll(async () => {
  await world?.close();
  cache.close();
});

const waiting = async () =>
  (await rows(world, sql`select from graphile_worker.jobs where task_identifier = 'purge-copies'`)).length;
const ask = (path: string, headers: Record<string, string> = {}) => fetch(world.app.url + path, { headers });

describe('an answer that is the same for all', () => {
  it.each([
    ['/fr/plans', 'store catalogue'],
    ['/fr/blog/rss.xml', 'store catalogue'],
    ['/sitemap.xml', 'store catalogue'],
    ['/og/fr/france.png', 'store catalogue'],
    ['/maps/coverage/europe.svg', 'store catalogue'],
    ['/api/catalogue/destinations', 'store catalogue'],
    ['/api/catalogue/destinations/france', 'store catalogue'],
    ['/api/search-index', 'store catalogue'],
    ['/api/search?q=japan&lang=fr', 'store catalogue'],
    ['/fact-sheets/fr/france/france-3gb.pdf', 'store catalogue'],
    ['/withdraw/form.pdf', 'store'],
    ['/api/help/fr', 'store'],
    ['/api/devices', 'store'],
    ['/manifest.webmanifest?lang=fr', 'store'],
    ['/sw.js', 'store'],
  ])('%s may be kept under the keys "%s", with nothing of one request', async (path, keys) => {
    // The first is made for its request, the second comes from memory.
    for (const turn of [1, 2]) {
      const { headers, status: answered } = await ask(path, { cookie: 'cairn_lang=en' });
      expect(answered, path).toBe(200);
      expect(Object.fromEntries(headers), `${path} ${turn}`).toMatchObject({
        'cdn-cache-control': KEPT,
        'surrogate-key': keys,
        'cache-tag': keys.replace(' ', ','),
      });
      expect(headers.get('vary') ?? '').not.toMatch(/cookie|language/i);
      for (const name of ['set-cookie', 'x-request-id']) expect(headers.has(name), name).toBe(false);
      expect(headers.get('content-security-policy')).not.toContain('nonce-');
    }
  });

  it.each(['/', '/plans/local/france', '/api/offers'])(
    '%s may be kept when X-Locale states the language, and else not',
    async (path) => {
      for (const turn of [1, 2]) {
        const named = await ask(path, { 'x-locale': 'fr', cookie: 'cairn_lang=en', 'accept-language': 'en' });
        expect(named.headers.get('cdn-cache-control'), `${path} ${turn}`).toBe(KEPT);
        expect(named.headers.get('vary')).toBe('X-Locale, Accept-Encoding');
        expect(await named.text()).toMatch(/lang="fr"|États-Unis/);
        const english = await ask(path, { cookie: 'cairn_lang=en', 'accept-language': 'fr' });
        expect(english.headers.has('cdn-cache-control')).toBe(false);
        expect(english.headers.has('surrogate-key')).toBe(false);
        expect(english.headers.get('vary')).toBe('Cookie, Accept-Language, X-Locale, Accept-Encoding');
        expect(await english.text()).toMatch(/lang="en"|United States/);
      }
    },
  );
});

describe('any other answer', () => {
  it.each([
    '/profile',
    '/profile.data',
    '/auth',
    '/checkout/france-3gb',
    '/orders/none',
    '/withdraw?order=none',
    '/refund',
    '/api/orders',
    '/api/catalogue',
    '/api/catalogue/destinations/nowhere',
    '/og/en/nowhere.png',
    `/photos/${'a'.repeat(64)}.webp`,
    '/healthz',
  ])('%s is kept nowhere, also by a cache that ignores our rules', async (path) => {
    const { headers } = await ask(path, { 'x-locale': 'en' });
    expect(headers.get('cache-control')).toBe('private, no-store');
    for (const name of ['cdn-cache-control', 'surrogate-key', 'cache-tag']) expect(headers.has(name), name).toBe(false);
    expect(headers.has('x-request-id')).toBe(true);
  });

  it.each(['/plans?q=japan', '/nowhere', '/fr/nowhere'])('%s is for one browser', async (path) => {
    const { headers } = await ask(path, { 'x-locale': 'en' });
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.has('cdn-cache-control')).toBe(false);
  });
});

describe('a publication', () => {
  const price = (cents: number, dryRun = false) =>
    world.services.desk.catalogue.price('france-3gb', cents, { ...BY_HAND, dryRun });

  it('purges what depends on the catalogue, once for several in a row', async () => {
    for (const cents of [901, 902, 903]) await price(cents);
    expect(await waiting()).toBe(1);
    await until(async () => (await waiting()) === 0, { what: 'the purge is done' });
    expect(purges).toEqual(['PURGE catalogue']);
    expect(await (await ask('/api/catalogue/destinations/france')).text()).toContain('"amount":903');
  });

  it('that is only tried purges nothing', async () => {
    await price(950, true);
    expect(await waiting()).toBe(0);
  });

  it('purges again until the cache confirms', async () => {
    status = 503;
    await price(904);
    await until(() => purges.length === 1, { what: 'the first try' });
    status = 200;
    await until(async () => (await waiting()) === 0, { what: 'the purge is done' });
    expect(purges).toEqual(['PURGE catalogue', 'PURGE catalogue']);
  });
});

describe('the operator', () => {
  it('purges every copy', async () => {
    expect((await ops(world, 'copies purge --by ana')).join('\n')).toContain('stale within seconds');
    await until(() => purges.length > 0, { what: 'the purge' });
    expect(purges).toEqual(['PURGE store']);
    expect(await rows(world, sql`select from audit_log where action = 'copies.purge'`)).toHaveLength(1);
  });

  it('is refused where no cache can be purged', async () => {
    const env = { ...world.env, CDN: 'expiry', CDN_PURGE_URLS: '', CDN_PURGE_SECRET: '' };
    await expect(ops(world, 'copies purge', env)).rejects.toThrow('No cache that can be purged is configured');
  });

  it('learns from the doctor whether the cache accepts a purge, and whether it has the rules', async () => {
    const found = async () => {
      const { env } = world;
      const all = await examine(createSite(loadDataSettings(env), { env, progress: () => undefined }));
      return all.filter(({ name }) => name.startsWith('cdn')).map(({ state, says }) => `${state}: ${says}`);
    };
    // The tests ask the store itself: no cache states the language.
    const rules = 'failed: the CDN states no language: the answers vary by cookie, and none is kept';
    expect(await found()).toEqual(['ok: each cache accepts a purge', rules]);
    status = 403;
    expect(await found()).toEqual(['failed: the cache answered the purge with 403', rules]);
  });
});
