import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_TIME, CREDENTIALS, PAGER, signed, startSandbox } from './esim-access-sandbox.ts';

let world: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  world = await startSandbox();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.control({ reset: true, allocate: { after_ms: 0 } });
});

const FIRST_BALANCE = 1_000_000_000;
const code = async (path: string, fields: object = {}) => (await world.call(path, fields)).errorCode;
const FRANCE = { packageCode: 'FR_1_7', count: 1 };

describe('headers', () => {
  const { accessCode } = CREDENTIALS;
  const errorOf = async (headers: Record<string, string>, body = '{}') =>
    (await world.send('balance/query', body, headers)).body.errorCode;

  it('need the access code; the signature is checked when it is sent', async () => {
    expect(await errorOf({})).toBe('000101');
    expect(await errorOf({ 'rt-accesscode': 'other' })).toBe('000101');
    expect(await errorOf({ 'rt-accesscode': accessCode })).toBe('0');
    expect(await errorOf(signed('{}'))).toBe('0');
    expect(await errorOf(signed('{}'), '{ }')).toBe('101003');
    expect(await errorOf(signed('{}', Date.now(), 'other'))).toBe('101003');
    expect(await errorOf({ ...signed('{}'), 'rt-signature': 'short' })).toBe('101003');
    const { 'rt-timestamp': _, ...untimed } = signed('{}');
    expect(await errorOf(untimed)).toBe('000101');
    expect(await errorOf({ ...signed('{}'), 'rt-requestid': '1' })).toBe('000102');
  });

  it('have a timestamp of the last or next five minutes', async () => {
    const MINUTES = 60_000;
    for (const minutes of [-4, 4]) expect(await errorOf(signed('{}', Date.now() + minutes * MINUTES))).toBe('0');
    for (const minutes of [-6, 6]) expect(await errorOf(signed('{}', Date.now() + minutes * MINUTES))).toBe('101001');
  });

  it('are checked by every call, with HTTP 200 and the envelope', async () => {
    for (const path of ['package/list', 'esim/order', 'esim/query', 'esim/cancel', 'esim/topup', 'location/list'])
      expect(await world.send(path, '{}', {})).toEqual({
        status: 200,
        body: { success: false, errorCode: '000101', errorMsg: expect.any(String), obj: null },
      });
  });

  it('other methods, bodies without JSON and unknown calls are refused', async () => {
    expect((await world.send('esim/order', '', {}, 'GET')).body.errorCode).toBe('000103');
    expect((await world.send('esim/order', '{')).body.errorCode).toBe('000104');
    expect((await world.send('esim/order', '[]')).body.errorCode).toBe('000104');
    expect(await world.send('esim/sendSms', '{}')).toMatchObject({ status: 501, body: { success: false } });
  });
});

describe('packages', () => {
  const slugs = async (fields: object) =>
    (await world.call('package/list', fields)).obj.packageList.map(({ slug }) => slug);

  it('have the fields of the vendor', async () => {
    const { packageList } = (await world.call('package/list', { slug: 'FR_1_7' })).obj;
    expect(packageList).toEqual([
      {
        packageCode: expect.stringMatching(/^CKH\d{3}$/),
        slug: 'FR_1_7',
        name: 'France 1GB 7Days',
        price: 12_345,
        retailPrice: 45_000,
        currencyCode: 'USD',
        volume: 1024 ** 3,
        smsStatus: 0,
        dataType: 1,
        unusedValidTime: 365,
        duration: 7,
        durationUnit: 'DAY',
        location: 'FR',
        description: 'France 1GB 7Days. Hotspot is allowed.',
        activeType: 2,
        favorite: false,
        speed: '4G/5G',
        ipExport: null,
        supportTopUpType: 2,
        locationNetworkList: [
          {
            locationName: 'France',
            locationCode: 'FR',
            locationLogo: '/img/flags/fr.png',
            operatorList: ['Orange', 'Bouygues Telecom', 'SFR'].map((operatorName) => {
              return { operatorName, networkType: '4G/5G' };
            }),
          },
        ],
      },
    ]);
  });

  it('are filtered by place, kind of data, code and profile', async () => {
    expect(await slugs({ locationCode: 'FR' })).toEqual(expect.arrayContaining(['FR_1_7', 'GL-196_1_7']));
    expect(await slugs({ locationCode: '!RG' })).toContain('EU-37_1_7');
    expect(await slugs({ locationCode: '!RG' })).not.toContain('GL-196_1_7');
    expect(await slugs({ locationCode: '!GL' })).not.toContain('EU-37_1_7');
    expect(await slugs({ locationCode: '', dataType: '2' })).toContain('JP_1_1');
    expect(await slugs({ dataType: '2' })).not.toContain('FR_1_7');
    const topUps = await slugs({ type: 'TOPUP', slug: 'FR_1_7' });
    expect(topUps).toEqual(['FR_1_7', 'FR_3_30', 'FR_5_30', 'FR_10_30']);
    const [profile] = await world.bought('a');
    expect(await slugs({ type: 'TOPUP', iccid: profile!.iccid })).toEqual(topUps);
    expect(await code('package/list', { slug: 'ZZ_1_7' })).toBe('310241');
    expect(await code('package/list', { type: 'TOPUP', iccid: '89' })).toBe('310403');
  });

  it('are at the places of location/list', async () => {
    const { obj } = await world.call('location/list');
    expect(obj).toMatchObject({
      locationList: expect.arrayContaining([
        { code: 'HK', name: 'Hong Kong (China)', type: 1, subLocationList: null },
        expect.objectContaining({ code: 'EU-37', type: 2 }),
      ]),
    });
  });
});

describe('orders', () => {
  it('cost their price, once per transaction id, whatever a repetition asks for', async () => {
    const first = await world.order('one');
    expect(first).toMatchObject({
      success: true,
      obj: { orderNo: expect.stringMatching(/^B\d{14}$/), transactionId: 'one' },
    });
    expect(await world.order('one')).toEqual(first);
    expect(await world.order('one', 'ES_10_30', 5)).toEqual(first);
    expect(await world.order('one', 'ZZ_1_7')).toEqual(first);
    expect(await world.balance()).toBe(FIRST_BALANCE - 12_345);
    expect((await world.ledger()).orders).toHaveLength(1);
  });

  it('are one when they are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.order('same')));
    expect(new Set(answers.map(({ obj }) => obj.orderNo)).size).toBe(1);
  });

  it('are refused when they are wrong', async () => {
    const order = (transactionId: unknown, packageInfoList: unknown, more: object = {}) =>
      code('esim/order', { transactionId, packageInfoList, ...more });
    expect(await code('esim/order', { packageInfoList: [FRANCE] })).toBe('000105');
    expect(await order('', [FRANCE])).toBe('000106');
    expect(await order('x'.repeat(51), [FRANCE])).toBe('000107');
    expect(await order('x', undefined)).toBe('000105');
    expect(await order('x', [])).toBe('000106');
    expect(await order('x', [{ count: 1 }])).toBe('000105');
    expect(await order('x', [{ packageCode: 'FR_1_7' }])).toBe('000105');
    expect(await order('x', [{ packageCode: 'ZZ_1_7', count: 1 }])).toBe('310241');
    expect(await order('x', [{ packageCode: 'TOPUP_CKH248', count: 1 }])).toBe('310241');
    for (const count of [0, 1.5, 31]) expect(await order('x', [{ ...FRANCE, count }])).toBe('200008');
    expect(await order('x', [{ ...FRANCE, price: 12_344 }])).toBe('200005');
    expect(await order('x', [{ ...FRANCE, count: 2 }], { amount: 12_345 })).toBe('200006');
    expect(await order('x', [{ slug: 'JP_1_1', count: 1, periodNum: 366 }])).toBe('200008');
    await world.control({ balance: { set: 1 } });
    expect(await order('x', [FRANCE])).toBe('200007');
    expect((await world.ledger()).orders).toEqual([]);
    expect(await world.balance()).toBe(10_000);
  });

  it('take the price of a daily plan per day', async () => {
    const { price } = (await world.call('package/list', { slug: 'JP_1_1' })).obj.packageList[0]!;
    const fields = { packageInfoList: [{ slug: 'JP_1_1', count: 1, price, periodNum: 3 }], amount: price * 3 };
    expect(await code('esim/order', { transactionId: 'daily', ...fields })).toBeNull();
    expect(await world.balance()).toBe(FIRST_BALANCE - price * 3);
  });
});

describe('profiles', () => {
  it('are allocated after their order, one for each unit', async () => {
    await world.control({ allocate: { hold: true } });
    const { orderNo } = (await world.order('later', 'EG_3_30', 2)).obj;
    expect(await code('esim/query', { orderNo, pager: PAGER })).toBe('200010');
    expect(await world.byTime()).toEqual([]);
    await world.control({ allocate: { release: true } });
    const { esimList, pager } = (await world.call('esim/query', { orderNo, pager: PAGER })).obj;
    expect(pager).toEqual({ pageNum: 1, pageSize: 500, total: 2 });
    expect(esimList[0]).toMatchObject({
      orderNo,
      transactionId: 'later',
      iccid: expect.stringMatching(/^89\d{17,18}$/),
      ac: expect.stringMatching(/^LPA:1\$rsp\.access\.example\$[0-9A-F]{32}$/),
      smdpStatus: 'RELEASED',
      esimStatus: 'GOT_RESOURCE',
      eid: '',
      activateTime: null,
      totalVolume: 3 * 1024 ** 3,
      totalDuration: 30,
      orderUsage: 0,
      packageList: [{ slug: 'EG_3_30', duration: 30, volume: 3 * 1024 ** 3, locationCode: 'EG' }],
    });
    expect(Date.parse(esimList[0]!.expiredTime.replace('+0000', 'Z')) - Date.now()).toBeGreaterThan(179 * 86_400_000);
    expect(new Set(esimList.map(({ iccid }) => iccid)).size).toBe(2);
    expect(await world.byTime()).toEqual(esimList);
  });

  it('are found by each id and by the time of their order, in pages', async () => {
    const profiles = await world.bought('pages', 'FR_1_7', 7);
    const { iccid, esimTranNo } = profiles[0]!;
    for (const by of [{ iccid }, { esimTranNo }, { orderNo: '', iccid }]) {
      const { esimList } = (await world.call('esim/query', { ...by, pager: PAGER })).obj;
      expect(esimList.map((each) => each.iccid)).toEqual([iccid]);
    }
    const pages = await Promise.all(
      [1, 2, 3].map((pageNum) => world.call('esim/query', { ...ALL_TIME, pager: { pageNum, pageSize: 5 } })),
    );
    expect(pages.map(({ obj }) => obj.esimList.length)).toEqual([5, 2, 0]);
    expect(pages.map(({ obj }) => obj.pager.total)).toEqual([7, 7, 7]);
    const past = { startTime: '2020-01-01T00:00+00:00', endTime: '2021-01-01T00:00Z', pager: PAGER };
    expect((await world.call('esim/query', past)).obj.esimList).toEqual([]);
  });

  it('are not found by what does not exist, or without a filter or pages', async () => {
    expect(await code('esim/query', { orderNo: 'B1', pager: PAGER })).toBe('310272');
    expect(await code('esim/query', { iccid: '89', pager: PAGER })).toBe('310403');
    expect(await code('esim/query', { pager: PAGER })).toBe('000105');
    expect(await code('esim/query', ALL_TIME)).toBe('000105');
    expect(await code('esim/query', { ...ALL_TIME, pager: { pageNum: 1, pageSize: 4 } })).toBe('000107');
    expect(await code('esim/query', { ...ALL_TIME, pager: { pageNum: 1, pageSize: 501 } })).toBe('000107');
    expect(await code('esim/query', { startTime: 'today', pager: PAGER })).toBe('000107');
  });

  it('return their price when they are cancelled, unused and once', async () => {
    const [one, two] = await world.bought('cancelled', 'FR_1_7', 2);
    expect(await code('esim/cancel', { esimTranNo: one!.esimTranNo })).toBe('0');
    expect(await world.balance()).toBe(FIRST_BALANCE - 12_345);
    expect(await code('esim/cancel', { esimTranNo: one!.esimTranNo })).toBe('200002');
    await world.control({ profile: { iccid: two!.iccid, set: { smdpStatus: 'INSTALLATION' } } });
    expect(await code('esim/cancel', { iccid: two!.iccid })).toBe('200002');
    expect(await world.balance()).toBe(FIRST_BALANCE - 12_345);
    expect(await code('esim/cancel')).toBe('000105');
    expect(await code('esim/cancel', { esimTranNo: '1' })).toBe('310403');
    expect((await world.byTime()).map(({ esimStatus }) => esimStatus).sort()).toEqual(['CANCEL', 'GOT_RESOURCE']);
  });

  it('are suspended, resumed and revoked', async () => {
    const { esimTranNo, iccid } = await world.boughtOne('paused');
    const status = async () => (await world.byTime())[0]!.esimStatus;
    await world.control({ profile: { iccid, set: { esimStatus: 'IN_USE', smdpStatus: 'ENABLED' } } });
    expect(await code('esim/unsuspend', { esimTranNo })).toBe('200002');
    expect(await code('esim/suspend', { esimTranNo })).toBe('0');
    expect(await status()).toBe('SUSPENDED');
    expect(await code('esim/suspend', { esimTranNo })).toBe('200002');
    expect(await code('esim/unsuspend', { iccid })).toBe('0');
    expect(await status()).toBe('IN_USE');
    expect(await code('esim/revoke', { esimTranNo })).toBe('0');
    expect(await status()).toBe('REVOKE');
    expect(await code('esim/revoke', { esimTranNo })).toBe('200002');
    expect(await world.balance()).toBe(FIRST_BALANCE - 12_345);
  });
});

describe('top-ups', () => {
  it('add data and days to a profile, once per transaction id', async () => {
    const { esimTranNo, iccid } = await world.boughtOne('first');
    const [, topUp] = (await world.call('package/list', { type: 'TOPUP', iccid })).obj.packageList;
    const ask = { esimTranNo, packageCode: topUp!.packageCode, transactionId: 'more', amount: topUp!.price };
    const made = await world.call('esim/topup', ask);
    expect(made.obj).toMatchObject({
      transactionId: 'more',
      iccid,
      totalVolume: 4 * 1024 ** 3,
      totalDuration: 37,
      orderUsage: 0,
      topUpEsimTranNo: expect.stringMatching(/^\d{14}$/),
    });
    expect(await world.call('esim/topup', ask)).toEqual(made);
    expect(await world.balance()).toBe(FIRST_BALANCE - 12_345 - topUp!.price);
    expect((await world.byTime())[0]).toMatchObject({ totalVolume: 4 * 1024 ** 3, packageList: [{}, {}] });
    expect(await world.ledger()).toMatchObject({ topups: [{ transactionId: 'more', esimTranNo }] });
  });

  it('are refused when they are wrong', async () => {
    const { iccid } = await world.boughtOne('refused');
    const { packageList } = (await world.call('package/list', { type: 'TOPUP', slug: 'FR_1_7' })).obj;
    const { packageCode } = packageList[0]!;
    const topUp = (more: object) => code('esim/topup', { iccid, packageCode, transactionId: 'x', ...more });
    expect(await topUp({ packageCode: 'CKH248' })).toBe('310241');
    expect(await topUp({ packageCode: 'ES_1_7' })).toBe('310243');
    expect(await topUp({ amount: 1 })).toBe('200006');
    expect(await topUp({ iccid: undefined })).toBe('000105');
    expect(await topUp({ transactionId: 'refused' })).toBe('200008');
    await world.control({ balance: { set: 0.01 } });
    expect(await topUp({})).toBe('200007');
    await world.control({ profile: { iccid, set: { esimStatus: 'USED_EXPIRED' } } });
    expect(await topUp({})).toBe('200002');
  });
});

it('usage is given for at most ten profiles', async () => {
  const { esimTranNo, iccid } = await world.boughtOne('used');
  await world.control({ usage: { iccid, set: { orderUsage: 5_000 } } });
  expect((await world.call('esim/usage/query', { esimTranNoList: [esimTranNo, 'unknown'] })).obj).toEqual({
    esimUsageList: [
      {
        esimTranNo,
        dataUsage: 5_000,
        totalData: 1024 ** 3,
        lastUpdateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      },
    ],
  });
  expect(await code('esim/usage/query', { esimTranNoList: Array.from({ length: 11 }, String) })).toBe('000107');
  expect(await code('esim/usage/query', {})).toBe('000105');
});
