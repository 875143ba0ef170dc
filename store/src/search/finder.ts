import SearchableMap from 'minisearch/SearchableMap';
import { createBoundedCache } from '../shared/bounded-cache.ts';
import type { Locale } from '../shared/locale.ts';
import { isNearPrefix, swapsOf } from '../shared/finding/distance.ts';
import { cutQuery, wordsOf } from '../shared/finding/fold.ts';
import { type Phrase, phrasesOf } from './phrases.ts';
import { isFull, type Match, rankOf } from './rank.ts';
import { placeWords, spellingsOf, withoutSmallWords } from './spellings.ts';
import type { Hit, SearchDocument } from './types.ts';

/** Words from this length on may have one typo. */
const TYPO_FROM = 4;
/**
 * Maximum number of words that are looked up individually. Single letters are skipped: each would match a large part of
 * the index.
 */
const MAX_WORDS = 4;
/** Maximum number of hits. */
const MAX_HITS = 60;
/** Size of the LRU cache of results: a single letter matches a large part of the index. */
const MAX_ANSWERS = 500;

type Candidate = { rank: number; phrase: Phrase; match: Match };
/** By position in the documents. */
type Candidates = Map<number, Candidate>;
/** Positions in the phrases; `~position` for a term that starts at a later word. */
type Postings = readonly number[];

export type Finder<D extends SearchDocument> = {
  /** The documents that match a query, best first, with the reason. Ties stay in the order of the documents. */
  find(query: string, options: { locale: Locale; limit?: number }): Hit<D>[];
};

/** The names of all documents, and the terms by which they are found. */
type NameIndex = { phrases: readonly Phrase[]; terms: SearchableMap<number[]> };

/**
 * An index over the names of places. A term is a name without spaces, as a whole and from each of its words on:
 * `unitedarabemirates`, `arabemirates`, `emirates`. So spaces and hyphens are ignored, and incomplete input is the
 * prefix of a term.
 */
export function createFinder<D extends SearchDocument>(documents: readonly D[]): Finder<D> {
  const phrases = phrasesOf(documents);
  const index: NameIndex = { phrases, terms: termsOf(phrases) };
  const answers = createBoundedCache<Hit<D>[]>(MAX_ANSWERS);
  return {
    find(query, { locale, limit = MAX_HITS }) {
      const words = placeWords(cutQuery(query));
      if (words.length === 0) return [];
      const hits = answers.getOrMake(`${locale} ${words.join(' ')}`, () =>
        hitsOf(documents, lookUpAll(index, words, locale)),
      );
      return hits.slice(0, limit);
    },
  };
}

/** The candidates as documents with their reasons, best first. */
function hitsOf<D extends SearchDocument>(documents: readonly D[], found: Candidates): Hit<D>[] {
  return [...found]
    .map(([position, candidate]) => ({ position, candidate, document: documents[position]! }))
    .sort(
      (a, b) =>
        a.candidate.rank - b.candidate.rank ||
        Number(b.document.own) - Number(a.document.own) ||
        a.position - b.position,
    )
    .slice(0, MAX_HITS)
    .map(({ document, candidate: { phrase, match } }) => ({
      document,
      reason: {
        kind: phrase.kind,
        text: phrase.text,
        locale: phrase.locale,
        typo: phrase.typed !== undefined || match === 'typo' || match === 'near-prefix',
      },
    }));
}

/** Each strategy is tried only if the earlier ones found nothing, or only names with a typo. */
function lookUpAll(index: NameIndex, words: readonly string[], locale: Locale): Candidates {
  const found = lookUp(index, words, locale);
  const candidates = [...found.values()];
  if (candidates.some(({ rank }) => isFull(rank)))
    return new Map([...found].filter(([, { match }]) => match !== 'typo'));
  if (candidates.some(({ match }) => match !== 'typo')) return found;
  const near = lookUpNear(index, words, locale);
  if (found.size > 0 || near.size > 0) return new Map([...near, ...found]);
  const telling = withoutSmallWords(words)
    .filter((word) => word.length > 1)
    .slice(0, MAX_WORDS);
  const each = telling.length > 1 ? lookUpEach(index, telling, locale) : found;
  return each.size > 0 ? each : lookUpAny(index, telling, locale);
}

/** Names that equal or start with these words, and those with one typo. */
function lookUp(index: NameIndex, words: readonly string[], locale: Locale): Candidates {
  const found: Candidates = new Map();
  for (const spelling of spellingsOf(words)) {
    const key = spelling.join('');
    for (const [term, postings] of index.terms.atPrefix(key))
      consider(index, found, postings, term === key ? 'exact' : 'prefix', locale);
    if (key.length < TYPO_FROM) continue;
    for (const [term, [postings]] of index.terms.fuzzyGet(key, 1))
      if (term !== key) consider(index, found, postings, 'typo', locale);
    for (const swapped of swapsOf(key)) consider(index, found, index.terms.get(swapped) ?? [], 'typo', locale);
  }
  return found;
}

/** Names whose prefix is one typo away from the input; the first letter must be right. */
function lookUpNear(index: NameIndex, words: readonly string[], locale: Locale): Candidates {
  const found: Candidates = new Map();
  const key = words.join('');
  if (key.length < TYPO_FROM) return found;
  for (const [term, postings] of index.terms.atPrefix(key[0]!))
    if (isNearPrefix(key, term)) consider(index, found, postings, 'near-prefix', locale);
  return found;
}

/** The hits of each single word: `Paris, France`. The best of them gives the reason. */
function lookUpEach(index: NameIndex, words: readonly string[], locale: Locale): Candidates {
  const found: Candidates = new Map();
  const [first, ...others] = words.map((word) => lookUp(index, [word], locale));
  for (const [document, candidate] of first ?? []) {
    const all = [candidate, ...others.map((other) => other.get(document))];
    if (all.every((each) => each !== undefined))
      found.set(
        document,
        all.reduce((best, each) => (each.rank < best.rank ? each : best)),
      );
  }
  return found;
}

/** Places that a longer text contains: `honeymoon in bali`. */
function lookUpAny(index: NameIndex, words: readonly string[], locale: Locale): Candidates {
  const found: Candidates = new Map();
  for (const word of words)
    if (word.length >= TYPO_FROM)
      consider(index, found, (index.terms.get(word) ?? []).filter(isWhole), 'exact', locale);
  return found;
}

/** Adds the documents of these postings, each with its best reason. */
function consider({ phrases }: NameIndex, found: Candidates, postings: Postings, match: Match, locale: Locale): void {
  for (const posting of postings) {
    const phrase = phrases[posting < 0 ? ~posting : posting]!;
    const rank = rankOf(phrase, match, posting >= 0, locale);
    for (const document of phrase.documents) {
      const known = found.get(document);
      if (known === undefined || rank < known.rank) found.set(document, { rank, phrase, match });
    }
  }
}

const isWhole = (posting: number): boolean => posting >= 0;

function termsOf(phrases: readonly Phrase[]): SearchableMap<number[]> {
  const terms = new SearchableMap<number[]>();
  for (const [position, { text, typed = text }] of phrases.entries())
    for (const words of spellingsOf(wordsOf(typed)))
      for (const start of words.keys()) {
        const postings = terms.fetch(words.slice(start).join(''), () => []);
        const posting = start === 0 ? position : ~position;
        if (!postings.includes(posting)) postings.push(posting);
      }
  return terms;
}
