import { describe, expect, it } from 'vitest';
import offers from '#data/catalogue/offers.json' with { type: 'json' };
import { vendorPackages } from '#sandbox/airalo/packages.ts';
import specified from '#sandbox/airalo/packages.json' with { type: 'json' };
import { listPackages } from '#sandbox/esim-access/packages.ts';

const none = () => undefined;
const offer = listPackages({}, none, none);
type Listed = (typeof offer)[number];

/** The first wholesaler's packages of the specified destinations, with the networks of each country. */
const first = vendorPackages({}, none)
  .filter(({ slug }) => specified.some((each) => each.slug === slug))
  .flatMap(({ slug, operators: [operator] }) =>
    operator!.packages.map((each) => ({
      slug,
      id: each.id,
      bytes: each.amount * 1024 ** 2,
      days: each.day,
      installDays: operator!.install_window_days,
      price: each.net_price * 10_000,
      selling: offers.flatMap(({ plans }) => plans).find(({ packageId }) => packageId === each.id)!.priceCents * 100,
      hotspot: operator!.info.filter((sentence) => sentence.startsWith('Hotspot')),
      networks: new Map(
        operator!.coverages.map(({ code, networks }) => [
          code,
          networks.map(({ name, types }) => `${name} ${types.join('/').replace('LTE', '4G')}`),
        ]),
      ),
    })),
  );
type First = (typeof first)[number];
const DIFFERENT = ['egypt', 'morocco'];

const countriesOf = ({ location }: { location: string }) => location.split(',');
const networksOf = (listed: Listed) =>
  new Map(
    listed.locationNetworkList.map(({ operatorList }, at) => [
      countriesOf(listed)[at]!,
      operatorList.map(({ operatorName, networkType }) => `${operatorName} ${networkType}`),
    ]),
  );
const hotspotOf = ({ description }: Listed) => description.match(/Hotspot[^.]*\./g) ?? [];

/** The package with the promise of the first wholesaler's: data, days, start, currency, countries, and few others. */
const matchOf = ({ bytes, days, networks }: First) =>
  offer
    .filter((each) => each.volume === bytes && each.duration === days && each.dataType === 1)
    .filter((each) => each.activeType === 2 && each.currencyCode === 'USD')
    .filter((each) => [...networks.keys()].every((code) => countriesOf(each).includes(code)))
    .sort((left, right) => countriesOf(left).length - countriesOf(right).length)[0]!;

describe("the second wholesaler's packages of the specified destinations", () => {
  it('keep the promise of each package of the first, at a price below its selling price', () => {
    expect(new Set(first.map(({ slug }) => slug)).size).toBe(17);
    expect(first.length).toBeGreaterThanOrEqual(17 * 4);
    for (const each of first) {
      const match = matchOf(each);
      expect(match, each.id).toBeDefined();
      expect(match.price, each.id).toBeLessThan(each.selling);
      expect(Number.isInteger(match.price), each.id).toBe(true);
    }
  });

  it('have the same networks, and say the same about the hotspot, except for two destinations that differ', () => {
    for (const each of first) {
      const match = matchOf(each);
      if (DIFFERENT.includes(each.slug)) {
        expect(networksOf(match), each.id).toEqual(each.networks);
        expect(match.ipExport, each.id).toMatch(/^[A-Z]{2}$/);
        expect(match.unusedValidTime, each.id).toBe(180);
        expect(hotspotOf(match), each.id).toEqual([]);
      } else {
        expect(networksOf(match), each.id).toEqual(each.networks);
        expect(hotspotOf(match), each.id).toEqual(each.hotspot);
        expect(match, each.id).toMatchObject({ ipExport: null, unusedValidTime: each.installDays });
      }
    }
  });

  it('cost less for two destinations and a little more for the others, some with parts of a cent', () => {
    const cheaper = first.filter((each) => matchOf(each).price < each.price);
    expect(new Set(cheaper.map(({ slug }) => slug))).toEqual(new Set(['costa-rica', 'americas']));
    expect(first.filter((each) => matchOf(each).price > each.price * 1.06)).toEqual([]);
    expect(first.filter((each) => matchOf(each).price % 100 !== 0).length).toBeGreaterThan(10);
  });
});

describe("the second wholesaler's other packages", () => {
  const bySlug = (slug: string) => offer.find((each) => each.slug === slug);

  it('break the promise of the first in one way each', () => {
    expect(bySlug('IT_1_7')?.volume).toBe(1_000_000_000);
    expect(bySlug('HR_0.5_7')?.volume).toBe(512 * 1024 ** 2);
    expect(bySlug('GR_1_5')?.duration).toBe(5);
    expect(bySlug('EU-19_1_7')?.location.split(',')).toHaveLength(19);
    expect(bySlug('TR_1_7')).toMatchObject({ activeType: 1, ipExport: 'NL' });
    expect(bySlug('DK_1_7')?.description).toBe('Denmark 1GB 7Days. Hotspot is not supported.');
    expect(bySlug('DE_1_7')?.currencyCode).toBe('EUR');
    expect(bySlug('JP_1_1')).toMatchObject({ dataType: 2, fupPolicy: '384 Kbps', duration: 1 });
    expect(bySlug('KR_1_1')?.dataType).toBe(3);
    expect(bySlug('AU_1_1')?.dataType).toBe(4);
  });

  it('keep it elsewhere', () => {
    for (const slug of ['PT_1_7', 'GB_3_30', 'HK_10_30', 'SG_5_30'])
      expect(bySlug(slug), slug).toMatchObject({ dataType: 1, activeType: 2, currencyCode: 'USD' });
  });

  it('have one code and one slug each', () => {
    expect(new Set(offer.map(({ packageCode }) => packageCode)).size).toBe(offer.length);
    expect(new Set(offer.map(({ slug }) => slug)).size).toBe(offer.length);
    expect(offer.filter(({ packageCode }) => !/^[A-Z]{3}\d{3}$/.test(packageCode))).toEqual([]);
  });
});
