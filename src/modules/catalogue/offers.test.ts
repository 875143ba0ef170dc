import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OFFERS, PLANS } from './offers.ts';

const specification = readFileSync(new URL('../../../docs/specification.txt', import.meta.url), 'utf8');
const constants = specification.slice(specification.indexOf('## 9.'));

const titled = (slug: string) =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
const cents = (dollars: string) => Math.round(Number(dollars) * 100);
const rowsOf = (name: string) => {
  const offer = OFFERS.find((each) => titled(each.slug) === name);
  return offer?.plans.map((plan) => [plan.dataMb / 1024, plan.days, plan.price.amount]);
};
const paragraphUnder = (heading: string) => {
  const [, after = ''] = constants.split(`### ${heading}\n`);
  return after.split('\n###')[0] ?? '';
};
const namesAfter = (label: string) =>
  (new RegExp(`${label}: ([^.]+)\\.`).exec(specification)?.[1] ?? '').split(', ').map((name) => name.trim());
/** `1GB 7 days 9; 3GB 15 days 24` as rows. */
const wideRows = (text: string) =>
  [...text.matchAll(/(\d+)GB (\d+) days (\d+(?:\.\d+)?)(?=[;.])/g)].map(([, gb, days, price = '']) => [
    Number(gb),
    Number(days),
    cents(price),
  ]);

describe('the offers against section 9 of the specification', () => {
  it("has the offers in the specification's order", () => {
    expect(OFFERS.filter((offer) => offer.kind === 'local').map((offer) => titled(offer.slug))).toEqual(
      namesAfter('Country offers'),
    );
    expect(OFFERS.filter((offer) => offer.kind !== 'local').map((offer) => titled(offer.slug))).toEqual(
      namesAfter('Regional offers'),
    );
  });

  it('has each country price and validity', () => {
    expect(paragraphUnder('Country plan prices (USD)')).toContain(
      'Plans: 1GB for 7 days; 3GB, 5GB and 10GB for 30 days each.',
    );
    const table = [
      ...paragraphUnder('Country plan prices (USD)').matchAll(
        /^\| ([A-Z][^|]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm,
      ),
    ];
    const seen: string[] = [];
    for (const [, names = '', one = '', three = '', five = '', ten = ''] of table) {
      for (const name of names.split(', ')) {
        seen.push(name);
        expect(rowsOf(name), name).toEqual([
          [1, 7, cents(one)],
          [3, 30, cents(three)],
          [5, 30, cents(five)],
          [10, 30, cents(ten)],
        ]);
      }
    }
    expect(seen).toHaveLength(12);
  });

  it('has each regional and global price and validity', () => {
    expect(wideRows(paragraphUnder('Global plans'))).toHaveLength(4);
    expect(rowsOf('Global')).toEqual(wideRows(paragraphUnder('Global plans')));
    const continents = 'Europe, Africa, Americas, Asia';
    for (const name of continents.split(', '))
      expect(rowsOf(name), name).toEqual(wideRows(paragraphUnder(`${continents} plans`)));
  });

  it('has each region count', () => {
    const counts = [...paragraphUnder('Region coverage').matchAll(/([A-Z]\w+) (\d+)\+/g)].map(([, name, count]) => [
      name,
      Number(count),
    ]);
    expect(
      OFFERS.filter((offer) => offer.kind !== 'local').map((offer) => [titled(offer.slug), offer.regionCount]),
    ).toEqual(counts);
  });
});

describe('the offers', () => {
  it('have unique plan ids made of slug and data', () => {
    expect(new Set(PLANS.map((plan) => plan.id)).size).toBe(17 * 4);
    for (const plan of PLANS) expect(plan.id).toBe(`${plan.offerSlug}-${plan.dataMb / 1024}gb`);
  });

  it('have a flag or mark, and a map', () => {
    for (const { flag, slug } of OFFERS) {
      for (const file of [`flags/${flag}.svg`, `maps/${slug}.svg`]) {
        expect(existsSync(new URL(`../../../public/${file}`, import.meta.url)), file).toBe(true);
      }
    }
  });

  it('name two or three networks for each country, and none elsewhere', () => {
    for (const offer of OFFERS) {
      if (offer.kind === 'local') expect([2, 3], offer.slug).toContain(offer.operators.length);
      else expect(offer.operators).toEqual([]);
    }
  });

  it('say 5G only where a named network has it', () => {
    for (const offer of OFFERS.filter((each) => each.kind === 'local')) {
      const has5g = offer.operators.some((operator) => operator.generations.includes('5G'));
      expect(offer.coverage, offer.slug).toBe(has5g ? '4G, 5G' : '4G');
    }
  });
});
