import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '#src/db/database.ts';
import { listProblems } from '#src/modules/catalogue/store.ts';
import { budgetsOfToday } from '#src/modules/fulfilment/loss-store.ts';
import { strayProfiles, wholesaleOrders } from '#src/modules/fulfilment/schema.ts';
import { listHeld } from '#src/modules/fulfilment/store.ts';
import { mails } from '#src/modules/notifications/schema.ts';
import { isOpenLine } from '#src/modules/orders/line-state.ts';
import { WAITING_AFTER_PAYMENT } from '#src/modules/orders/order-state.ts';
import type { Order } from '#src/modules/orders/orders.ts';
import { orderLines, orders } from '#src/modules/orders/schema.ts';
import { nextRuns } from '#src/queue/standing.ts';
import { amount, faultInWords, netPrice, time } from './format.ts';
import { attemptsOf } from './mails.ts';
import type { Parts } from './parts.ts';

/** Paid orders that have waited longer than this are stuck. */
const STUCK_AFTER_MS = 5 * 60_000;
/** The number of listed mails per kind. All are counted. */
const MAILS_SHOWN = 50;
/** How long a sale at a loss is listed. */
const LOSS_DAYS = 30;

/** What needs a person: counts first, then details. */
export function createStuckReport({ db, orders, payments, tickets }: Parts, disputes: () => Promise<string[]>) {
  return async function stuck(): Promise<string[]> {
    const before = Date.now() - STUCK_AFTER_MS;
    const open = await orders.listByStatus(WAITING_AFTER_PAYMENT, 1_000);
    const waiting = open.filter(({ updatedAt }) => updatedAt.getTime() < before);
    // A partly delivered order has a final status, but its refund may still be open.
    const unpaid = await payments.refundsInStatus(['requested', 'pending'], 1_000);
    const slow = unpaid.filter(({ lineId, updatedAt }) => lineId !== null && updatedAt.getTime() < before);
    const undecided = await undecidedAmong({ orders, payments }, [
      ...open.map(({ id }) => id),
      ...unpaid.map(({ orderId }) => orderId),
    ]);
    const owing = (await orders.findMany(slow.map(({ orderId }) => orderId))).filter(
      ({ id }) => !waiting.some((order) => order.id === id),
    );
    const listed = [...waiting, ...owing];
    const nextLook = await nextLooks(db, listed, unpaid);
    const held = await listHeld(db, 1_000);
    const losses = await lossesOf(db);
    const budgets = await budgetsOfToday(db);
    const failed = await payments.refundsInStatus(['failed'], 1_000);
    const unsent = await db.select().from(mails).where(isNull(mails.sentAt)).orderBy(mails.createdAt);
    const late = unsent.filter(
      ({ attempts, nextAttemptAt }) => nextAttemptAt && (attempts > 0 || nextAttemptAt.getTime() < before),
    );
    const ended = unsent.filter(({ nextAttemptAt }) => !nextAttemptAt);
    const strays = await db
      .select({
        wholesaler: strayProfiles.wholesaler,
        vendorOrderId: strayProfiles.vendorOrderId,
        orderId: wholesaleOrders.orderId,
      })
      .from(strayProfiles)
      .innerJoin(wholesaleOrders, eq(wholesaleOrders.id, strayProfiles.wholesaleOrderId));
    const plans = await listProblems(db);
    const unhandled = await payments.countUnhandledEvents(new Date(before));
    return [
      `orders stuck: ${waiting.length + owing.length}`,
      ...listed.map(
        (order) =>
          `  ${order.number}  ${order.id}  ${order.status}${linesOf(order)}  since ${time(order.updatedAt)}  ${nextLook(order)}`,
      ),
      `orders held, because they would be sold at a loss: ${held.length}`,
      ...held.map(
        (each) =>
          `  order ${each.orderId}  ${each.wholesaler} ${each.packageId}  ${netPrice(each)}  ${each.lastFault ?? ''}  refunded automatically ${time(each.deadline)}  (order release ID, or order refund ID)`,
      ),
      ...(budgets.length === 0 ? ['lost today: nothing'] : []),
      ...budgets.map(
        ({ lostCents, reservedCents, currency }) =>
          `lost today: ${amount(lostCents, currency)}, reserved by open calls: ${amount(reservedCents, currency)}`,
      ),
      `orders sold at a loss in ${LOSS_DAYS} days: ${losses.length}`,
      ...losses.map(
        (each) =>
          `  order ${each.orderId}  paid ${amount(each.paidCents, each.currency)}  net price ${amount(each.chargedNetCents, each.currency)}`,
      ),
      `refunds that name no line: ${undecided.length}`,
      ...undecided.map(
        (refund) =>
          `  order ${refund.orderId}  ${amount(refund.amount, refund.currency)}  refund ${refund.id}  ${refund.vendorId ?? ''}  (refund assign REFUND LINES REASON: line numbers such as 2 or 2,3, or none)`,
      ),
      `refunds failed: ${failed.length}`,
      ...failed.map(
        (refund) =>
          `  order ${refund.orderId}  ${amount(refund.amount, refund.currency)}  refund ${refund.id}  ${faultInWords(refund.fault)}`,
      ),
      ...(await disputes()),
      `mails waiting: ${late.length}`,
      ...late.slice(0, MAILS_SHOWN).map((mail) => `  ${mail.kind}  about ${mail.subjectId}  ${attemptsOf(mail)}`),
      `mails refused or given up: ${ended.length}`,
      ...ended.slice(0, MAILS_SHOWN).map((mail) => `  ${mail.kind}  about ${mail.subjectId}  ${attemptsOf(mail)}`),
      `late profiles to claim back: ${strays.length}`,
      ...strays.map((stray) => `  ${stray.wholesaler}  wholesale order ${stray.vendorOrderId}  order ${stray.orderId}`),
      `plans unavailable: ${plans.length}`,
      ...plans.map((plan) => `  ${plan.planId}  ${plan.wholesaler ?? '-'} ${plan.packageId}  ${plan.fault ?? ''}`),
      `payment events unhandled: ${unhandled}`,
      `tickets open: ${await tickets.count('open')}`,
    ];
  };
}

/**
 * When the store looks at an order again: the earliest job of its lines and refunds. Without one, the sweep queues it
 * again.
 */
async function nextLooks(
  db: Db,
  orders: readonly Order[],
  refunds: readonly { id: string; orderId: string }[],
): Promise<(order: Order) => string> {
  const keysOf = ({ id, lines }: Order) => [
    ...lines.map((line) => `fulfil:${line.id}`),
    ...refunds.filter(({ orderId }) => orderId === id).map((refund) => `refund:${refund.id}`),
  ];
  const runs = await nextRuns(db, orders.flatMap(keysOf));
  return (order) => {
    const own = keysOf(order).flatMap((key) => (runs.has(key) ? [runs.get(key) ?? null] : []));
    if (own.includes(null)) return 'looked at now';
    const [first] = own.filter((at) => at !== null).toSorted((one, other) => one.getTime() - other.getTime());
    return first ? `looked at again ${time(first)}` : 'looked at again by the next sweep (SWEEP_SECONDS)';
  };
}

/** Refunds of these orders for which nothing more is paid or delivered until an operator names their lines. */
async function undecidedAmong({ orders, payments }: Pick<Parts, 'orders' | 'payments'>, orderIds: string[]) {
  const refunds = await payments.undecidedOf([...new Set(orderIds)]);
  const several = (await orders.findMany(refunds.map(({ orderId }) => orderId))).filter(
    ({ lines }) => lines.length > 1 && lines.some(({ status }) => isOpenLine(status)),
  );
  return refunds.filter(({ orderId }) => several.some(({ id }) => id === orderId));
}

/** The statuses of the lines of an order with several: `  (fulfilled, fulfilling)`. */
const linesOf = ({ lines }: Order) => (lines.length > 1 ? `  (${lines.map(({ status }) => status).join(', ')})` : '');

/** Recent deliveries that cost more than their buyer paid. */
const lossesOf = (db: Db) =>
  db
    .select({
      orderId: wholesaleOrders.orderId,
      chargedNetCents: wholesaleOrders.chargedNetCents,
      paidCents: orderLines.unitAmount,
      currency: orders.currency,
    })
    .from(wholesaleOrders)
    .innerJoin(orderLines, eq(orderLines.id, wholesaleOrders.lineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(wholesaleOrders.status, 'done'),
        gt(wholesaleOrders.updatedAt, new Date(Date.now() - LOSS_DAYS * 86_400_000)),
        eq(wholesaleOrders.netCurrency, orders.currency),
        gt(wholesaleOrders.chargedNetCents, orderLines.unitAmount),
      ),
    )
    .orderBy(desc(wholesaleOrders.updatedAt))
    .limit(1_000);
