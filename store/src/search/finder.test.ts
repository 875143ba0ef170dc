import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import aliases from '#data/catalogue/aliases.json' with { type: 'json' };
import destinations from '#data/catalogue/destinations.json' with { type: 'json' };
import misspellings from '#data/catalogue/misspellings.json' with { type: 'json' };
import queries from './queries.json' with { type: 'json' };
import { createFinder } from './finder.ts';
import { wordsOf } from '../shared/finding/fold.ts';
import { isoCodes } from './iso3.ts';
import { localized } from '../shared/locale.ts';
import type { SearchDocument } from './types.ts';

/** The languages of the place names in the data files. */
const LOCALES = ['en', 'fr'] as const;

const WITHIN: Record<string, string> = { bali: 'indonesia', zanzibar: 'tanzania' };
const documents = destinations.map(({ slug, kind, name, countryCode, region, featured }): SearchDocument => ({
  slug,
  kind: kind as SearchDocument['kind'],
  name: localized(name),
  countryCode,
  region,
  within: WITHIN[slug] ?? null,
  own: featured !== null,
  ...aliases[slug as 'france'],
  misspellings: misspellings[slug as 'france'] ?? [],
}));
const { find } = createFinder(documents);
const slugs = (query: string, locale: 'en' | 'fr' = 'en') => find(query, { locale }).map((hit) => hit.document.slug);
const whyFirst = (query: string, locale: 'en' | 'fr' = 'en') => find(query, { locale })[0]?.reason;

describe('the best match', () => {
  const written = Object.entries(queries).flatMap(([slug, each]) => each.map((query) => ({ slug, query })));

  it('is right for at least 150 queries written by hand, in both languages of the page', () => {
    expect(written.length).toBeGreaterThanOrEqual(150);
    const wrong = written.flatMap(({ slug, query }) =>
      LOCALES.filter((locale) => slugs(query, locale)[0] !== slug).map(
        (locale) => `${query} (${locale}): ${slugs(query, locale).slice(0, 3).join(', ')}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('is right for every common misspelling of a country, and is shown by its right name', () => {
    expect(slugs('phillipines')).toEqual(['philippines']);
    const wrong = Object.entries(misspellings).flatMap(([slug, each]) =>
      each.flatMap((query) => {
        const [hit] = find(query, { locale: 'en' });
        return hit?.document.slug === slug && hit.reason.text !== query ? [] : [`${query}: ${hit?.document.slug}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('is right for the CLDR name of every covered place in both languages, and for our name', () => {
    const wrong = documents.flatMap(({ slug, kind, countryCode, within, name }) =>
      LOCALES.flatMap((locale) => {
        const names = [name[locale]];
        if (kind === 'local' && within === null)
          names.push(new Intl.DisplayNames([locale], { type: 'region' }).of(countryCode!)!);
        return names.filter((each) => LOCALES.some((page) => slugs(each, page)[0] !== slug));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('is right for nearly every one-letter typo in names of five letters or more, and nearly always among the first three', () => {
    const names = documents.flatMap(({ slug, name }) => LOCALES.map((locale) => ({ slug, name: name[locale] })));
    const folded = names.map(({ slug, name }) => ({ slug, name: wordsOf(name).join(' ') }));
    const long = folded.filter(({ name }) => name.replaceAll(' ', '').length >= 5);
    const misspelt = fc.sample(
      fc.record({ of: fc.constantFrom(...long), at: fc.nat(), edit: fc.nat(3), letter: fc.nat(25) }),
      { seed: 8, numRuns: 4_000 },
    );
    const counts = { tried: 0, first: 0, inThree: 0 };
    for (const { of, at, edit, letter } of misspelt) {
      const query = oneEdit(of.name, at % of.name.length, edit, String.fromCodePoint(97 + letter));
      const ambiguous = folded.some((other) => other.slug !== of.slug && isOneEdit(query, other.name));
      if (query === of.name || ambiguous) continue;
      counts.tried += 1;
      const found = slugs(query);
      if (found[0] === of.slug) counts.first += 1;
      if (found.slice(0, 3).includes(of.slug)) counts.inThree += 1;
    }
    expect(counts.tried).toBeGreaterThan(3_500);
    expect(counts.first / counts.tried).toBeGreaterThan(0.97);
    expect(counts.inThree / counts.tried).toBeGreaterThan(0.99);
  });

  it('for an ISO code of two or three letters has its country among the first three', () => {
    const missed = documents.flatMap(({ slug, countryCode }) =>
      (countryCode === null ? [] : isoCodes(countryCode)).filter((code) => !slugs(code).slice(0, 3).includes(slug)),
    );
    expect(missed).toEqual([]);
  });
});

describe('the reason of a hit', () => {
  it.each([
    ['japon', { kind: 'name', text: 'Japon', locale: 'fr', typo: false }],
    ['franc', { kind: 'name', text: 'France', locale: null, typo: false }],
    ['UK', { kind: 'alias', text: 'UK', locale: null, typo: false }],
    ['Londres', { kind: 'place', text: 'Londres', locale: null, typo: false }],
    ['scandinavie', { kind: 'area', text: 'Scandinavie', locale: null, typo: false }],
    ['JPN', { kind: 'code', text: 'JPN', locale: null, typo: false }],
    ['tailand', { kind: 'name', text: 'Thailand', locale: 'en', typo: true }],
  ])('%s', (query, reason) => expect(whyFirst(query)).toEqual(reason));

  it('is a name in the language of the page when both languages have it', () => {
    expect(whyFirst('ital', 'en')?.text).toBe('Italy');
    expect(whyFirst('ital', 'fr')?.text).toBe('Italie');
  });
});

describe('incomplete input', () => {
  it('finds names by their first letters, with our own plans before equal hits', () => {
    expect(slugs('fr')[0]).toBe('france');
    expect(slugs('m').slice(0, 2)).toEqual(['morocco', 'mexico']);
    expect(slugs('nouvelle-z')[0]).toBe('new-zealand');
    expect(slugs('tailan').slice(0, 3)).toContain('thailand');
  });

  it('finds all countries of an area, after the plan that is sold for it', () => {
    expect(slugs('europe').slice(0, 3)).toEqual(['europe', 'france', 'spain']);
    expect(slugs('moyen orient', 'fr')).toContain('qatar');
    expect(slugs('indonesia')).toEqual(['indonesia', 'bali']);
  });

  it('finds the place despite other words', () => {
    for (const query of ['esim japan', 'forfait pour le japon', 'Tokyo, Japan', 'japan travel sim card'])
      expect(slugs(query)[0], query).toBe('japan');
    expect(slugs('honeymoon in bali')[0]).toBe('bali');
  });

  it('finds nothing for an empty query', () => {
    for (const query of ['', '   ', '…', 'xqzwv', 'a'.repeat(10_000)])
      expect(slugs(query), query.slice(0, 9)).toEqual([]);
    expect(slugs(`${' '.repeat(30)}france ${'x'.repeat(10_000)}`)).toEqual(['france']);
  });

  it('accepts any text, and limits the number of hits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(20), (query, limit) => {
        expect(find(query, { locale: 'fr', limit }).length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

/** Inserts, deletes or replaces a letter, or swaps two. */
function oneEdit(name: string, at: number, edit: number, letter: string): string {
  const [before, rest] = [name.slice(0, at), name.slice(at)];
  if (edit === 0) return before + letter + rest;
  if (edit === 1) return before + rest.slice(1);
  if (edit === 2) return before + letter + rest.slice(1);
  return before + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2);
}

/** True when the edit distance is at most one. */
function isOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [a, b] = [one.slice(start), other.slice(start)];
  while (a !== '' && a.at(-1) === b.at(-1)) [a, b] = [a.slice(0, -1), b.slice(0, -1)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === [...b].reverse().join(''));
}

describe('the answers that are kept', () => {
  it('are the same hits for the same words, and 500 at most', () => {
    const finder = createFinder(documents);
    const first = (query: string) => finder.find(query, { locale: 'en' })[0];
    const before = first('france');
    // Queries that find something, or nothing: each is one answer.
    for (let n = 0; n < 499; n += 1) first(`zz${n}`);
    expect(first('France!')).toBe(before);
    for (let n = 0; n < 500; n += 1) first(`yy${n}`);
    expect(first('france')).not.toBe(before);
    expect(first('france')).toEqual(before);
  });
});
