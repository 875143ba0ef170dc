import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, decide, isLow, type LiveCharge, monthOf, nextMonthOf, type Situation } from './rules.ts';

type Plan = { dataMb: number; usedMb: number };
type Charge = LiveCharge & { amount: number; month: string };

/** An eSIM with one plan, an auto top-up, and what was charged. Plans are used one after the other. */
function world({ dataMb, percent, price, cap, addedMb }: Setting) {
  const plans: Plan[] = [{ dataMb, usedMb: 0 }];
  const charges: Charge[] = [];
  const settings = { cap, month: '2026-11' };
  const use = (mb: number) => {
    for (const plan of plans) {
      const used = Math.min(mb, plan.dataMb - plan.usedMb);
      plan.usedMb += used;
      mb -= used;
    }
  };
  const situation = (): Situation<Charge> => {
    const left = plans.filter((plan) => plan.usedMb < plan.dataMb);
    const current = left[0] ?? plans.at(-1)!;
    return {
      state: 'on',
      ending: null,
      isLow: isLow(
        {
          current: { dataMb: current.dataMb, unlimited: null },
          planState: left.length === 0 ? 'finished' : 'active',
          remainingMb: left.reduce((sum, plan) => sum + plan.dataMb - plan.usedMb, 0),
        },
        percent,
      ),
      usedPosition: plans.indexOf(current),
      newestPosition: plans.length - 1,
      live: charges,
      agreedAmount: price,
      amountNow: price,
      capAmount: settings.cap,
      spent: charges.filter(({ month }) => month === settings.month).reduce((sum, { amount }) => sum + amount, 0),
    };
  };
  /** One look of the job; a charge is on its way until `deliver`. */
  const look = (): Decision<Charge> => {
    const now = situation();
    const decision = decide(now);
    if (decision.what === 'charge')
      charges.push({
        usedPosition: now.usedPosition,
        afterPosition: now.newestPosition,
        outcome: 'paid',
        toCome: true,
        amount: decision.amount,
        month: settings.month,
      });
    return decision;
  };
  const deliver = () => {
    for (const charge of charges.filter(({ toCome }) => toCome)) {
      charge.toCome = false;
      plans.push({ dataMb: addedMb, usedMb: 0 });
    }
  };
  return { plans, charges, settings, use, look, deliver, situation };
}

type Setting = { dataMb: number; percent: number; price: number; cap: number; addedMb: number };

const setting = fc.record<Setting>({
  dataMb: fc.integer({ min: 100, max: 20_480 }),
  percent: fc.constantFrom(10, 20, 30),
  price: fc.integer({ min: 100, max: 3_000 }),
  cap: fc.integer({ min: 100, max: 30_000 }),
  addedMb: fc.integer({ min: 100, max: 20_480 }),
});
const step = fc.oneof(
  fc.record({ do: fc.constant('use' as const), mb: fc.integer({ min: 0, max: 30_000 }) }),
  fc.record({ do: fc.constantFrom('look' as const, 'deliver' as const, 'new-month' as const) }),
  fc.record({ do: fc.constant('cap' as const), cap: fc.integer({ min: 0, max: 30_000 }) }),
  fc.record({ do: fc.constant('buy' as const), mb: fc.integer({ min: 100, max: 5_000 }) }),
);

describe('whatever is used, bought by hand, delivered late, or set', () => {
  it('a threshold is charged once, and the charges of a month stay within the cap at the time of each', () => {
    fc.assert(
      fc.property(setting, fc.array(step, { maxLength: 60 }), (given, steps) => {
        const it = world(given);
        let months = 0;
        for (const each of steps) {
          if (each.do === 'use') it.use(each.mb);
          else if (each.do === 'deliver') it.deliver();
          else if (each.do === 'cap') it.settings.cap = each.cap;
          else if (each.do === 'buy') it.plans.push({ dataMb: each.mb, usedMb: 0 });
          else if (each.do === 'new-month') it.settings.month = `2027-${String((months += 1)).padStart(2, '0')}`;
          else {
            const decision = it.look();
            if (decision.what === 'charge') {
              const { month, cap } = it.settings;
              const spent = it.charges.filter((charge) => charge.month === month);
              expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(cap);
            }
          }
        }
        for (const key of ['usedPosition', 'afterPosition'] as const)
          expect(new Set(it.charges.map((charge) => charge[key])).size).toBe(it.charges.length);
      }),
      { numRuns: 500 },
    );
  });

  it('many looks at one state charge as often as one', () => {
    fc.assert(
      fc.property(setting, fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 2, max: 9 }), (given, mb, times) => {
        const it = world({ ...given, cap: 100_000 });
        it.use(mb);
        for (let look = 0; look < times; look += 1) it.look();
        const isPassed = Math.max(0, given.dataMb - mb) * 100 <= given.percent * given.dataMb;
        expect(it.charges).toHaveLength(isPassed ? 1 : 0);
      }),
    );
  });
});

const given = { dataMb: 3_000, percent: 10, price: 450, cap: 900, addedMb: 1_000 };

describe('one answer each', () => {
  it('use that jumps over two thresholds adds one plan, and the next one when that is low too', () => {
    const it = world(given);
    it.plans.push({ dataMb: 1_000, usedMb: 0 });
    it.use(3_950);
    expect(it.look()).toEqual({ what: 'charge', amount: 450 });
    expect(it.look()).toEqual({ what: 'nothing' });
    it.deliver();
    expect(it.look()).toEqual({ what: 'nothing' });
    it.use(1_000);
    expect(it.look()).toEqual({ what: 'charge', amount: 450 });
    expect(it.charges.map(({ usedPosition, afterPosition }) => [usedPosition, afterPosition])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('a reached cap adds nothing until the next month, and a lowered one nothing at all', () => {
    const it = world({ ...given, cap: 450 });
    it.use(2_800);
    it.look();
    it.deliver();
    it.use(1_150);
    expect(it.look()).toEqual({ what: 'capped' });
    it.settings.month = '2026-12';
    expect(it.look()).toEqual({ what: 'charge', amount: 450 });
    it.deliver();
    it.settings.cap = 200;
    it.use(2_000);
    it.settings.month = '2027-01';
    expect(it.look()).toEqual({ what: 'capped' });
  });

  it('a dearer plan ends it, a cheaper one is charged as it is, and one that is gone ends it', () => {
    const it = world(given);
    it.use(3_000);
    const at = (amountNow: number | null | undefined) => decide({ ...it.situation(), amountNow });
    expect(at(451)).toEqual({ what: 'end', reason: 'dearer' });
    expect(at(400)).toEqual({ what: 'charge', amount: 400 });
    expect(at(null)).toEqual({ what: 'end', reason: 'plan-gone' });
    expect(at(undefined)).toEqual({ what: 'ask-price' });
  });

  it('an unknown outcome is gone on with, whatever the switch says; nothing else begins beside it', () => {
    const it = world(given);
    it.use(3_000);
    const open: Charge = { usedPosition: 0, afterPosition: 0, outcome: null, toCome: false, amount: 450, month: '' };
    for (const state of ['on', 'off', 'stopped', 'authentication'] as const)
      expect(decide({ ...it.situation(), state, live: [open] })).toEqual({ what: 'go-on', charge: open });
  });

  it('what was declined, needs its owner or came back is not charged again for its threshold', () => {
    const it = world(given);
    it.use(3_000);
    const failed = { usedPosition: 0, afterPosition: 0, toCome: false, amount: 450, month: '' };
    for (const outcome of ['declined', 'card-gone', 'authentication', 'returned'] as const)
      expect(decide({ ...it.situation(), live: [{ ...failed, outcome }] })).toEqual({ what: 'nothing' });
  });

  it('an eSIM that ended, was replaced, refunded or is disputed ends it; one that is off stays quiet', () => {
    const it = world(given);
    for (const ending of ['ended', 'replaced', 'refunded', 'disputed'] as const) {
      expect(decide({ ...it.situation(), ending })).toEqual({ what: 'end', reason: ending });
      expect(decide({ ...it.situation(), ending, state: 'off' })).toEqual({ what: 'nothing' });
    }
  });
});

describe('the threshold', () => {
  const plan = { current: { dataMb: 1_000, unlimited: null }, planState: 'active' as const };

  it('counts what all plans have left, against the plan in use', () => {
    expect([101, 100, 0].map((remainingMb) => isLow({ ...plan, remainingMb }, 10))).toEqual([false, true, true]);
  });

  it('is none of an unlimited plan, of one that has not begun, and of one whose days are over', () => {
    const none = { ...plan, remainingMb: 0 };
    expect(isLow({ ...none, current: { dataMb: 0, unlimited: {} } }, 30)).toBe(false);
    expect(isLow({ ...none, planState: 'not_active' }, 30)).toBe(false);
    expect(isLow({ ...none, planState: 'expired' }, 30)).toBe(false);
    expect(isLow({ ...none, planState: 'finished' }, 10)).toBe(true);
  });
});

describe('months', () => {
  it('begin at midnight UTC, also that after December', () => {
    expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
    expect(nextMonthOf(new Date('2026-11-30T23:59:59.999Z')).toISOString()).toBe('2026-12-01T00:00:00.000Z');
    expect(nextMonthOf(new Date('2026-12-31T12:00:00Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });
});
