import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../shared/finding/fold.ts';
import { localized } from '../../../shared/locale.ts';
import {
  byLetter,
  byName,
  byOperator,
  type CountryNetworks,
  countriesFor,
  isMeant,
  letterOf,
  operatorsFor,
  placeByKey,
  placesFor,
  regionOf,
} from './places.ts';

const named = (en: string, fr = en) => ({ name: localized({ en, fr }) });

describe('the list from A to Z', () => {
  it('is sorted by the reader’s alphabet, including accents', () => {
    const places = [
      named('Zambia', 'Zambie'),
      named('Åland Islands', 'Îles Åland'),
      named('Egypt', 'Égypte'),
      named('Fiji', 'Fidji'),
    ];
    expect(byName(places, 'en').map(({ name }) => name.en)).toEqual(['Åland Islands', 'Egypt', 'Fiji', 'Zambia']);
    expect(byName(places, 'fr').map(({ name }) => name.fr)).toEqual(['Égypte', 'Fidji', 'Îles Åland', 'Zambie']);
  });

  it('has one section per letter, ignoring accents', () => {
    expect(byLetter(['Eswatini', 'Égypte', 'Émirats', 'Fidji'], (name) => name)).toEqual([
      { letter: 'E', items: ['Eswatini', 'Égypte', 'Émirats'] },
      { letter: 'F', items: ['Fidji'] },
    ]);
    expect(byLetter(['+Móvil', '3', 'A1', 'Movistar'], (name) => name)).toEqual([
      { letter: '#', items: ['3'] },
      { letter: 'A', items: ['A1'] },
      { letter: 'M', items: ['+Móvil', 'Movistar'] },
    ]);
    expect(['Åland', '’Eua', 'Œuvres', '1st Isle', ''].map(letterOf)).toEqual(['A', 'E', 'O', '#', '#']);
  });
});

describe('the place filter', () => {
  const uk = { ...named('United Kingdom', 'Royaume-Uni'), aliases: ['UK', 'Angleterre'], countryCode: 'GB' };

  it.each(['', 'united', 'Kingd', 'uni roy', 'ROYAUME', 'uk', 'U.K.', 'gb', 'anglet'])('finds it by “%s”', (query) => {
    expect(isMeant(uk, wordsOf(query))).toBe(true);
  });

  it.each(['g', 'nited', 'united states', 'kingdoms', 'x'])('does not find it by “%s”', (query) => {
    expect(isMeant(uk, wordsOf(query))).toBe(false);
  });

  it('ranks an exact name first, and the own name before other names', () => {
    const morocco = { ...named('Morocco', 'Maroc'), aliases: ['Royaume du Maroc'], countryCode: 'MA' };
    expect(placesFor([morocco, uk], 'royaume')).toEqual([uk, morocco]);
    const ukraine = { ...named('Ukraine'), aliases: [], countryCode: 'UA' };
    expect(placesFor([ukraine, uk], 'uk')).toEqual([uk, ukraine]);
  });
});

describe('a common misspelling', () => {
  const at = (en: string, misspellings: string[]) => ({ ...named(en), aliases: [], misspellings, countryCode: null });
  const places = [at('Thailand', ['Tailand']), at('Taiwan', ['Tawain']), at('Philippines', ['Phillipines'])];

  it('finds the place, while a name that is not complete finds only names', () => {
    const found = (query: string) => placesFor(places, query).map(({ name }) => name.en);
    expect([found('phillipines'), found('tailand'), found('tai')]).toEqual([['Philippines'], ['Thailand'], ['Taiwan']]);
  });
});

describe('parts of the world', () => {
  it('are those with a tab; any other one is "elsewhere"', () => {
    expect([{ region: 'middle-east' }, { region: 'atlantis' }, { region: null }].map(regionOf)).toEqual([
      'middle-east',
      'other',
      'other',
    ]);
  });
});

describe('networks by operator', () => {
  const country = (slug: string, used: string[], others: string[]): CountryNetworks => ({
    slug,
    ...named(slug),
    aliases: [],
    misspellings: [],
    flag: slug,
    countryCode: null,
    isPart: false,
    used: used.map((name) => ({ name, generations: ['4G'] })),
    others: others.map((name) => ({ name, generations: ['4G'] })),
  });

  const two = [country('spain', ['Movistar', 'Orange'], []), country('france', ['SFR'], ['Orange'])];

  it('are searched by country and by operator', () => {
    const slugs = (query: string) => countriesFor(two, query).map(({ slug }) => slug);
    expect([slugs('orange'), slugs('sfr'), slugs('spain'), slugs('x')]).toEqual([
      ['spain', 'france'],
      ['france'],
      ['spain'],
      [],
    ]);
    const names = (query: string) => operatorsFor(byOperator(two, 'en'), query).map(({ name }) => name);
    expect([names('mov'), names('france')]).toEqual([['Movistar'], ['Orange', 'SFR']]);
  });

  it('list each name once, with its countries and whether our plans use it there', () => {
    const list = byOperator(
      [country('spain', ['Movistar', 'Orange'], []), country('france', ['SFR'], ['Orange'])],
      'en',
    );
    expect(list.map(({ name, places }) => [name, places.map(({ place, isUsed }) => [place.slug, isUsed])])).toEqual([
      ['Movistar', [['spain', true]]],
      [
        'Orange',
        [
          ['france', false],
          ['spain', true],
        ],
      ],
      ['SFR', [['france', true]]],
    ]);
  });
});

describe('the map by keyboard', () => {
  const ordered = ['Egypt', 'Fiji', 'France', 'Spain'].map((name) => named(name));
  const to = (key: string, from: number) => placeByKey(key, ordered, from, 'en')?.name.en;

  it.each([
    ['ArrowRight', 0, 'Fiji'],
    ['ArrowDown', 3, 'Egypt'],
    ['ArrowLeft', 0, 'Spain'],
    ['ArrowUp', 3, 'France'],
    ['Home', 2, 'Egypt'],
    ['End', 0, 'Spain'],
    ['f', 0, 'Fiji'],
    ['f', 1, 'France'],
    ['É', 3, 'Egypt'],
    ['z', 0, undefined],
    ['Tab', 0, undefined],
    ['5', 0, undefined],
  ])('%s at %i leads to %s', (key, from, name) => {
    expect(to(key, from)).toBe(name);
  });
});
