import type { Coverage, Localized, Operator } from '../../../modules/catalogue/types.ts';
import { wordsOf } from '../../../shared/finding/fold.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';

/** A covered country or place in the lists of the coverage pages. */
export type Place = {
  slug: string;
  name: Localized;
  /** Other search terms. */
  aliases: readonly string[];
  /** Common misspellings of its name. */
  misspellings: readonly string[];
  flag: string;
  countryCode: string | null;
  region: string | null;
  /** True when another country of the list contains it: Bali in Indonesia. */
  isPart: boolean;
  coverage: Coverage | null;
  from: Money | null;
  /** Names of the networks of our plans there. */
  networks: readonly string[];
};

/** The parts of the world in the order of their tabs; others are `other`. */
export const REGIONS = ['africa', 'americas', 'asia', 'europe', 'middle-east', 'oceania', 'other'] as const;
export type Region = (typeof REGIONS)[number];

export function regionOf({ region }: Pick<Place, 'region'>): Region {
  return REGIONS.find((each) => each === region) ?? 'other';
}

/** Sorted by the reader's alphabet. */
export function byName<T extends { name: Localized }>(items: readonly T[], locale: Locale): T[] {
  const { compare } = new Intl.Collator(locale);
  return items.toSorted((a, b) => compare(a.name[locale], b.name[locale]));
}

/** The letters of names, because a page groups up to a thousand names of the catalogue. */
const letters = new Map<string, string>();

/** The index letter of a name: `Égypte` under E; `#` without a letter. */
export function letterOf(name: string): string {
  const letter = letters.get(name) ?? /^\p{L}/u.exec((wordsOf(name)[0] ?? '').toUpperCase())?.[0] ?? '#';
  letters.set(name, letter);
  return letter;
}

export type Letter<T> = { letter: string; items: T[] };

/** Groups alphabetically sorted items by letter; those without a letter come first. */
export function byLetter<T>(items: readonly T[], nameOf: (item: T) => string): Letter<T>[] {
  return [...Map.groupBy(items, (item) => letterOf(nameOf(item)))]
    .map(([letter, group]) => ({ letter, items: group }))
    .toSorted((a, b) => (a.letter < b.letter ? -1 : 1));
}

type Named = {
  name: Localized;
  aliases: readonly string[];
  misspellings?: readonly string[];
  countryCode: string | null;
};

/** Cache of normalised words by object, because each typed letter is compared with all of them. */
const folded = new WeakMap<object, string[][]>();

function wordsIn(holder: object, texts: readonly string[]): string[][] {
  const known = folded.get(holder) ?? texts.map(wordsOf);
  folded.set(holder, known);
  return known;
}

const begin = (names: readonly string[][], typed: readonly string[]) =>
  names.some((words) => typed.every((part) => words.some((word) => word.startsWith(part))));

/** True when each typed word is the prefix of a word in one of the place's names, in any language. */
export function isMeant<T extends Named>({ name, aliases, countryCode }: T, typed: readonly string[]): boolean {
  if (typed.length === 1 && typed[0] === countryCode?.toLowerCase()) return true;
  return begin(wordsIn(name, Object.values(name)), typed) || begin(wordsIn(aliases, aliases), typed);
}

/**
 * True when the typed words begin a common misspelling of the place, which counts only when no name is meant: `Tai` is
 * not yet a wrong Thailand.
 */
export function isMisspelt({ misspellings = [] }: Named, typed: readonly string[]): boolean {
  return begin(wordsIn(misspellings, misspellings), typed);
}

/** Those that are meant; without one, those that are misspelt. */
export function meantOf<T extends Named>(places: readonly T[], typed: readonly string[], isAlso = isMeant<T>): T[] {
  const meant = places.filter((place) => isAlso(place, typed));
  return meant.length > 0 ? meant : places.filter((place) => isMisspelt(place, typed));
}

/** True when each typed word is the prefix of a word in the network's name. */
export function isCalled(operator: { name: string }, typed: readonly string[]): boolean {
  return begin(wordsIn(operator, [operator.name]), typed);
}

/** The matching places: exact names first, then own names with this prefix, then the others. */
export function placesFor<T extends Named>(places: readonly T[], query: string): T[] {
  const typed = wordsOf(query);
  const asked = typed.join('');
  const rank = ({ name, aliases, countryCode }: T) => {
    const own = wordsIn(name, Object.values(name));
    const is = (words: readonly string[]) => words.join('') === asked;
    if (countryCode?.toLowerCase() === asked || own.some(is) || wordsIn(aliases, aliases).some(is)) return 0;
    return begin(own, typed) ? 1 : 2;
  };
  const ranked = meantOf(places, typed).map((place) => ({ place, rank: rank(place) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ place }) => place);
}

export type CountryNetworks = Omit<Place, 'networks' | 'coverage' | 'from' | 'region'> & {
  /** Networks of our plans. */
  used: readonly Operator[];
  /** Other networks of the country in open data. */
  others: readonly Operator[];
};

export type OperatorPlaces = { name: string; places: { place: CountryNetworks; isUsed: boolean }[] };

/** The inverse list: each network name with its countries. */
export function byOperator(countries: readonly CountryNetworks[], locale: Locale): OperatorPlaces[] {
  const found = new Map<string, OperatorPlaces['places']>();
  for (const place of byName(countries, locale))
    for (const [operators, isUsed] of [
      [place.used, true],
      [place.others, false],
    ] as const)
      for (const { name } of operators) {
        const places = found.get(name) ?? [];
        found.set(name, places);
        places.push({ place, isUsed });
      }
  const { compare } = new Intl.Collator(locale);
  return [...found].map(([name, places]) => ({ name, places })).toSorted((a, b) => compare(a.name, b.name));
}

/** The target of a key in an alphabetical list: arrows, Home, End, or the next place with a letter. */
export function placeByKey<T extends { name: Localized }>(
  key: string,
  ordered: readonly T[],
  position: number,
  locale: Locale,
): T | undefined {
  const at = (index: number) => ordered[(index + ordered.length) % ordered.length];
  if (key === 'ArrowRight' || key === 'ArrowDown') return at(position + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return at(position - 1);
  if (key === 'Home') return at(0);
  if (key === 'End') return at(-1);
  if (!/^\p{L}$/u.test(key)) return undefined;
  const rotated = [...ordered.slice(position + 1), ...ordered.slice(0, position + 1)];
  return rotated.find((place) => letterOf(place.name[locale]) === letterOf(key));
}

/** The countries whose names or networks match the input. */
export function countriesFor(countries: readonly CountryNetworks[], query: string): CountryNetworks[] {
  const typed = wordsOf(query);
  return meantOf(
    countries,
    typed,
    (country) =>
      isMeant(country, typed) || [...country.used, ...country.others].some((operator) => isCalled(operator, typed)),
  );
}

/** The operators whose names or countries match the input. */
export function operatorsFor(operators: readonly OperatorPlaces[], query: string): OperatorPlaces[] {
  const typed = wordsOf(query);
  const found = (isPlace: typeof isMeant) =>
    operators.filter(
      (operator) => isCalled(operator, typed) || operator.places.some(({ place }) => isPlace(place, typed)),
    );
  const meant = found(isMeant);
  return meant.length > 0 ? meant : found(isMisspelt);
}
