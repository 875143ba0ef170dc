import type { Locale } from '../shared/locale.ts';

/** What a text is: an answer of the help, an article of the blog, or a document of the law pages. */
export type ContentKind = 'help' | 'blog' | 'legal';

export const CONTENT_KINDS: readonly ContentKind[] = ['help', 'blog', 'legal'];

/** Facts of the merchant that a text may name by `{{fact:…}}`; without one, its paragraph, list item or row is left out. */
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
] as const satisfies readonly string[];

/** Blocks that a page draws where a text says `{{part:…}}`. */
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

/** HTML of the compiler: no script, no raw HTML of an author; or the place of a part that the page draws. */
export type Block = { kind: 'html'; html: string } | { kind: 'part'; name: PartName };

/** A `##` heading with what follows it; without id and title, what stands before the first heading. */
export type Section = {
  id: string | null;
  title: string | null;
  /** Of legal documents: the clause in plain words, as HTML. */
  summary: string | null;
  blocks: Block[];
};

export type Article = {
  kind: ContentKind;
  /** `locked-phone`, or of a legal document with its version: `terms/1`. The same in both languages. */
  slug: string;
  locale: Locale;
  title: string;
  description: string;
  /** Calendar days, `2026-11-22`. */
  date: string;
  updated: string;
  sources: { title: string; url: string }[];
  /** Of help and blog. */
  topic: string | null;
  /** Of blog: the destination on the map beside its title. */
  place: string | null;
  /** Of help: its place within the topic. */
  order: number;
  /** Of help: words that people search with. */
  aliases: string[];
  /** Of legal documents. */
  version: number | null;
  changes: string | null;
  /** Reading time, in minutes. */
  minutes: number;
  /** All headings, for a list of contents. */
  headings: { id: string; text: string; level: number }[];
  sections: Section[];
  /** The words without any mark-up, for a search. */
  text: string;
};

/** The texts of `content/`. */
export type Content = {
  /** All texts of a kind in a language; those that it lacks are in English, which their `locale` says. */
  list(kind: ContentKind, locale: Locale): Article[];
  /** The texts of a kind that are written in a language. */
  written(kind: ContentKind, locale: Locale): Article[];
  /** One text, or undefined; in English where the language lacks it. `slug` may come from an address. */
  find(kind: ContentKind, slug: string, locale: Locale): Article | undefined;
};
