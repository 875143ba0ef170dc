import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, replacedAmong, summaryOf } from './refund-ledger.ts';

type Row = {
  lineId: string | null;
  amount: number;
  status: 'requested' | 'pending' | 'succeeded' | 'failed' | 'closed' | 'superseded';
};

const cents = fc.integer({ min: 1, max: 100_000 });
const rows = fc.array(
  fc.record({
    amount: cents,
    lineId: fc.constant(null),
    status: fc.constantFrom<Row['status']>('requested', 'pending', 'succeeded', 'failed', 'closed', 'superseded'),
  }),
  { maxLength: 12 },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Possible events of a payment's refunds. Numbers select a row, or an amount. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), amount: fc.option(cents) }),
  fc.record({ kind: fc.constant('desk' as const), amount: cents }),
  fc.record({ kind: fc.constantFrom('make', 'arrive', 'refuse', 'return'), row: fc.nat(20) }),
);

/**
 * A model of a payment's refunds under any sequence of requests, refunds in the vendor's dashboard, refusals and
 * returns. The vendor only limits its own sum; our code must keep requests within the amount that was taken.
 */
function play(taken: number, steps: readonly Step[]) {
  const ledger: (Row & { atVendor: boolean })[] = [];
  const vendorGave = () =>
    ledger
      .filter(({ atVendor, status }) => atVendor && (status === 'pending' || status === 'succeeded'))
      .reduce((sum, { amount }) => sum + amount, 0);
  const supersede = () => {
    for (const row of replacedAmong(taken, ledger)) row.status = 'superseded';
  };
  for (const each of steps) {
    if (each.kind === 'ask') {
      const amount = Math.min(balanceOf(taken, ledger).rest, each.amount ?? taken);
      if (amount > 0) ledger.push({ lineId: null, amount, status: 'requested', atVendor: false });
    } else if (each.kind === 'desk') {
      const amount = Math.min(each.amount, taken - vendorGave());
      if (amount > 0) ledger.push({ lineId: null, amount, status: 'succeeded', atVendor: true });
      // Like `replaceImpossible`: a request that is no longer possible is replaced by one for the rest.
      const { returned, underway } = balanceOf(taken, ledger);
      if (returned + underway > taken)
        for (const row of ledger) if (row.status === 'requested') row.status = 'superseded';
    } else {
      const row = ledger[each.row % Math.max(1, ledger.length)];
      if (!row) continue;
      if (each.kind === 'make' && row.status === 'requested' && vendorGave() + row.amount <= taken) {
        row.atVendor = true;
        row.status = 'pending';
      }
      if (each.kind === 'arrive' && row.status === 'pending') row.status = 'succeeded';
      if (each.kind === 'refuse' && row.status === 'requested') row.status = 'failed';
      if (each.kind === 'return' && (row.status === 'pending' || row.status === 'succeeded')) row.status = 'failed';
    }
    supersede();
  }
  return { ledger, vendorGave: vendorGave() };
}

describe('the refund ledger', () => {
  it('never refunds more than was taken, under any requests, dashboard refunds, refusals and returns', () => {
    fc.assert(
      fc.property(cents, fc.array(step, { maxLength: 40 }), (taken, steps) => {
        const { ledger, vendorGave } = play(taken, steps);
        const { returned, underway, rest, failed } = balanceOf(taken, ledger);
        expect(vendorGave).toBeLessThanOrEqual(taken);
        expect(returned + underway).toBeLessThanOrEqual(taken);
        expect(returned + underway + rest).toBe(taken);
        // Each open failure is a whole refund: their sum exceeds the rest by at most one refund.
        expect(failed === 0 || rest > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('has a rest that is never negative, and zero once everything is refunded or in progress', () => {
    fc.assert(
      fc.property(cents, rows, (taken, ledger) => {
        const { returned, underway, rest } = balanceOf(taken, ledger);
        expect(rest).toBeGreaterThanOrEqual(0);
        expect(rest === 0).toBe(returned + underway >= taken);
      }),
    );
  });

  it('closes a failure that a later refund covers, and keeps one that none covers', () => {
    const failed = { lineId: null, amount: 600, status: 'failed' } as const;
    expect(replacedAmong(1100, [failed, { lineId: null, amount: 1100, status: 'requested' }])).toEqual([failed]);
    expect(replacedAmong(1100, [failed, { lineId: null, amount: 500, status: 'succeeded' }])).toEqual([]);
  });

  it('covers a failure of one line by a later refund of that line only', () => {
    const failed = { lineId: 'a', amount: 300, status: 'failed' } as const;
    const again = { lineId: 'a', amount: 300, status: 'requested' } as const;
    expect(replacedAmong(1100, [failed, again])).toEqual([failed]);
    expect(replacedAmong(1100, [failed, { ...again, lineId: 'b' }])).toEqual([]);
    expect(replacedAmong(1100, [again, failed])).toEqual([]);
  });

  it('shows the buyer one amount and one stage', () => {
    expect(summaryOf(1100, [])).toBeNull();
    expect(summaryOf(1100, [{ amount: 100, status: 'succeeded' }])).toEqual({
      amount: 100,
      status: 'succeeded',
      partial: true,
    });
    expect(
      summaryOf(1100, [
        { amount: 100, status: 'succeeded' },
        { amount: 1000, status: 'failed' },
      ]),
    ).toEqual({ amount: 1100, status: 'failed', partial: false });
    expect(
      summaryOf(1100, [
        { amount: 1000, status: 'superseded' },
        { amount: 100, status: 'succeeded' },
        { amount: 1000, status: 'requested' },
      ]),
    ).toEqual({ amount: 1100, status: 'requested', partial: false });
  });
});
