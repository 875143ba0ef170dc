import fc from 'fast-check';
import { usd } from '#test/support/money.ts';
import { DEFAULT_CURRENCY } from '../../shared/money.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../db/database.ts';
import { createFulfilment, type WholesaleRow } from './fulfilment.ts';
import type { Wholesaler } from './wholesaler.ts';
import { createWholesalers } from './wholesalers.ts';

const ports: Parameters<typeof createFulfilment>[0] = {
  clock: { now: () => new Date() },
  db: {} as Db,
  wholesalers: createWholesalers([]),
  windows: {
    timeoutWindowSeconds: 90,
    deadlineSeconds: 1_800,
    firstRetrySeconds: 5,
    longestRetrySeconds: 300,
    priceMaxAgeMinutes: 90,
    maxLossCents: 100,
    maxReplacementLossCents: 0,
    priceProofSeconds: 3,
    callTimeoutSeconds: 30,
    maxOrderLossCents: 300,
    maxPackageLossCents: 2_000,
    maxDayLossCents: 10_000,
  },
  lostTimeAt: async () => null,
};
const fulfilment = createFulfilment(ports);
const NOW = Date.UTC(2026, 10, 22);
const rowOf = (row: { submissions?: number; calledSecondsAgo?: number; deadlineInSeconds?: number }) =>
  ({
    submissions: row.submissions ?? 1,
    submittedAt: new Date(NOW - (row.calledSecondsAgo ?? 0) * 1000),
    acceptedNetCents: null,
    createdAt: new Date(NOW),
    updatedAt: new Date(NOW),
    deadline: new Date(NOW + (row.deadlineInSeconds ?? 1_800) * 1000),
  }) as WholesaleRow;
const seconds = (at: Date) => (at.getTime() - NOW) / 1000;

beforeAll(() => void vi.useFakeTimers({ now: NOW }));
afterAll(() => void vi.useRealTimers());

describe('the back-off before the next call', () => {
  it('doubles from the first to the maximum', () => {
    const pauses = [1, 2, 3, 6, 7, 50].map((submissions) => seconds(fulfilment.nextTry(rowOf({ submissions }))));
    expect(pauses).toEqual([5, 10, 20, 160, 300, 300]);
  });

  it('follows Retry-After of the wholesaler, but never past the deadline', () => {
    expect(seconds(fulfilment.nextTry(rowOf({}), 60))).toBe(60);
    expect(seconds(fulfilment.nextTry(rowOf({}), 2))).toBe(5);
    expect(seconds(fulfilment.nextTry(rowOf({}), 86_400))).toBe(1_800);
  });

  it('is never in the past, and continues unchanged after the deadline', () => {
    fc.assert(
      fc.property(
        fc.record({
          submissions: fc.integer({ min: 0, max: 1_000 }),
          calledSecondsAgo: fc.integer({ min: 0, max: 1e6 }),
          deadlineInSeconds: fc.integer({ min: -1e6, max: 1e6 }),
        }),
        fc.integer({ min: 0, max: 1e6 }),
        (given, retryAfter) => {
          const row = rowOf(given);
          for (const pause of [seconds(fulfilment.nextTry(row, retryAfter)), seconds(fulfilment.nextLook(row))])
            expect(pause).toBeGreaterThanOrEqual(
              given.deadlineInSeconds > 0 ? Math.min(5, given.deadlineInSeconds) : 5,
            );
        },
      ),
    );
  });
});

describe('the floor between two calls', () => {
  it('is a second for one row, by the monotonic clock of the process, whatever its row says', async () => {
    const claimed = { kind: 'claimed' };
    const { claim } = createFulfilment({ ...ports, db: { transaction: async () => claimed } as never as Db });
    const call = async (id: string) =>
      (await claim({ ...rowOf({}), id, netCurrency: DEFAULT_CURRENCY }, { netCents: 1, paid: usd(2) })).kind;
    expect([await call('a'), await call('b'), await call('a')]).toEqual(['claimed', 'claimed', 'taken']);
    // The wall clock jumps.
    vi.setSystemTime(NOW + 3_600_000);
    expect(await call('a')).toBe('taken');
    vi.setSystemTime(NOW);
    vi.advanceTimersByTime(999);
    expect(await call('a')).toBe('taken');
    vi.advanceTimersByTime(1);
    expect([await call('a'), await call('a')]).toEqual(['claimed', 'taken']);
    vi.setSystemTime(NOW);
  });
});

describe('the back-off before the next search', () => {
  it('equals the time waited so far, from the first to the maximum', () => {
    const pauses = [0, 5, 40, 290, 1_000].map((ago) => seconds(fulfilment.nextLook(rowOf({ calledSecondsAgo: ago }))));
    expect(pauses).toEqual([5, 5, 40, 290, 300]);
  });
});

describe('the net price before an order', () => {
  const alone = { paidAt: new Date(), lines: 1, differed: null };

  it('may be as old as configured, but not older than a refusal for lack of credit', () => {
    const row = rowOf({ calledSecondsAgo: 600 });
    expect(seconds(fulfilment.priceSince(row, alone))).toBe(-90 * 60);
    expect(seconds(fulfilment.priceSince({ ...row, lastFault: 'insufficient-credit' }, alone))).toBe(-600);
    expect(seconds(fulfilment.priceSince({ ...row, lastFault: 'out-of-stock' }, alone))).toBe(-90 * 60);
  });

  it('is read after the payment of an order of several lines, and after a charge that differed', () => {
    const row = rowOf({ calledSecondsAgo: 600 });
    const ago = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000);
    expect(seconds(fulfilment.priceSince(row, { ...alone, paidAt: ago(30), lines: 15 }))).toBe(-30);
    expect(seconds(fulfilment.priceSince(row, { ...alone, differed: ago(10) }))).toBe(-10);
    expect(seconds(fulfilment.priceSince(row, { ...alone, paidAt: ago(-60), lines: 15 }))).toBe(0);
  });

  it('is read after an operator has accepted a price', () => {
    const released = { ...rowOf({}), acceptedNetCents: 1201, updatedAt: new Date(NOW - 20_000) };
    expect(seconds(fulfilment.priceSince(released, alone))).toBe(-20);
  });

  it('is acceptable up to the configured loss, or up to the price that an operator accepted for this order', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.option(cents), (net, paid, accepted) => {
        const loss = net - paid;
        const released = accepted !== null && net <= accepted;
        expect(fulfilment.isAcceptable({ acceptedNetCents: accepted }, net, paid)).toBe(loss <= 100 || released);
      }),
    );
  });
});

describe('a search', () => {
  const asked: string[] = [];
  const wholesaler = (name: string) =>
    ({
      name,
      findByReference: async (_: string, { vendorOrderId }: { vendorOrderId: string | null }) => {
        asked.push(vendorOrderId === null ? name : `${name} ${vendorOrderId}`);
        return [];
      },
    }) as unknown as Wholesaler;
  const searchWith = (tries: object[]) => {
    const select = () => ({ from: () => ({ where: () => ({ orderBy: async () => tries }) }) });
    return createFulfilment({
      ...ports,
      db: { select } as never as Db,
      wholesalers: createWholesalers(['one', 'two', 'three'].map(wholesaler)),
    }).search;
  };
  const rowAt = (name: string, lastFault: string | null) =>
    ({ wholesaler: name, reference: 'ref', lastFault }) as WholesaleRow;
  const tried = (name: string, vendorOrderId: string | null = null) => ({
    wholesaler: name,
    askedAt: new Date(NOW),
    vendorOrderId,
  });

  it.each([
    ['the wholesaler of the row', null, [], ['two']],
    ['those that were asked before, too', 'timeout', [tried('two'), tried('one')], ['one', 'two']],
    ['none that had its turn without a call', 'timeout', [{ ...tried('one'), askedAt: null }], ['two']],
    [
      'by the id of an order that was named',
      'unreadable-profile',
      [tried('two', 'B1'), tried('one')],
      ['one', 'two B1'],
    ],
    ['every one after lost time: the line may have been ordered elsewhere', 'lost-time', [], ['one', 'three', 'two']],
  ] as const)('asks %s', async (_, fault, tries, expected) => {
    asked.length = 0;
    await searchWith([...tries])(rowAt('two', fault), null);
    expect(asked.toSorted()).toEqual(expected);
  });
});
