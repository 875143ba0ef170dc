import { describe, expect, it } from 'vitest';
import {
  PACKAGE,
  page,
  packagesOf,
  PROFILE,
  type Reply,
  sentTo,
  success,
  vendorForTests,
  wire,
} from './esim-access-support.ts';

const client = vendorForTests();
const vendor = () => client();

describe('the list of packages', () => {
  it('states what a package is, in our units', async () => {
    wire.replies = { list: [packagesOf(PACKAGE)] };
    expect(await vendor().packages()).toEqual({
      packages: [
        {
          packageId: 'CKH139',
          title: 'Slovenia 5GB 30Days',
          operator: '',
          dataMb: 5_120,
          unlimited: false,
          unlimitedTerms: null,
          days: 30,
          netPriceCents: 1_126,
          netCurrency: 'USD',
          minimumPriceCents: null,
          kind: 'local',
          countryCodes: ['SI'],
          networks: { SI: [{ name: 'A1', generations: ['4G', '5G'] }] },
          facts: {
            hotspot: null,
            topUp: true,
            activation: 'first-usage',
            installWindowDays: 180,
            throttling: { kind: 'none' },
            exitCountry: 'HK',
          },
        },
      ],
      refused: [],
    });
    expect(sentTo('list')[0]!.body).toMatchObject({ type: 'BASE', locationCode: '', packageCode: '' });
  });

  it.each<[string, object, object]>([
    ['10,000ths to cents, rounded up', { price: 10_001 }, { netPriceCents: 101 }],
    ['whole cents as they are', { price: '10000' }, { netPriceCents: 100 }],
    ['a free one', { price: 0 }, { netPriceCents: 0 }],
    ['yen, which have no cents', { price: 1_000_001, currencyCode: 'JPY' }, { netPriceCents: 101, netCurrency: 'JPY' }],
    ['another currency as stated', { currencyCode: 'EUR' }, { netPriceCents: 1_126, netCurrency: 'EUR' }],
    ['bytes to MB, rounded down', { volume: 1_073_741_823 }, { dataMb: 1_023 }],
    ['one MB', { volume: '1048576' }, { dataMb: 1 }],
    ['several countries', { location: 'CN, HK,HK,XX-1' }, { kind: 'global', countryCodes: ['CN', 'HK'] }],
  ])('converts %s', async (_, changes, expected) => {
    wire.replies = { list: [packagesOf({ ...PACKAGE, ...changes })] };
    expect((await vendor().packages()).packages).toMatchObject([expected]);
  });

  it.each<[string, object, object]>([
    ['the validity from the installation', { activeType: 1 }, { activation: 'installation' }],
    ['another start', { activeType: 3 }, { activation: null }],
    ['no top-ups', { supportTopUpType: '1' }, { topUp: false }],
    ['top-ups by day', { supportTopUpType: 3 }, { topUp: true }],
    ['top-ups in another word', { supportTopUpType: true }, { topUp: null }],
    ['a reduced speed', { fupPolicy: '384 Kbps' }, { throttling: { kind: 'slower', kbps: 384 } }],
    ['a reduced speed in Mbps', { fupPolicy: '1.25 Mbps' }, { throttling: { kind: 'slower', kbps: 1_250 } }],
    ['a policy without a speed', { fupPolicy: 'fair use' }, { throttling: null }],
    ['no window', { unusedValidTime: 0 }, { installWindowDays: null }],
    ['an exit in words', { ipExport: 'Hong Kong' }, { exitCountry: null }],
    ['a hotspot', { description: 'Hotspot is supported.' }, { hotspot: true }],
    ['no hotspot', { name: 'Asia', description: 'Data only. No tethering' }, { hotspot: false }],
    ['a conditional hotspot', { description: 'Hotspot supported except in China' }, { hotspot: null }],
  ])('reads %s', async (_, changes, facts) => {
    wire.replies = { list: [packagesOf({ ...PACKAGE, ...changes })] };
    expect((await vendor().packages()).packages[0]?.facts).toMatchObject(facts);
  });

  it('names networks by country: by the code, or by the English name', async () => {
    const operatorList = [{ operatorName: 'Op', networkType: '3G/4G' }, { networkType: '5G' }];
    const locationNetworkList = [
      { locationName: 'Somewhere', locationCode: 'FR', operatorList },
      { locationName: 'Hong Kong (China)', operatorList },
      { locationName: 'Turkey', operatorList },
      { locationName: 'United Kingdom', operatorList: [{ operatorName: 'EE', networkType: null }] },
      { locationName: 'Atlantis', operatorList },
      { locationName: 'Spain', operatorList },
      'no list',
    ];
    wire.replies = { list: [packagesOf({ ...PACKAGE, location: 'FR,HK,TR,GB,DE', locationNetworkList })] };
    const op = [{ name: 'Op', generations: ['4G'] }];
    expect((await vendor().packages()).packages[0]?.networks).toEqual({
      FR: op,
      HK: op,
      TR: op,
      GB: [{ name: 'EE', generations: [] }],
    });
  });

  it.each<[string, object, string]>([
    ['a daily limit', { dataType: 2 }, 'daily-plan'],
    ['a daily cut-off', { dataType: '3' }, 'daily-plan'],
    ['no limit', { dataType: 4 }, 'daily-plan'],
    ['no kind of data', { dataType: undefined }, 'unreadable'],
    ['another unit of time', { durationUnit: 'MONTH' }, 'unreadable'],
    ['no days', { duration: 0 }, 'zero-days'],
    ['half days', { duration: 1.5 }, 'unreadable'],
    ['a negative price', { price: -1 }, 'negative'],
    ['a price with a fraction', { price: 1.5 }, 'unreadable'],
    ['a price above a million', { price: 10_000_000_001 }, 'unreadable'],
    ['an unknown currency', { currencyCode: 'XXQ' }, 'unknown-currency'],
    ['a currency in words', { currencyCode: 'dollars' }, 'unknown-currency'],
    ['less than a MB', { volume: 1_048_575 }, 'unreadable'],
    ['data in words', { volume: '5GB' }, 'unreadable'],
    ['no country', { location: 'EU-30' }, 'unreadable'],
  ])('refuses a package with %s, and keeps the others', async (_, changes, reason) => {
    wire.replies = {
      list: [packagesOf({ ...PACKAGE, packageCode: 'BAD', ...changes }, PACKAGE, { name: 'no code' }, 5)],
    };
    const { packages, refused } = await vendor().packages();
    expect(refused).toEqual([{ packageId: 'BAD', reason }]);
    expect(packages.map(({ packageId }) => packageId)).toEqual(['CKH139']);
  });

  it('leaves out a second package of the same code', async () => {
    wire.replies = { list: [packagesOf(PACKAGE, PACKAGE, { ...PACKAGE, price: 1 })] };
    const { packages, refused } = await vendor().packages();
    expect(packages).toMatchObject([{ netPriceCents: 1_126 }]);
    expect(refused).toEqual([{ packageId: 'CKH139', reason: 'duplicate' }]);
  });

  it.each<[string, Reply]>([
    ['is cut short', { body: JSON.stringify(packagesOf(PACKAGE).says).slice(0, -9) }],
    ['is missing', success({})],
    ['is no list', success({ packageList: { 0: PACKAGE } })],
  ])('that %s is an error', async (_, reply) => {
    wire.replies = { list: [reply] };
    await expect(vendor().packages()).rejects.toMatchObject({ code: 'bad-reply' });
  });

  it('may have several megabytes, and not more than 32', async () => {
    const blanks = (mb: number) => ({
      body: Buffer.concat([Buffer.alloc(mb * 1_048_576, ' '), Buffer.from(JSON.stringify(packagesOf(PACKAGE).says))]),
    });
    wire.replies = { list: [blanks(8)] };
    expect((await vendor().packages()).packages).toHaveLength(1);
    wire.replies = { list: [blanks(32)] };
    await expect(vendor().packages()).rejects.toMatchObject({ code: 'reply-too-large' });
  });

  it('of plans that can be added has those that can be sold', async () => {
    const topUp = { ...PACKAGE, packageCode: 'TOPUP_CKH139', location: undefined };
    const list = packagesOf(topUp, { ...topUp, dataType: 2 }, { ...topUp, price: -1 });
    wire.replies = { query: [page([PROFILE])], list: [list] };
    expect(await vendor().addable({ iccid: PROFILE.iccid, reference: 'ref' })).toEqual([
      {
        packageId: 'TOPUP_CKH139',
        title: 'Slovenia 5GB 30Days',
        dataMb: 5_120,
        unlimited: false,
        unlimitedTerms: null,
        days: 30,
        netPriceCents: 1_126,
        netCurrency: 'USD',
      },
    ]);
    expect(sentTo('list')[0]!.body).toMatchObject({ type: 'TOPUP', iccid: PROFILE.iccid });
  });
});
