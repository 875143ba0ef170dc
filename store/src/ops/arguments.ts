import { isUuid } from '../shared/ids.ts';

/** `take`: the value from the front of the remaining words; undefined when they do not match. */
type Argument = { says: string; take(words: string[]): string | undefined };

const slug = (words: string[]) => matching(words, /^[\w-]{1,100}$/);
const uuid = (words: string[]) => (isUuid(words[0]) ? words.shift() : undefined);
const anyWord = (words: string[]) => words.shift() || undefined;
const restOfLine = (words: string[]) => words.splice(0).join(' ') || undefined;

const matching = (words: string[], pattern: RegExp) => (pattern.test(words[0] ?? '') ? words.shift() : undefined);
/** An argument that may be left out is the empty string then. */
const optional = (words: string[], pattern: RegExp) => matching(words, pattern) ?? '';

/** Every argument of the commands. One in brackets may be left out. */
export const ARGUMENTS = {
  ID: { says: "an order's id, or its number of eight characters", take: anyWord },
  EMAIL: { says: 'the e-mail address of an account, such as ana@example.com', take: (words) => matching(words, /@/) },
  ADDRESS: { says: 'an e-mail address, such as ana@example.com', take: (words) => matching(words, /@/) },
  SEARCH: {
    says: "an e-mail address, an ICCID, an order's number, an id, or a part of a name of at least two letters",
    take: restOfLine,
  },
  REFUND: { says: 'the id of a refund, as "order show" prints it', take: uuid },
  REPLACEMENT: { says: 'the id of a replacement, as "replacements" prints it', take: uuid },
  REQUEST: { says: 'the id of a request, as "refund-requests" prints it', take: uuid },
  LOSS: { says: 'the id of a loss, as "losses" prints it', take: uuid },
  WITHDRAWAL: { says: 'the id of a withdrawal, as "withdrawals" prints it', take: uuid },
  DIFFERENCE: { says: 'the id of a difference, as "differences" prints it', take: uuid },
  TEXT: { says: 'the answer; a single minus sign reads it from standard input', take: restOfLine },
  TICKET: { says: "a ticket's number of eight characters", take: (words) => matching(words, /^[0-9a-z]{8}$/i) },
  '[all]': { says: 'the word "all": every ticket', take: (words) => optional(words, /^all$/) },
  ANSWER: { says: 'the answer in words, which the buyer reads', take: restOfLine },
  REASON: { says: 'the reason, which is recorded', take: restOfLine },
  '[SUBJECT]': {
    says: "an order's number, or the id of an order, refund, ticket or difference",
    take: (words) => optional(words, /^[0-9a-z-]{8,36}$/i),
  },
  '[LINE]': { says: 'the number of a line of the order, from 1', take: (words) => optional(words, /^\d+$/) },
  LINES: {
    says: 'line numbers, joined by commas, such as 2 or 2,3; or "none"',
    take: (words) => matching(words, /^(none|[1-9]\d?(,[1-9]\d?)*)$/),
  },
  '[refused]': { says: 'the word "refused": also those', take: (words) => optional(words, /^refused$/) },
  PLAN: { says: 'the id of a plan, such as france-3gb', take: slug },
  PACKAGE: { says: 'the id of a package of the wholesaler', take: slug },
  '[WHOLESALER]': {
    says: 'the name of a wholesaler, as "catalogue sources" prints it',
    take: (words) => optional(words, /^[a-z][a-z0-9-]{0,29}$/),
  },
  WHOLESALER: {
    says: 'the name of a wholesaler, as "catalogue sources" prints it',
    take: (words) => matching(words, /^[a-z][a-z0-9-]{0,29}$/),
  },
  /** `WHOLESALER/PACKAGE`, joined by spaces. */
  SOURCES: {
    says: 'WHOLESALER/PACKAGE …, as "catalogue sources" prints them: the first ones; the others follow as before',
    take: (words) =>
      words.length > 0 && words.every((word) => /^[a-z][a-z0-9-]{0,29}\/[\w-]{1,100}$/.test(word))
        ? words.splice(0).join(' ')
        : undefined,
  },
  WHAT: { says: 'a plan, or a destination with all its plans', take: slug },
  '[PLAN]': { says: 'the id of a plan', take: (words) => (words.length > 0 ? slug(words) : '') },
  /** `name=value` pairs, joined by line feeds. */
  SETTINGS: {
    says: 'name=value …, with the names that "identity policy show" prints',
    take: (words) => words.splice(0).join('\n') || undefined,
  },
  /** `name=value` pairs, joined by line feeds. */
  DETAILS: {
    says: 'name=…, address=…, company=…, vatId=…: what the receipt names; those that are left out stay, an empty one goes',
    take: (words) => words.splice(0).join('\n') || undefined,
  },
  NAME: {
    says: 'a name of 3 to 30 lower-case letters, digits and hyphens',
    take: (words) => matching(words, /^[a-z][a-z0-9-]{2,29}$/),
  },
  FILE: { says: 'the name of a file', take: anyWord },
  QUARTER: { says: 'a quarter of a year, such as 2026-Q4', take: (words) => matching(words, /^20\d{2}-Q[1-4]$/) },
  PRICE: { says: 'a price, such as 4.50', take: (words) => matching(words, /^\d{1,7}(\.\d{2,3})?$/) },
} satisfies Record<string, Argument>;

export type ArgumentName = keyof typeof ARGUMENTS;
