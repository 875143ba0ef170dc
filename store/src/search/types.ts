import type { Locale, Localized } from '../shared/locale.ts';

/** The search data of a destination. */
export type SearchDocument = {
  slug: string;
  kind: 'local' | 'regional' | 'global';
  name: Localized;
  countryCode: string | null;
  region: string | null;
  /** Slug of the destination that contains it: Indonesia for Bali. */
  within: string | null;
  /** True when it has plans of its own: ranked before equal hits without any. */
  own: boolean;
  /** Its other names, in both languages. */
  aliases: readonly string[];
  /** Common misspellings of its name, in both languages (store/data/catalogue/misspellings.json). */
  misspellings?: readonly string[];
  /** Cities, islands and parts of it, in both languages. */
  cities: readonly string[];
};

/** `place` is inside the destination, `area` contains it (`Scandinavia`), `code` is of ISO 3166. */
export type ReasonKind = 'name' | 'alias' | 'place' | 'area' | 'code';

/** Why a destination was found. */
export type Reason = {
  kind: ReasonKind;
  /** The matched words in their original spelling: `Japon` for `japo`. */
  text: string;
  /** Set for a name that differs between the languages. */
  locale: Locale | null;
  /** True when the query is a misspelling: a common one, or with one typo. */
  typo: boolean;
};

export type Hit<D extends SearchDocument = SearchDocument> = { document: D; reason: Reason };
