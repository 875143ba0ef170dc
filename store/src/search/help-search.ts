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

export type HelpSearch<D extends HelpDocument> = {
  /** The articles that answer a question, best first, without duplicates: in the reader's language if available. */
  find(query: string, options: { locale: Locale; limit?: number }): HelpHit<D>[];
};

/** Maximum number of words that count, so that a long text costs no more. */
const MOST_WORDS = 12;
const MOST_HITS = 8;
/** Hits below this share of the best score are dropped. */
const LEAST_SHARE = 0.1;
/** Factor for an article that only matched in the other language. */
const OTHER_LANGUAGE = 0.8;
/** Factor for a question that equals a title or another of its names. */
const WHOLE_PHRASE = 1.5;
/** Words from this length on may have one typo, except in the first letter. */
const TYPO_FROM = 4;

const WEIGHTS = { title: 6, alias: 6, heading: 3, description: 2, text: 1 };
const QUALITY = { exact: 1, beginning: 0.85, related: 0.75, typo: 0.6 };

/** Stop words of a question, as `wordsOf` writes them. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  Object.values(questionWords).flatMap((words) => words.split(/\s+/)),
);

/** An index over help articles, in one language or both: a question in the other language finds the same article. */
export function createHelpSearch<D extends HelpDocument>(documents: readonly D[]): HelpSearch<D> {
  const index = indexOf(documents);
  const phrases = documents.map(
    ({ title, aliases }) => new Set([title, ...aliases].map((phrase) => tellingWords(phrase).join(' '))),
  );
  const versions = Map.groupBy(documents, ({ slug }) => slug);

  /** The matches of one word of a question: the weight for each document, at most that of its best field. */
  function meet(word: string, isLast: boolean): Map<number, number> {
    const met = new Map<number, number>();
    for (const quality of ['exact', 'typo'] as const) {
      for (const [known, weights] of index) {
        const match = quality === 'typo' ? typoOf(word, known) : matchOf(word, known, isLast);
        if (match === undefined) continue;
        for (const [position, weight] of weights)
          met.set(position, Math.max(met.get(position) ?? 0, weight * QUALITY[match]));
      }
      // Typos are only searched when nothing else matched.
      if (met.size > 0) break;
    }
    return met;
  }

  function score(words: readonly string[], isTyping: boolean): Map<number, number> {
    const meetings = words
      .map((word, i) => meet(word, isTyping && i === words.length - 1))
      .filter((met) => met.size > 0);
    // Inverse document frequency: a word in few articles weighs more than one in all of them.
    const rarities = meetings.map((met) => Math.log(1 + documents.length / met.size));
    const all = rarities.reduce((sum, rarity) => sum + rarity, 0);
    const scores = new Map<number, number>();
    const phrase = words.join(' ');
    for (const position of documents.keys()) {
      let sum = 0;
      let covered = 0;
      for (const [i, met] of meetings.entries()) {
        const weight = met.get(position);
        if (weight === undefined) continue;
        sum += weight * rarities[i]!;
        covered += rarities[i]!;
      }
      const factor = phrases[position]!.has(phrase) ? WHOLE_PHRASE : 1;
      if (sum > 0) scores.set(position, sum * (covered / all) ** 2 * factor);
    }
    return scores;
  }

  return {
    find(query, { locale, limit = MOST_HITS }) {
      const words = tellingWords(cutQuery(query));
      if (words.length === 0) return [];
      const isTyping = /[\p{L}\p{N}]$/u.test(query);
      const best = new Map<string, number>();
      for (const [position, found] of score(words, isTyping)) {
        const { slug, locale: of } = documents[position]!;
        best.set(slug, Math.max(best.get(slug) ?? 0, of === locale ? found : found * OTHER_LANGUAGE));
      }
      const hits = [...best].toSorted(([, a], [, b]) => b - a);
      const least = (hits[0]?.[1] ?? 0) * LEAST_SHARE;
      return hits
        .filter(([, score]) => score >= least)
        .slice(0, limit)
        .map(([slug]) => {
          const of = versions.get(slug)!;
          const document = of.find((version) => version.locale === locale) ?? of[0]!;
          const heading = headingFor(words, document);
          return heading === undefined ? { document } : { document, heading };
        });
    },
  };
}

/** The words of a question without stop words. */
function tellingWords(query: string): string[] {
  return [...new Set(wordsOf(query))].filter((word) => !QUESTION_WORDS.has(word)).slice(0, MOST_WORDS);
}

/** For each word the documents that contain it, with the weight of the best field. */
function indexOf(documents: readonly HelpDocument[]): Map<string, Map<number, number>> {
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
  if (word.length < TYPO_FROM || word[0] !== known[0]) return undefined;
  return isNearPrefix(word, known) ? 'typo' : undefined;
}
