import { expect, it, vi } from 'vitest';
import { createFulfilment, type WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { WholesaleOrder, Wholesaler } from '../../modules/fulfilment/wholesaler.ts';
import { createWholesalers } from '../../modules/fulfilment/wholesalers.ts';
import type { Line } from '../../modules/orders/orders.ts';
import type { DeliveryPorts } from './delivery.ts';
import { searchWholesaler } from './search-wholesaler.ts';

/** After lost time a line may have been bought from another source than its row names. */

const NOW = new Date('2026-11-26T10:00:00Z');
const LINE = '019aa0c0-0000-7000-8000-000000000001';
const line = { id: LINE, orderId: 'order', unitAmount: 1100 } as Line;
const row = {
  id: 'row',
  lineId: LINE,
  orderId: 'order',
  reference: 'cairn-line',
  wholesaler: 'one',
  packageId: 'a',
  status: 'submitted',
  lastFault: 'lost-time',
  submissions: 0,
  submittedAt: new Date(NOW.getTime() - 3_600_000),
  createdAt: NOW,
  deadline: new Date(NOW.getTime() + 600_000),
} as WholesaleRow;
const bought = { vendorOrderId: '9001', reference: 'cairn-line', packageId: 'a', sim: {} } as WholesaleOrder;

const wholesaler = (name: string, orders: WholesaleOrder[]) =>
  ({ name, capabilities: {}, findByReference: async () => orders }) as unknown as Wholesaler;

/** `sources`: the wholesalers that have a source of the plan. */
function portsWith(wholesalers: Wholesaler[], sources: readonly string[] = ['one']) {
  const doubted = vi.fn<(row: WholesaleRow, fault: string) => Promise<void>>(async () => undefined);
  const issue = vi.fn<() => Promise<string>>(async () => 'issued');
  const noTries = { select: () => ({ from: () => ({ where: () => ({ orderBy: async () => [] }) }) }) };
  const db = {
    ...noTries,
    execute: async () => ({ rows: [] }),
    transaction: (act: (tx: object) => unknown) => act(noTries),
  };
  const clock = { now: () => NOW };
  const fulfilment = {
    ...createFulfilment({
      db: db as never,
      wholesalers: createWholesalers(wholesalers),
      windows: { timeoutWindowSeconds: 90, firstRetrySeconds: 5, longestRetrySeconds: 300 } as never,
      clock,
      lostTimeAt: async () => null,
    }),
    usable: async (_row: unknown, orders: unknown) => orders,
    doubted,
  };
  const orders = {
    findLine: async () => ({ status: 'fulfilling' }),
    lock: async () => ({ lines: [{ id: LINE, status: 'fulfilling' }], replacements: [] }),
  };
  const silent = { warn: () => undefined, error: () => undefined };
  const ports = {
    db,
    clock,
    fulfilment,
    orders,
    catalogue: {
      isSource: async (_tx: object, _plan: string, at: { wholesaler: string }) => sources.includes(at.wholesaler),
    },
    esims: { issue },
    payments: { paidAttempt: async () => null },
    notices: { orderChanged: async () => undefined },
    log: silent,
  } as unknown as DeliveryPorts;
  return { ports, doubted, issue };
}

it('what a wholesaler without a source of the plan has is neither issued nor bought again, and found by each further search', async () => {
  const { ports, doubted, issue } = portsWith([wholesaler('one', []), wholesaler('two', [bought])]);
  expect(await searchWholesaler(ports, line, row, { last: false })).toBe('settled');
  expect(issue).not.toHaveBeenCalled();
  expect(doubted.mock.calls.map(([, fault]) => fault)).toEqual(['lost-time']);
});

it('an order of its own wholesaler without a usable profile is that fault', async () => {
  const { ports, doubted } = portsWith([wholesaler('one', [{ ...bought, sim: null }]), wholesaler('two', [])]);
  expect(await searchWholesaler(ports, line, row, { last: false })).toBe('settled');
  expect(doubted.mock.calls.map(([, fault]) => fault)).toEqual(['unreadable-profile']);
});

it('nothing is found only when every wholesaler has nothing', async () => {
  const { ports } = portsWith([wholesaler('one', []), wholesaler('two', [])]);
  expect(await searchWholesaler(ports, line, row, { last: false })).toBe('not-found');
});

it('of two complete profiles the one on a phone is the buyer’s', async () => {
  const using = (name: string, status: 'not-active' | 'active'): Wholesaler => ({
    ...wholesaler(name, [{ ...bought, vendorOrderId: name }]),
    capabilities: { reportsUsage: true } as Wholesaler['capabilities'],
    usage: async () => ({ status, profileState: null }) as Awaited<ReturnType<Wholesaler['usage']>>,
  });
  const { ports, issue } = portsWith([using('one', 'not-active'), using('two', 'active')], ['one', 'two']);
  // What follows the issue needs a database.
  await expect(searchWholesaler(ports, line, row, { last: false })).rejects.toThrow();
  expect(issue.mock.calls).toMatchObject([[{}, { wholesaler: 'two' }, {}]]);
});
