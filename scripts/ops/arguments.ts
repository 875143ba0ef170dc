import { isUuid } from '#src/shared/ids.ts';

/** Each argument takes its words from the front of the rest. Undefined when they do not match. */
export const ARGUMENTS = {
  ID: (words: string[]) => words.shift(),
  EMAIL: (words: string[]) => (words[0]?.includes('@') ? words.shift() : undefined),
  REFUND: takeUuid,
  DIFFERENCE: takeUuid,
  /** The rest of the line. A single minus sign means standard input. */
  TEXT: (words: string[]) => words.splice(0).join(' ') || undefined,
  TICKET: (words: string[]) => (/^[0-9a-z]{8}$/i.test(words[0] ?? '') ? words.shift() : undefined),
  '[all]': (words: string[]) => (words[0] === 'all' ? words.shift() : ''),
  REASON: (words: string[]) => words.splice(0).join(' ') || undefined,
  '[LINE]': (words: string[]) => (/^\d+$/.test(words[0] ?? '') ? words.shift() : ''),
  /** Line numbers, joined by commas, or none. */
  LINES: (words: string[]) => (/^(none|[1-9]\d?(,[1-9]\d?)*)$/.test(words[0] ?? '') ? words.shift() : undefined),
  '[refused]': (words: string[]) => (words[0] === 'refused' ? words.shift() : ''),
  PLAN: takeSlug,
  PACKAGE: takeSlug,
  /** A plan, or an offer with all its plans. */
  WHAT: takeSlug,
  '[PLAN]': (words: string[]) => (words.length > 0 ? takeSlug(words) : ''),
  /** The rest of the line, as `name=value` pairs joined by line feeds. */
  SETTINGS: (words: string[]) => words.splice(0).join('\n') || undefined,
  /** The name of a service account. */
  NAME: (words: string[]) => (/^[a-z][a-z0-9-]{2,29}$/.test(words[0] ?? '') ? words.shift() : undefined),
  FILE: (words: string[]) => words.shift() || undefined,
  PRICE: (words: string[]) => (/^\d{1,4}(\.\d\d)?$/.test(words[0] ?? '') ? words.shift() : undefined),
};

function takeSlug(words: string[]): string | undefined {
  return /^[\w-]{1,100}$/.test(words[0] ?? '') ? words.shift() : undefined;
}

function takeUuid(words: string[]): string | undefined {
  return isUuid(words[0]) ? words.shift() : undefined;
}
