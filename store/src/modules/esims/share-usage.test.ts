import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Usage } from '../fulfilment/wholesaler.ts';
import { shareUsage } from './share-usage.ts';
import type { Plans } from './standing.ts';
import type { PlanState } from './validity.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const END = new Date('2026-12-26T12:00:00Z');
const START = new Date('2026-11-26T12:00:00Z');
const STATES: readonly PlanState[] = ['not_active', 'active', 'finished', 'expired'];

const plan = (changes: object = {}) => ({
  dataMb: 3072,
  unlimited: null as object | null,
  days: 30,
  state: 'not_active' as PlanState,
  remainingMb: 3072,
  startedAt: null as Date | null,
  expiresAt: null as Date | null,
  ...changes,
});
const usage = (changes: Partial<Usage> = {}) => ({
  status: 'active' as const,
  remainingMb: 512,
  totalMb: 3072,
  unlimited: false,
  expiresAt: END,
  ...changes,
});
type Reported = Parameters<typeof shareUsage>[1];
const shared = (plans: Plans<ReturnType<typeof plan>>, changes: Partial<Reported> = {}) =>
  shareUsage(plans, { ...usage(), ...changes } as Reported, NOW);

describe('the usage of one plan', () => {
  it('is what the wholesaler reports, with the end and the start that follows from it', () => {
    expect(shared([plan()])).toEqual([plan({ state: 'active', remainingMb: 512, startedAt: START, expiresAt: END })]);
  });

  it('never leaves more than the plan has', () => {
    expect(shared([plan()], { remainingMb: 9999 })).toMatchObject([{ remainingMb: 3072 }]);
  });

  it.each([
    ['not-active', 'not_active'],
    ['finished', 'finished'],
    ['expired', 'expired'],
    ['recycled', 'expired'],
  ] as const)('%s is %s, also for a plan that had ended', (status, state) => {
    for (const known of STATES)
      expect(shared([plan({ state: known })], { status, remainingMb: 0, expiresAt: null })).toMatchObject([
        { state, remainingMb: 0, expiresAt: null },
      ]);
  });

  it('is active without data left until the wholesaler says that it is used up', () => {
    expect(shared([plan()], { remainingMb: 0 })).toMatchObject([{ state: 'active', remainingMb: 0 }]);
  });

  it('leaves the figures of an unlimited plan alone', () => {
    const unlimited = plan({ dataMb: 0, remainingMb: 0, unlimited: {} });
    expect(shared([unlimited], { unlimited: true, remainingMb: 0 })).toMatchObject([
      { state: 'active', remainingMb: 0 },
    ]);
  });
});

describe('the usage of several plans', () => {
  const first = plan({ state: 'active', remainingMb: 300, expiresAt: END, startedAt: START });
  const second = plan({ dataMb: 1024, remainingMb: 1024, days: 7 });

  it('is used of the first one: the second one is whole', () => {
    expect(shared([first, second], { remainingMb: 1200 })).toEqual([{ ...first, remainingMb: 176 }, second]);
  });

  it('ends the first one when less is left than the second one has', () => {
    const end = new Date('2026-12-03T12:00:00Z');
    expect(shared([first, second], { remainingMb: 1000, expiresAt: end })).toEqual([
      { ...first, state: 'finished', remainingMb: 0 },
      { ...second, state: 'active', remainingMb: 1000, startedAt: NOW, expiresAt: end },
    ]);
  });

  it('does not concern a plan that has ended, by its state or by its time', () => {
    for (const ended of [plan({ state: 'finished', remainingMb: 0 }), plan({ state: 'active', expiresAt: NOW })])
      expect(shared([ended, second], { remainingMb: 900 })).toMatchObject([
        ended,
        { state: 'active', remainingMb: 900 },
      ]);
  });

  it('is over for all of them when the wholesaler says so', () => {
    expect(shared([first, second], { status: 'finished', remainingMb: 0 })).toMatchObject([
      { state: 'finished', remainingMb: 0 },
      { state: 'finished', remainingMb: 0 },
    ]);
  });

  it('is in sum what the wholesaler reports, and no plan has more than its data', () => {
    const anyPlan = fc
      .record({ dataMb: fc.nat(5000), state: fc.constantFrom(...STATES) })
      .map(({ dataMb, state }) => plan({ dataMb, remainingMb: dataMb, state }));
    fc.assert(
      fc.property(fc.array(anyPlan, { minLength: 1, maxLength: 4 }), fc.nat(20_000), (given, remainingMb) => {
        const [one, ...others] = given;
        const after = shared([one!, ...others], { remainingMb });
        const left = given.filter(({ state }) => state === 'not_active' || state === 'active');
        const concerned = left.length > 0 ? left : given.slice(-1);
        const shares = after.filter((_, at) => concerned.includes(given[at]!));
        expect(after.length).toBe(given.length);
        for (const each of after) expect(each.remainingMb).toBeLessThanOrEqual(each.dataMb);
        expect(shares.reduce((sum, each) => sum + each.remainingMb, 0)).toBe(
          Math.min(
            remainingMb,
            concerned.reduce((sum, { dataMb }) => sum + dataMb, 0),
          ),
        );
        expect(shares.filter(({ state }) => state === 'active').length).toBeGreaterThan(0);
      }),
    );
  });
});
