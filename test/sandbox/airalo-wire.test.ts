import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { luhnDigit } from '#sandbox/kit/iccid.ts';
import { CREDENTIALS, memoryTokens, remote, tempDir, withSandbox, KNOWN } from './airalo-support.ts';
import { createAiralo } from '#src/adapters/airalo.ts';

/** The Luhn check, written differently from the sandbox's: from the left, over the whole number. */
function luhnHolds(number: string): boolean {
  const digits = Array.from(number, Number).toReversed();
  const total = digits.reduce(
    (sum, digit, i) => sum + (i % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]!),
    0,
  );
  return total % 10 === 0;
}

let world: Awaited<ReturnType<typeof withSandbox>>;
let token: string;
beforeAll(async () => {
  world = await withSandbox();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.control({ reset: true });
  const { body } = await call(
    'POST',
    '/v2/token',
    { client_id: CREDENTIALS.clientId, client_secret: CREDENTIALS.clientSecret, grant_type: 'client_credentials' },
    null,
  );
  token = body.data.access_token;
});

async function call(
  method: string,
  path: string,
  payload?: object | FormData | URLSearchParams,
  bearer: string | null = token,
) {
  const form = payload instanceof FormData || payload instanceof URLSearchParams;
  const response = await fetch(world.url + path, {
    method,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(payload && !form && { 'content-type': 'application/json' }),
    },
    body: payload && !form ? JSON.stringify(payload) : (payload as FormData | undefined),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}
/** The fields of the vendor's responses that the tests read. */
type Row = {
  id: number;
  access_token: string;
  slug: string;
  description: string;
  code: string;
  created_at: string;
  sims: { iccid: string }[];
};
type Body = { data: Row; code: number; meta: { total: number }; links: { next: string | null } };
/** The rows of a list, in either of its shapes. */
const rows = (body: Body) => Object.values(body.data) as unknown as Row[];

const fields = { quantity: '1', package_id: 'mexico-30days-5gb', description: 'by form' };

describe('tokens', () => {
  const ask = (id: string, secret: string) =>
    call(
      'POST',
      '/v2/token',
      new URLSearchParams({ client_id: id, client_secret: secret, grant_type: 'client_credentials' }),
      null,
    );

  it('are issued and refused as by the vendor', async () => {
    expect(await ask(CREDENTIALS.clientId, CREDENTIALS.clientSecret)).toMatchObject({
      status: 200,
      body: {
        data: { token_type: 'Bearer', expires_in: 31_622_400, access_token: expect.any(String) },
        meta: { message: 'success' },
      },
    });
    expect(await ask('x', CREDENTIALS.clientSecret)).toMatchObject({
      status: 422,
      body: {
        data: { client_id: 'The selected client id is invalid.' },
        meta: { message: 'the parameter is invalid' },
      },
    });
    expect(await ask(CREDENTIALS.clientId, 'x')).toMatchObject({
      status: 401,
      body: { data: [], meta: { message: 'Client authentication failed' } },
    });
  });

  it('are required everywhere', async () => {
    for (const [method, path] of [
      ['GET', '/v2/packages'],
      ['POST', '/v2/orders'],
      ['GET', '/v2/orders'],
      ['GET', '/v2/orders/1'],
      ['GET', '/v2/sims/1/usage'],
    ] as const)
      expect(await call(method, path, undefined, 'wrong')).toMatchObject({
        status: 401,
        body: { meta: { message: 'This action is unauthorized.' } },
      });
  });
});

describe('packages', () => {
  it('are an array on page 1 and an object keyed by index from page 2 on', async () => {
    const first = await call('GET', '/v2/packages?limit=5');
    expect(Array.isArray(first.body.data)).toBe(true);
    expect(first.body).toMatchObject({
      meta: { current_page: 1, last_page: 37, per_page: '5', total: 181, from: 1, to: 5 },
    });
    expect(first.body.links.next).toContain('page=2');
    const second = await call('GET', '/v2/packages?limit=5&page=2');
    expect(Object.keys(second.body.data)).toEqual(['5', '6', '7', '8', '9']);
    const last = await call('GET', '/v2/packages?limit=5&page=37');
    expect(last.body.links.next).toBeNull();
  });

  it('are filtered by type and country', async () => {
    const slugs = async (query: string) =>
      rows((await call('GET', `/v2/packages?limit=100&${query}`)).body).map((each) => each.slug);
    expect(await slugs('filter[type]=global')).toEqual(['global', 'europe', 'africa', 'americas', 'asia']);
    expect(await slugs('filter[country]=FR')).toEqual(['france', 'global', 'europe']);
    expect(await slugs('filter[country]=FR&filter[type]=local')).toEqual(['france']);
    expect(await slugs('filter[country]=tz')).toEqual(['zanzibar', 'tanzania', 'global', 'africa']);
  });
});

describe('orders', () => {
  it.each([
    ['JSON', () => fields],
    ['a form', () => new URLSearchParams(fields)],
    [
      'multipart',
      () => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        return form;
      },
    ],
  ])('are accepted as %s', async (_, payload) => {
    const { status, body } = await call('POST', '/v2/orders', payload());
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: {
        quantity: 1,
        package_id: 'mexico-30days-5gb',
        description: 'by form',
        validity: 30,
        price: 15,
        type: 'sim',
        package: 'Agave Mobile-5 GB - 30 Days',
      },
    });
    expect(body.data.code).toMatch(/^\d{8}-\d{6}$/);
    expect(body.data.sims.length).toBe(1);
  });

  it.each([
    [{}, { quantity: 'The quantity field is required.', package_id: 'The package id field is required.' }],
    [
      { quantity: 51, package_id: 'x' },
      { quantity: 'The quantity may not be greater than 50.', package_id: 'The selected package is invalid.' },
    ],
    [{ quantity: 'two', package_id: 'asia-7days-1gb' }, { quantity: 'The quantity must be an integer.' }],
  ])('of %j are refused field by field', async (payload, data) => {
    expect(await call('POST', '/v2/orders', payload)).toMatchObject({
      status: 422,
      body: { data, meta: { message: 'the parameter is invalid' } },
    });
  });

  it('are refused with the documented codes for the failing packages', async () => {
    const code = async (id: string) => (await call('POST', '/v2/orders', { quantity: 1, package_id: id })).body.code;
    expect(await code('test-insufficient-balance-7days-1gb')).toBe(11);
    expect(await code('test-maintenance-mode-7days-1gb')).toBe(13);
    expect(await code('test-not-enough-7days-1gb')).toBe(33);
    expect(await code('test-out-of-stock-7days-1gb')).toBe(34);
  });

  it('are paid from the balance, which a test can set', async () => {
    const amount = async () => {
      const { body } = await call('GET', '/v2/balance');
      return (body.data as unknown as { balances: { availableBalance: { amount: number; currency: string } } }).balances
        .availableBalance;
    };
    await world.control({ balance: { set: 20 } });
    expect(await amount()).toEqual({ amount: 20, currency: 'USD' });
    const made = await call('POST', '/v2/orders', { quantity: 2, package_id: 'asia-7days-1gb', description: 'one' });
    const { net_price } = made.body.data as unknown as { net_price: number };
    expect((await amount()).amount).toBeCloseTo(20 - 2 * net_price, 2);
  });

  it('are listed newest first, with numbers as strings, and with profiles and status on request', async () => {
    await call('POST', '/v2/orders', { quantity: 1, package_id: 'asia-7days-1gb', description: 'one' });
    const made = await call('POST', '/v2/orders', { quantity: 2, package_id: 'asia-7days-1gb', description: 'two' });
    const plain = await call('GET', '/v2/orders');
    expect(rows(plain.body).map((each) => each.description)).toEqual(['two', 'one']);
    expect(rows(plain.body)[0]).toMatchObject({ price: '5', validity: '7' });
    expect(rows(plain.body)[0]).not.toHaveProperty('sims');
    const iccid = made.body.data.sims[1]!.iccid;
    const full = await call('GET', `/v2/orders?filter[iccid]=${iccid}&include=sims,status`);
    expect(full.body.data).toMatchObject([
      { description: 'two', status: { slug: 'completed' }, sims: [{}, { iccid }] },
    ]);
    const today = made.body.data.created_at.slice(0, 10);
    expect((await call('GET', `/v2/orders?filter[created_at]=${today} - ${today}`)).body.meta.total).toBe(2);
    expect((await call('GET', '/v2/orders?filter[created_at]=2020-01-01 - 2020-01-02')).body.meta.total).toBe(0);
    const one = await call('GET', `/v2/orders/${made.body.data.id}?include=sims`);
    expect(one.body.data).toMatchObject({ id: made.body.data.id, price: 5, validity: 7, sims: [{}, {}] });
    expect(await call('GET', '/v2/orders/1')).toMatchObject({
      status: 404,
      body: { data: [], meta: { message: 'messages.resource_not_found' } },
    });
  });
});

describe('profiles', () => {
  it('have unique ICCIDs of 19 or 20 digits with a correct check digit, and matching codes', async () => {
    for (const packageId of ['bali-7days-1gb', 'belize-30days-10gb', 'global-30days-5gb', 'egypt-30days-3gb'])
      await call('POST', '/v2/orders', { quantity: 50, package_id: packageId });
    const orders = (await (await fetch(`${world.url}/_sandbox/ledger`)).json()) as {
      orders: { sims: Record<string, string>[] }[];
    };
    const sims = orders.orders.flatMap((order) => order.sims);
    expect(new Set(sims.map((sim) => sim.iccid)).size).toBe(200);
    expect(new Set(sims.map((sim) => sim.matching_id)).size).toBe(200);
    for (const sim of sims) {
      expect(sim.iccid).toMatch(/^89\d{17,18}$/);
      expect(luhnHolds(sim.iccid!)).toBe(true);
      expect(sim.qrcode).toBe(`LPA:1$${sim.lpa}$${sim.matching_id}`);
    }
  });

  it('have the Luhn check digit for any number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^89\d{16,17}$/), (body) => {
        const right = luhnDigit(body);
        for (let digit = 0; digit <= 9; digit += 1) expect(luhnHolds(body + digit)).toBe(String(digit) === right);
      }),
    );
  });
});

describe('other calls', () => {
  it.each([
    ['GET', '/v2/vouchers'],
    ['POST', '/v2/orders-async'],
    ['GET', '/v2/sims/1'],
    ['POST', '/v2/future-orders'],
    ['DELETE', '/v2/orders/1'],
  ])("of the API: %s %s is 501 in the vendor's envelope", async (method, path) => {
    expect(await call(method, path)).toMatchObject({
      status: 501,
      body: { data: [], meta: { message: expect.any(String) } },
    });
  });

  it('have the documented rate limits when enabled, with Retry-After', async () => {
    await world.control({ limits: true });
    const ask = () => call('POST', '/v2/token', { client_id: 'x' }, null);
    for (let n = 0; n < 3; n += 1) expect((await ask()).status).toBe(422);
    const limited = await ask();
    expect(limited).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(limited.headers.get('x-ratelimit-remaining')).toBe('0');
    await world.control({ limits: false });
    expect((await ask()).status).toBe(422);
  });

  it('control calls that are unknown are refused', async () => {
    await expect(world.control({ fail: { call: 'orders.destroy' } })).rejects.toThrow(/orders\.create/);
    await expect(world.control({ package: { id: 'atlantis-7days-1gb', set: null } })).rejects.toThrow(/400/);
    await expect(world.control({ usage: { iccid: '89', set: {} } })).rejects.toThrow(/400/);
    await expect(world.control({ late: { description: 'x', package_id: 'atlantis' } })).rejects.toThrow(/400/);
  });
});

describe('kill -9', () => {
  it('loses no order, no token and no changed package', async () => {
    const { dir, remove } = tempDir();
    const run = async () => {
      const child = spawn(
        process.execPath,
        [
          'sandbox/airalo/main.ts',
          '--data',
          dir,
          '--client-id',
          CREDENTIALS.clientId,
          '--client-secret',
          CREDENTIALS.clientSecret,
          '--with-parent',
        ],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      for await (const line of createInterface({ input: child.stdout }))
        return { child, url: (JSON.parse(line) as { url: string }).url };
      throw new Error('the sandbox did not start');
    };
    const kill = async (child: ReturnType<typeof spawn>) => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    };
    const tokenStore = memoryTokens();
    const client = (url: string) => createAiralo({ url, ...CREDENTIALS, timeoutMs: 30_000, tokenStore });

    const first = await run();
    await remote(first.url).control({
      package: { id: 'asia-7days-1gb', set: { missing: true } },
      hold: { call: 'orders.create', when: 'after' },
    });
    const placed = client(first.url).placeOrder({
      packageId: 'africa-7days-1gb',
      reference: 'before-kill',
      netPriceCents: 110,
    });
    await expect.poll(() => remote(first.url).waiting('orders.create')).toBe(1);
    await kill(first.child);
    expect(await placed).toMatchObject({ kind: 'unknown', fault: 'connection-lost' });

    const second = await run();
    const found = await client(second.url).findByReference('before-kill', KNOWN);
    expect(found).toHaveLength(1);
    expect(tokenStore.fetched).toBe(1);
    expect((await client(second.url).packages()).packages.some(({ packageId }) => packageId === 'asia-7days-1gb')).toBe(
      false,
    );
    await kill(second.child);
    remove();
  });
});
