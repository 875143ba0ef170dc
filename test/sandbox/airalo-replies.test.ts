import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAiralo } from '#src/adapters/airalo.ts';
import { CREDENTIALS, memoryTokens, KNOWN } from './airalo-support.ts';

/** A vendor that sends any response that the test sets, also those that the sandbox never sends. */
let reply: { status?: number; headers?: Record<string, string>; body: string | Buffer } = { body: '' };
const requests: { headers: Record<string, string | string[] | undefined>; body: string }[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body);
  });
});
let airalo: ReturnType<typeof createAiralo>;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tokenStore = memoryTokens();
  tokenStore.held = { token: 'good', expiresAt: new Date(Date.now() + 3600_000) };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  airalo = createAiralo({ url, ...CREDENTIALS, timeoutMs: 30_000, tokenStore });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const SIM = {
  id: 1,
  iccid: '8932042000008888014',
  lpa: 'smdp.example.com',
  matching_id: 'TN-1',
  qrcode: 'LPA:1$smdp.example.com$TN-1',
  apn_type: 'manual',
  apn_value: 'globaldata',
  confirmation_code: '',
};
const ORDER = {
  id: 7,
  package_id: 'p',
  quantity: '1',
  description: 'ref',
  created_at: '2026-11-20 09:30:00',
  sims: [SIM],
};
const answer = (body: unknown, more: object = {}) => {
  reply = { body: JSON.stringify(body), ...more };
};
/** A list of one package, with these fields of its operator. */
const listOf = (operator: object, changes: object) => ({
  data: [
    {
      operators: [
        {
          title: 'Op',
          ...operator,
          packages: [{ id: 'p', type: 'sim', amount: 1024, day: 7, net_price: 1, ...changes }],
        },
      ],
    },
  ],
  links: { next: null },
});
const place = () => airalo.placeOrder({ packageId: 'p', reference: 'ref', netPriceCents: 110 });

describe('a response to an order', () => {
  it('may have unknown fields', async () => {
    answer({
      data: { ...ORDER, new_field: { x: 1 }, sims: [{ ...SIM, another: [] }] },
      meta: { message: 'success' },
      extra: 1,
    });
    expect(await place()).toMatchObject({
      kind: 'done',
      order: { vendorOrderId: '7', createdAt: new Date('2026-11-20T09:30:00Z') },
    });
  });

  it.each<[string, object]>([
    ['no profile', { ...ORDER, sims: [] }],
    ['two profiles', { ...ORDER, sims: [SIM, SIM] }],
    ["somebody else's reference", { ...ORDER, description: 'ref2' }],
    ['another package', { ...ORDER, package_id: 'q' }],
    ['an invalid ICCID', { ...ORDER, sims: [{ ...SIM, iccid: '89<b>' }] }],
    ['an invalid QR code', { ...ORDER, sims: [{ ...SIM, qrcode: 'https://evil.example' }] }],
    ['a QR code without a matching id', { ...ORDER, sims: [{ ...SIM, qrcode: 'LPA:1$smdp.example.com$' }] }],
  ])('with %s is an unknown result', async (_, data) => {
    answer({ data });
    expect(await place()).toEqual({ kind: 'unknown', fault: 'bad-reply' });
  });

  it('over 5 MB is refused, and the result unknown', async () => {
    reply = { body: Buffer.alloc(6 * 1024 * 1024, ' ') };
    expect(await place()).toEqual({ kind: 'unknown', fault: 'reply-too-large' });
  });

  it('that redirects is not followed', async () => {
    reply = { status: 307, headers: { location: '/elsewhere' }, body: '' };
    const before = requests.length;
    expect(await place()).toEqual({ kind: 'unknown', fault: 'bad-reply' });
    expect(requests.length - before).toBe(1);
  });

  it('that is truncated is an unknown result', async () => {
    reply = { headers: { 'content-length': '999' }, body: '{"data":' };
    const cut = place();
    await once(server, 'request');
    server.closeAllConnections();
    expect(await cut).toMatchObject({ kind: 'unknown' });
  });

  it("the manual codes are taken from the QR code, and Apple links must be Apple's", async () => {
    const evil = {
      ...SIM,
      qrcode: 'LPA:1$smdp.example.com$AB-1',
      matching_id: 'other',
      direct_apple_installation_url: 'javascript:alert(1)',
    };
    answer({ data: { ...ORDER, sims: [evil] } });
    const outcome = await place();
    expect(outcome.kind === 'done' && outcome.order.sim).toEqual({
      iccid: SIM.iccid,
      smdpAddress: 'smdp.example.com',
      activationCode: 'AB-1',
      confirmationCode: null,
      lpa: 'LPA:1$smdp.example.com$AB-1',
      apn: 'globaldata',
      appleUrl: null,
    });
  });
});

describe('a list', () => {
  it('skips entries that are not ours', async () => {
    answer({
      data: [{ description: 'other', id: null }, null, 'x', { ...ORDER, price: '4.50' }],
      meta: { current_page: '1', last_page: '1' },
    });
    expect(await airalo.findByReference('ref', KNOWN)).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['an empty `sims`', { sims: [] }],
    ['no `sims`', { sims: undefined }],
    ['`sims` that are not a list', { sims: 'soon' }],
    ['two profiles', { sims: [SIM, SIM] }],
    ['an unreadable profile', { sims: [{ iccid: 1 }] }],
    ['no date and no package', { sims: [], created_at: 'yesterday', package_id: null }],
  ])('with an order of ours that has %s shows it without a profile', async (_, broken) => {
    answer({ data: [{ ...ORDER, ...broken }], links: { next: null } });
    expect(await airalo.findByReference('ref', KNOWN)).toMatchObject([
      { vendorOrderId: '7', reference: 'ref', sim: null },
    ]);
  });

  it('with an order of ours without an id fails, and is not read as "no order"', async () => {
    answer({ data: [{ ...ORDER, id: null }], links: { next: null } });
    await expect(airalo.findByReference('ref', KNOWN)).rejects.toMatchObject({ code: 'bad-reply' });
  });

  it('reads our cost, rounded up, from a number or a string', async () => {
    answer({ data: [{ ...ORDER, net_price: '1.101' }], links: { next: null } });
    expect(await airalo.findByReference('ref', KNOWN)).toMatchObject([{ netPriceCents: 111 }]);
    answer({ data: { ...ORDER, net_price: 4.9 } });
    expect(await place()).toMatchObject({ order: { netPriceCents: 490 } });
    answer({ data: { ...ORDER, net_price: 'free' } });
    expect(await place()).toMatchObject({ kind: 'done', order: { netPriceCents: null } });
  });

  it('without an end is cut off', async () => {
    answer({ data: [ORDER], links: { next: 'more' } });
    await expect(airalo.findByReference('ref', KNOWN)).rejects.toMatchObject({ code: 'reply-too-large' });
  });

  it('of compatible devices removes duplicates and invalid names; a list without names is an error', async () => {
    const rows = [
      { os: 'ios', brand: 'Apple', name: 'iPhone  13 ' },
      { os: 'ios', brand: 'apple', name: 'iPhone 13' },
      { model: 'bramble', os: 'android', brand: 'Google', name: 'Pixel 4a (5G)' },
      { os: 'android', brand: 'Evil', name: '<script>' },
      { os: 'android', brand: 'Long', name: 'x'.repeat(81) },
      { os: 'android', name: 'no brand' },
      null,
    ];
    answer({ data: rows });
    expect(await airalo.compatibleDevices()).toEqual([
      { maker: 'Apple', name: 'iPhone 13' },
      { maker: 'Google', name: 'Pixel 4a (5G)' },
    ]);
    for (const data of [[null, {}], {}, 'none', Array(10_001).fill(rows[0])]) {
      answer({ data });
      await expect(airalo.compatibleDevices()).rejects.toMatchObject({ code: 'bad-reply' });
    }
    answer({ data: [] });
    expect(await airalo.compatibleDevices()).toEqual([]);
  });

  it('of packages reports unsellable ones, skips invalid ones, and treats names as plain text', async () => {
    const good = {
      id: 'p',
      type: 'sim',
      title: '<b>1 GB</b>',
      amount: '1024',
      day: '7',
      net_price: '1.10',
      price: 4.5,
    };
    const packages = [
      good,
      good,
      { ...good, net_price: '1.20' },
      { ...good, id: 'q', net_price: -1 },
      { ...good, id: 'r', day: 0 },
      { ...good, id: 's', prices: { net_price: { EUR: 1 } } },
      { ...good, id: 'u', amount: 'much' },
      { ...good, id: 't', type: 'topup' },
      5,
    ];
    answer({
      data: [null, { operators: 'none' }, { operators: [{ title: '<i>Op</i>', packages }] }],
      links: { next: null },
    });
    const unstated = { hotspot: null, topUp: null, activation: null, installWindowDays: null, exitCountry: null };
    expect(await airalo.packages()).toEqual({
      packages: [
        {
          packageId: 'p',
          title: '<b>1 GB</b>',
          operator: '<i>Op</i>',
          dataMb: 1024,
          unlimited: false,
          unlimitedTerms: null,
          days: 7,
          netPriceCents: 110,
          netCurrency: 'USD',
          minimumPriceCents: null,
          kind: 'local',
          countryCodes: [],
          networks: {},
          facts: { ...unstated, throttling: null },
        },
      ],
      refused: [
        { packageId: 'p', reason: 'duplicate' },
        { packageId: 'q', reason: 'negative' },
        { packageId: 'r', reason: 'zero-days' },
        { packageId: 's', reason: 'unknown-currency' },
        { packageId: 'u', reason: 'unreadable' },
      ],
    });
  });

  it.each([
    [['Hotspot is allowed.', 'No calls.'], true],
    [['Data only.'], null],
  ])('reads %j about the hotspot as %j', async (info, hotspot) => {
    answer(listOf({ info, other_info: null }, {}));
    expect((await airalo.packages()).packages[0]?.facts.hotspot).toBe(hotspot);
  });

  it('of packages says where they work, and the daily amount of an unlimited one', async () => {
    answer(
      listOf(
        {
          type: 'global',
          rechargeability: false,
          activation_policy: 'installation',
          install_window_days: 180,
          other_info: 'IP breakout: SG',
          coverages: [
            { code: 'JP', networks: [{ name: 'NTT', types: ['LTE', '5G'] }] },
            { code: 'nowhere', networks: [] },
          ],
          countries: [{ country_code: 'JP' }, { country_code: 'KR' }],
        },
        { is_unlimited: true, amount: 0, is_fair_usage_policy: true, fair_usage_policy: '2 GB per day, then 1 Mbps' },
      ),
    );
    expect((await airalo.packages()).packages[0]).toMatchObject({
      kind: 'global',
      countryCodes: ['JP', 'KR'],
      networks: { JP: [{ name: 'NTT', generations: ['4G', '5G'] }] },
      unlimited: true,
      unlimitedTerms: { dailyMb: 2048, thenKbps: 1000 },
      facts: {
        topUp: false,
        activation: 'installation',
        installWindowDays: 180,
        exitCountry: 'SG',
        throttling: { kind: 'slower', kbps: 1000 },
      },
    });
  });

  it('fails with a code that contains nothing of the request or the response', async () => {
    reply = { status: 500, body: 'secret words' };
    const error: unknown = await airalo.findByReference('marker-reference', KNOWN).catch((thrown: unknown) => thrown);
    expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toMatch(/marker|secret|good/);
  });
});

describe('a request', () => {
  it('is signed as the SDK signs it', async () => {
    answer({ data: { ...ORDER, description: 'a/b' } });
    await airalo.placeOrder({ packageId: 'p', reference: 'a/b', netPriceCents: 110 });
    const { headers, body } = requests.at(-1)!;
    expect(JSON.parse(body)).toEqual({ quantity: 1, package_id: 'p', type: 'sim', description: 'a/b' });
    expect(headers).toMatchObject({
      authorization: 'Bearer good',
      accept: 'application/json',
      'content-type': 'application/json',
    });
    // Computed independently: printf '%s' '{"quantity":1,…,"description":"a\/b"}' | openssl dgst -sha512 -hmac
    // 'secret/of tests'
    expect(headers['airalo-signature']).toBe(
      'c4686ae5be5e520ec7d56dd2e5a6b158ec6fdfdd9fe544ba78faf5b5dc20f76cda131db7c74ed74fc59edeae53e44824e800c490fdd20f95a4a70889dd953965',
    );
  });
});
