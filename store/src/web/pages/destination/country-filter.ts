import { cutQuery, wordsOf } from '../../../shared/finding/fold.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { CoveredPlace } from './destination-loader.ts';

const plain = (text: string) => wordsOf(text).join(' ');

/** In the alphabet's order, alike in every browser: accents do not count. */
export function byName(places: readonly CoveredPlace[], locale: Locale): CoveredPlace[] {
  const sorted = places.map((place) => ({ place, name: plain(place.name[locale]) }));
  return sorted.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ place }) => place);
}

/** Those whose name in any language has these letters; all of them for an empty query. */
export function filterCountries(places: readonly CoveredPlace[], query: string): CoveredPlace[] {
  const wanted = plain(cutQuery(query));
  return places.filter(({ name }) => Object.values(name).some((each) => plain(each).includes(wanted)));
}
