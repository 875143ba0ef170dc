import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACTIVITIES,
  dataQuery,
  dataUse,
  fittingPlan,
  mbPerHour,
  readDataQuestion,
  shorterPlan,
  totalMb,
  type Use,
} from './data-use.ts';

const use = fc.record(
  Object.fromEntries(ACTIVITIES.map(({ id, most }) => [id, fc.integer({ min: 0, max: most })])),
) as unknown as fc.Arbitrary<Use>;
const none = Object.fromEntries(ACTIVITIES.map(({ id }) => [id, 0])) as Use;

describe('the data calculator', () => {
  test('an hour of each activity uses its bit rate times 3,600 s over 8 bits', () => {
    expect(ACTIVITIES.map(({ id, kbps }) => [id, mbPerHour(kbps)])).toEqual([
      ['maps', 5.4],
      ['messages', 10.8],
      ['social', 148.5],
      ['music', 43.2],
      ['calls', 45],
      ['video', 675],
      ['films', 450],
      ['hotspot', 148.5],
    ]);
  });

  test('a quarter of an hour of video calls on ten days is 1,688 MB', () => {
    expect(totalMb({ ...none, video: 15 }, 10)).toBe(1688);
    expect(totalMb(none, 10)).toBe(0);
  });

  test('the sum equals its parts in whole MB, and grows with minutes and days', () => {
    fc.assert(
      fc.property(use, fc.integer({ min: 1, max: 364 }), (minutes, days) => {
        const parts = Object.values(dataUse(minutes, days));
        expect(parts.every((mb) => Number.isInteger(mb))).toBe(true);
        expect(totalMb(minutes, days)).toBe(parts.reduce((sum, mb) => sum + mb, 0));
        expect(totalMb(minutes, days + 1)).toBeGreaterThanOrEqual(totalMb(minutes, days));
      }),
    );
  });

  test('the URL contains the question, and invalid values become the default', () => {
    fc.assert(
      fc.property(use, fc.integer({ min: 1, max: 365 }), fc.constantFrom(null, 'france'), (minutes, days, slug) => {
        const question = { slug, days, use: minutes };
        expect(readDataQuestion(new URLSearchParams(dataQuery(question)))).toEqual(question);
      }),
    );
    const usual = readDataQuestion(new URLSearchParams());
    expect(readDataQuestion(new URLSearchParams('days=0&maps=-1&video=9999&films=x'))).toEqual(usual);
  });

  test('the cheapest plan that fits, and the days that a cheaper one would last', () => {
    const plan = (gb: number, amount: number, days = 30, available = true) => ({
      dataMb: gb * 1024,
      unlimited: null,
      days,
      price: { amount },
      available,
    });
    const plans = [plan(1, 450, 7), plan(3, 1100), plan(5, 1600), plan(10, 2600), plan(5, 900, 30, false)];
    const need = Math.round(3.4 * 1024);
    expect(fittingPlan(plans, need, 10)).toBe(plans[2]);
    expect(shorterPlan(plans, plans[2]!, need / 10)).toEqual({ plan: plans[1], day: 8 });
    expect(fittingPlan(plans, 11 * 1024, 10)).toBeNull();
    expect(fittingPlan(plans, 500, 31)).toBeNull();
    const endless = { ...plan(0, 2000), unlimited: { dailyMb: 1024 } };
    expect(fittingPlan([...plans, endless], 8 * 1024, 8)).toBe(endless);
  });
});
