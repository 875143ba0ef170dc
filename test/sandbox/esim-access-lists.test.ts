import { beforeEach, describe, expect, it } from 'vitest';
import type { KnownOrder } from '#src/modules/fulfilment/wholesaler.ts';
import {
  failure,
  NO_PROFILE,
  ORDER,
  PACKAGE,
  page,
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
const find = (known: Partial<KnownOrder> = {}) =>
  vendor().findByReference('ref', { since: null, vendorOrderId: null, ...known });

describe('a search by reference', () => {
  const FOUND = { vendorOrderId: ORDER.orderNo, reference: 'ref', packageId: 'CKH139', netPriceCents: null, sim: SIM };

  it('reads all pages of a time range, and compares whole references', async () => {
    const row = (at: number) => ({ ...PROFILE, esimTranNo: `t${at}`, orderNo: `B${at}`, transactionId: `ref${at}` });
    wire.replies.query = [
      page([row(1), row(2)], 4),
      page([row(2), { ...row(9), transactionId: 'xref' }], '4'),
      page([PROFILE, { transactionId: null }, 'no row'], 6),
    ];
    const since = new Date('2026-11-20T09:30:00Z');
    const found = await client({ pageSize: 2 }).findByReference('ref', { since, vendorOrderId: null });
    expect(found).toMatchObject([FOUND]);
    expect(found).toHaveLength(1);
    expect(wire.requests.map(({ body }) => body.pager)).toEqual([1, 2, 3].map((pageNum) => ({ pageNum, pageSize: 2 })));
    expect(wire.requests[0]!.body.startTime).toBe('2026-11-19T09:30+00:00');
    const ends = Date.parse(wire.requests[0]!.body.endTime) - Date.now();
    expect(ends).toBeGreaterThan(23 * 3_600_000);
    expect(ends).toBeLessThan(25 * 3_600_000);
  });

  it('starts with the first version of the API when it is not known since when', async () => {
    wire.replies.query = [page([])];
    expect(await find()).toEqual([]);
    expect(wire.requests[0]!.body).toMatchObject({
      startTime: '2022-10-01T00:00+00:00',
      pager: { pageNum: 1, pageSize: 500 },
    });
  });

  it('is oldest first', async () => {
    const made = (orderNo: string, createTime: unknown) => ({
      ...PROFILE,
      esimTranNo: orderNo,
      orderNo,
      packageList: [{ packageCode: 'CKH139', createTime }],
    });
    wire.replies.query = [page([made('B3', 'soon'), made('B2', '2026-02-01T00:00:00+0000'), made('B1', '2026-01-01')])];
    expect((await find()).map(({ vendorOrderId }) => vendorOrderId)).toEqual(['B1', 'B2', 'B3']);
  });

  it.each<[string, Reply[]]>([
    ['ends before its total', [page([PROFILE], 2), page([], 2)]],
    ['has no total', [success({ esimList: [PROFILE] })]],
    ['has no list', [success({ pager: { total: 0 } })]],
    ['has an order of ours without a number', [page([{ ...PROFILE, orderNo: null }])]],
  ])('fails, and is not read as "no order", when the list %s', async (_, query) => {
    wire.replies.query = query;
    await expect(find()).rejects.toMatchObject({ code: 'bad-reply' });
  });

  it.each<[string, object]>([
    ['no ICCID yet', { iccid: '', ac: '', esimStatus: 'GETTING_RESOURCE' }],
    ['an unreadable profile', { iccid: 1 }],
    ['a revoked profile, which was paid', { esimStatus: 'REVOKED' }],
    ['no package', { packageList: 'none' }],
  ])('shows an order of ours that has %s', async (_, changes) => {
    wire.replies.query = [page([{ ...PROFILE, ...changes }])];
    expect(await find()).toMatchObject([{ vendorOrderId: ORDER.orderNo, reference: 'ref' }]);
  });

  it('leaves out a cancelled order, which holds nothing', async () => {
    wire.replies.query = [page([{ ...PROFILE, esimStatus: 'CANCEL' }])];
    expect(await find()).toEqual([]);
    expect(await find({ vendorOrderId: ORDER.orderNo })).toEqual([]);
  });

  it('asks for the number of the order where it is known', async () => {
    wire.replies.query = [page([PROFILE])];
    expect(await find({ vendorOrderId: ORDER.orderNo })).toMatchObject([FOUND]);
    expect(wire.requests.map(({ body }) => body)).toEqual([
      { orderNo: ORDER.orderNo, pager: { pageNum: 1, pageSize: 50 } },
    ]);
    wire.replies.query = [failure('200010')];
    expect(await find({ vendorOrderId: ORDER.orderNo })).toMatchObject([{ ...NO_PROFILE, reference: 'ref' }]);
    wire.replies.query = [failure('310272'), page([{ ...PROFILE, orderNo: 'B2' }])];
    expect(await find({ vendorOrderId: 'B1' })).toMatchObject([{ vendorOrderId: 'B2' }]);
  });

  it.each<[string, object]>([
    ['another order', { orderNo: 'B2' }],
    ['another reference', { transactionId: 'ref2' }],
  ])('fails when the answer about an order names %s', async (_, changes) => {
    wire.replies.query = [page([{ ...PROFILE, ...changes }])];
    await expect(find({ vendorOrderId: ORDER.orderNo })).rejects.toMatchObject({ code: 'bad-reply' });
  });
});

describe('the books', () => {
  it('have our orders, without a price, and without cancelled ones', async () => {
    const row = (at: number, transactionId: string, esimStatus = 'IN_USE') => ({
      ...PROFILE,
      esimTranNo: `t${at}`,
      orderNo: `B${at}`,
      transactionId,
      esimStatus,
    });
    wire.replies.query = [page([row(1, 'cairn-1'), row(2, 'other-1'), row(3, 'cairn-2', 'CANCEL'), row(4, 'cairn-3')])];
    expect(await vendor().bookings('cairn-', new Date('2026-11-20T00:00:00Z'))).toEqual([
      { vendorOrderId: 'B1', reference: 'cairn-1', netPriceCents: null, netCurrency: 'USD' },
      { vendorOrderId: 'B4', reference: 'cairn-3', netPriceCents: null, netCurrency: 'USD' },
    ]);
    expect(wire.requests[0]!.body.startTime).toBe('2026-11-19T00:00+00:00');
  });
});

describe('the usage', () => {
  const read = (changes: object) => {
    wire.replies.query = [page([{ ...PROFILE, ...changes }])];
    return vendor().usage({ iccid: PROFILE.iccid, reference: 'ref' });
  };

  it('is in MB, rounded down, with the end of a validity that has started', async () => {
    const started = { esimStatus: 'IN_USE', smdpStatus: 'ENABLED', orderUsage: 1, totalVolume: '1073741824' };
    expect(await read(started)).toEqual({
      status: 'active',
      remainingMb: 1_023,
      totalMb: 1_024,
      unlimited: false,
      expiresAt: new Date('2024-05-29T18:34:17Z'),
      profileState: 'enabled',
    });
    expect(wire.requests[0]!.body).toMatchObject({ iccid: PROFILE.iccid });
  });

  it.each<[object, object]>([
    [{}, { status: 'not-active', expiresAt: null, profileState: 'released' }],
    [{ smdpStatus: 'DOWNLOAD' }, { status: 'not-active', profileState: 'downloaded' }],
    [{ smdpStatus: 'INSTALLATION' }, { profileState: 'installed', expiresAt: null }],
    [
      { smdpStatus: 'DISABLED', esimStatus: 'IN_USE' },
      { status: 'active', profileState: 'installed' },
    ],
    [
      { smdpStatus: 'DELETED', esimStatus: 'USED_UP' },
      { status: 'finished', profileState: 'deleted' },
    ],
    [{ smdpStatus: 'ELSEWHERE' }, { profileState: null }],
    [{ activateTime: '2024-05-01T00:00:00+0000' }, { expiresAt: new Date('2024-05-29T18:34:17Z') }],
    [{ esimStatus: 'UNUSED_EXPIRED' }, { status: 'expired', expiresAt: null }],
    [{ esimStatus: 'USED_EXPIRED' }, { status: 'expired', expiresAt: new Date('2024-05-29T18:34:17Z') }],
    [{ esimStatus: 'CANCEL' }, { status: 'expired' }],
    [{ esimStatus: 'REVOKE' }, { status: 'expired' }],
    [{ esimStatus: 'SUSPENDED' }, { status: 'unknown' }],
    [{ orderUsage: 6_000_000_000 }, { remainingMb: 0, totalMb: 5_120 }],
  ])('of a profile with %j is %j', async (changes, usage) => {
    expect(await read(changes)).toMatchObject(usage);
  });

  it('of an ICCID that another order has by now is recycled', async () => {
    expect(await read({ transactionId: 'ref2' })).toMatchObject({ status: 'recycled', totalMb: 0 });
    wire.replies.query = [page([{ ...PROFILE, transactionId: 'ref2', esimStatus: 'IN_USE' }, PROFILE])];
    expect(await vendor().usage({ iccid: PROFILE.iccid, reference: 'ref' })).toMatchObject({ status: 'not-active' });
  });

  it.each<[string, Reply, string]>([
    ['an unknown ICCID', failure('310403'), 'not-found'],
    ['no profile', page([]), 'not-found'],
    ['another ICCID', page([{ ...PROFILE, iccid: '8943108170000775672' }]), 'bad-reply'],
    ['data in words', page([{ ...PROFILE, totalVolume: '5GB' }]), 'bad-reply'],
    ["another's ICCID and order", page([{ ...PROFILE, iccid: '89', transactionId: 'x' }]), 'bad-reply'],
  ])('fails with %s', async (_, reply, code) => {
    wire.replies.query = [reply];
    await expect(vendor().usage({ iccid: PROFILE.iccid, reference: 'ref' })).rejects.toMatchObject({ code });
  });
});

describe('a plan for a profile', () => {
  const OWN = { iccid: PROFILE.iccid, reference: 'ref' };
  const add = () =>
    vendor().addPlan({ profile: OWN, packageId: 'TOPUP_1', reference: 'ref-added', netPriceCents: 1_126 });
  const ADDED = {
    transactionId: 'ref-added',
    iccid: PROFILE.iccid,
    expiredTime: '2023-09-07T17:01:37+0000',
    totalDuration: 49,
  };
  const LISTED = success({ packageList: [{ ...PACKAGE, packageCode: 'TOPUP_1' }] });
  beforeEach(() => {
    wire.replies = { query: [page([PROFILE])], list: [LISTED] };
  });

  it('is ordered under our reference, for the profile by its number, at its exact price', async () => {
    wire.replies.topUp = [success(ADDED)];
    const order = { vendorOrderId: 'ref-added', reference: 'ref-added', netPriceCents: 1_126, sim: null };
    expect(await add()).toMatchObject({ kind: 'done', order });
    expect(sentTo('topUp').map(({ body }) => body)).toEqual([
      { esimTranNo: PROFILE.esimTranNo, packageCode: 'TOPUP_1', amount: '112501', transactionId: 'ref-added' },
    ]);
  });

  it.each<[Reply, object]>([
    [success({ ...ADDED, iccid: '8943108170000775672' }), { kind: 'unknown', fault: 'bad-reply' }],
    [success({ ...ADDED, transactionId: 'ref2' }), { kind: 'unknown', fault: 'bad-reply' }],
    [failure('200007'), { kind: 'refused', code: 'insufficient-credit', retryable: true }],
    [failure('200002'), { kind: 'refused', code: 'profile-ended', retryable: false }],
    [failure('310403'), { kind: 'refused', code: 'profile-ended', retryable: false }],
    [failure('310243'), { kind: 'refused', code: 'invalid-package', retryable: false }],
    [failure('000001'), { kind: 'unknown', fault: 'server-error' }],
  ])('answered %j is %j', async (reply, outcome) => {
    wire.replies.topUp = [reply];
    expect(await add()).toEqual(outcome);
  });

  it('is not sent when its profile or its price can not be read', async () => {
    wire.replies.query = [failure('900001')];
    expect(await add()).toMatchObject({ kind: 'refused', code: 'unreachable', retryable: true, neverSent: true });
    wire.replies = { query: [page([PROFILE])], list: [failure('900001')] };
    expect(await add()).toMatchObject({ kind: 'refused', code: 'unreachable', neverSent: true });
    expect(sentTo('topUp')).toEqual([]);
  });

  describe('is found', () => {
    const FIRST = { packageCode: 'CKH003', createTime: '2023-12-01T18:34:17+0000' };
    const SECOND = { packageCode: 'TOPUP_1', createTime: '2023-12-05T08:00:00+0000' };
    const find = (packageList: object[], since: Date | null = null) => {
      wire.replies = { query: [page([{ ...PROFILE, packageList }])] };
      return vendor().findByReference('ref-added', { since, vendorOrderId: null, addedTo: OWN });
    };

    it('by the transaction id of a package of its profile', async () => {
      const own = { ...FIRST, transactionId: 'ref' };
      expect(await find([own, { ...SECOND, transactionId: 'ref-added' }])).toMatchObject([
        { vendorOrderId: 'ref-added', reference: 'ref-added', packageId: 'TOPUP_1' },
      ]);
      expect(await find([own, { ...SECOND, transactionId: 'ref-other' }])).toEqual([]);
      expect(await find([FIRST])).toEqual([]);
    });

    it('or not at all, when a package may be it and the vendor does not say whose it is', async () => {
      await expect(find([FIRST, SECOND])).rejects.toMatchObject({ code: 'bad-reply' });
      // One from before the order is another's.
      expect(await find([FIRST, SECOND], new Date('2023-12-07T00:00:00Z'))).toEqual([]);
    });
  });
});

describe('giving a profile back', () => {
  const own = { iccid: PROFILE.iccid, reference: PROFILE.transactionId, reason: 'not-wanted', note: 'n' } as const;
  const ENDED = { kind: 'refused', code: 'profile-ended' };

  it.each<[Reply, object]>([
    [success({}), { kind: 'given-back' }],
    [failure('200002'), { kind: 'refused', code: 'profile-ended' }],
    [failure('310403'), { kind: 'refused', code: 'invalid-request' }],
    [failure('101003'), { kind: 'refused', code: 'unauthorized' }],
    [failure('000001'), { kind: 'unknown', fault: 'server-error' }],
    [{ cut: true }, { kind: 'unknown', fault: 'connection-lost' }],
  ])('answered %j is %j', async (reply, outcome) => {
    wire.replies.query = [success({ esimList: [PROFILE] })];
    wire.replies.cancel = [reply];
    expect(await vendor().giveBack(own)).toMatchObject(outcome);
    expect(wire.requests.at(-1)!.body).toEqual({ esimTranNo: PROFILE.esimTranNo });
  });

  it.each<[string, Reply, object]>([
    ['another order has its ICCID', success({ esimList: [{ ...PROFILE, transactionId: 'x' }] }), ENDED],
    ['it is not known', failure('310403'), { kind: 'refused', code: 'invalid-request' }],
    [
      'the list can not be read',
      success({ esimList: [{ ...PROFILE, esimTranNo: null }] }),
      { kind: 'unknown', fault: 'bad-reply' },
    ],
  ])('is not asked for when %s', async (_, reply, outcome) => {
    wire.replies.query = [reply];
    expect(await vendor().giveBack(own)).toEqual(outcome);
    expect(wire.requests).toHaveLength(1);
  });
});

describe('a message', () => {
  const about = (content: unknown, notifyType: unknown = 'ORDER_STATUS') => ({ notifyType, notifyId: 'n', content });

  it.each<[string, unknown, unknown]>([
    ['an order', about({ ...ORDER, orderStatus: 'GOT_RESOURCE' }), { reference: 'ref', vendorOrderId: ORDER.orderNo }],
    ['an order, as older ones are', about({ orderNo: 'B1' }), { reference: null, vendorOrderId: 'B1' }],
    ['usage', about({ transactionId: 'ref', remain: 1 }, 'DATA_USAGE'), { reference: 'ref', vendorOrderId: null }],
    ['an eSIM', about({ iccid: PROFILE.iccid }, 'ESIM_STATUS'), { iccid: PROFILE.iccid }],
    ['an ICCID that is none', about({ iccid: '12' }, 'ESIM_STATUS'), 'nothing'],
    ['ids that are no text', about({ transactionId: 5, orderNo: {} }), 'nothing'],
    ['the check of the address', about({ orderNo: '1234567890', orderStatus: 'Test' }, 'CHECK_HEALTH'), 'nothing'],
    ['the balance', about({ balance: 1 }, 'LOW_BALANCE'), 'nothing'],
    ['no type', about(ORDER, ''), null],
    ['a type that is no text', about(ORDER, 5), null],
    ['no content', about(undefined), null],
    ['content that is text', about('ref'), null],
    ['null', null, null],
    ['a list', [], null],
    ['text', '{}', null],
  ])('about %s', (_, body, hint) => {
    const said = vendor().readHint(Buffer.from(JSON.stringify(body)), () => undefined);
    const all = { reference: null, vendorOrderId: null, iccid: null };
    expect(said).toEqual(hint !== null && typeof hint === 'object' ? { ...all, ...hint } : hint);
  });
});
