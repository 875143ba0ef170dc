import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  type Attempt,
  ENDS,
  type Facts,
  nextOf,
  type Progress,
  QUESTIONS,
  type Question,
  stepsOf,
  withAnswer,
} from './diagnosis.ts';
import { answerIn, readState, stateQuery } from './address.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

/** An eSIM in France that is on a phone and was never used, of a wholesaler that reports little. */
const facts = (changes: Partial<Facts> = {}): Facts => ({
  profile: 'on-phone',
  plan: 'not_active',
  used: 0,
  isMeasured: true,
  hasApn: false,
  covered: true,
  isPlaceKnown: true,
  ...changes,
});

const NOTHING: Progress = { attempts: [], began: null };
const tried = (...given: string[]): Progress => ({
  attempts: given.map((each) => {
    const [question, answer] = each.split('-') as [Question, Answer];
    return { question, answer, at: NOW };
  }),
  began: { used: 0, at: NOW },
});
const ALL = ['line-was', 'roaming-done', 'data-was', 'network-none', 'restart-done', 'switching-done'];

describe('the next step of a search for a connection', () => {
  it.each<[string, Partial<Facts>, Progress, ReturnType<typeof nextOf>]>([
    ['a deleted profile', { profile: 'deleted' }, NOTHING, { end: 'replacement' }],
    ['data that is used up', { plan: 'finished' }, NOTHING, { end: 'used-up' }],
    ['a plan past its days', { plan: 'expired' }, NOTHING, { end: 'ended' }],
    ['an eSIM that is not installed', { profile: 'not-installed' }, NOTHING, { end: 'install' }],
    ['the same, and the phone has it', { profile: 'not-installed' }, tried('installed-yes'), { step: 'line' }],
    ['a wholesaler that does not say', { profile: 'unknown' }, NOTHING, { step: 'installed' }],
    ['the same, and the phone lacks it', { profile: 'unknown' }, tried('installed-no'), { end: 'install' }],
    ['the same, and it was deleted', { profile: 'unknown' }, tried('installed-gone'), { end: 'replacement' }],
    ['a report after that answer', { profile: 'off' }, tried('installed-no'), { step: 'line' }],
    ['an unknown country', { isPlaceKnown: false, covered: null }, NOTHING, { step: 'place' }],
    ['a country without this plan', { covered: false }, NOTHING, { end: 'elsewhere' }],
    ['a country of which nothing is stated', { covered: null }, NOTHING, { step: 'line' }],
    ['a line that is off', { profile: 'off' }, NOTHING, { step: 'line' }],
    ['a line that is on', { profile: 'on' }, NOTHING, { step: 'roaming' }],
    ['a line that the phone does not have', {}, tried('line-missing'), { end: 'replacement' }],
    ['an access point', { hasApn: true }, tried('line-was', 'roaming-was', 'data-was'), { step: 'apn' }],
    ['no access point', {}, tried('line-was', 'roaming-was', 'data-was'), { step: 'network' }],
    ['data that was used since', { used: 12 }, tried('line-done'), { end: 'used-since' }],
    ['the same, and still no internet', { used: 12 }, tried('line-done', 'use-no'), { step: 'roaming' }],
    ['data that was used before', { used: 12 }, { attempts: [], began: null }, { step: 'line' }],
    ['a connection, as the traveller says', {}, tried('line-done', 'roaming-works'), { end: 'works' }],
    ['nothing that helped, and no data used', {}, tried(...ALL), { end: 'refund' }],
    ['the same, of a plan whose use is not measured', { isMeasured: false }, tried(...ALL), { end: 'refund' }],
    ['the same, after it had started', { isMeasured: false, plan: 'active' }, tried(...ALL), { end: 'ticket' }],
    [
      'nothing that helped, after it had worked',
      { plan: 'active', used: 5 },
      tried(...ALL, 'use-no'),
      { end: 'ticket' },
    ],
  ])('%s', (_, given, progress, next) => {
    expect(nextOf(facts(given), progress)).toEqual(next);
  });

  it('numbers the steps, those that were answered included', () => {
    expect(stepsOf(facts({ profile: 'on' }), NOTHING)).toEqual([
      'place',
      'roaming',
      'data',
      'network',
      'restart',
      'switching',
    ]);
    expect(stepsOf(facts({ profile: 'on' }), tried('line-was'))[1]).toBe('line');
  });
});

const anyFacts: fc.Arbitrary<Facts> = fc.record({
  profile: fc.constantFrom('unknown', 'not-installed', 'on-phone', 'off', 'on', 'deleted'),
  plan: fc.constantFrom('not_active', 'active', 'finished', 'expired'),
  used: fc.nat(20),
  isMeasured: fc.boolean(),
  hasApn: fc.boolean(),
  covered: fc.constantFrom(true, false, null),
  isPlaceKnown: fc.boolean(),
});
const anyAttempt: fc.Arbitrary<Attempt> = fc.constantFrom(...(Object.keys(QUESTIONS) as Question[])).chain((question) =>
  fc.record({
    question: fc.constant(question),
    answer: fc.constantFrom<Answer>(...QUESTIONS[question]),
    at: fc.integer({ min: NOW - 86_400_000, max: NOW }).map((at) => at - (at % 1000)),
  }),
);
const anyProgress: fc.Arbitrary<Progress> = fc
  .record({
    attempts: fc.array(anyAttempt, { maxLength: 10 }),
    began: fc.option(fc.record({ used: fc.nat(20), at: fc.constant(NOW) })),
  })
  .map(({ attempts, began }) => attempts.reduce(withAnswer, { attempts: [], began }));

/** What the facts answer. */
const knows: Partial<Record<string, (given: Facts) => boolean>> = {
  installed: ({ profile }) => !['unknown', 'not-installed'].includes(profile),
  line: ({ profile }) => profile === 'on',
  apn: ({ hasApn }) => !hasApn,
  place: ({ isPlaceKnown }) => isPlaceKnown,
};

describe('any search for a connection', () => {
  it('ends, asks nothing twice, and asks nothing that the facts answer, whatever is reported meanwhile', () => {
    fc.assert(
      fc.property(anyProgress, fc.array(fc.tuple(anyFacts, fc.nat()), { minLength: 1 }), (start, reports) => {
        let progress = start;
        const asked = new Set(start.attempts.map(({ question }) => question as string));
        for (let round = 0; ; round++) {
          expect(round).toBeLessThan(12);
          const [given, choice] = reports[Math.min(round, reports.length - 1)]!;
          const known = asked.has('place') ? { ...given, isPlaceKnown: true } : given;
          const next = nextOf(known, progress);
          if ('end' in next) {
            expect(ENDS).toContain(next.end);
            return;
          }
          expect(asked).not.toContain(next.step);
          expect(knows[next.step]?.(known) ?? false, next.step).toBe(false);
          expect(stepsOf(known, progress)).toContain(next.step);
          asked.add(next.step);
          if (next.step === 'place') continue;
          const answers = QUESTIONS[next.step];
          progress = withAnswer(progress, { question: next.step, answer: answers[choice % answers.length]!, at: NOW });
        }
      }),
    );
  });

  it('is the same after its address was read', () => {
    const any = fc.record({
      progress: anyProgress,
      phone: fc.constantFrom('iphone' as const, 'android' as const, null),
      country: fc.constantFrom('FR', 'JP', null),
    });
    fc.assert(
      fc.property(any, ({ progress, phone, country }) => {
        const state = { ...progress, phone, country };
        expect(readState(new URLSearchParams(`line=1${stateQuery(state)}`), NOW)).toEqual(state);
      }),
    );
  });

  it('ignores what makes no sense in an address, whatever it is', () => {
    const time = (NOW / 1000).toString(36);
    for (const query of [
      'tried=line',
      `tried=line-works-${time}-${time}`,
      `tried=toString-was-${time}`,
      `tried=restart-was-${time}`,
      `tried=line-was-${(NOW / 1000 + 3600).toString(36)}`,
      'tried=line-was-1',
      `from=-1-${time}`,
      `from=1e9-${time}`,
      'phone=nokia&in=fr',
      `in=${'A'.repeat(5_000)}&tried=${'_'.repeat(5_000)}`,
    ])
      expect(readState(new URLSearchParams(query), NOW), query).toEqual({
        attempts: [],
        began: null,
        phone: null,
        country: null,
      });
    fc.assert(
      fc.property(fc.string(), fc.string(), (tried, from) => {
        readState(new URLSearchParams({ tried, from, answer: tried }), NOW);
        answerIn(new URLSearchParams({ answer: tried }), NOW);
      }),
    );
    expect(readState(new URLSearchParams(`tried=line-was-${time}_line-done-${time}`), NOW).attempts).toHaveLength(1);
    expect(answerIn(new URLSearchParams('answer=roaming-works'), NOW)).toEqual({
      question: 'roaming',
      answer: 'works',
      at: NOW,
    });
  });
});
