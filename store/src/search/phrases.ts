import { FALLBACK_LOCALE, LOCALES, type Locale } from '../shared/locale.ts';
import { AREAS } from './areas.ts';
import { sameWords } from '../shared/finding/fold.ts';
import { isoCodes } from './iso3.ts';
import type { ReasonKind, SearchDocument } from './types.ts';

/** A phrase by which documents are found. */
export type Phrase = {
  text: string;
  /** The misspelling that is searched in place of `text`. */
  typed?: string;
  kind: ReasonKind;
  locale: Locale | null;
  documents: readonly number[];
};

/** Every phrase of every document; `documents` are positions in the list. */
export function phrasesOf(documents: readonly SearchDocument[]): Phrase[] {
  const bySlug = new Map(documents.map((document) => [document.slug, document]));
  const phrases: Phrase[] = [];
  for (const [position, document] of documents.entries()) {
    const add = (kind: ReasonKind, text: string, locale: Locale | null = null) =>
      phrases.push({ text, kind, locale, documents: [position] });
    for (const { text, locale } of namesOf(document)) add('name', text, locale);
    const [own] = namesOf(document);
    for (const typed of document.misspellings ?? [])
      phrases.push({ ...own!, typed, kind: 'name', documents: [position] });
    for (const text of document.aliases) add('alias', text);
    for (const text of document.cities) add('place', text);
    const around = document.within === null ? undefined : bySlug.get(document.within);
    if (around) for (const { text, locale } of namesOf(around)) add('area', text, locale);
    // A place has the code of its country: Bali has Indonesia's.
    if (document.countryCode !== null)
      for (const code of isoCodes(document.countryCode)) add(around ? 'area' : 'code', code);
  }
  for (const { names, region, codes } of AREAS) {
    const inside = [...documents.keys()].filter((position) => {
      const { kind, countryCode, region: own } = documents[position]!;
      return kind === 'local' && (region === undefined ? codes!.includes(countryCode ?? '') : own === region);
    });
    if (inside.length > 0)
      for (const text of names) phrases.push({ text, kind: 'area', locale: null, documents: inside });
  }
  return phrases;
}

/** The name in each language, or the one name for both. */
function namesOf({ name }: SearchDocument): { text: string; locale: Locale | null }[] {
  const first = name[FALLBACK_LOCALE];
  if (LOCALES.every((locale) => sameWords(name[locale], first))) return [{ text: first, locale: null }];
  return LOCALES.map((locale) => ({ text: name[locale], locale }));
}
