import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import http from 'node:http';
import { sql } from 'drizzle-orm';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#test/support/accounts.ts';
import { booksOf, rows, startBuiltShop } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { bought, look, order, post, type Buyer } from '#test/support/shop.ts';
import { control, messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

let world: World;
const { log, text: logged } = capturedLog();
beforeAll(async () => {
  world = await startBuiltShop({ LIMIT_RESENDS_PER_ORDER: '2', ESIM_USAGE_MAX_AGE_MINUTES: '0' }, log);
});
afterAll(() => world?.close());

const mailTo = (address: string, number = 0) =>
  until(async () => (await messages(world.mail, address))[number], { what: `mail ${number + 1} to the buyer` });

describe('the mailed link', () => {
  it("sets the order's cookie and redirects to a URL without the key, each time", async () => {
    const buyer = await bought(world.app);
    const link = (await mailTo(buyer.email)).links.find((each) => each.includes('/open?key=')) ?? '';
    const secret = new URL(link).searchParams.get('key') ?? '';
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32);
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(link, { redirect: 'manual' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/orders/${buyer.order.id}`);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      const [cookie = ''] = answer.headers.getSetCookie();
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/Secure/);
      expect(cookie).toMatch(/SameSite=Lax/);
      expect(cookie).not.toContain(secret);
      const opened = await look(world.app, { order: buyer.order, cookie: cookie.split(';')[0] ?? '' });
      expect(opened.esim).not.toBeNull();
    }
    await expect.poll(logged).toContain(`/orders/${buyer.order.id}/open`);
    expect(logged()).not.toContain(secret);
    // The database holds only the link's hash, which is not valid as a cookie.
    expect(await rows(world, sql`select 1 from order_access where hash = ${secret}`)).toEqual([]);
    expect(
      (
        await fetch(`${world.app.url}/api/orders/${buyer.order.id}`, {
          headers: { cookie: `order_${buyer.order.id}=${secret}` },
        })
      ).status,
    ).toBe(404);
  });

  it("with a wrong or ended key, or another order's, leads to a page that knows so, without a cookie", async () => {
    const [buyer, other] = [await bought(world.app), await order(world.app)];
    const link = new URL((await mailTo(buyer.email)).links.find((each) => each.includes('/open?key=')) ?? '');
    const key = link.searchParams.get('key') ?? '';
    for (const [id, secret] of [
      [buyer.order.id, 'wrong'],
      [buyer.order.id, ''],
      [other.order.id, key],
      [randomUUID(), key],
      ['no-uuid', key],
    ]) {
      const answer = await fetch(`${world.app.url}/orders/${id}/open?key=${secret}`, { redirect: 'manual' });
      expect(answer.status).toBe(303);
      // The answer does not reveal whether the order exists.
      expect(answer.headers.get('location')).toBe(`/orders/${id}?link=ended`);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }

    await rows(
      world,
      sql`update order_access set expires_at = now() - interval '1 minute' where order_id = ${buyer.order.id} and kind = 'mail'`,
    );
    const ended = await fetch(link, { redirect: 'manual' });
    expect(ended.headers.get('location')).toBe(`/orders/${buyer.order.id}?link=ended`);
    expect(ended.headers.getSetCookie()).toEqual([]);
    // The buyer's own browser still opens the order.
    const own = await fetch(`${world.app.url}${ended.headers.get('location')}`, { headers: { cookie: buyer.cookie } });
    expect(await own.text()).toContain('Your France eSIM is ready');
  });

  it('a browser without the cookie sees that the link was mailed, and nothing of the order', async () => {
    const buyer = await bought(world.app);
    const answer = await fetch(`${world.app.url}/orders/${buyer.order.id}`);
    const html = await answer.text();
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).toMatch(/link/i);
    // Until the session is known, the form of the answer stands there, and no spinner over the page.
    expect(html).toMatch(/<h1 class="sr">Opening your order…<\/h1><div class="empty late"[^>]*><span class="skel/);
    const { esim } = await look(world.app, buyer);
    for (const secret of [buyer.email, esim!.activationCode, esim!.iccid, buyer.order.number])
      expect(html).not.toContain(secret);
  });
});

describe('the ready eSIM', () => {
  it('as a QR code that decodes to its LPA string, on the page and in the mail', async () => {
    const buyer = await bought(world.app);
    const { esim } = await look(world.app, buyer);
    const answer = await fetch(`${world.app.url}/api/orders/${buyer.order.id}/qr.png`, {
      headers: { cookie: buyer.cookie },
    });
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await read(Buffer.from(await answer.arrayBuffer()))).toBe(esim?.lpa);
    const [attached] = (await mailTo(buyer.email)).attachments;
    expect(await read(Buffer.from(attached?.contentBase64 ?? '', 'base64'))).toBe(esim?.lpa);
    const unpaid = await order(world.app);
    expect(
      (await fetch(`${world.app.url}/api/orders/${unpaid.order.id}/qr.png`, { headers: { cookie: unpaid.cookie } }))
        .status,
    ).toBe(404);
  });

  it('is mailed again to a corrected address, a limited number of times', async () => {
    const buyer = await bought(world.app);
    await mailTo(buyer.email);
    const right = `right-${randomUUID()}@example.com`;
    const resend = (email: string) =>
      post(world.app, `/api/orders/${buyer.order.id}/email`, { email }, { cookie: buyer.cookie });
    const answer = await resend(right);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ order: { email: right } });
    expect((await mailTo(right)).text).toContain((await look(world.app, buyer)).esim?.activationCode);
    expect((await resend(right)).status).toBe(200);
    await mailTo(right, 1);
    const refused = await resend(`third-${randomUUID()}@example.com`);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'too-many-requests' } });
    expect((await look(world.app, buyer)).email).toBe(right);
    expect(await messages(world.mail, buyer.email)).toHaveLength(1);
    const { events, wholesale } = await booksOf(world, buyer.order.id);
    expect(events.filter(({ kind }) => kind === 'address-corrected')).toHaveLength(1);
    expect(wholesale).toHaveLength(1);
  });

  it('is not mailed again before it is ready or after it is installed', async () => {
    const unpaid = await order(world.app);
    const early = await post(
      world.app,
      `/api/orders/${unpaid.order.id}/email`,
      { email: 'x@example.com' },
      { cookie: unpaid.cookie },
    );
    expect([early.status, await early.json()]).toMatchObject([409, { error: { code: 'order-not-resendable' } }]);

    const { idToken } = await createAccount(world.app);
    const headers = { authorization: `Bearer ${idToken}` };
    const buyer = await bought(world.app, {}, headers);
    await mailTo(buyer.email);
    const { esim } = await look(world.app, buyer);
    await control(world.airalo, {
      usage: { iccid: esim?.iccid, set: { status: 'ACTIVE', remaining: 3000, expired_at: '2040-01-01 00:00:00' } },
    });
    await until(
      async () => {
        await fetch(`${world.app.url}/api/esims`, { headers });
        return !(await look(world.app, buyer)).resendable;
      },
      { what: 'the eSIM is known to be installed' },
    );
    const late = await post(
      world.app,
      `/api/orders/${buyer.order.id}/email`,
      { email: 'x@example.com' },
      { cookie: buyer.cookie },
    );
    expect([late.status, await late.json()]).toMatchObject([409, { error: { code: 'order-not-resendable' } }]);
    expect(await look(world.app, buyer)).toMatchObject({ email: buyer.email });
    expect(await messages(world.mail, 'x@example.com')).toEqual([]);
  });
});

async function read(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const decode = typeof jsqr === 'function' ? jsqr : (jsqr as unknown as { default: typeof jsqr }).default;
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe('the process seen by its operators', () => {
  it('answers /healthz and /readyz, and shows its sandboxes as JSON and as a page', async () => {
    expect(await (await fetch(`${world.app.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${world.app.url}/readyz`)).json()).toEqual({ status: 'ready' });
    const json = (await (await fetch(`${world.app.url}/_sandbox`)).json()) as Record<string, string>;
    expect(json).toMatchObject({ stripe: world.stripe.url, airalo: world.airalo.url, mail: world.mail.url });
    const page = await fetch(`${world.app.url}/_sandbox`, {
      headers: { accept: 'text/html', 'accept-language': 'fr' },
    });
    const html = await page.text();
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('4242 4242 4242 4242');
    expect(html).toContain(`href="${world.mail.url}"`);
    for (const { url } of [world.stripe, world.airalo]) expect(html).toContain(`href="${url}/_sandbox/ledger"`);
    expect(html).toContain(`href="${world.airalo.url}"`);
  });

  it('compresses text with zstd, Brotli or gzip, and no other types', async () => {
    for (const path of ['/', '/api/offers']) {
      const plain = await fetchRaw(path, {});
      expect(plain.headers['content-encoding'], path).toBeUndefined();
      expect(plain.headers.vary, path).toMatch(/Accept-Encoding/i);
      for (const [accept, encoding, decode] of [
        ['br', 'br', brotliDecompressSync],
        ['gzip, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['gzip, br;q=0', 'gzip', gunzipSync],
      ] as const) {
        const small = await fetchRaw(path, { 'accept-encoding': accept });
        expect(small.headers['content-encoding'], `${path} ${accept}`).toBe(encoding);
        expect(small.headers.vary).toMatch(/Accept-Encoding/i);
        expect(small.body.length).toBeLessThan(plain.body.length / 2);
        expect(decode(small.body).equals(plain.body)).toBe(true);
      }
    }
    const buyer = await bought(world.app);
    const png = await fetchRaw(`/api/orders/${buyer.order.id}/qr.png`, {
      'accept-encoding': 'br',
      cookie: buyer.cookie,
    });
    expect(png.headers['content-encoding']).toBeUndefined();
    // Made for one request: zstd costs the least.
    const page = await fetchRaw('/plans?q=fra', { 'accept-encoding': 'gzip, br, zstd' });
    expect(page.headers['content-encoding']).toBe('zstd');
    expect(zstdDecompressSync(page.body).toString()).toMatch(/<\/html>$/);
  });
});

/** The response as sent over the wire. fetch would decompress it. */
function fetchRaw(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(world.app.url + path, { headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(parts) }));
      })
      .on('error', reject);
  });
}

/** Shared responses that are the same bytes for everyone: a page allows its scripts by hash, data has no nonce. */
const SCRIPTS: Partial<Record<string, RegExp>> = {
  page: /script-src 'self' 'sha256-[\w+/=]{44}'/,
  api: /script-src 'self'( 'nonce-[\w+/=]{22,}')?;/,
};

describe('every response', () => {
  let broken: World;
  const { log: brokenLog, text: brokenLogged } = capturedLog();
  let buyer: Buyer;
  beforeAll(async () => {
    const port = new URL(world.app.url).port;
    broken = await startBuiltShop({ PUBLIC_URL: `https://localhost:${port}` }, brokenLog);
    buyer = await order(broken.app);
    // An unexpected fault.
    await rows(broken, sql`alter table order_lines rename to order_lines_gone`);
  });
  afterAll(() => broken?.close());

  it('has the security headers, and HSTS when the public address is https', async () => {
    const [, asset = ''] = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(world.app.url)).text()) ?? [];
    expect(asset).not.toBe('');
    for (const { app, https } of [
      { app: world.app, https: false },
      { app: broken.app, https: true },
    ]) {
      const answers: Record<string, [number, Response]> = {
        page: [200, await fetch(app.url)],
        asset: [200, await fetch(app.url + asset)],
        'another file': [200, await fetch(`${app.url}/flags/fr.svg`)],
        api: [200, await fetch(`${app.url}/api/offers`)],
        'api 404': [404, await fetch(`${app.url}/api/nothing`)],
        'api 400': [400, await post(app, '/api/orders', '{')],
        'page 404': [404, await fetch(`${app.url}/nothing-here`)],
        health: [200, await fetch(`${app.url}/healthz`)],
        ready: [200, await fetch(`${app.url}/readyz`)],
        'forged webhook': [400, await post(app, '/webhooks/stripe', '{}')],
        identity: [400, await post(app, '/identity/v1/accounts:lookup?key=cairn-web', {})],
        jwks: [200, await fetch(`${app.url}/.well-known/jwks.json`)],
        sandbox: [200, await fetch(`${app.url}/_sandbox`)],
        redirect: [303, await fetch(`${app.url}/orders/x/open?key=y`, { redirect: 'manual' })],
        ...(app === broken.app && {
          'api 500': [
            500,
            await fetch(`${app.url}/api/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } }),
          ] as [number, Response],
          'page 500': [
            500,
            await fetch(`${app.url}/orders/${buyer.order.id}`, { headers: { cookie: buyer.cookie } }),
          ] as [number, Response],
        }),
      };
      for (const [what, [status, answer]] of Object.entries(answers)) {
        expect(answer.status, what).toBe(status);
        const header = (name: string) => answer.headers.get(name);
        const policy = header('content-security-policy') ?? '';
        expect(policy, what).toContain("default-src 'self'");
        expect(policy, what).toMatch(SCRIPTS[what] ?? /script-src 'self' 'nonce-[\w+/=]{22,}'/);
        expect(policy, what).toContain("frame-ancestors 'none'");
        expect(policy, what).not.toMatch(/unsafe|https?:|\*/);
        expect(header('x-content-type-options'), what).toBe('nosniff');
        expect(header('referrer-policy'), what).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/);
        expect(header('permissions-policy'), what).toContain('camera=()');
        expect(header('cross-origin-opener-policy'), what).toBe('same-origin-allow-popups');
        expect(header('x-request-id'), what).toMatch(/^[0-9a-f-]{36}$/);
        expect(header('x-powered-by'), what).toBeNull();
        expect(header('strict-transport-security'), what).toEqual(
          https ? expect.stringMatching(/^max-age=\d{8}/) : null,
        );
      }
    }
  });

  it('assets are immutable, pages are never stored by shared caches', async () => {
    const home = await fetch(world.app.url);
    const html = await home.text();
    expect(home.headers.get('cache-control')).toMatch(/private|no-store/);
    const [, asset = ''] = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    expect((await fetch(world.app.url + asset)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
  });

  it('shows only a reference for an internal error; the log has it with the details', async () => {
    const headers = { cookie: buyer.cookie, 'accept-language': 'fr' };
    const api = await fetch(`${broken.app.url}/api/orders/${buyer.order.id}`, { headers });
    const { error } = (await api.json()) as { error: { code: string; message: string; reference: string } };
    expect(api.status).toBe(500);
    expect(error).toEqual({
      code: 'internal-error',
      message: expect.stringContaining(error.reference) as string,
      reference: api.headers.get('x-request-id'),
    });
    expect(error.message).toMatch(/^Un problème est survenu/);

    const page = await fetch(`${broken.app.url}/orders/${buyer.order.id}`, { headers });
    const html = await page.text();
    const reference = page.headers.get('x-request-id') ?? '-';
    expect(page.status).toBe(500);
    expect(html).toContain(reference);
    expect(html.replace(/<style.*?<\/style>/s, '')).not.toMatch(
      /order_lines|select |Failed query|node_modules|\.ts:\d|pg-core/,
    );

    for (const id of [error.reference, reference]) {
      const lines = brokenLogged()
        .split('\n')
        .filter((line) => line.includes(id));
      expect(lines.some((line) => /"level":50/.test(line) && line.includes('"at":['))).toBe(true);
    }
    expect(brokenLogged()).not.toContain(buyer.email);
    expect(brokenLogged()).not.toContain(buyer.cookie.split('=')[1]);
  });
});
