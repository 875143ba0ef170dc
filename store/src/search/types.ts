import type { Locale, Localized } from '../shared/locale.ts';

/** What a search knows of a destination. */
export type SearchDocument = {
  slug: string;
  kind: 'local' | 'regional' | 'global';
  name: Localized;
  countryCode: string | null;
  region: string | null;
  /** Slug of the destination in which it lies: Bali, in Indonesia. */
  within: string | null;
  /** True when it has plans of its own: shown before equals that have none. */
  own: boolean;
  /** Its other names, in both languages. */
  aliases: readonly string[];
  /** Cities, islands and parts of it, in both languages. */
  cities: readonly string[];
};

/** `place` lies in the destination, `area` is around it (`Scandinavia`), `code` is of ISO 3166. */
export type ReasonKind = 'name' | 'alias' | 'place' | 'area' | 'code';

/** Why a destination was found. */
export type Reason = {
  kind: ReasonKind;
  /** The words that were met, as they are written: `Japon` for `japo`. */
  text: string;
  /** Of a name that is not the same in both languages. */
  locale: Locale | null;
  /** True when the query is these words but for one typo. */
  typo: boolean;
};

export type Hit<D extends SearchDocument = SearchDocument> = { document: D; reason: Reason };
