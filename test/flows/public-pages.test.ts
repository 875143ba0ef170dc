import { createHash } from 'node:crypto';
import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressIn } from '#src/shared/page-address.ts';
import { PUBLIC_PATHS } from '#src/shared/public-paths.ts';
import { checkPlans } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { control, until } from '#test/support/wire.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

/** Public pages are the same bytes for everyone with the same language. Personal pages are never cached. */

const { log, text: logged } = capturedLog();
let world: World;
beforeAll(async () => {
  world = await startBuiltWorld({}, log);
  await until(async () => (await world.services.catalogue.faults()).length === 0, { what: 'plans are checked' });
});
afterAll(() => world?.close());

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };

/** A raw request, as a browser sends it. fetch would decompress the body. */
async function ask(path: string, headers: Record<string, string> = {}, url = world.app.url): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>();
  get(url + path, { headers: { 'accept-language': 'en', 'accept-encoding': 'br', ...headers } }, resolve).on(
    'error',
    reject,
  );
  const answer = await promise;
  const body = await buffer(answer);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[answer.headers['content-encoding'] ?? ''];
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    body,
    text: (body.length > 0 && decode ? decode(body) : body).toString(),
  };
}

const PAGES = [
  '/',
  '/how-it-works',
  '/coverage',
  '/coverage/countries',
  '/coverage/popular',
  '/coverage/operators',
  '/coverage/operators?by=operator',
  '/support',
  '/plans',
  '/plans/data',
  '/plans/trip',
  '/plans/local',
  '/plans/regional',
  '/plans/global',
  '/plans/local/france',
  '/plans/local/france?plan=france-10gb',
  '/plans/local/japan?plan=global-1gb',
  '/plans/regional/europe',
];

/** The canonical and alternate URLs in a page's head. */
function addressesIn({ text }: Answer) {
  const linked = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)"/>`).exec(text)?.[1];
  return {
    language: /<html lang="(\w+)">/.exec(text)?.[1],
    canonical: linked('canonical'),
    en: linked('alternate" hrefLang="en'),
    fr: linked('alternate" hrefLang="fr'),
    fallback: linked('alternate" hrefLang="x-default'),
  };
}

const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']);

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('public pages', () => {
  it.each(PAGES)('%s is the same bytes for two visitors of one language', async (path) => {
    const first = await ask(path, { cookie: 'cairn_device=first; order_1=secret; theme=dark', 'user-agent': 'first' });
    const second = await ask(path, { host: 'elsewhere.example', 'x-request-id': 'second' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.equals(second.body)).toBe(true);
    expect(first.headers['etag']).toBe(second.headers['etag']);
    expect(first.headers['content-encoding']).toBe('br');
    expect(Number(first.headers['content-length'])).toBe(first.body.length);
    for (const one of [first, second]) {
      expect(one.headers['set-cookie']).toBeUndefined();
      expect(one.text).not.toContain(String(one.headers['x-request-id']));
      expect(one.text).not.toMatch(/nonce=|secret|elsewhere\.example/);
    }
    const french = await ask(path, { cookie: 'cairn_lang=fr' });
    expect(french.text).toContain('<html lang="fr">');
    expect(french.headers['etag']).not.toBe(first.headers['etag']);
    expect(french.headers['vary']).toBe('Cookie, Accept-Language, X-Locale, Accept-Encoding');
  });

  it.each(PAGES)(
    '%s has a policy that allows its own inline scripts and styles by hash and no others',
    async (path) => {
      const page = await ask(path);
      const policy = policyOf(page);
      expect(policy).not.toMatch(/nonce|unsafe|\*/);
      const scripts = [
        ...page.text.matchAll(/<script(?![^>]*\b(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
      ].map(([, text]) => text!);
      const styles = [...page.text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text!);
      expect(scripts.length).toBeGreaterThan(2);
      expect(/script-src ([^;]*)/.exec(policy)![1]!.split(' ').toSorted()).toEqual(
        [...new Set(["'self'", ...scripts.map(sha256)])].toSorted(),
      );
      expect(/style-src ([^;]*)/.exec(policy)![1]!.split(' ')).toEqual(["'self'", ...styles.map(sha256)]);
    },
  );

  it('one strong ETag for each encoding, and a 304 with the same policy for a matching one', async () => {
    const etags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const page = await ask('/plans', { 'accept-encoding': encoding });
      const etag = String(page.headers['etag']);
      expect(etag).toMatch(/^"[\w-]+"$/);
      etags.add(etag);
      expect(page.text).toContain('</html>');
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await ask('/plans', { 'accept-encoding': encoding, 'if-none-match': known });
        expect([again.status, again.body.length], known).toEqual([304, 0]);
        for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy', 'x-frame-options'])
          expect(again.headers[name], name).toBe(page.headers[name]);
        expect(again.headers['content-encoding']).toBeUndefined();
      }
      expect((await ask('/plans', { 'accept-encoding': encoding, 'if-none-match': '"other"' })).status).toBe(200);
    }
    expect(etags.size).toBe(3);
    const [etag] = etags;
    expect((await ask('/plans', { 'accept-encoding': 'gzip', 'if-none-match': etag! })).status).toBe(200);
  });

  it.each(['/', '/api/offers', '/api/catalogue/destinations?limit=3'])(
    '%s from the cache has the headers of the rendered response, and a line in the log',
    async (path) => {
      const address = `${path}${path.includes('?') ? '&' : '?'}visit=${crypto.randomUUID()}`;
      const routed = await ask(address);
      // A busy process does not read the catalogue's version every second. Until it has, the routes answer.
      const kept = await until(
        async () => {
          const answer = await ask(address);
          return !policyOf(answer).includes('nonce') && answer;
        },
        { what: 'an answer from the cache' },
      );
      const { date: _, 'x-request-id': firstId, 'content-security-policy': __, ...headers } = routed.headers;
      expect(kept.headers).toMatchObject(headers);
      expect(Object.keys(kept.headers).toSorted()).toEqual(Object.keys(routed.headers).toSorted());
      expect(kept.body.equals(routed.body)).toBe(true);
      for (const id of [firstId, kept.headers['x-request-id']])
        await expect
          .poll(logged)
          .toContain(`"requestId":"${String(id)}","method":"GET","path":"${path.split('?')[0]}"`);
    },
  );

  it('HEAD has the same headers and no body', async () => {
    const page = await ask('/');
    const head = await fetch(world.app.url, { method: 'HEAD', headers: { 'accept-language': 'en' } });
    expect(head.headers.get('etag')).toMatch(/^"[\w-]+-(?:br|gzip)"$/);
    expect(head.headers.get('cache-control')).toBe(page.headers['cache-control']);
    expect(await head.text()).toBe('');
  });

  it('a campaign link gets the cached page; only query parameters that a page reads make another', async () => {
    const etag = async (path: string) => (await ask(path)).headers['etag'];
    for (const path of ['/', '/plans', '/plans/local/france'])
      expect(await etag(`${path}?utm_source=news&utm_campaign=${'x'.repeat(500)}&fbclid=1&plan=nothing`)).toBe(
        await etag(path),
      );
    const picked = await ask('/plans/local/france?gclid=1&plan=france-10gb&plan=france-1gb');
    expect(picked.headers['etag']).toBe(await etag('/plans/local/france?plan=france-10gb'));
    expect(picked.headers['etag']).not.toBe(await etag('/plans/local/france'));
    expect(await etag('/plans?plan=france-10gb')).toBe(await etag('/plans'));
    expect(await etag('/plans/local/france?plan=bali-1gb')).toBe(await etag('/plans/local/france'));
  });

  it('a place that is not on sale is a 404 with a nonce, and not cached', async () => {
    for (const path of ['/plans/local/atlantis', '/plans/regional/france', '/plans/local/europe']) {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(policyOf(answer)).toContain("'nonce-");
      expect(answer.headers['etag']).toBeUndefined();
    }
  });

  it('a plan that goes off sale changes the page and the offers in every process', async () => {
    const beside = await startBeside(world);
    try {
      const other = (path: string) => ask(path, {}, beside.url);
      const before = [await ask('/plans/local/france'), await ask('/api/offers')];
      expect((await other('/plans/local/france')).headers['etag']).toBe(before[0]!.headers['etag']);
      expect((await other('/api/offers')).headers['etag']).toBe(before[1]!.headers['etag']);
      await control(world.airalo, { package: { id: 'france-30days-3gb', set: { missing: true } } });
      await checkPlans(world);
      for (const [path, was] of [
        ['/plans/local/france', before[0]],
        ['/api/offers', before[1]],
      ] as const)
        for (const asked of [ask, other])
          await until(async () => (await asked(path)).headers['etag'] !== was!.headers['etag'], {
            what: `${path} changes`,
          });
      expect((await ask('/plans/local/france')).text).toContain('Unavailable');
    } finally {
      await control(world.airalo, { package: { id: 'france-30days-3gb', set: null } });
      await checkPlans(world);
      await beside.stop();
    }
  });
});

describe('the French URL of a page', () => {
  it.each(PAGES)('of %s is French in any browser, and is the canonical URL of the French page', async (path) => {
    const address = path === '/' ? '/fr' : `/fr${path}`;
    // A publication between the two changes the page.
    const french = await until(
      async () => {
        const first = await ask(address);
        const again = await ask(address, { cookie: 'cairn_lang=en', 'accept-language': 'de' });
        return again.headers['etag'] === first.headers['etag'] && first;
      },
      { what: 'the same bytes for both' },
    );
    expect(french.status).toBe(200);
    expect(french.headers['vary']).toBe('Accept-Encoding');
    const urlOf = (each: string) => new URL(each.split('?')[0]!, world.services.config.publicUrl).href;
    const both = { en: urlOf(path), fr: urlOf(address), fallback: urlOf(path) };
    expect(addressesIn(french)).toEqual({ language: 'fr', canonical: both.fr, ...both });
    expect(addressesIn(await ask(path))).toEqual({ language: 'en', canonical: both.en, ...both });
    const inFrench = await ask(path, { cookie: 'cairn_lang=fr' });
    expect(addressesIn(inFrench)).toEqual({ language: 'fr', canonical: both.fr, ...both });

    const links = (page: Answer) => [...page.text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href!);
    const elsewhere = links(french).filter((href) => !/^\/fr(?:[/?#]|$)/.test(href));
    expect(elsewhere).toContain('/profile');
    for (const href of elsewhere)
      expect(href).toMatch(
        /^\/(?:profile|_sandbox|checkout\/[\w-]+(?:\?for=[\w-]+)?|fact-sheets\/fr\/[\w-]+\/[\w-]+\.pdf)$/,
      );
    expect(links(inFrench).filter((href) => href.startsWith('/fr'))).toEqual([]);
  });

  it('has a title of its own language', async () => {
    const titleOf = async (path: string) => /<title>(.*?)<\/title>/.exec((await ask(path)).text)?.[1];
    const same: string[] = [];
    for (const path of PUBLIC_PATHS)
      if ((await titleOf(path)) === (await titleOf(addressIn('fr', path)))) same.push(path);
    expect(same).toEqual([]);
  });

  it('of a personal page or the offline document leads to its one address, with French chosen', async () => {
    for (const path of [
      '/profile',
      '/auth',
      '/offline',
      '/checkout/france-3gb',
      '/auth/action?mode=signIn&oobCode=x',
    ]) {
      const { status, headers } = await ask(`/fr${path}`, { cookie: 'cairn_lang=en' });
      expect([status, headers['location'], headers['cache-control']], path).toEqual([302, path, 'private, no-store']);
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(/^cairn_lang=fr; Max-Age=\d+; Path=\/; SameSite=Lax$/),
      ]);
      const head = await fetch(`${world.app.url}/fr${path}`, { method: 'HEAD', redirect: 'manual' });
      expect([head.status, head.headers.get('location')], path).toEqual([302, path]);
    }
  });

  it('exists for public pages only; an unknown one is a French 404 with noindex', async () => {
    for (const path of ['/fr/fr', '/fr/plans/local/atlantis', '/fr/authors']) {
      const answer = await ask(path);
      expect([answer.status, addressesIn(answer).language], path).toEqual([404, 'fr']);
      expect(answer.text).toContain('<meta name="robots" content="noindex"/>');
      expect(answer.text).not.toContain('rel="canonical"');
    }
    for (const path of ['/france', '/free']) expect(addressesIn(await ask(path)).language).toBe('en');
  });

  it('of a personal page is never needed: it says noindex, once', async () => {
    for (const path of ['/auth', '/auth/action', '/profile', '/profile/settings', '/checkout/france-3gb']) {
      const { status, text } = await ask(path);
      expect([status, text.match(/<meta name="robots" content="noindex"\/>/g)?.length], path).toEqual([200, 1]);
    }
  });

  it('with another letter case or a trailing slash has the same canonical URL', async () => {
    for (const path of ['/fr/plans/', '/FR/Plans']) {
      const answer = await ask(path);
      expect(answer.status, path).toBe(200);
      expect(addressesIn(answer)).toEqual(addressesIn(await ask('/fr/plans')));
    }
  });
});

describe('the icon', () => {
  it('is also at the name that programs ask for', async () => {
    const { status, headers, body } = await ask('/favicon.ico');
    expect([status, headers['content-type']]).toEqual([200, 'image/x-icon']);
    expect([body.readUInt16LE(2), body.readUInt16LE(4)]).toEqual([1, 3]);
  });
});

describe('the offers', () => {
  it('are cached bytes for each language, with ETag and 304', async () => {
    const english = await ask('/api/offers');
    expect(english.headers['content-type']).toBe('application/json');
    expect(english.headers['vary']).toBe('Cookie, Accept-Language, X-Locale, Accept-Encoding');
    expect(english.headers['content-encoding']).toBe('br');
    expect(JSON.parse(english.text).offers).toHaveLength(17);
    const etag = String(english.headers['etag']);
    expect((await ask('/api/offers?utm_source=x', { 'if-none-match': etag })).status).toBe(304);
    const french = await ask('/api/offers', { 'x-locale': 'fr', 'if-none-match': etag });
    expect(french.status).toBe(200);
    expect(french.text).toContain('États-Unis');
  });
});

describe('the shop with a search or filters', () => {
  it('is rendered for each request and never cached; the plain page is cached', async () => {
    for (const path of ['/plans?q=japon', '/plans?data=5', '/plans?show=48', '/plans?compare=asia-5gb']) {
      const answer = await ask(path);
      expect([answer.status, answer.headers['etag']], path).toEqual([200, undefined]);
      expect(policyOf(answer)).toContain("'nonce-");
    }
    expect((await ask('/plans?q=&utm_source=x')).headers['etag']).toBe((await ask('/plans')).headers['etag']);
  });

  it('answers ?q= without scripts, with the reason of each match and the plans that work there', async () => {
    const page = (await ask('/plans?q=Royaume-Uni', { 'accept-language': 'fr' })).text.replaceAll(/<[^>]*>/g, ' ');
    expect(page).toMatch(/Destination\s*:\s+Royaume-Uni/);
    expect(page).toMatch(/Europe\s+10\sGo/);
    const none = (await ask('/plans?q=<b>antarctica</b>')).text;
    expect(none).toContain('No plan for “&lt;b&gt;antarctica&lt;/b&gt;”');
  });

  it('names the nearest destinations for a place without plans', async () => {
    const { text } = await ask('/plans?q=antarctique');
    expect(text).toContain('No plan for “Antarctica”');
    const near = [...text.matchAll(/place-row__name"><b>([^<]*)</g)].map(([, name]) => name);
    expect(near).toEqual(['Argentina', 'Chile', 'South Africa', 'New Zealand']);
  });

  it('names invalid parameters and shows the rest', async () => {
    const { status, text } = await ask('/plans?q=france&data=-3&kind=moon&compare=');
    expect(status).toBe(200);
    expect(text).toContain('We ignored a part of this address that we do not understand: data and type of plan.');
    expect(text).toContain('12 plans');
  });

  it('lists only places with a matching plan, at its price', async () => {
    const { text } = await ask('/plans?data=10&price=24&sort=price');
    const rows = [...text.matchAll(/place-row__name"><b>([^<]*)<\/b>.*?place-row__price">([^<]*)</g)];
    expect(rows.map(([, name, price]) => `${name} ${price}`)).toEqual(['Thailand from $24.00', 'Bali from $24.00']);
    const wide = await ask('/plans?kind=regional&data=10&q=japan');
    expect(wide.text).toContain('1 of 8 plans</b> for Japan');
  });

  it('stays below 60 KB compressed for any query', async () => {
    for (const path of ['/plans', '/plans?show=100000', '/plans?view=compare', `/plans?q=${'x'.repeat(10_000)}`])
      expect((await ask(path, { 'accept-encoding': 'gzip' })).body.length, path).toBeLessThan(60 * 1024);
  });
});

describe('personal pages', () => {
  it.each(['/profile', '/auth', '/checkout/france-3gb', '/checkout/france-3gb?utm_source=x', '/orders/none'])(
    '%s has a new nonce in every response and is not cached',
    async (path) => {
      const [first, second] = [await ask(path), await ask(path)];
      const nonces = [first, second].map((answer) => /'nonce-([^']+)'/.exec(policyOf(answer))?.[1]);
      expect(new Set(nonces).size).toBe(2);
      for (const [index, answer] of [first, second].entries()) {
        expect(answer.text).toContain(`nonce="${nonces[index]}"`);
        expect(policyOf(answer)).not.toContain('sha256');
        expect(answer.headers['cache-control']).toBe('private, no-store');
        expect(answer.headers['etag']).toBeUndefined();
      }
      expect(first.body.equals(second.body)).toBe(false);
    },
  );

  it('no request of this file logged an error', () => {
    expect(logged().match(/^.*"level":"?(?:error|50)\b.*$/gm) ?? []).toEqual([]);
  });
});
