import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  CREDENTIALS,
  failure,
  NO_PROFILE,
  ORDER,
  PACKAGE,
  packagesOf,
  page,
  PATHS,
  PROFILE,
  type Reply,
  sentTo,
  SIM,
  success,
  vendorForTests,
  wire,
} from './esim-access-support.ts';

const client = vendorForTests();
const vendor = () => client();
const place = (changes: object = {}, at = client()) =>
  at.placeOrder({ packageId: 'CKH139', reference: 'ref', netPriceCents: 1_126, ...changes });

describe('a call', () => {
  it('is signed over its time, its id, the access code and the body, each one anew', async () => {
    wire.replies = { balance: [success({ balance: 1 })] };
    await vendor().balance();
    await vendor().balance();
    const [first, second] = wire.requests;
    for (const { headers, raw } of [first!, second!]) {
      const [time, id] = [headers['rt-timestamp'] as string, headers['rt-requestid'] as string];
      expect(headers['rt-accesscode']).toBe(CREDENTIALS.accessCode);
      expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const signed = createHmac('sha256', CREDENTIALS.secretKey).update(time + id + CREDENTIALS.accessCode + raw);
      expect(headers['rt-signature']).toBe(signed.digest('hex'));
    }
    expect(first!.headers['rt-requestid']).not.toBe(second!.headers['rt-requestid']);
  });

  it.each<[string, Reply]>([
    ['booleans', success({ balance: 940_000 })],
    ['words and text', { says: { success: 'true', errorCode: null, obj: { balance: '940000' } } }],
    ['a number', { says: { success: true, errorCode: 0, obj: { balance: 940_000 } } }],
  ])('may be answered in %s', async (_, reply) => {
    wire.replies = { balance: [reply] };
    expect(await vendor().balance()).toEqual({ cents: 9_400, currency: 'USD' });
  });

  it('rounds a balance down', async () => {
    wire.replies = { balance: [success({ balance: 99_999 })] };
    expect(await vendor().balance()).toEqual({ cents: 999, currency: 'USD' });
  });

  it.each<[string, Reply, string]>([
    ['a wrong signature', failure('101003'), 'unauthorized'],
    ['an old timestamp', failure(101_001), 'unauthorized'],
    ['a missing header as a number', failure(101), 'unauthorized'],
    ['a blocked address', failure('101002'), 'forbidden'],
    ['a server error', failure('000001'), 'server-error'],
    ['a busy system', failure('900001'), 'server-error'],
    ['an unknown code', failure('777777'), 'refused'],
    ['a success with a code', { says: { success: true, errorCode: '200007', obj: { balance: 1 } } }, 'bad-reply'],
    ['a failure without a code', { says: { success: false, errorCode: null, obj: { balance: 1 } } }, 'bad-reply'],
    ['no envelope', { says: { balance: 1 } }, 'bad-reply'],
    ['a truncated answer', { body: '{"success":true,"obj":{"balance":1' }, 'bad-reply'],
    ['a web page', { body: '<html>' }, 'bad-reply'],
    ['another kind of balance', success({ balance: 'much' }), 'bad-reply'],
    ['a status of 500', { status: 500, says: {} }, 'server-error'],
    ['a status of 401', { status: 401, says: {} }, 'unauthorized'],
    ['a redirection', { status: 307, headers: { location: '/elsewhere' }, body: '' }, 'bad-reply'],
    ['no answer', { cut: true }, 'connection-lost'],
  ])('that only reads fails with a code: %s', async (_, reply, code) => {
    wire.replies = { balance: [reply] };
    await expect(vendor().balance()).rejects.toMatchObject({ code });
  });

  it('that only reads is repeated once after a 429', async () => {
    const limited: Reply = { status: 429, headers: { 'retry-after': '0' }, body: '' };
    wire.replies = { balance: [limited, success({ balance: 1 })] };
    await vendor().balance();
    wire.replies = { balance: [limited] };
    await expect(vendor().balance()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(wire.requests).toHaveLength(4);
    wire.replies = { balance: [{ ...limited, headers: { 'retry-after': '21' } }] };
    await expect(vendor().balance()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(wire.requests).toHaveLength(5);
  });

  it('fails with a code that contains nothing of the request or of the answer', async () => {
    wire.replies = { query: [{ status: 500, body: 'secret words' }] };
    const error: unknown = await vendor()
      .findByReference('marker-reference', { since: null, vendorOrderId: null })
      .catch((thrown: unknown) => thrown);
    expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toMatch(/marker|secret|of tests/);
  });
});

describe('an order', () => {
  beforeEach(() => {
    wire.replies = { list: [packagesOf(PACKAGE)], order: [success(ORDER)], query: [page([PROFILE])] };
  });

  it('is sent with our reference and the exact price, and has its profile', async () => {
    expect(await place()).toEqual({
      kind: 'done',
      order: {
        vendorOrderId: ORDER.orderNo,
        reference: 'ref',
        packageId: 'CKH139',
        createdAt: new Date('2023-12-01T18:34:17Z'),
        netPriceCents: 1_126,
        netCurrency: 'USD',
        sim: SIM,
      },
    });
    expect(wire.requests.map(({ path, body }) => [path, body])).toEqual([
      [PATHS.list, { locationCode: '', type: 'BASE', packageCode: 'CKH139', slug: '', iccid: '' }],
      [
        PATHS.order,
        {
          transactionId: 'ref',
          amount: 112_501,
          packageInfoList: [{ packageCode: 'CKH139', count: 1, price: 112_501 }],
        },
      ],
      [PATHS.query, { orderNo: ORDER.orderNo, pager: { pageNum: 1, pageSize: 50 } }],
    ]);
  });

  it('asks once more for a profile that is being made, and then leaves it to the search', async () => {
    wire.replies.query = [failure('200010'), page([PROFILE])];
    expect(await place()).toMatchObject({ kind: 'done', order: { sim: SIM } });
    wire.requests = [];
    wire.replies.query = [failure('200010')];
    expect(await place()).toMatchObject({ kind: 'done', order: { ...NO_PROFILE, netPriceCents: 1_126 } });
    expect(sentTo('query')).toHaveLength(2);
  });

  it('takes no more than the time of one call', async () => {
    wire.replies.query = [failure('200010')];
    const started = performance.now();
    const outcome = await place({}, client({ timeoutMs: 300, againMs: 60_000 }));
    expect(outcome).toMatchObject({ kind: 'done', order: NO_PROFILE });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(sentTo('query')).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['its number is unknown', failure('310272')],
    ['the profile can not be read', page([{ ...PROFILE, ac: 'https://evil.example' }])],
    ['the answer has two profiles', page([PROFILE, { ...PROFILE, esimTranNo: '2' }])],
    ['the answer is about another order', page([{ ...PROFILE, orderNo: 'B2' }])],
    ['the answer has another reference', page([{ ...PROFILE, transactionId: 'ref2' }])],
    ['the query fails', { status: 500, body: '' }],
    ['the query gets no answer', { cut: true }],
    ['the profile was revoked', page([{ ...PROFILE, esimStatus: 'REVOKE' }])],
  ])('is done without a profile when %s', async (_, reply) => {
    wire.replies.query = [reply];
    expect(await place()).toMatchObject({ kind: 'done', order: NO_PROFILE });
  });

  it('that was cancelled before is answered again by the vendor, and refused by us', async () => {
    wire.replies.query = [page([{ ...PROFILE, esimStatus: 'CANCEL' }])];
    expect(await place()).toEqual({ kind: 'refused', code: 'profile-ended', retryable: false });
  });

  it.each<[string, Reply]>([['another package', page([{ ...PROFILE, packageList: [{ packageCode: 'CKH140' }] }])]])(
    'whose profile has %s is an unknown result',
    async (_, reply) => {
      wire.replies.query = [reply];
      expect(await place()).toEqual({ kind: 'unknown', fault: 'bad-reply' });
    },
  );

  it.each<[string, Reply[], object]>([
    ['an unknown package', [packagesOf()], { code: 'invalid-package', retryable: false }],
    ['another package', [packagesOf({ ...PACKAGE, packageCode: 'q' })], { code: 'invalid-package', retryable: false }],
    ['an unknown code', [failure('310241')], { code: 'invalid-package', retryable: false }],
    ['an unknown bundle', [failure(310_243)], { code: 'invalid-package', retryable: false }],
    ['a higher price', [packagesOf({ ...PACKAGE, price: 112_601 })], { code: 'price-changed', retryable: true }],
    ['another currency', [packagesOf({ ...PACKAGE, currencyCode: 'EUR' })], { code: 'price-changed', retryable: true }],
    ['no price', [packagesOf({ ...PACKAGE, price: 'much' })], { code: 'unreachable', retryable: true }],
    ['a failure', [{ status: 503, body: '' }], { code: 'unreachable', retryable: true }],
    ['no answer', [{ cut: true }], { code: 'unreachable', retryable: true }],
    ['a wrong signature', [failure('101003')], { code: 'unauthorized', retryable: true }],
    ['a blocked address', [failure('101002')], { code: 'forbidden', retryable: true }],
  ])('is not sent when its price is read as %s', async (_, list, refusal) => {
    wire.replies.list = list;
    expect(await place()).toEqual({ kind: 'refused', neverSent: true, ...refusal });
    expect(sentTo('order')).toEqual([]);
  });

  it('is sent at a lower price, which is then charged', async () => {
    wire.replies.list = [packagesOf({ ...PACKAGE, price: 100_000 })];
    expect(await place()).toMatchObject({ kind: 'done', order: { netPriceCents: 1_000 } });
    expect(sentTo('order')[0]!.body).toMatchObject({ amount: 100_000, packageInfoList: [{ price: 100_000 }] });
  });

  it.each([
    ['200007', 'insufficient-credit', true],
    [200_011, 'out-of-stock', true],
    ['310241', 'invalid-package', false],
    ['310243', 'invalid-package', false],
    ['310201', 'invalid-package', false],
    ['200005', 'price-changed', true],
    ['200006', 'price-changed', true],
    ['200008', 'invalid-request', false],
    ['000103', 'invalid-request', false],
    ['000104', 'invalid-request', false],
    ['000107', 'invalid-request', false],
    [105, 'invalid-request', false],
    ['101001', 'unauthorized', true],
    ['101003', 'unauthorized', true],
    ['000101', 'unauthorized', true],
    ['000102', 'unauthorized', true],
    ['101002', 'forbidden', true],
  ])('is refused by %s as %s', async (errorCode, code, retryable) => {
    wire.replies.order = [failure(errorCode)];
    expect(await place()).toEqual({ kind: 'refused', code, retryable });
    expect(sentTo('query')).toEqual([]);
  });

  it.each<[string, Reply, object]>([
    ['a server error', failure('000001'), { fault: 'server-error' }],
    ['a busy system', failure('900001'), { fault: 'server-error' }],
    ['a forbidden operation', failure('200002'), { fault: 'refused' }],
    ['an abnormal order', failure('200009'), { fault: 'refused' }],
    ['an unknown code', failure('999999'), { fault: 'refused' }],
    ['a code in words', failure('busy'), { fault: 'refused' }],
    ['a status of 500', { status: 500, says: failure('200007').says }, { fault: 'server-error' }],
    ['a status of 401', { status: 401, says: failure('101003').says }, { fault: 'unauthorized' }],
    [
      'a status of 429',
      { status: 429, headers: { 'retry-after': '7' }, body: '' },
      { fault: 'rate-limited', retryAfterSeconds: 7 },
    ],
    ['no answer', { cut: true }, { fault: 'connection-lost' }],
    ['a truncated answer', { body: '{"success":true' }, { fault: 'bad-reply' }],
    ['an answer over 5 MB', { body: Buffer.alloc(6 * 1_048_576, ' ') }, { fault: 'reply-too-large' }],
    ['no number', success({ transactionId: 'ref' }), { fault: 'bad-reply' }],
    ['another reference', success({ ...ORDER, transactionId: 'ref2' }), { fault: 'bad-reply' }],
    ['no reference', success({ orderNo: ORDER.orderNo }), { fault: 'bad-reply' }],
    ['a success with a refusal', { says: { success: true, errorCode: '200007', obj: ORDER } }, { fault: 'bad-reply' }],
  ])('has an unknown result after %s, and is sent once', async (_, reply, outcome) => {
    wire.replies.order = [reply];
    expect(await place()).toEqual({ kind: 'unknown', ...outcome });
    expect(sentTo('order')).toHaveLength(1);
  });

  it('never leaves a machine that reaches no server', async () => {
    const unreachable = client({ url: 'http://127.0.0.1:1' });
    expect(await place({}, unreachable)).toEqual({
      kind: 'refused',
      code: 'unreachable',
      retryable: true,
      neverSent: true,
    });
  });
});
