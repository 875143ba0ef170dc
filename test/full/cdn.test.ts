import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicPath, addressIn } from '#src/shared/page-address.ts';
import { LOCALES, type Locale } from '#src/shared/locale.ts';
import { paths } from '#src/shared/paths.ts';
import { PUBLIC_PATHS } from '#src/shared/public-paths.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { createAccount } from '#test/support/accounts.ts';
import { addressesOf, type Sample } from '#test/support/addresses.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { BY_HAND } from '#test/support/desk.ts';
import { bought, type Buyer } from '#test/support/shop.ts';
import { startVarnish, type Varnish } from '#test/support/varnish.ts';
import { messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** The built store behind Varnish with the rules of deploy/cdn: what is kept, for how long, and that nothing private is. */

const SECRET = 'a-secret-of-the-caches';
const { log, text } = capturedLog();
let world: World;
let varnish: Varnish;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  world = await startBuiltShop(
    {
      CDN: 'http',
      CDN_PURGE_URLS: url,
      CDN_PURGE_SECRET: SECRET,
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_DOCUMENTS_PER_ADDRESS: '10000',
    },
    log,
  );
  varnish = await startVarnish({ port, store: Number(world.env['PORT']), secret: SECRET });
});
afterAll(async () => {
  process.kill(world.pid, 'SIGCONT');
  await varnish?.stop();
  await world?.close();
});

type Headers = Record<string, string>;
type Answer = { status: number; headers: globalThis.Headers; body: string };

async function ask(path: string, headers: Headers = {}, base = varnish.url): Promise<Answer> {
  const answer = await fetch(base + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

/** How many requests the store has answered, apart from the probe and the worker's own. */
const reached = () => text().match(/"method":"(?:GET|HEAD)","path":"(?!\/(?:healthz|readyz)")/g)?.length ?? 0;
const shownPages = [...PUBLIC_PATHS.slice(0, 12), '/plans/local/france', '/plans/local/japan', '/api/offers'];
const reader = (locale: Locale): Headers => ({ cookie: `cairn_lang=${locale}; session=x`, 'accept-language': 'de' });

describe('readers of public pages', () => {
  it('are answered from copies: one request a page, language and minute reaches the store', async () => {
    for (const page of shownPages) for (const locale of LOCALES) await ask(page, reader(locale));
    const before = reached();
    let hits = 0;
    const wrong: string[] = [];
    for (let turn = 0; turn < 1_500; turn++) {
      const page = shownPages[turn % shownPages.length]!;
      const locale = LOCALES[turn % LOCALES.length]!;
      const answer = await ask(`${page}?utm_source=mail${turn}`, reader(locale));
      if (answer.headers.get('x-cache') === 'hit') hits++;
      if (page !== '/api/offers' && !answer.body.includes(`<html lang="${locale}"`)) wrong.push(`${page} ${locale}`);
    }
    console.log({ requests: 1_500, hits, reached: reached() - before });
    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThan(1_400);
    expect(reached() - before).toBeLessThan(100);
  });

  it.each([
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['de,en-GB;q=0.9,fr;q=0.1', 'en'],
    ['de, fr;q=0.5', 'fr'],
    ['fr;q=0, en', 'en'],
    ['FR', 'fr'],
    ['friulian', 'en'],
    ['', 'en'],
  ])('get the language of Accept-Language "%s": %s', async (accepted, locale) => {
    const answer = await ask('/plans', { 'accept-language': accepted });
    expect(answer.body).toContain(`<html lang="${locale}"`);
    expect((await ask('/plans', { 'accept-language': accepted }, world.app.url)).body).toContain(
      `<html lang="${locale}"`,
    );
  });

  it('see a changed price everywhere within seconds', async () => {
    const places = [
      '/plans/local/france',
      '/fr/plans/local/france',
      '/api/offers',
      '/api/catalogue/destinations/france',
    ];
    const asked = places.flatMap((place) => LOCALES.map((locale) => [place, locale] as const));
    const read = async () => Promise.all(asked.map(async ([place, locale]) => (await ask(place, reader(locale))).body));
    const price = /1[.,]23|"amount":123\b/;
    expect((await read()).filter((body) => price.test(body))).toEqual([]);
    await world.services.desk.catalogue.price('france-1gb', 123, BY_HAND);
    const since = performance.now();
    await until(async () => (await read()).every((body) => price.test(body)), { what: 'the price is everywhere' });
    const seconds = (performance.now() - since) / 1000;
    console.log({ priceEverywhereAfterSeconds: Number(seconds.toFixed(1)) });
    expect(seconds).toBeLessThan(20);
  });

  it('are served while the store is frozen, also when every copy was purged', async () => {
    for (const page of shownPages) for (const locale of LOCALES) await ask(page, reader(locale));
    process.kill(world.pid, 'SIGSTOP');
    try {
      expect(await (await varnish.purge('store')).json()).toEqual({ purged: expect.any(Number) });
      const statuses: Record<number, number> = {};
      for (let turn = 0; turn < 500; turn++) {
        const { status } = await ask(shownPages[turn % shownPages.length]!, reader(LOCALES[turn % LOCALES.length]!));
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      console.log({ frozen: statuses });
      expect(statuses).toEqual({ 200: 500 });
    } finally {
      process.kill(world.pid, 'SIGCONT');
    }
    // The probe of the cache takes seconds to see it.
    await until(async () => (await ask('/healthz')).status === 200, { what: 'the cache reaches the store again' });
  });

  it('a purge needs the secret', async () => {
    expect((await varnish.purge('store', 'another')).status).toBe(403);
  });
});

describe('nothing private is kept', () => {
  let sample: Sample;
  let people: { name: string; headers: Headers }[];
  let secrets: string[];

  /** A signed-in owner of one order, and a guest who has opened the link of another one in its mail. */
  beforeAll(async () => {
    const app = { url: varnish.url };
    // A connection that broke while the store was frozen costs one request; no cache may send a POST twice.
    const account = await until(() => createAccount(app).catch(() => undefined), { what: 'an account' });
    const bearer = { authorization: `Bearer ${account.idToken}` };
    const synced = await fetch(`${app.url}/api/session`, { method: 'POST', headers: bearer });
    const session = synced.headers.getSetCookie()[0]!.split(';')[0]!;
    const owned = await bought(app, { email: account.email }, bearer);
    const guest = await bought(app);
    const link = await linkIn(guest);
    const opened = await fetch(link, { redirect: 'manual' });
    const opening = opened.headers.getSetCookie()[0]!.split(';')[0]!;
    sample = { orderId: guest.order.id, documentId: guest.order.id, token: 'none', photo: 'a'.repeat(64) };
    people = [
      { name: 'signed in', headers: { ...bearer, cookie: session } },
      { name: 'buyer with the link', headers: { cookie: opening } },
      { name: 'guest', headers: {} },
    ];
    secrets = [guest.order.number, owned.order.number, account.email, guest.email, guest.order.id];
  });

  async function linkIn({ email }: Buyer): Promise<string> {
    const mail = await until(
      async () => (await messages(world.mail, email)).find(({ text }) => text.includes('/open?key=')),
      {
        what: 'the mail with the link',
      },
    );
    return /http\S+\/open\?key=\S+/.exec(mail.text)![0];
  }

  /** Without what each answer has for itself. */
  const plain = ({ status, body }: Answer) => ({
    status,
    body: body
      .replaceAll(/nonce(?:="|-|":")[\w+/=-]+/g, 'nonce')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
        secrets.includes(id) ? id : 'id',
      )
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=recentLoginSeconds":)[\d.]+|\b1\d{12}\b/g, 'time'),
  });

  /** Where two answers begin to differ. */
  function difference(one: ReturnType<typeof plain>, other: ReturnType<typeof plain>): string {
    const at = [...one.body].findIndex((letter, index) => letter !== other.body[index]);
    return [one, other].map(({ status, body }) => `${status} ${body.slice(Math.max(0, at - 80), at + 80)}`).join(' ≠ ');
  }

  const headersOf = (person: Headers, locale: Locale): Headers => ({
    ...person,
    cookie: [person['cookie'], `cairn_lang=${locale}`].filter(Boolean).join('; '),
    accept: 'text/html,*/*',
    'accept-language': locale === 'fr' ? 'en' : 'fr',
  });

  it.each(LOCALES)('each address answers each person through the cache as directly (%s)', async (locale) => {
    const all = addressesOf(sample, locale);
    const described = (await (await fetch(`${world.app.url}/api/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const calls = Object.entries(described.paths)
      .filter(([path, call]) => 'get' in call && !path.endsWith('/events'))
      .map(([path]) => `/api${path.replace(/^\/api/, '')}`.replace(/\{[^}]*\}/g, sample.orderId));
    const inFrench = all
      .filter((path) => isPublicPath(path) && !path.startsWith('/api/'))
      .map((path) => addressIn('fr', path));
    const data = all
      .filter((path) => /^\/[a-z/-]*$/.test(path))
      .map((path) => (path === '/' ? '/_root.data' : `${path}.data`));
    const addresses = [...new Set([...all, ...calls, ...inFrench, ...data])];
    const faults: string[] = [];
    let kept = 0;
    for (const { name, headers } of people) {
      for (const address of addresses) {
        const sent = headersOf(headers, locale);
        await ask(address, sent);
        const through = await ask(address, sent);
        const direct = await ask(address, sent, world.app.url);
        const isKept = through.headers.get('x-cache') !== 'pass';
        const what = `${name} ${address} ${through.headers.get('x-cache')}`;
        if (isKept) kept++;
        if (JSON.stringify(plain(through)) !== JSON.stringify(plain(direct)))
          faults.push(`${what}: differs ${difference(plain(through), plain(direct))}`);
        if (!isKept) {
          if (!/private|no-store|no-cache/.test(through.headers.get('cache-control') ?? ''))
            faults.push(`${what}: may be kept elsewhere`);
          continue;
        }
        for (const header of ['set-cookie', 'x-request-id', 'surrogate-key', 'cdn-cache-control'])
          if (through.headers.has(header)) faults.push(`${what}: ${header}`);
        if (/nonce-/.test(through.headers.get('content-security-policy') ?? '')) faults.push(`${what}: a nonce`);
        if (secrets.some((secret) => through.body.includes(secret))) faults.push(`${what}: a person's`);
      }
    }
    console.log({ locale, addresses: addresses.length, people: people.length, kept });
    expect(faults).toEqual([]);
    expect(kept).toBeGreaterThan(people.length * 60);
  });

  it('what a person was shown is not in the answers of the next one', async () => {
    for (const path of [paths.order(sample.orderId), paths.profile(), `/api/orders/${sample.orderId}`]) {
      const shown = await ask(path, headersOf(people[1]!.headers, 'en'));
      const next = await ask(path, headersOf({}, 'en'));
      expect(next.headers.get('cache-control'), path).toBe('private, no-store');
      expect(next.body, path).not.toBe(shown.body);
      expect(
        secrets.slice(0, 4).some((secret) => next.body.includes(secret)),
        path,
      ).toBe(false);
    }
    expect((await rows(world, sql`select count(*)::int as count from orders`))[0]!['count']).toBe(2);
  });
});
