import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINE_STATUSES, type LineStatus, type OrderStatus } from '../../shared/order-status.ts';
import { balanceOf, lineBalances, replacedAmong, restOfLine } from '../payments/refunds/refund-ledger.ts';
import { lineMayBecome, linePredecessorsOf, lineStepsFor, ON_ITS_WAY, orderStatusOf } from './line-state.ts';
import { mayBecome, mayResume, orderSteps } from './order-state.ts';

type Refund = {
  lineId: string | null;
  amount: number;
  status: 'requested' | 'pending' | 'succeeded' | 'failed' | 'closed' | 'superseded';
  atVendor: boolean;
};
type Step = { kind: (typeof KINDS)[number]; pick: number; amount: number };

const KINDS = [
  'begin',
  'deliver',
  'give up',
  'refund line',
  'keep a part',
  'refund all',
  'vendor refunds',
  'make',
  'arrive',
  'refuse',
  'send back',
  'dispute',
  'win',
  'lose',
] as const;

const prices = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 4 });
const steps = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(15), amount: fc.integer({ min: 1, max: 6_000 }) }),
  { maxLength: 60 },
);

/** Refunds that name no line are in `refund-lines.test.ts`. */
const NAMED = { undecided: 0, wholeAsked: false };

/** A model of a paid order and its payment that uses only the product's rules. */
function newOrder(unitAmounts: readonly number[]) {
  const taken = unitAmounts.reduce((total, each) => total + each, 0);
  const lines = unitAmounts.map((unitAmount, at) => ({
    id: `line-${at}`,
    unitAmount,
    keptAmount: 0,
    status: 'waiting' as LineStatus,
    issued: 0,
  }));
  const refunds: Refund[] = [];
  const order = { status: 'paid' as OrderStatus, dispute: null as 'open' | 'lost' | null, byHand: false };
  const balance = () => balanceOf(taken, refunds);
  const vendorGave = () =>
    refunds
      .filter(({ atVendor, status }) => atVendor && (status === 'pending' || status === 'succeeded'))
      .reduce((sum, { amount }) => sum + amount, 0);

  function moveLine(line: (typeof lines)[number], to: LineStatus) {
    expect(lineMayBecome(line.status, to), `a line from ${line.status} to ${to}`).toBe(true);
    line.status = to;
  }
  /** Like `alignOrder` in flows/buying/sync-payment.ts. */
  function align() {
    const money = { ...balance(), ofLine: lineBalances(refunds), ...NAMED, disputed: order.dispute !== null };
    for (const line of lines) for (const to of lineStepsFor(line, money)) moveLine(line, to);
    for (const to of orderSteps(order.status, orderStatusOf(lines, money))) {
      const isAllowed = order.status === 'disputed' ? mayResume(to) : mayBecome(order.status, to);
      expect(isAllowed, `an order from ${order.status} to ${to}`).toBe(true);
      order.status = to;
    }
    expect(order.status).toBe(orderStatusOf(lines, money));
  }
  function ask(lineId: string | null, wanted: number) {
    const amount = Math.min(wanted, balance().rest);
    if (amount > 0) refunds.push({ lineId, amount, status: 'requested', atVendor: false });
    for (const row of replacedAmong(taken, refunds)) row.status = 'superseded';
  }
  /** Like `replaceImpossible` in modules/payments. */
  function replaceImpossible() {
    const { returned, underway } = balance();
    const waiting = refunds.filter(({ status }) => status === 'requested');
    if (waiting.length === 0 || returned + underway <= taken) return;
    for (const row of waiting) row.status = 'superseded';
    ask(
      null,
      waiting.reduce((sum, { amount }) => sum + amount, 0),
    );
  }

  function play({ kind, pick, amount }: Step) {
    const line = lines[pick % lines.length]!;
    const refund = refunds[pick % Math.max(1, refunds.length)];
    const change = (from: Refund['status'][], to: Refund['status']) => {
      if (refund && from.includes(refund.status)) refund.status = to;
    };
    switch (kind) {
      case 'begin':
        if (line.status === 'waiting' && (order.status === 'paid' || order.status === 'fulfilling'))
          moveLine(line, 'fulfilling');
        break;
      case 'deliver':
        if (line.status !== 'fulfilling') break;
        moveLine(line, 'fulfilled');
        line.issued += 1;
        break;
      case 'give up':
        if (line.status !== 'fulfilling') break;
        moveLine(line, 'failed');
        align();
        ask(line.id, restOfLine(taken, refunds, line));
        break;
      case 'refund line':
        if (order.status !== 'disputed') ask(line.id, restOfLine(taken, refunds, line));
        break;
      case 'keep a part': {
        const keptAmount = Math.min(amount, line.unitAmount - 1);
        const rest = restOfLine(taken, refunds, { ...line, keptAmount });
        if (line.status !== 'fulfilled' || order.status === 'disputed' || rest === 0) break;
        line.keptAmount = keptAmount;
        ask(line.id, rest);
        break;
      }
      case 'refund all':
        if (order.status === 'disputed') break;
        // A person gives what was kept as well.
        if (lines.some(({ keptAmount }) => keptAmount > 0)) order.byHand = true;
        ask(null, balance().rest);
        break;
      case 'vendor refunds': {
        const given = Math.min(amount, taken - vendorGave());
        if (given <= 0 || order.dispute !== null) break;
        order.byHand = true;
        refunds.push({ lineId: null, amount: given, status: 'succeeded', atVendor: true });
        replaceImpossible();
        for (const row of replacedAmong(taken, refunds)) row.status = 'superseded';
        break;
      }
      case 'make':
        if (refund?.status !== 'requested' || order.dispute !== null || vendorGave() + refund.amount > taken) break;
        refund.atVendor = true;
        refund.status = 'pending';
        break;
      case 'arrive':
        change(['pending'], 'succeeded');
        break;
      case 'refuse':
        order.byHand = true;
        change(['requested'], 'failed');
        break;
      case 'send back':
        order.byHand = true;
        change(['pending', 'succeeded'], 'failed');
        break;
      case 'dispute':
        if (order.dispute === null) order.dispute = 'open';
        break;
      case 'win':
        if (order.dispute === 'open') order.dispute = null;
        break;
      case 'lose':
        if (order.dispute !== 'open') break;
        order.dispute = 'lost';
        for (const row of refunds) if (row.status === 'requested') row.status = 'superseded';
    }
    align();
  }
  return { order, lines, refunds, taken, balance, play };
}

describe('an order of one to four lines, under any sequence of deliveries, refunds and disputes', () => {
  it('takes only steps of both tables, refunds no line twice and never more than was paid', () => {
    fc.assert(
      fc.property(prices, steps, (unitAmounts, moves) => {
        const { lines, taken, balance, refunds, play } = newOrder(unitAmounts);
        for (const move of moves) {
          play(move);
          const { returned, underway } = balance();
          expect(returned + underway).toBeLessThanOrEqual(taken);
          const own = lineBalances(refunds);
          for (const { id, unitAmount, keptAmount, issued, status } of lines) {
            const most = unitAmount - keptAmount;
            expect((own[id]?.returned ?? 0) + (own[id]?.underway ?? 0)).toBeLessThanOrEqual(most);
            expect(issued).toBeLessThanOrEqual(1);
            if (status === 'fulfilled') expect(issued).toBe(1);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('ends with one eSIM or one refund for each line, exact to the cent', () => {
    fc.assert(
      fc.property(prices, steps, (unitAmounts, moves) => {
        const { order, lines, refunds, balance, play } = newOrder(unitAmounts);
        for (const move of moves.filter(({ kind }) => kind !== 'lose')) play(move);
        const last = (kind: Step['kind'], count: number) => {
          for (let pick = 0; pick < count; pick += 1) play({ kind, pick, amount: 1 });
        };
        last('win', 1);
        last('begin', lines.length);
        last('deliver', lines.length);
        last('make', refunds.length);
        last('arrive', refunds.length);

        expect(lines.filter(({ status }) => ON_ITS_WAY.includes(status) || status === 'failed')).toEqual([]);
        expect(['fulfilled', 'refund_pending', 'refunded']).toContain(order.status);
        if (order.byHand) return;
        const back = lines.filter(({ status }) => status === 'refunded');
        expect(lines.filter(({ status }) => status === 'fulfilled')).toHaveLength(lines.length - back.length);
        expect(balance().returned).toBe(
          back.reduce((sum, { unitAmount, keptAmount }) => sum + unitAmount - keptAmount, 0),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('with one line has the state of that line', () => {
    const statusOfOne: Record<LineStatus, OrderStatus> = {
      waiting: 'paid',
      fulfilling: 'fulfilling',
      stopped: 'fulfilling',
      fulfilled: 'fulfilled',
      failed: 'fulfilment_failed',
      refunding: 'refund_pending',
      refunded: 'refunded',
    };
    for (const status of LINE_STATUSES) {
      expect(orderStatusOf([{ status }], { disputed: false })).toBe(statusOfOne[status]);
      expect(orderStatusOf([{ status }], { disputed: true })).toBe('disputed');
    }
  });
});

describe('the transition table of lines', () => {
  it('lets every line end with its eSIM or its refund, and never issues an eSIM again', () => {
    expect(lineMayBecome('refunded', 'fulfilled')).toBe(false);
    for (const from of LINE_STATUSES) {
      expect(lineMayBecome(from, from)).toBe(false);
      if (from !== 'refunded') expect(lineMayBecome(from, 'refunding') || from === 'refunding').toBe(true);
      for (const to of LINE_STATUSES) expect(linePredecessorsOf(to).includes(from)).toBe(lineMayBecome(from, to));
    }
    expect(linePredecessorsOf('fulfilled')).toEqual(['fulfilling']);
  });
});
