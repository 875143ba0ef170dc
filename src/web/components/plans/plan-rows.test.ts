import { expect, test } from 'vitest';
import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { usd } from '../../../shared/money.ts';
import { planRows } from './plan-rows.ts';

const offer = (slug: string, name: string, rows: [gb: number, cents: number][]): Offer => ({
  slug,
  name: { en: slug, fr: name },
  kind: 'local',
  flag: 'xx',
  operators: [],
  coverage: '4G',
  regionCount: null,
  features: [],
  plans: rows.map(([gb, cents]) => ({
    id: `${slug}-${gb}`,
    offerSlug: slug,
    dataMb: gb * 1024,
    unlimited: null,
    days: 7,
    price: usd(cents),
    available: true,
  })),
});

const OFFERS = [
  offer('egypt', 'Égypte', [
    [1, 400],
    [10, 2500],
  ]),
  offer('thailand', 'Thaïlande', [
    [1, 350],
    [10, 2400],
  ]),
];
const ids = (query: string, sort: 'perGb' | 'price' | 'data') =>
  planRows(OFFERS, 'fr', query, sort).map(({ plan }) => plan.id);

test('rows are sorted by price per gigabyte, price or data', () => {
  expect(ids('', 'perGb')).toEqual(['thailand-10', 'egypt-10', 'thailand-1', 'egypt-1']);
  expect(ids('', 'price')).toEqual(['thailand-1', 'egypt-1', 'thailand-10', 'egypt-10']);
  expect(ids('', 'data')).toEqual(['thailand-10', 'egypt-10', 'thailand-1', 'egypt-1']);
});

test('a search does not need accents or capitals', () => {
  expect(ids(' EGYPTE', 'price')).toEqual(['egypt-1', 'egypt-10']);
  expect(ids('atlantis', 'price')).toEqual([]);
});
