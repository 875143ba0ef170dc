import type { Locale } from '../../../shared/locale.ts';

/**
 * A document for the pages of a PDF, with all its words. Its maker words it; the thread that draws it knows no
 * language and no order (`draw.ts`).
 */
export type Sheet = {
  locale: Locale;
  /** What a reader shows as the title of the file, and in the list of a file with several sheets. */
  title: string;
  /** When it was issued (ISO 8601): the same sheet gives the same bytes at any time. */
  issuedAt: string;
  blocks: readonly Block[];
  /** The line at the bottom of each page. */
  foot: string;
  /** `Page {{page}} of {{pages}}`. */
  pageOf: string;
};

/** A label with the lines below it. */
export type Part = { label: string; lines: readonly string[] };

export type Block =
  /** The mark and the brand, and at the right what it is, with its number. */
  | { kind: 'head'; brand: string; title: string; number: string | null }
  /** Columns side by side: widths in shares, and the parts of each below one another. */
  | { kind: 'columns'; columns: readonly { width: number; parts: readonly Part[] }[]; ruled?: boolean }
  /** What was bought: the first column is wide, the others are figures at the right. */
  | { kind: 'items'; head: readonly [string, string, string]; rows: readonly ItemRow[] }
  /** The total, large, and what is inside of it. */
  | { kind: 'totals'; label: string; value: string; inside: readonly { label: string; value: string }[] }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  /** Terms with their answers, and a sentence about each. */
  | { kind: 'facts'; rows: readonly { term: string; answer: string; text: string }[] }
  /** Lines to be filled in by hand. */
  | { kind: 'blanks'; labels: readonly string[] };

export type ItemRow = { title: string; notes: readonly string[]; quantity: string; price: string };
