import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Usage } from '../fulfilment/wholesaler.ts';
import { FULL } from '#test/support/full.ts';
import { judgeReport } from './belief.ts';
import { paceOf, type Reading } from './pace.ts';
import { type Plans, standingOf } from './standing.ts';
import { isUsable, type PlanState, planStateAt } from './validity.ts';

/**
 * Random lives of an eSIM: its data is used, time passes, plans are added, and its wholesaler reports the truth, an old
 * truth, or a lie. A model of what is true says what the page may show.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 0, 1);

type Plan = {
  dataMb: number;
  unlimited: null;
  days: number;
  state: PlanState;
  remainingMb: number;
  issuedAt: Date;
  startedAt: Date | null;
  expiresAt: Date | null;
};
type Report = Usage & { status: Exclude<Usage['status'], 'unknown'> };

/** What is true: plans are used one after the other, and each one's days start with its first use. */
type TruePlan = { dataMb: number; days: number; leftMb: number; endsAt: number | null };

class Truth {
  now = START;
  plans: TruePlan[];
  constructor(first: { dataMb: number; days: number }) {
    this.plans = [{ ...first, leftMb: first.dataMb, endsAt: null }];
  }
  private isLeft({ leftMb, endsAt }: TruePlan) {
    return leftMb > 0 && (endsAt === null || endsAt > this.now);
  }
  get left() {
    return this.plans.filter((plan) => this.isLeft(plan));
  }
  get leftMb() {
    return this.left.reduce((sum, plan) => sum + plan.leftMb, 0);
  }
  use(mb: number) {
    // No two plans start at one moment.
    this.now += 60_000;
    let rest = mb;
    for (const plan of this.left) {
      plan.endsAt ??= this.now + plan.days * DAY_MS;
      const used = Math.min(rest, plan.leftMb);
      plan.leftMb -= used;
      rest -= used;
      if (rest === 0) return;
    }
  }
  report(): Report {
    const { left } = this;
    const plan = left.find(({ endsAt }) => endsAt !== null) ?? left[0] ?? this.plans.at(-1)!;
    const isOver = left.length === 0;
    const status = isOver
      ? plan.leftMb === 0
        ? 'finished'
        : 'expired'
      : plan.endsAt === null
        ? 'not-active'
        : 'active';
    return {
      status,
      remainingMb: isOver ? plan.leftMb : this.leftMb,
      totalMb: this.plans.reduce((sum, { dataMb }) => sum + dataMb, 0),
      unlimited: false,
      expiresAt: plan.endsAt === null ? null : new Date(plan.endsAt),
      profileState: null,
    };
  }
}

/** The store: what `applyUsage` stores and the page reads. */
class Shown {
  plans: Plans<Plan>;
  usageAt: number | null = null;
  readings: Reading[] = [];
  constructor(first: { dataMb: number; days: number }) {
    this.plans = [sold(first, START)];
  }
  add(plan: { dataMb: number; days: number }, now: number) {
    this.plans = [...this.plans, sold(plan, now)];
  }
  /** True when the report was believed. */
  hear(report: Report, now: number): boolean {
    const judged = judgeReport(this.plans, report, new Date(now));
    if ('doubt' in judged) return false;
    this.plans = judged.plans;
    this.usageAt = now;
    this.readings.push({ readAt: new Date(now), remainingMb: this.page(now).remainingMb });
    return true;
  }
  page(now: number) {
    return standingOf({ profileState: 'enabled', plans: this.plans }, new Date(now));
  }
  pace(now: number) {
    const { current, planState } = this.page(now);
    return planState === 'active' ? paceOf(current, this.readings, new Date(now)) : null;
  }
}

const sold = ({ dataMb, days }: { dataMb: number; days: number }, now: number): Plan => ({
  dataMb,
  unlimited: null,
  days,
  state: 'not_active',
  remainingMb: dataMb,
  issuedAt: new Date(now),
  startedAt: null,
  expiresAt: null,
});

const bought = fc.record({ dataMb: fc.integer({ min: 100, max: 20_000 }), days: fc.integer({ min: 1, max: 30 }) });

/** Reports that can't be true, made from the true one. Null: it would not be a lie now. */
const LIES: Record<string, (truth: Truth, shown: Shown) => Report | null> = {
  above: (truth) => ({ ...truth.report(), remainingMb: 3 * truth.report().totalMb }),
  grown: (truth, shown) => {
    const report = truth.report();
    const all = truth.left.reduce((sum, { dataMb }) => sum + dataMb, 0);
    const { remainingMb } = shown.page(truth.now);
    const more = remainingMb + 0.06 * report.totalMb + 11;
    return truth.left.length > 0 && more <= all ? { ...report, remainingMb: Math.ceil(more) } : null;
  },
  negative: (truth) => ({ ...truth.report(), remainingMb: -1 }),
  total: (truth) => ({ ...truth.report(), totalMb: Math.ceil(truth.report().totalMb * 1.5) + 100 }),
  unlimited: (truth) => ({ ...truth.report(), unlimited: true, remainingMb: 0, totalMb: 0 }),
  restarted: (truth, shown) => {
    const report = truth.report();
    const waiting = shown.plans.filter(({ state }) => state === 'not_active');
    // The plan in use may be used up, and the next one not begun.
    if (waiting.length > 0 && report.remainingMb <= waiting.reduce((sum, { dataMb }) => sum + dataMb, 0)) return null;
    return shown.page(truth.now).planState === 'active' ? { ...report, status: 'not-active' } : null;
  },
  resurrected: (truth, shown) =>
    shown.plans.every(({ state }) => !isUsable(state)) ? { ...truth.report(), status: 'active' } : null,
  unspent: (truth) =>
    truth.leftMb > 0.06 * truth.report().totalMb + 11 ? { ...truth.report(), status: 'finished' } : null,
  back: (truth, shown) => {
    const report = truth.report();
    const known = shown.page(truth.now).current.expiresAt;
    if (report.status !== 'active' || known === null || known.getTime() !== report.expiresAt?.getTime()) return null;
    return { ...report, expiresAt: new Date(known.getTime() - 2 * DAY_MS) };
  },
  nonsense: (truth) =>
    truth.report().status === 'active' ? { ...truth.report(), expiresAt: new Date('9999-12-31') } : null,
  recycled: (truth, shown) =>
    shown.page(truth.now).active ? { ...truth.report(), status: 'recycled', remainingMb: 0, totalMb: 0 } : null,
};

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('use' as const), mb: fc.integer({ min: 1, max: 3_000 }) }) },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('add' as const), plan: bought }) },
  { weight: 6, arbitrary: fc.constant({ is: 'truth' as const }) },
  { weight: 2, arbitrary: fc.constant({ is: 'stale' as const }) },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('lie' as const), lie: fc.constantFrom(...Object.keys(LIES)) }) },
);

/** What holds whatever the wholesaler says. */
function expectHonest(shown: Shown, now: number, before: Shown['plans']) {
  const { remainingMb, dataMb, current } = shown.page(now);
  expect(remainingMb).toBeGreaterThanOrEqual(0);
  expect(remainingMb).toBeLessThanOrEqual(dataMb);
  const order: PlanState[] = ['not_active', 'active', 'finished', 'expired'];
  shown.plans.forEach((plan, at) => {
    const known = before[at];
    if (!known) return;
    expect(plan.remainingMb, 'data comes back').toBeLessThanOrEqual(known.remainingMb);
    expect(order.indexOf(plan.state), 'a plan goes back').toBeGreaterThanOrEqual(order.indexOf(known.state));
    if (known.expiresAt && plan.state === 'active')
      expect(plan.expiresAt!.getTime()).toBeGreaterThanOrEqual(known.expiresAt.getTime() - DAY_MS);
  });
  const pace = shown.pace(now);
  if (pace === null) return;
  expect(pace.perDayMb).toBeGreaterThan(0);
  expect(pace.endsAt.getTime(), 'a forecast of the past').toBeGreaterThanOrEqual(now);
  expect(pace.endsAt.getTime(), 'a forecast after the end').toBeLessThanOrEqual(
    current.expiresAt?.getTime() ?? Infinity,
  );
  expect(pace.enough).toBe(pace.endsAt.getTime() === current.expiresAt?.getTime());
  expect(now - shown.readings[0]!.readAt.getTime()).toBeGreaterThanOrEqual(3 * DAY_MS);
}

describe('what the page of an eSIM may show', () => {
  it('is what is true after each true report, nothing of a lie, and never better than before', () => {
    const told = new Set<string>();
    fc.assert(
      fc.property(bought, fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (first, steps) => {
        const truth = new Truth(first);
        const shown = new Shown(first);
        let old = truth.report();
        for (const each of steps) {
          const before = shown.plans;
          const at = shown.usageAt;
          if (each.is === 'use') truth.use(each.mb);
          if (each.is === 'pass') truth.now += each.hours * HOUR_MS;
          if (each.is === 'add') {
            truth.plans.push({ ...each.plan, leftMb: each.plan.dataMb, endsAt: null });
            shown.add(each.plan, truth.now);
          }
          if (each.is === 'truth') {
            old = truth.report();
            expect(shown.hear(old, truth.now), `${JSON.stringify(old)} of ${JSON.stringify(before)}`).toBe(true);
            if (truth.left.length > 0) expect(shown.page(truth.now).remainingMb).toBe(truth.leftMb);
            expect(shown.page(truth.now).active).toBe(truth.left.length > 0);
            expect(shown.usageAt).toBe(truth.now);
          }
          // Whether it is believed or not, it makes nothing better.
          if (each.is === 'stale') shown.hear(old, truth.now);
          const lie = each.is === 'lie' ? LIES[each.lie]!(truth, shown) : null;
          if (each.is === 'lie' && lie !== null) {
            told.add(each.lie);
            expect(shown.hear(lie, truth.now), `${each.lie} ${JSON.stringify(lie)}`).toBe(false);
            expect(shown.plans).toEqual(before);
            expect(shown.usageAt).toBe(at);
          }
          expectHonest(shown, truth.now, before);
        }
      }),
      { numRuns: FULL ? 5_000 : 200 },
    );
    expect([...told].toSorted(), 'each lie was told').toEqual(Object.keys(LIES).toSorted());
  });

  it('is over by time without a report', () => {
    const shown = new Shown({ dataMb: 1024, days: 7 });
    const report = { ...new Truth({ dataMb: 1024, days: 7 }).report(), status: 'active' as const, remainingMb: 500 };
    shown.hear({ ...report, expiresAt: new Date(START + DAY_MS) }, START);
    expect(shown.page(START + DAY_MS)).toMatchObject({ active: false, planState: 'expired', remainingMb: 500 });
    expect(planStateAt(shown.plans[0], new Date(START))).toBe('active');
  });
});

describe('a report that is a little different', () => {
  const shown = (report: Partial<Report>) => {
    const page = new Shown({ dataMb: 3072, days: 30 });
    const whole = new Truth({ dataMb: 3072, days: 30 }).report();
    return [page.hear({ ...whole, status: 'active', remainingMb: 2000, ...report }, START), page.plans[0].remainingMb];
  };

  it('is believed with another count of gigabytes, without the total of a plan that is over, and without an end', () => {
    expect(shown({ totalMb: 3000 })).toEqual([true, 2000]);
    expect(shown({ status: 'expired', totalMb: 0, remainingMb: 0 })).toEqual([true, 0]);
    const page = new Shown({ dataMb: 3072, days: 30 });
    const report = { ...new Truth({ dataMb: 3072, days: 30 }).report(), status: 'active' as const };
    const end = new Date(START + 30 * DAY_MS);
    expect(page.hear({ ...report, remainingMb: 2000, expiresAt: end }, START)).toBe(true);
    expect(page.hear({ ...report, remainingMb: 2050, expiresAt: null }, START)).toBe(true);
    expect(page.plans[0]).toMatchObject({ remainingMb: 2000, expiresAt: end, startedAt: new Date(START) });
  });
});

describe('a plan that was added', () => {
  const END = START + 10 * DAY_MS;
  const used = (remainingMb: number, totalMb: number, expiresAt: number): Report => ({
    status: 'active',
    remainingMb,
    totalMb,
    unlimited: false,
    expiresAt: new Date(expiresAt),
    profileState: null,
  });
  const states = ({ plans }: Shown) => plans.map(({ state, remainingMb }) => [state, remainingMb]);

  it('makes a grown total true, and none was before', () => {
    const page = new Shown({ dataMb: 1024, days: 10 });
    expect(page.hear(used(100, 1024, END), START)).toBe(true);
    expect(page.hear(used(1124, 2048, END), START)).toBe(false);
    page.add({ dataMb: 1024, days: 7 }, START);
    expect(page.hear(used(1124, 2048, END), START)).toBe(true);
    expect(states(page)).toEqual([
      ['active', 100],
      ['not_active', 1024],
    ]);
    // An answer from before, after one with the plan.
    expect(page.hear(used(100, 1024, END), START)).toBe(false);
  });

  it.each([
    ['in use', START + 2 * DAY_MS],
    ['not begun', null],
  ])('is used by one end for all plans, when it was added to one %s', (_, readAt) => {
    const page = new Shown({ dataMb: 1024, days: 10 });
    if (readAt !== null) expect(page.hear(used(500, 1024, END), readAt)).toBe(true);
    page.add({ dataMb: 1024, days: 7 }, START + 3 * DAY_MS);
    const [later, all] = [START + 4 * DAY_MS, (readAt === null ? START + 4 * DAY_MS : START) + 17 * DAY_MS];
    expect(page.hear(used(1324, 2048, all), later)).toBe(true);
    for (const left of [900, 500])
      expect(page.hear(used(left, 2048, all), later + DAY_MS), `${left} MB left`).toBe(true);
    expect(states(page)).toEqual([
      ['finished', 0],
      ['active', 500],
    ]);
    expect(page.page(later + DAY_MS)).toMatchObject({ remainingMb: 500, dataMb: 1024 });
  });
});
