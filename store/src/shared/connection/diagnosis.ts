/**
 * "No connection?": which step is next, or where the search ends. One pure function, for the page, for the server that
 * takes an answer, and for the offline document.
 */

/** What is known about an eSIM. What its wholesaler does not report is asked, never guessed. */
export type Facts = {
  /**
   * Where the profile is. `on-phone`: on a phone; whether its line is on is not reported. `unknown`: the wholesaler
   * does not report it.
   */
  profile: 'unknown' | 'not-installed' | 'on-phone' | 'off' | 'on' | 'deleted';
  plan: 'not_active' | 'active' | 'finished' | 'expired';
  /** Megabytes that were used. Of a plan without an amount of data: 1 once it has connected, as far as that is known. */
  used: number;
  /** False while nothing tells whether data was used. */
  isMeasured: boolean;
  /** True: an access point must be entered. */
  hasApn: boolean;
  /** Whether it works in the country where the traveller is; null: the traveller did not say, or nothing states it. */
  covered: boolean | null;
  /** True once the traveller has said where that is. */
  isPlaceKnown: boolean;
};

/** The questions, in their order, each with its answers. `done`: the traveller changed it; `was`: it was so before. */
export const QUESTIONS = {
  installed: ['yes', 'no', 'gone'],
  line: ['done', 'was', 'missing'],
  roaming: ['done', 'was'],
  data: ['done', 'was'],
  apn: ['done', 'was'],
  network: ['done', 'none'],
  restart: ['done'],
  switching: ['done', 'was'],
  /** Asked by the end `used-since`. */
  use: ['no'],
} as const;

export type Question = keyof typeof QUESTIONS;
/** `place` is answered by a country, not by an answer. */
export type Step = Exclude<Question, 'use'> | 'place';
/** `works`: there is a connection again. */
export type Answer = (typeof QUESTIONS)[Question][number] | 'works';

/** An answer, and when it was given (milliseconds). */
export type Attempt = { question: Question; answer: Answer; at: number };

/** What was used when the search began. */
export type Beginning = { used: number; at: number };

export type Progress = { attempts: readonly Attempt[]; began: Beginning | null };

/**
 * `install`, `replacement` (the profile is gone), `used-up`, `ended`, `elsewhere` (the plan does not cover the country),
 * `works` (the traveller says so), `used-since` (data was used since the search began), `refund` (nothing helped, and no
 * data was ever used), `ticket` (nothing helped).
 */
export const ENDS = [
  'install',
  'replacement',
  'used-up',
  'ended',
  'elsewhere',
  'works',
  'used-since',
  'refund',
  'ticket',
] as const;
export type End = (typeof ENDS)[number];

export type Outcome = { end: End } | { step: Step };

/** The steps that change a setting of the phone, in their order. */
const SETTINGS = ['line', 'roaming', 'data', 'apn', 'network', 'restart', 'switching'] as const satisfies Question[];

const answerTo = ({ attempts }: Progress, question: Question): Answer | undefined =>
  attempts.find((attempt) => attempt.question === question)?.answer;

/** The steps of this search in their order, answered ones included: what the facts answer is never asked. */
export function stepsOf(facts: Facts, progress: Progress): Step[] {
  const asksInstalled =
    facts.profile === 'unknown' || (facts.profile === 'not-installed' && answerTo(progress, 'installed') !== undefined);
  const settings = SETTINGS.filter((step) => {
    if (answerTo(progress, step) !== undefined) return true;
    return step === 'line' ? facts.profile !== 'on' : step !== 'apn' || facts.hasApn;
  });
  return [...(asksInstalled ? (['installed'] as const) : []), 'place', ...settings];
}

/** The next step, or the end of the search. */
export function nextOf(facts: Facts, progress: Progress): Outcome {
  const end = endOfFacts(facts, progress) ?? endOfAnswers(facts, progress);
  if (end !== null) return { end };
  const step = stepsOf(facts, progress).find((each) =>
    each === 'place' ? !facts.isPlaceKnown : answerTo(progress, each) === undefined,
  );
  if (step === 'installed') return { step };
  if (facts.covered === false) return { end: 'elsewhere' };
  if (step !== undefined) return { step };
  return { end: facts.used === 0 && (facts.isMeasured || facts.plan === 'not_active') ? 'refund' : 'ticket' };
}

/** An end that needs no answer. */
function endOfFacts({ profile, plan, used }: Facts, progress: Progress): End | null {
  if (profile === 'deleted') return 'replacement';
  if (plan === 'finished') return 'used-up';
  if (plan === 'expired') return 'ended';
  if (progress.attempts.some(({ answer }) => answer === 'works')) return 'works';
  const { began } = progress;
  return began !== null && used > began.used && answerTo(progress, 'use') === undefined ? 'used-since' : null;
}

/** An end by what the traveller says, also against what was reported: a report may be hours old. */
function endOfAnswers({ profile }: Facts, progress: Progress): End | null {
  if (answerTo(progress, 'line') === 'missing') return 'replacement';
  // A report that it is on a phone is newer than an answer that it is not.
  if (profile !== 'unknown' && profile !== 'not-installed') return null;
  const installed = answerTo(progress, 'installed');
  if (installed === 'gone') return 'replacement';
  return installed === 'no' || (profile === 'not-installed' && installed === undefined) ? 'install' : null;
}

/** True for an answer that this question has. `works` is one of every setting. */
export const isAnswer = (question: string, answer: string): boolean =>
  Object.hasOwn(QUESTIONS, question) &&
  ((QUESTIONS[question as Question] as readonly string[]).includes(answer) ||
    (answer === 'works' && (SETTINGS as readonly string[]).includes(question)));

/** The progress after an answer; unchanged by a second answer to the same question. */
export const withAnswer = (progress: Progress, attempt: Attempt): Progress =>
  answerTo(progress, attempt.question) === undefined
    ? { ...progress, attempts: [...progress.attempts, attempt] }
    : progress;
