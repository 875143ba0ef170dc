import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineStatus } from '../../../shared/order-status.ts';
import { isOpenLine, lineStepsFor } from '../../orders/line-state.ts';
import { balanceOf, lineBalances, restOfLine } from './refund-ledger.ts';
import {
  divide,
  exceedingRequests,
  isUndecided,
  isWhole,
  matchRefunds,
  mustWait,
  type PricedLine,
  sharesOf,
  undecidedSum,
} from './refund-lines.ts';
import type { RefundRow } from './store.ts';

type Row = Pick<
  RefundRow,
  'id' | 'status' | 'origin' | 'amount' | 'lineId' | 'scope' | 'shares' | 'vendorId' | 'createdAt'
>;
/** A refund at the vendor. `meant`: what the person in the dashboard meant. `label`: what the store wrote to it. */
type AtVendor = {
  id: string;
  amount: number;
  isOurs: boolean;
  meant: readonly string[];
  label: Pick<Row, 'lineId' | 'scope' | 'shares'> | null;
};
type Books = { rows: Row[]; statuses: Record<string, LineStatus> };

const KINDS = [
  'begin',
  'deliver',
  'deadline',
  'dashboard',
  'apology',
  'send',
  'sync',
  'decide',
  'back up',
  'restore',
] as const;
const prices = fc.array(fc.constantFrom(400, 1000, 1000, 1100, 2400), { minLength: 2, maxLength: 4 });
const steps = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat(15), several: fc.boolean() }), {
  maxLength: 60,
  size: 'max',
});

/**
 * A model of a paid order, its books and the vendor, which uses only the product's rules. A person refunds open lines in
 * the dashboard, exactly, and decides what they meant. Books are restored to any earlier moment; the vendor and the
 * issued eSIMs stay.
 */
function newOrder(unitAmounts: readonly number[]) {
  const lines = unitAmounts.map((unitAmount, at) => ({ id: `line-${at}`, unitAmount, keptAmount: 0 }));
  const taken = unitAmounts.reduce((total, each) => total + each, 0);
  const vendor: AtVendor[] = [];
  const issued = new Set<string>();
  let books: Books = { rows: [], statuses: Object.fromEntries(lines.map(({ id }) => [id, 'waiting'])) };
  let kept = structuredClone(books);
  let next = 0;

  const open = () => lines.map((line) => ({ ...line, isOpen: isOpenLine(books.statuses[line.id]!) }));
  const meantFor = (id: string) => vendor.filter(({ meant }) => meant.includes(id));
  /** Cents that a line really got back. */
  const paidFor = (id: string) =>
    vendor.reduce((sum, { meant, amount }) => {
      if (!meant.includes(id)) return sum;
      return sum + (meant.length === 1 ? amount : lines.find((line) => line.id === id)!.unitAmount);
    }, 0);

  function align() {
    const { rows } = books;
    const sent = rows.filter((row) => row.status !== 'requested' || !mustWait(row, lines, rows));
    const money = {
      ...balanceOf(taken, sent),
      ofLine: lineBalances(rows),
      undecided: undecidedSum(rows),
      wholeAsked: rows.some((row) => isWhole(row) && row.status !== 'superseded'),
      disputed: false,
    };
    for (const line of lines)
      for (const to of lineStepsFor({ ...line, status: books.statuses[line.id]! }, money)) books.statuses[line.id] = to;
  }
  function request(line: PricedLine) {
    const amount = restOfLine(taken, books.rows, line);
    if (amount <= 0) return;
    const own = { lineId: line.id, scope: 'line', shares: null, origin: 'ours', status: 'requested' } as const;
    books.rows.push({ ...own, id: `ours-${next++}`, amount, vendorId: null, createdAt: new Date(next) });
  }
  /** Like `alignLines` in refund-book.ts. */
  function assign() {
    for (const { refundId, lineId } of matchRefunds(open(), books.rows)) {
      Object.assign(
        books.rows.find(({ id }) => id === refundId)!,
        { lineId, scope: 'line' },
      );
      vendor.find(({ id }) => id === refundId)!.label = { lineId, scope: 'line', shares: null };
    }
    for (const { lineId, requests } of exceedingRequests(lines, books.rows)) {
      for (const row of requests) row.status = 'superseded';
      request(lines.find(({ id }) => id === lineId)!);
    }
  }
  function sync() {
    for (const { id, amount, isOurs, label } of vendor) {
      const row = books.rows.find((each) => each.id === id);
      const named = label ?? { lineId: null, scope: isOurs ? 'unnamed' : null, shares: null };
      if (row && isUndecided(row) && label) Object.assign(row, label);
      if (row) Object.assign(row, { vendorId: id, status: 'succeeded' });
      else
        books.rows.push({
          ...named,
          id,
          amount,
          origin: isOurs ? 'ours' : 'vendor',
          status: 'succeeded',
          vendorId: id,
          createdAt: new Date(next++),
        });
    }
    assign();
    align();
  }
  function dashboard(meant: readonly string[], amount: number) {
    if (vendor.reduce((sum, each) => sum + each.amount, amount) > taken) return;
    vendor.push({ id: `desk-${next++}`, amount, isOurs: false, meant, label: null });
  }

  function play({ kind, pick, several }: { kind: (typeof KINDS)[number]; pick: number; several: boolean }) {
    const line = lines[pick % lines.length]!;
    const status = books.statuses[line.id]!;
    switch (kind) {
      case 'begin':
        if (status === 'waiting') books.statuses[line.id] = 'fulfilling';
        return align();
      // The vendor is read before each call, and before a found profile is issued.
      case 'deliver':
        sync();
        if (books.statuses[line.id] !== 'fulfilling') return;
        books.statuses[line.id] = 'fulfilled';
        if (!issued.has(line.id)) expect(paidFor(line.id), 'an eSIM and its price').toBeLessThan(line.unitAmount);
        issued.add(line.id);
        return align();
      case 'deadline':
        if (status !== 'fulfilling') return;
        // A last search adopts the profile that was issued before a restore.
        if (issued.has(line.id)) return play({ kind: 'deliver', pick, several });
        books.statuses[line.id] = 'failed';
        request(line);
        return align();
      case 'dashboard': {
        const late = lines.filter(({ id }) => !issued.has(id) && meantFor(id).length === 0);
        const chosen = several ? late.slice(0, 2) : late.filter(({ id }) => id === line.id);
        if (chosen.length === 0) return;
        return dashboard(
          chosen.map(({ id }) => id),
          chosen.reduce((sum, { unitAmount }) => sum + unitAmount, 0),
        );
      }
      case 'apology':
        // Less than any price, so that the person's meaning is unambiguous.
        return dashboard([], 100);
      case 'send': {
        sync();
        const requests = books.rows.filter((each) => each.status === 'requested');
        const row = requests[pick % Math.max(1, requests.length)];
        if (!row || mustWait(row, lines, books.rows)) return;
        if (vendor.reduce((sum, { amount }) => sum + amount, row.amount) > taken) return;
        const { lineId, scope, shares } = row;
        const { unitAmount } = lines.find(({ id }) => id === lineId)!;
        expect(issued.has(lineId!), 'the price of a delivered line').toBe(false);
        expect(paidFor(lineId!) + row.amount, 'the price of a line, twice').toBeLessThanOrEqual(unitAmount);
        vendor.push({
          id: row.id,
          amount: row.amount,
          isOurs: true,
          meant: [lineId!],
          label: { lineId, scope, shares },
        });
        return sync();
      }
      case 'sync':
        return sync();
      case 'decide': {
        sync();
        const row = books.rows.find(isUndecided);
        const at = vendor.find(({ id }) => id === row?.id);
        if (!row || !at) return;
        const chosen = lines.filter(({ id }) => at.meant.includes(id));
        const shares = divide(row.amount, chosen, books.rows);
        if (shares === null) return;
        const [first, ...others] = Object.keys(shares);
        const label =
          first === undefined
            ? ({ lineId: null, scope: 'none', shares: null } as const)
            : others.length === 0
              ? ({ lineId: first, scope: 'line', shares: null } as const)
              : ({ lineId: null, scope: 'lines', shares } as const);
        Object.assign(row, label);
        at.label = label;
        for (const each of chosen) request(each);
        assign();
        return align();
      }
      case 'back up':
        kept = structuredClone(books);
        return;
      case 'restore':
        books = structuredClone(kept);
        // The search adopts the profile that the wholesaler has, after the payment vendor was read.
        sync();
        for (const { id } of lines)
          if (issued.has(id) && books.statuses[id] === 'fulfilling') books.statuses[id] = 'fulfilled';
        return align();
    }
  }
  return { lines, taken, vendor, play, books: () => books };
}

describe('refunds of an order of two to four lines, under any order of deliveries, dashboard refunds and restores', () => {
  it('never pay a line twice or with its eSIM, and never more than was paid', () => {
    fc.assert(
      fc.property(prices, steps, (unitAmounts, moves) => {
        const { lines, taken, vendor, play, books } = newOrder(unitAmounts);
        for (const move of moves) {
          play(move);
          expect(vendor.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(taken);
          for (const { id, unitAmount } of lines) {
            const own = books()
              .rows.filter(({ status }) => status === 'succeeded')
              .reduce((sum, row) => sum + (sharesOf(row)[id] ?? 0), 0);
            expect(own).toBeLessThanOrEqual(unitAmount);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
