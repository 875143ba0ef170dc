import { expect, test } from 'vitest';
import type { Operator } from '../../../modules/catalogue/types.ts';
import type { CoveredPlace, Family } from './destination-loader.ts';
import { byName, filterCountries } from './country-filter.ts';
import { listNetworks } from './network-list.ts';
import { localized } from '../../../shared/locale.ts';

const operator = (name: string): Operator => ({ name, generations: ['4G'] });
const family = (slug: string, ...operators: string[]): Family => ({
  slug,
  kind: 'regional',
  name: localized({ en: slug, fr: slug }),
  flag: slug,
  plans: [],
  operators: operators.map(operator),
  coverage: '4G',
  regionCount: 20,
});
const place = (en: string, fr: string): CoveredPlace => ({
  slug: en,
  name: localized({ en, fr }),
  flag: 'x',
  operators: [],
});

test('networks are listed once, with the offers that use them; unused ones are last', () => {
  const [asia, global] = [family('asia', 'NTT docomo', 'SoftBank'), family('global', 'NTT DOCOMO')];
  const listed = listNetworks([asia, global], ['au', 'Softbank'].map(operator));
  expect(listed.map(({ name, usedBy }) => [name, ...usedBy.map(({ slug }) => slug)])).toEqual([
    ['NTT docomo', 'asia', 'global'],
    ['SoftBank', 'asia'],
    ['au'],
  ]);
});

test('countries are sorted by the alphabet of each language, and are found in both, without accents', () => {
  const places = [place('Germany', 'Allemagne'), place('Austria', 'Autriche'), place('Estonia', 'Estonie')];
  expect(byName(places, 'en').map(({ slug }) => slug)).toEqual(['Austria', 'Estonia', 'Germany']);
  expect(byName(places, 'fr').map(({ slug }) => slug)).toEqual(['Germany', 'Austria', 'Estonia']);
  expect(filterCountries(places, ' ÂLLEM').map(({ slug }) => slug)).toEqual(['Germany']);
  expect(filterCountries(places, '')).toHaveLength(3);
  expect(filterCountries(places, 'x'.repeat(10_000))).toEqual([]);
});
