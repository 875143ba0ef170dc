import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  faultRight,
  keptFor,
  type PlanUse,
  type RefundRight,
  refundRight,
  type RightFacts,
  withdrawalEnds,
  type WithdrawalShare,
  withdrawalShare,
} from './rights.ts';

const PAID = new Date('2026-11-12T09:00:00Z');
const after = (days: number) => new Date(PAID.getTime() + days * 86_400_000);

const plan = (use: Partial<PlanUse> = {}): PlanUse => ({
  planState: 'active',
  usedMb: 0,
  planMb: 5_120,
  usedDays: 0,
  planDays: 30,
  ...use,
});

/** A delivered line that was not used, four days after its payment. */
const facts = (change: Partial<RightFacts> = {}): RightFacts => ({
  status: 'fulfilled',
  orderStatus: 'fulfilled',
  purpose: 'profile',
  paidAt: PAID,
  now: after(4),
  timeZone: null,
  price: 1_400,
  returned: 0,
  delivered: true,
  use: plan({ planState: 'not_active' }),
  isReplaced: false,
  isToppedUp: false,
  isUseDue: true,
  ...change,
});

const right = (change: Partial<RightFacts>, isOften = false) => refundRight(facts(change), { windowDays: 30, isOften });
const share = (change: Partial<RightFacts>) => withdrawalShare(facts(change), { days: 14 });
const all: RefundRight = { what: 'refund', amount: 1_400 };
const whole: WithdrawalShare = { what: 'back', back: 1_400, kept: 0 };
const ask = (why: string): unknown => ({ what: 'ask', why, upTo: 1_400 });
const none = (why: string): unknown => ({ what: 'none', why });
const person = (why: string): unknown => ({ what: 'person', why });
const nothing = (why: string): unknown => ({ what: 'nothing', why });

/** The table of docs/decisions/0075-rights.md: what a buyer gets by oneself, and by a withdrawal. */
const TABLE: [name: string, facts: Partial<RightFacts>, byOneself: unknown, byWithdrawal: unknown][] = [
  ['not delivered yet', { status: 'fulfilling', delivered: false, use: null }, all, whole],
  ['delivered, not installed', {}, all, whole],
  ['installed, no data counted', { use: plan() }, all, whole],
  ['a part used', { use: plan({ usedMb: 1_126 }) }, ask('used'), { what: 'back', back: 1_093, kept: 307 }],
  [
    'a part used, begun without a request',
    { use: plan({ usedMb: 1_126 }), isUseDue: false },
    ask('used'),
    { what: 'back', back: 1_400, kept: 0 },
  ],
  ['a part used, of an unknown country', { use: plan({ usedMb: 1_126 }), isUseDue: null }, ask('used'), person('used')],
  ['unused, of an unknown country', { isUseDue: null }, all, whole],
  ['used up', { use: plan({ planState: 'finished', usedMb: 5_120 }) }, none('ended'), nothing('used-up')],
  ['all data counted', { use: plan({ usedMb: 5_120 }) }, none('ended'), nothing('used-up')],
  [
    'expired after its days',
    { use: plan({ planState: 'expired', usedMb: 10, usedDays: 30 }) },
    none('ended'),
    nothing('used-up'),
  ],
  ['ended early', { use: plan({ planState: 'expired', usedMb: 10, usedDays: 2 }) }, none('ended'), person('used-up')],
  [
    'used up, begun without a request',
    { use: plan({ planState: 'finished', usedMb: 5_120 }), isUseDue: false },
    none('ended'),
    person('used-up'),
  ],
  [
    'used up, of an unknown country',
    { use: plan({ planState: 'finished', usedMb: 5_120 }), isUseDue: null },
    none('ended'),
    person('used-up'),
  ],
  ['unlimited, not begun', { use: plan({ planState: 'not_active', planMb: 0, planDays: 10 }) }, all, whole],
  [
    'unlimited, third day of ten',
    { use: plan({ planMb: 0, usedDays: 3, planDays: 10 }) },
    ask('used'),
    { what: 'back', back: 980, kept: 420 },
  ],
  ['not readable', { use: null }, { what: 'later', why: 'not-readable' }, person('not-readable')],
  ['replaced', { isReplaced: true }, ask('replaced'), person('replaced')],
  ['topped up', { isToppedUp: true }, ask('topped-up'), person('topped-up')],
  ['an added plan', { purpose: 'plan' }, ask('added-plan'), person('added-plan')],
  ['an added plan, not delivered', { purpose: 'plan', status: 'fulfilling', delivered: false }, all, whole],
  ['disputed', { orderStatus: 'disputed' }, none('disputed'), person('disputed')],
  [
    'not paid',
    { orderStatus: 'pending_payment', status: 'waiting', delivered: false },
    none('not-paid'),
    nothing('not-paid'),
  ],
  ['refunded', { status: 'refunded', orderStatus: 'refunded' }, none('refunded'), nothing('refunded')],
  ['being refunded', { status: 'refunding' }, none('refunded'), nothing('refunded')],
  ['given up by the wholesaler', { status: 'failed', delivered: false }, none('refunded'), nothing('refunded')],
  ['its price is back', { returned: 1_400 }, none('refunded'), nothing('refunded')],
  ['a part is back', { returned: 400 }, { what: 'refund', amount: 1_000 }, { what: 'back', back: 1_000, kept: 0 }],
  ['after the 14th day', { now: after(20) }, all, nothing('too-late')],
  ['after the window', { now: after(31) }, none('too-late'), nothing('too-late')],
];

describe('the table of rights', () => {
  it.each(TABLE)('%s', (_, change, byOneself, byWithdrawal) => {
    expect(right(change)).toEqual(byOneself);
    expect(share(change)).toEqual(byWithdrawal);
  });

  it('a person decides about a buyer who gives back too often, and a withdrawal does not ask', () => {
    expect(right({}, true)).toEqual(ask('too-often'));
    expect(right({ status: 'fulfilling', delivered: false }, true)).toEqual(ask('too-often'));
    expect(share({})).toEqual(whole);
  });

  it('a fault can be asked about while the price is here, whatever was used', () => {
    expect(faultRight(facts({ use: plan({ planState: 'expired' }), now: after(90) }))).toEqual({ upTo: 1_400 });
    expect(faultRight(facts({ returned: 400 }))).toEqual({ upTo: 1_000 });
    expect(faultRight(facts({ delivered: false }))).toBeNull();
    expect(faultRight(facts({ orderStatus: 'disputed' }))).toBeNull();
  });
});

describe('shares', () => {
  it('never creates or loses a cent, and keeps no more than the share of the use', () => {
    const cents = fc.integer({ min: 1, max: 999_999_999 });
    const size = fc.integer({ min: 1, max: 2_000_000 });
    fc.assert(
      fc.property(cents, size, fc.nat(3_000_000), fc.nat(1), (price, planMb, usedMb, back) => {
        const use = plan({ usedMb, planMb });
        const kept = keptFor(price, use);
        expect(kept).toBeLessThanOrEqual((price * Math.min(usedMb, planMb)) / planMb);
        expect(kept).toBeGreaterThan((price * Math.min(usedMb, planMb)) / planMb - 1);
        const returned = back * Math.floor(price / 3);
        const found = share({ price, use, returned });
        if (found.what === 'back') expect(found.back + found.kept + returned).toBe(price);
        else expect(usedMb >= planMb || kept >= price - returned).toBe(true);
      }),
    );
  });

  it('counts nothing for a plan whose size is not known', () => {
    expect(keptFor(1_400, plan({ planMb: 0, planDays: 0, usedDays: 3 }))).toBe(0);
  });
});

describe('the end of the time to withdraw', () => {
  const ends = (paidAt: string, timeZone: string | null) =>
    withdrawalEnds({ paidAt: new Date(paidAt), timeZone }).toISOString();

  it('is the end of the 14th day after that of the payment', () => {
    expect(ends('2026-11-12T00:00:00Z', null)).toBe('2026-11-27T00:00:00.000Z');
    expect(ends('2026-11-12T23:59:59Z', null)).toBe('2026-11-27T00:00:00.000Z');
    expect(share({ now: new Date('2026-11-26T23:59:59Z') })).toEqual(whole);
    expect(share({ now: new Date('2026-11-27T00:00:00Z') })).toEqual(nothing('too-late'));
  });

  it('is the later one of UTC and of the zone', () => {
    expect(ends('2026-11-12T09:00:00Z', 'America/Los_Angeles')).toBe('2026-11-27T08:00:00.000Z');
    expect(ends('2026-11-12T09:00:00Z', 'Asia/Tokyo')).toBe('2026-11-27T00:00:00.000Z');
    // Already the next day in Tokyo.
    expect(ends('2026-11-11T20:00:00Z', 'Asia/Tokyo')).toBe('2026-11-26T15:00:00.000Z');
    // The clocks of New York change on November 1.
    expect(ends('2026-10-29T12:00:00Z', 'America/New_York')).toBe('2026-11-13T05:00:00.000Z');
  });

  it('is never a weekend: it goes on to the end of Monday', () => {
    // Saturday 28 and Sunday 29.
    expect(ends('2026-11-14T12:00:00Z', null)).toBe('2026-12-01T00:00:00.000Z');
    expect(ends('2026-11-15T12:00:00Z', null)).toBe('2026-12-01T00:00:00.000Z');
  });
});
