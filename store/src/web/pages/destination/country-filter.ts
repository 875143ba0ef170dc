import { cutQuery, wordsOf } from '../../../shared/finding/fold.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { CoveredPlace } from './destination-loader.ts';

const plain = (text: string) => wordsOf(text).join(' ');

/** Sorted alphabetically, the same in every browser: accents are ignored. */
export function byName(places: readonly CoveredPlace[], locale: Locale): CoveredPlace[] {
  const sorted = places.map((place) => ({ place, name: plain(place.name[locale]) }));
  return sorted.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ place }) => place);
}

/** The places whose name in any language contains the query; all of them for an empty query. */
export function filterCountries(places: readonly CoveredPlace[], query: string): CoveredPlace[] {
  const wanted = plain(cutQuery(query));
  return places.filter(({ name }) => Object.values(name).some((each) => plain(each).includes(wanted)));
}
