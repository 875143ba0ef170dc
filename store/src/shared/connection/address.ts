import {
  type Answer,
  type Attempt,
  type Beginning,
  isAnswer,
  type Progress,
  type Question,
  withAnswer,
} from './diagnosis.ts';

/**
 * The state of a search for a connection in the query of its address, so that it needs no script and no storage. Values
 * that make no sense are ignored.
 */

/** The families of phones whose menus are named. */
export const PHONES = ['iphone', 'android'] as const;
export type Phone = (typeof PHONES)[number];

/** The family of a browser's phone; an iPad says that it is a Mac, and whoever reads on a computer chooses. */
export const phoneOf = (userAgent: string): Phone => (/Android/.test(userAgent) ? 'android' : 'iphone');

export type SearchState = Progress & {
  /** Null: as detected. */
  phone: Phone | null;
  /** The ISO code of the country where the traveller is; null: not said. Whether there is such a country is not checked. */
  country: string | null;
};

/** Each question is answered once. */
const MAX_ATTEMPTS = 10;
/** A clock of the browser is not used: this allows for two of our own. */
const MAX_AHEAD_MS = 60_000;
/** A search that began longer ago is a new one. */
const MAX_AGE_MS = 30 * 86_400_000;

export function readState(query: URLSearchParams, now: number): SearchState {
  const phone = PHONES.find((each) => each === query.get('phone')) ?? null;
  const country = /^[A-Z]{2}$/.exec(query.get('in') ?? '')?.[0] ?? null;
  const attempts = (query.get('tried') ?? '').split('_', MAX_ATTEMPTS).flatMap((text) => attemptIn(text, now) ?? []);
  const none: Progress = { attempts: [], began: beginningIn(query.get('from') ?? '', now) };
  return { ...attempts.reduce(withAnswer, none), phone, country };
}

function attemptIn(text: string, now: number): Attempt | null {
  const [question = '', answer = '', time = '', ...more] = text.split('-');
  const at = timeIn(time, now);
  if (at === null || more.length > 0 || !isAnswer(question, answer)) return null;
  return { question: question as Question, answer: answer as Answer, at };
}

function beginningIn(text: string, now: number): Beginning | null {
  const [, used = '', time = ''] = /^(\d{1,9})-([0-9a-z]+)$/.exec(text) ?? [];
  const at = timeIn(time, now);
  return at === null ? null : { used: Number(used), at };
}

/** Seconds in base 36; null for a time that is no time of a search. */
function timeIn(text: string, now: number): number | null {
  if (!/^[0-9a-z]{1,8}$/.test(text)) return null;
  const at = Number.parseInt(text, 36) * 1000;
  return at <= now + MAX_AHEAD_MS && at >= now - MAX_AGE_MS ? at : null;
}

const timeOf = (at: number) => Math.floor(at / 1000).toString(36);

/** The answer in `answer=roaming-done`, the link of a step; null for none. */
export function answerIn(query: URLSearchParams, at: number): Attempt | null {
  return attemptIn(`${query.get('answer') ?? ''}-${timeOf(at)}`, at);
}

/** What a link of a step adds to the state. */
export const answerQuery = (question: Question, answer: Answer) => `&answer=${question}-${answer}`;

/** The state as it follows `?line=1` in an address. */
export function stateQuery({ attempts, began, phone, country }: SearchState): string {
  const tried = attempts.map(({ question, answer, at }) => `${question}-${answer}-${timeOf(at)}`).join('_');
  return Object.entries({
    from: began && `${began.used}-${timeOf(began.at)}`,
    tried,
    in: country,
    phone,
  })
    .flatMap(([name, value]) => (value ? [`&${name}=${value}`] : []))
    .join('');
}
