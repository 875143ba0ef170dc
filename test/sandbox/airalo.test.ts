import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WholesaleToken } from '#src/modules/fulfilment/wholesaler.ts';
import { CREDENTIALS, withSandbox, KNOWN } from './airalo-support.ts';

let world: Awaited<ReturnType<typeof withSandbox>>;
beforeAll(async () => {
  world = await withSandbox();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.control({ reset: true });
  world.tokens.held = null;
  world.tokens.fetched = 0;
});

const FRANCE = { netPriceCents: 110, packageId: 'france-7days-1gb', reference: 'ref-0001-aaaa' };
const find = (reference: string) => world.airalo.findByReference(reference, KNOWN);

describe('an order', () => {
  it('is returned with its one profile, as the ledger has it', async () => {
    const outcome = await world.airalo.placeOrder(FRANCE);
    const [made] = await world.orders();
    const { iccid, matching_id } = made!.sims[0]!;
    expect(outcome).toEqual({
      kind: 'done',
      order: {
        vendorOrderId: String(made!.id),
        reference: FRANCE.reference,
        packageId: FRANCE.packageId,
        createdAt: expect.any(Date),
        netPriceCents: 120,
        netCurrency: 'USD',
        sim: {
          iccid,
          smdpAddress: 'rsp.wholesale.example',
          activationCode: matching_id,
          confirmationCode: null,
          lpa: `LPA:1$rsp.wholesale.example$${matching_id}`,
          apn: null,
          appleUrl: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$rsp.wholesale.example$${matching_id}`,
        },
      },
    });
    const age = Date.now() - (outcome.kind === 'done' ? (outcome.order.createdAt?.getTime() ?? 0) : 0);
    expect(age).toBeLessThan(60_000);
  });

  it('includes the APN when the package needs one', async () => {
    const outcome = await world.airalo.placeOrder({ ...FRANCE, packageId: 'egypt-7days-1gb' });
    expect(outcome.kind === 'done' && outcome.order.sim?.apn).toBe('globaldata');
  });

  it.each([
    ['test-insufficient-balance-7days-1gb', 'insufficient-credit', true],
    ['test-maintenance-mode-7days-1gb', 'maintenance', true],
    ['test-not-enough-7days-1gb', 'out-of-stock', true],
    ['test-out-of-stock-7days-1gb', 'out-of-stock', true],
    ['no-such-package', 'invalid-package', false],
  ])('of %s is refused as %s', async (packageId, code, retryable) => {
    expect(await world.airalo.placeOrder({ packageId, reference: 'ref-refused', netPriceCents: 110 })).toEqual({
      kind: 'refused',
      code,
      retryable,
    });
    expect(await world.orders()).toEqual([]);
  });

  it.each([
    [
      { status: 403, body: { code: 89, reason: 'IP not allowed' } },
      { kind: 'refused', code: 'forbidden', retryable: true },
    ],
    [{ status: 429 }, { kind: 'unknown', fault: 'rate-limited' }],
    [{ status: 403 }, { kind: 'unknown', fault: 'forbidden' }],
    [
      { status: 403, body: { code: 11, reason: 'credit' } },
      { kind: 'unknown', fault: 'forbidden' },
    ],
    [{ status: 401 }, { kind: 'refused', code: 'unauthorized', retryable: true }],
    [
      { status: 422, body: { code: 23, reason: 'top-up disabled' } },
      { kind: 'refused', code: 'not-addable', retryable: false },
    ],
    [
      { status: 422, body: { code: 73, reason: 'recycled' } },
      { kind: 'refused', code: 'profile-ended', retryable: false },
    ],
    [
      { status: 422, body: { code: 99, reason: 'not documented' } },
      { kind: 'unknown', fault: 'refused' },
    ],
    [
      { status: 422, body: { data: { quantity: 'SIM quantity is not available. Available quantity: 0.' } } },
      { kind: 'refused', code: 'out-of-stock', retryable: true },
    ],
    [
      { status: 422, body: { code: 43, reason: 'bad request' } },
      { kind: 'refused', code: 'invalid-request', retryable: false },
    ],
    [
      { status: 422, body: { code: 53, reason: 'unexpected' } },
      { kind: 'unknown', fault: 'refused' },
    ],
    [
      { status: 422, body: { data: [], meta: {} } },
      { kind: 'unknown', fault: 'refused' },
    ],
    [{ status: 500 }, { kind: 'unknown', fault: 'server-error' }],
    [{ status: 503 }, { kind: 'unknown', fault: 'server-error' }],
    [{ status: 404 }, { kind: 'unknown', fault: 'not-found' }],
    [
      { status: 202, body: { data: {} } },
      { kind: 'unknown', fault: 'bad-reply' },
    ],
    [
      { status: 200, body: { data: {} } },
      { kind: 'unknown', fault: 'bad-reply' },
    ],
    [{ hangup: true }, { kind: 'unknown', fault: 'connection-lost' }],
  ])('answered with %j is %j', async (fail, outcome) => {
    // Twice: a call with a refused token is retried once.
    await world.control({ fail: { call: 'orders.create', times: 2, ...fail } });
    expect(await world.airalo.placeOrder(FRANCE)).toEqual(outcome);
  });

  it.each([
    [{ status: 500 }],
    [{ status: 503 }],
    [{ status: 429 }],
    [{ status: 403 }],
    [{ hangup: true }],
    [{ status: 200, body: '<html>' }],
  ])('with the response %j but carried out is an unknown result, and found by its reference', async (fail) => {
    await world.control({ fail: { call: 'orders.create', when: 'after', ...fail } });
    expect(await world.airalo.placeOrder(FRANCE)).toMatchObject({ kind: 'unknown' });
    const found = await find(FRANCE.reference);
    expect(found.map((order) => order.vendorOrderId)).toEqual((await world.orders()).map(({ id }) => String(id)));
    expect(found).toHaveLength(1);
    expect(found[0]!.sim).not.toBeNull();
  });

  it('carried out after our time-out is an unknown result, and found later', async () => {
    await world.control({ hold: { call: 'orders.create', when: 'before' } });
    const placed = world.client({ timeoutMs: 2_000 }).placeOrder(FRANCE);
    expect(await placed).toEqual({ kind: 'unknown', fault: 'timeout' });
    expect(await find(FRANCE.reference)).toEqual([]);
    await world.control({ release: { call: 'orders.create' } });
    await expect.poll(() => find(FRANCE.reference)).toHaveLength(1);
  });

  it('to an unreachable host is refused as unreachable: no byte was sent', async () => {
    await world.airalo.packages();
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    listener.close();
    await once(listener, 'close');
    const nobody = world.client({ url: `http://127.0.0.1:${port}` });
    expect(await nobody.placeOrder(FRANCE)).toEqual({
      kind: 'refused',
      code: 'unreachable',
      retryable: true,
      neverSent: true,
    });
  });
});

describe('a search by reference', () => {
  it('compares whole references, although the vendor matches parts', async () => {
    for (const reference of ['abc-123', 'abc-1234', 'x-abc-123', 'ABC-123'])
      await world.airalo.placeOrder({ packageId: 'spain-7days-1gb', reference, netPriceCents: 110 });
    const found = await find('abc-123');
    expect(found.map((order) => order.reference)).toEqual(['abc-123']);
  });

  it('reads every page, oldest first, and finds a late order', async () => {
    for (let n = 1; n <= 4; n += 1)
      await world.airalo.placeOrder({ packageId: 'spain-7days-1gb', reference: `twin-1${n}`, netPriceCents: 110 });
    await world.airalo.placeOrder({ packageId: 'spain-7days-1gb', reference: 'twin-1', netPriceCents: 110 });
    await world.control({ late: { description: 'twin-1', package_id: 'spain-7days-1gb' } });
    const found = await world.client({ pageSize: 2 }).findByReference('twin-1', KNOWN);
    const ids = (await world.orders()).filter((order) => order.description === 'twin-1').map(({ id }) => String(id));
    expect(found.map((order) => order.vendorOrderId).sort()).toEqual(ids);
    expect(ids).toHaveLength(2);
  });

  it('fails with a code when the vendor is down', async () => {
    await world.control({ fail: { call: 'orders.list', status: 502 } });
    await expect(find('whatever')).rejects.toMatchObject({ code: 'server-error' });
  });
});

describe('packages', () => {
  it('are read from all pages, including those keyed by index', async () => {
    const { packages: all, refused } = await world.client({ pageSize: 5 }).packages();
    expect(refused).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(17 * 4);
    expect(all.find(({ packageId }) => packageId === 'europe-15days-3gb')).toMatchObject({
      packageId: 'europe-15days-3gb',
      title: '3 GB - 15 Days',
      operator: 'Viaduct',
      dataMb: 3072,
      unlimited: false,
      days: 15,
      netPriceCents: 490,
      kind: 'global',
      facts: { topUp: true, activation: 'first-usage', installWindowDays: 365 },
    });
    expect(all.find(({ packageId }) => packageId === 'china-10days-unlimited')).toMatchObject({
      kind: 'local',
      countryCodes: ['CN'],
      unlimited: true,
      unlimitedTerms: { dailyMb: expect.any(Number), thenKbps: expect.any(Number) },
      facts: { exitCountry: 'HK', throttling: { kind: 'slower' } },
    });
    // Some facts exist with both values, and some are missing.
    const hotspots = new Set(all.map(({ facts }) => facts.hotspot));
    expect(hotspots).toEqual(new Set([true, false, null]));
    const minimums = all.flatMap(({ minimumPriceCents, netPriceCents }) =>
      minimumPriceCents === null ? [] : [minimumPriceCents - netPriceCents],
    );
    expect(minimums.length).toBeGreaterThan(0);
    expect(minimums.filter((above) => above <= 0)).toEqual([]);
  });

  it('change when a test breaks one and restores it', async () => {
    const france = async () =>
      (await world.airalo.packages()).packages.find(({ packageId }) => packageId === 'france-7days-1gb');
    const before = await france();
    await world.control({ package: { id: 'france-7days-1gb', set: { net_price: 9.005, amount: 512, day: 5 } } });
    expect(await france()).toMatchObject({ netPriceCents: 901, dataMb: 512, days: 5 });
    await world.control({ package: { id: 'france-7days-1gb', set: { missing: true } } });
    expect(await france()).toBeUndefined();
    await world.control({ package: { id: 'france-7days-1gb', set: null } });
    expect(await france()).toEqual(before);
  });
});

describe('compatible devices', () => {
  it('are listed by maker and name, without the envelope of other lists', async () => {
    expect(await world.airalo.compatibleDevices()).toContainEqual({ maker: 'Google', name: 'Pixel 7a' });
  });

  it('fail with a code when the vendor is down', async () => {
    await world.control({ fail: { call: 'devices.list', status: 503 } });
    await expect(world.airalo.compatibleDevices()).rejects.toMatchObject({ code: 'server-error' });
  });
});

describe('the access token', () => {
  it('is fetched once and shared by clients', async () => {
    await Promise.all([world.airalo.packages(), world.client().packages(), find('x')]);
    await world.client().packages();
    expect(world.tokens.fetched).toBe(1);
    const lifeHours = (world.tokens.held!.expiresAt.getTime() - Date.now()) / 3600_000;
    expect(lifeHours).toBeGreaterThan(23.9);
    expect(lifeHours).toBeLessThanOrEqual(24);
  });

  it('is renewed before it expires', async () => {
    await world.airalo.packages();
    world.tokens.held!.expiresAt = new Date(Date.now() + 30_000);
    await world.airalo.packages();
    expect(world.tokens.fetched).toBe(2);
  });

  it('that the vendor revoked refuses the order, which is not sent twice; the next one has a new token', async () => {
    await world.airalo.packages();
    await world.control({ tokens: 'revoke' });
    expect(await world.airalo.placeOrder(FRANCE)).toEqual({ kind: 'refused', code: 'unauthorized', retryable: true });
    expect(await world.orders()).toEqual([]);
    expect(await world.airalo.placeOrder(FRANCE)).toMatchObject({ kind: 'done' });
    expect(world.tokens.fetched).toBe(2);
    expect(await world.orders()).toHaveLength(1);
  });

  it('that is refused for an order ends in a refusal, not in a loop', async () => {
    await world.control({ fail: { call: 'orders.create', status: 401 } });
    expect(await world.airalo.placeOrder(FRANCE)).toEqual({ kind: 'refused', code: 'unauthorized', retryable: true });
    expect(world.tokens.fetched).toBe(1);
  });

  it.each([[{ clientSecret: 'wrong' }], [{ clientId: 'nobody' }]])(
    'is not issued for the response %j: nothing is ordered',
    async (wrong) => {
      const stranger = world.client({ ...CREDENTIALS, ...wrong });
      const refusal = { kind: 'refused', code: 'unauthorized', retryable: true, neverSent: true };
      expect(await stranger.placeOrder(FRANCE)).toEqual(refusal);
      await expect(stranger.packages()).rejects.toMatchObject({ code: 'unauthorized' });
    },
  );

  it.each([[{ status: 500 }], [{ hangup: true }], [{ status: 200, body: {} }]])(
    'request that fails with %j means that nothing was ordered',
    async (fail) => {
      await world.control({ fail: { call: 'token', ...fail } });
      expect(await world.airalo.placeOrder(FRANCE)).toEqual({
        kind: 'refused',
        code: 'token-unavailable',
        retryable: true,
        neverSent: true,
      });
    },
  );
});

describe('a token that comes too late', () => {
  it('is not used for an order: nothing is sent after the time-out', async () => {
    const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
    const slow = {
      ...world.tokens,
      read: async () => null,
      renew: async (fetchNew: () => Promise<WholesaleToken>) => {
        const token = await fetchNew();
        await late;
        return token;
      },
    };
    const placed = world.client({ tokenStore: slow, timeoutMs: 100 }).placeOrder(FRANCE);
    AbortSignal.timeout(150).addEventListener('abort', () => arrive());
    expect(await placed).toEqual({ kind: 'refused', code: 'token-unavailable', retryable: true, neverSent: true });
    expect(await world.orders()).toEqual([]);
  });
});

describe('rate limits', () => {
  it('are waited out by reading calls when the wait is short', async () => {
    const onePage = world.client({ pageSize: 1000 });
    await world.control({ limits: { 'packages.list': { times: 1, seconds: 0.9 } } });
    const first = await onePage.packages();
    expect(await onePage.packages()).toEqual(first);
  });

  it('fail with a code when the wait is long', async () => {
    const onePage = world.client({ pageSize: 1000 });
    await world.control({ limits: { 'packages.list': { times: 1, seconds: 60 } } });
    await onePage.packages();
    await expect(onePage.packages()).rejects.toMatchObject({ code: 'rate-limited' });
  });

  it('on orders give an unknown result with the time to wait', async () => {
    await world.control({ limits: { 'orders.create': { times: 1, seconds: 60 } } });
    await world.airalo.placeOrder(FRANCE);
    const outcome = await world.airalo.placeOrder({ ...FRANCE, reference: 'second' });
    expect(outcome).toEqual({ kind: 'unknown', fault: 'rate-limited', retryAfterSeconds: 60 });
    expect(await world.orders()).toHaveLength(1);
  });
});

describe('a wrong delivery', () => {
  it('without a profile is an unknown result, and found without one until the vendor adds it', async () => {
    await world.control({ profiles: { next: 'none' } });
    expect(await world.airalo.placeOrder(FRANCE)).toEqual({ kind: 'unknown', fault: 'bad-reply' });
    expect(await find(FRANCE.reference)).toMatchObject([{ sim: null }]);
    await world.control({ profiles: { complete: FRANCE.reference } });
    const [made] = await world.orders();
    expect(await find(FRANCE.reference)).toMatchObject([{ sim: { iccid: made!.sims[0]!.iccid } }]);
  });

  it("with another order's profile is made by the sandbox", async () => {
    await world.airalo.placeOrder(FRANCE);
    await world.control({ profiles: { next: 'duplicate' } });
    await world.airalo.placeOrder({ ...FRANCE, reference: 'second' });
    const [first, second] = await world.orders();
    expect(second!.sims).toEqual(first!.sims);
    await world.airalo.placeOrder({ ...FRANCE, reference: 'third' });
    expect((await world.orders())[2]!.sims).not.toEqual(first!.sims);
  });
});
