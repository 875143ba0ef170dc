import type { Locale } from '../shared/locale.ts';

/** The kind of a text: an answer of the help, an article of the blog, or a legal document. */
export type ContentKind = 'help' | 'blog' | 'legal';

export const CONTENT_KINDS: readonly ContentKind[] = ['help', 'blog', 'legal'];

/** Facts of the merchant for `{{fact:…}}`; without one, its paragraph, list item or row is left out. */
export const FACTS = [
  'name',
  'legalForm',
  'address',
  'register',
  'vatId',
  'vatExemption',
  'email',
  'phone',
  'publisher',
  'host',
  'supportHours',
  'mediatorName',
  'mediatorAddress',
  'mediatorUrl',
  'telecomsStatus',
  'privacyEmail',
  'deliveryMinutes',
  'refundDays',
  'answerDays',
] as const satisfies readonly string[];

/** Components for `{{part:…}}` in a text. */
export const PARTS = [
  'processors',
  'retention',
  'storage',
  'supervisors',
  'dataRates',
  'dataHabits',
  'localRegionalGlobal',
] as const satisfies readonly string[];

export type PartName = (typeof PARTS)[number];

/** HTML from the compiler (no scripts, no raw HTML of an author), or a placeholder for a component. */
export type Block = { kind: 'html'; html: string } | { kind: 'part'; name: PartName };

/** A `##` heading with its content; without id and title, the content before the first heading. */
export type Section = {
  id: string | null;
  title: string | null;
  /** Legal documents: the clause in plain words, as HTML. */
  summary: string | null;
  blocks: Block[];
};

export type Article = {
  kind: ContentKind;
  /** `locked-phone`, or for a legal document with its version: `terms/1`. The same in both languages. */
  slug: string;
  locale: Locale;
  title: string;
  description: string;
  /** Calendar days, `2026-11-22`. */
  date: string;
  updated: string;
  sources: { title: string; url: string }[];
  /** Help and blog only. */
  topic: string | null;
  /** Blog: the destination on the map beside the title. */
  place: string | null;
  /** Help: the position within the topic. */
  order: number;
  /** Help: search terms. */
  aliases: string[];
  /** Legal documents only. */
  version: number | null;
  changes: string | null;
  /** Reading time, in minutes. */
  minutes: number;
  /** All headings, for a table of contents. */
  headings: { id: string; text: string; level: number }[];
  sections: Section[];
  /** The text without mark-up, for the search. */
  text: string;
};

/** The texts of `content/`. */
export type Content = {
  /** All texts of a kind in a language; missing ones are in English, as their `locale` says. */
  list(kind: ContentKind, locale: Locale): Article[];
  /** The texts of a kind that exist in a language. */
  written(kind: ContentKind, locale: Locale): Article[];
  /** One text, or undefined; in English where the language lacks it. `slug` may be untrusted. */
  find(kind: ContentKind, slug: string, locale: Locale): Article | undefined;
};
