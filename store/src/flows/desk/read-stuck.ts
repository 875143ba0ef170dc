import type { Queryable } from '../../db/database.ts';
import type { DeliveryBook, Try, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import { deliveries, isOpenLine } from '../../modules/orders/line-state.ts';
import { WAITING_AFTER_PAYMENT } from '../../modules/orders/order-state.ts';
import type { Order, OrderBook } from '../../modules/orders/orders.ts';
import type { MoneyBook, Refund } from '../../modules/payments/payments.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type { WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';
import { nextRuns } from '../../queue/standing.ts';
import type { Currency } from '../../shared/money.ts';
import { openWithdrawals } from './withdrawals.ts';

type Ports = {
  db: Queryable;
  orders: Pick<OrderBook, 'find' | 'listByStatus' | 'findMany' | 'replacements'>;
  payments: Pick<MoneyBook, 'refundsInStatus' | 'undecidedOf' | 'countUnhandledEvents'>;
  fulfilment: Pick<DeliveryBook, 'held' | 'listByOrders' | 'triesOf' | 'lossesOfDays' | 'budgetsOfToday' | 'strays'>;
  notifications: Pick<MailQueue, 'needingAttention'>;
  rights: Pick<RightsBook, 'open' | 'openLosses'>;
  tickets: Pick<Tickets, 'count'>;
  withdrawals: WithdrawalBook;
  planProblems(): Promise<PlanProblem[]>;
};

type PlanProblem = { planId: string; wholesaler: string | null; packageId: string; fault: string | null };

/** When the store looks at an order again: `now`, at a time, or with the next sweep (null). */
type NextLook = 'now' | Date | null;

/** A delivery that cost more than its buyer paid. */
export type Loss = { orderId: string; paidCents: number; chargedNetCents: number; currency: Currency };

/** Paid orders that have waited longer than this are stuck. */
const STUCK_AFTER_MS = 5 * 60_000;
/** The number of listed mails per kind. All are counted. */
const MAX_MAILS = 50;
/** How long a sale at a loss is listed. */
const LOSS_DAYS = 30;
const MAX_ROWS = 1_000;

export type Stuck = Awaited<ReturnType<typeof readStuck>>;

/** What needs a person. */
export async function readStuck(ports: Ports) {
  const { orders, payments, fulfilment, notifications, tickets } = ports;
  const before = new Date(Date.now() - STUCK_AFTER_MS);
  const open = await orders.listByStatus(WAITING_AFTER_PAYMENT, MAX_ROWS);
  // A partly delivered order has a final status, but its refund may still be open.
  const unpaid = await payments.refundsInStatus(['requested', 'pending'], MAX_ROWS);
  return {
    waiting: await waitingOrders(ports, { open, unpaid, before }),
    held: await fulfilment.held(MAX_ROWS),
    budgetsOfToday: await fulfilment.budgetsOfToday(),
    lossDays: LOSS_DAYS,
    losses: await lossesOf(ports),
    undecidedRefunds: await undecidedAmong(ports, [
      ...open.map(({ id }) => id),
      ...unpaid.map(({ orderId }) => orderId),
    ]),
    failedRefunds: await payments.refundsInStatus(['failed'], MAX_ROWS),
    mails: await notifications.needingAttention(before, MAX_MAILS),
    strays: await fulfilment.strays(MAX_ROWS),
    plans: await ports.planProblems(),
    unhandledEvents: await payments.countUnhandledEvents(before),
    openTickets: await tickets.count('open'),
    replacements: await orders.replacements.open(MAX_ROWS),
    refundRequests: await ports.rights.open(MAX_ROWS),
    openLosses: await ports.rights.openLosses(MAX_ROWS),
    withdrawals: await openWithdrawals(ports),
  };
}

/** Orders that wait too long for their delivery or their refund, and when the store looks at each again. */
async function waitingOrders(
  { db, orders, fulfilment }: Ports,
  { open, unpaid, before }: { open: Order[]; unpaid: Refund[]; before: Date },
): Promise<{ order: Order; nextLook: NextLook; tries: Try[] }[]> {
  const waiting = open.filter(({ updatedAt }) => updatedAt < before);
  const slow = unpaid.filter(({ lineId, updatedAt }) => lineId !== null && updatedAt < before);
  const owing = (await orders.findMany(slow.map(({ orderId }) => orderId))).filter(
    ({ id }) => !waiting.some((order) => order.id === id),
  );
  const listed = [...waiting, ...owing];
  const nextLookOf = await nextLooks(db, listed, unpaid);
  const rows = await fulfilment.listByOrders(listed.map(({ id }) => id));
  const tries = await fulfilment.triesOf(rows.map(({ id }) => id));
  const orderOf = new Map(rows.map(({ id, orderId }) => [id, orderId]));
  const triesOf = Map.groupBy(tries, ({ wholesaleOrderId }) => orderOf.get(wholesaleOrderId));
  return listed.map((order) => ({ order, nextLook: nextLookOf(order), tries: triesOf.get(order.id) ?? [] }));
}

/** The earliest job of the lines and refunds of each order. Without one, the sweep queues it again. */
async function nextLooks(
  db: Queryable,
  orders: readonly Order[],
  refunds: readonly { id: string; orderId: string }[],
): Promise<(order: Order) => NextLook> {
  const keysOf = (order: Order) => [
    ...deliveries(order).map((line) => `fulfil:${line.id}`),
    ...refunds.filter(({ orderId }) => orderId === order.id).map((refund) => `refund:${refund.id}`),
  ];
  const runs = await nextRuns(db, orders.flatMap(keysOf));
  return (order) => {
    const own = keysOf(order).flatMap((key) => (runs.has(key) ? [runs.get(key) ?? null] : []));
    if (own.includes(null)) return 'now';
    return own.filter((at) => at !== null).toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
  };
}

/** Refunds of these orders for which nothing more is paid or delivered until an operator names their lines. */
async function undecidedAmong({ orders, payments }: Ports, orderIds: string[]): Promise<Refund[]> {
  const refunds = await payments.undecidedOf([...new Set(orderIds)]);
  const several = (await orders.findMany(refunds.map(({ orderId }) => orderId))).filter(
    ({ lines }) => lines.length > 1 && lines.some(({ status }) => isOpenLine(status)),
  );
  return refunds.filter(({ orderId }) => several.some(({ id }) => id === orderId));
}

/** Recent deliveries that cost more than their buyer paid, in the currency of the order. */
async function lossesOf({ orders, fulfilment }: Ports): Promise<Loss[]> {
  const rows = await fulfilment.lossesOfDays(LOSS_DAYS, MAX_ROWS);
  const bought = await orders.findMany([...new Set(rows.map(({ orderId }) => orderId))]);
  return rows.flatMap((row) =>
    lossOf(
      row,
      bought.find(({ id }) => id === row.orderId),
    ),
  );
}

function lossOf({ orderId, lineId, netCurrency, chargedNetCents }: WholesaleRow, order: Order | undefined): Loss[] {
  const line = order && deliveries(order).find(({ id }) => id === lineId);
  if (!order || !line || chargedNetCents === null || netCurrency !== order.currency) return [];
  const { unitAmount: paidCents } = line;
  return chargedNetCents > paidCents ? [{ orderId, paidCents, chargedNetCents, currency: netCurrency }] : [];
}
