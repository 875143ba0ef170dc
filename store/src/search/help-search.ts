import { personWords } from '../i18n/areas/person-words.ts';
import { questionWords } from '../i18n/areas/question-words.ts';
import { isNearPrefix } from '../shared/finding/distance.ts';
import { cutQuery, wordsOf } from '../shared/finding/fold.ts';
import type { Locale } from '../shared/locale.ts';

/** The search data of a help article. `GET /api/help/<language>` has the whole article. */
export type HelpDocument = {
  slug: string;
  locale: Locale;
  title: string;
  description: string;
  /** Other search terms. */
  aliases: readonly string[];
  headings: readonly { id: string; text: string }[];
  text: string;
};

/** `heading`: the section that fits the question better than the title, if any. */
export type HelpHit<D extends HelpDocument> = { document: D; heading?: { id: string; text: string } };

/**
 * The articles that answer a question, best first, without duplicates, in the reader's language if available.
 * `person`: the question asks for a person, or the articles only mention its words, so that a person comes before them.
 */
export type HelpResult<D extends HelpDocument> = { hits: HelpHit<D>[]; person: boolean };

type Options = {
  locale: Locale;
  limit?: number;
  /** Hits below this share of the best score are dropped. */
  leastShare?: number;
  /** An article is about a question when its title, names and headings have this share of the question's words. */
  leastKnown?: number;
};

export type HelpSearch<D extends HelpDocument> = {
  ask(query: string, options: Options): HelpResult<D>;
  /** The hits of `ask`. */
  find(query: string, options: Options): HelpHit<D>[];
};

/** Maximum number of words that count, so that a long text costs no more. */
const MAX_WORDS = 12;
const MAX_HITS = 8;
/** Maximum number of articles below a person. */
const MAX_BELOW_PERSON = 3;
const LEAST_SHARE = 0.03;
/** Factor for an article that only matched in the other language. */
const OTHER_LANGUAGE = 0.8;
/** Factor for a question that equals a title or another of its names; one that contains such a name gets a part of it. */
const WHOLE_PHRASE = 2.5;
const LEAST_KNOWN = 0.5;
/** Words from this length on may have one typo, except in the first letter. */
const TYPO_FROM = 4;

/** A word with a typo may lack this many letters at its end: `promo` is not the beginning of `prolonger`. */
const MAX_MISSING = 3;

const WEIGHTS = { title: 6, alias: 6, heading: 3, description: 2, text: 1 };
/** From this weight on a word names the subject: it is in a title, an alias or a heading. */
const NAMED = WEIGHTS.heading * 0.6;
const QUALITY = { exact: 1, beginning: 0.85, related: 0.75, typo: 0.6 };

/** Stop words of a question, as `wordsOf` writes them. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  Object.values(questionWords).flatMap((words) => words.split(/\s+/)),
);

/** Phrases that ask for a person, as `wordsOf` writes them, with a blank on both sides; the longest first. */
const PERSON_PHRASES = Object.values(personWords)
  .flatMap((phrases) => phrases.split(',').map((phrase) => ` ${wordsOf(phrase).join(' ')} `))
  .toSorted((a, b) => b.length - a.length);

/** The articles, and what their words are worth. */
type HelpIndex<D extends HelpDocument> = {
  documents: readonly D[];
  /** For each word the documents that contain it, with the weight of the best field. */
  weights: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** The telling words of each title and each other name. */
  phrases: readonly (readonly string[][])[];
  /** The articles by address: the languages of one. */
  versions: ReadonlyMap<string, readonly D[]>;
};

/** An index over help articles, in one language or both: a question in the other language finds the same article. */
export function createHelpSearch<D extends HelpDocument>(documents: readonly D[]): HelpSearch<D> {
  const index: HelpIndex<D> = {
    documents,
    weights: weightsOf(documents),
    phrases: documents.map(({ title, aliases }) =>
      [title, ...aliases].map(tellingWords).filter((words) => words.length > 0),
    ),
    versions: Map.groupBy(documents, ({ slug }) => slug),
  };
  return {
    ask: (query, options) => ask(index, query, options),
    find: (query, options) => ask(index, query, options).hits,
  };
}

function ask<D extends HelpDocument>(
  index: HelpIndex<D>,
  query: string,
  { locale, limit = MAX_HITS, leastShare = LEAST_SHARE, leastKnown = LEAST_KNOWN }: Options,
): HelpResult<D> {
  const asked = ` ${wordsOf(cutQuery(query)).join(' ')} `;
  const asksForPerson = PERSON_PHRASES.some((phrase) => asked.includes(phrase));
  // "Talk to someone about a refund": only the refund is looked for.
  const subject = PERSON_PHRASES.reduce((text, phrase) => text.replaceAll(phrase, ' '), asked);
  const words = tellingWords(subject);
  if (words.length === 0) return { hits: [], person: asksForPerson };
  const isTyping = /[\p{L}\p{N}]$/u.test(query);
  const found = bestArticles(index, scoresOf(index, words, isTyping), locale, leastKnown);
  const least = Math.max(0, ...found.map(({ value }) => value)) * leastShare;
  const person = asksForPerson || found[0]?.isAbout === false;
  const hits = found
    .filter(({ value }) => value >= least)
    .slice(0, person ? Math.min(limit, MAX_BELOW_PERSON) : limit)
    .map(({ slug }) => {
      const of = index.versions.get(slug)!;
      const document = of.find((version) => version.locale === locale) ?? of[0]!;
      const heading = headingFor(words, document);
      return heading === undefined ? { document } : { document, heading };
    });
  return { hits, person };
}

/** The articles with their best score in any language, best first; those that are about the question before others. */
function bestArticles<D extends HelpDocument>(
  { documents }: HelpIndex<D>,
  scores: ReadonlyMap<number, Score>,
  locale: Locale,
  leastKnown: number,
): { slug: string; value: number; isAbout: boolean }[] {
  const best = new Map<string, { slug: string; value: number; isAbout: boolean }>();
  for (const [position, { value, known: share }] of scores) {
    const { slug, locale: of } = documents[position]!;
    const known = best.get(slug);
    const here = of === locale ? value : value * OTHER_LANGUAGE;
    best.set(slug, {
      slug,
      value: Math.max(known?.value ?? 0, here),
      isAbout: share >= leastKnown || known?.isAbout === true,
    });
  }
  return [...best.values()].toSorted((a, b) => Number(b.isAbout) - Number(a.isAbout) || b.value - a.value);
}

function scoresOf(index: HelpIndex<HelpDocument>, words: readonly string[], isTyping: boolean): Map<number, Score> {
  const { documents, phrases } = index;
  const meetings = words.map((word, i) => meetingsOf(index, word, isTyping && i === words.length - 1));
  // Inverse document frequency: a word in few articles weighs more than one in all of them; unknown words weigh nothing.
  const rarities = meetings.map((met) => (met.size === 0 ? 0 : Math.log(1 + documents.length / met.size)));
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const scores = new Map<number, Score>();
  for (const position of documents.keys()) {
    let sum = 0;
    let covered = 0;
    let named = 0;
    for (const [i, met] of meetings.entries()) {
      const weight = met.get(position) ?? 0;
      sum += weight * rarities[i]!;
      covered += Math.sqrt(weight / WEIGHTS.title) * rarities[i]!;
      if (weight >= NAMED) named += 1;
    }
    if (sum === 0) continue;
    // The share of the question that the article's longest name covers.
    const phrase = Math.max(0, ...phrases[position]!.map((each) => shareOf(each, words, rarities))) / all;
    scores.set(position, {
      value: sum * (covered / all) ** 2 * (1 + (WHOLE_PHRASE - 1) * phrase),
      known: phrase > 0 ? 1 : named / words.length,
    });
  }
  return scores;
}

/** The matches of one word of a question: the weight for each document, at most that of its best field. */
function meetingsOf({ weights }: HelpIndex<HelpDocument>, word: string, isLast: boolean): Map<number, number> {
  const met = new Map<number, number>();
  for (const quality of ['exact', 'typo'] as const) {
    for (const [known, inDocuments] of weights) {
      const match = quality === 'typo' ? typoOf(word, known) : matchOf(word, known, isLast);
      if (match === undefined) continue;
      for (const [position, weight] of inDocuments)
        met.set(position, Math.max(met.get(position) ?? 0, weight * QUALITY[match]));
    }
    // Typos are only searched when nothing else matched.
    if (met.size > 0) break;
  }
  return met;
}

/** `known`: the share of the question's words in the article's title, names and headings; 1 with a whole name. */
type Score = { value: number; known: number };

/** The weight of a name's words in a question that has all of them, or 0. A name may be typed with errors. */
function shareOf(name: readonly string[], words: readonly string[], rarities: readonly number[]): number {
  let share = 0;
  for (const known of name) {
    const at = words.findIndex(
      (word) => matchOf(word, known, false) !== undefined || typoOf(word, known) !== undefined,
    );
    if (at < 0) return 0;
    share += rarities[at]!;
  }
  return share;
}

/** The words of a question without stop words. */
function tellingWords(query: string): string[] {
  return [...new Set(wordsOf(query))].filter((word) => !QUESTION_WORDS.has(word)).slice(0, MAX_WORDS);
}

/** For each word the documents that contain it, with the weight of the best field. */
function weightsOf(documents: readonly HelpDocument[]): Map<string, Map<number, number>> {
  const index = new Map<string, Map<number, number>>();
  for (const [position, document] of documents.entries()) {
    const fields: [string, number][] = [
      [document.title, WEIGHTS.title],
      ...document.aliases.map((alias): [string, number] => [alias, WEIGHTS.alias]),
      ...document.headings.map(({ text }): [string, number] => [text, WEIGHTS.heading]),
      [document.description, WEIGHTS.description],
      [document.text, WEIGHTS.text],
    ];
    for (const [text, weight] of fields)
      for (const word of wordsOf(text)) {
        const weights = index.get(word) ?? new Map<number, number>();
        index.set(word, weights.set(position, Math.max(weights.get(position) ?? 0, weight)));
      }
  }
  return index;
}

/** The section whose heading matches more words of the question than the title. */
function headingFor(asked: readonly string[], { title, headings }: HelpDocument) {
  const met = (text: string) => {
    const known = wordsOf(text);
    return asked.filter((word) => known.some((each) => matchOf(word, each, false) !== undefined)).length;
  };
  const inTitle = met(title);
  let best: { heading: { id: string; text: string }; met: number } | undefined;
  for (const heading of headings) {
    const count = met(heading.text);
    if (count > Math.max(inTitle, best?.met ?? 0)) best = { heading, met: count };
  }
  return best?.heading;
}

function matchOf(word: string, known: string, isTyping: boolean): keyof typeof QUALITY | undefined {
  if (word === known) return 'exact';
  if (isTyping && word.length > 1 && known.startsWith(word)) return 'beginning';
  return areRelated(word, known) ? 'related' : undefined;
}

/**
 * True for two forms of one word, in either language: `install` and `installation`, `rembourser` and `remboursement`,
 * `operator` and `opérateur`. They share a prefix that is most of the longer one.
 */
function areRelated(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let common = 0;
  while (common < short.length && short[common] === long[common]) common += 1;
  return common >= (common === short.length ? 4 : 5) && common >= 0.55 * long.length;
}

function typoOf(word: string, known: string): 'typo' | undefined {
  if (word.length < TYPO_FROM || word[0] !== known[0] || known.length > word.length + MAX_MISSING) return undefined;
  return isNearPrefix(word, known) ? 'typo' : undefined;
}
