import type { Queryable } from '../../db/database.ts';
import {
  type AutoTopUp,
  type AutoTopUpBook,
  type AutoTopUpCharge,
  isLow,
  type Situation,
} from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { Esim, EsimBook } from '../../modules/esims/esims.ts';
import type { Order, OrderBook } from '../../modules/orders/orders.ts';
import type { AutoTopUpEnding } from '../../shared/auto-top-up.ts';
import type { OrderStatus } from '../../shared/order-status.ts';

export type SituationPorts = {
  autoTopUps: Pick<AutoTopUpBook, 'charges' | 'month'>;
  orders: Pick<OrderBook, 'find' | 'profileLines' | 'deliveryOf'>;
  esims: Pick<EsimBook, 'find' | 'standingOf'>;
  /** Since when commits may be missing in our books; null: none are. */
  lostTimeAt: (tx: Queryable) => Promise<Date | null>;
};

/** What reads charges. */
export type ChargePorts = {
  autoTopUps: Pick<AutoTopUpBook, 'charges'>;
  orders: Pick<OrderBook, 'find'>;
};

/** A charge with the order that it pays. */
export type KnownCharge = AutoTopUpCharge & { order: Order; toCome: boolean };

/** The facts about an auto top-up that decide (`decide`), and what they come from. */
export type Facts = { row: AutoTopUp; esim: Esim; order: Order; situation: Situation<KnownCharge> };

/** Money that is on its way back, or is back. */
const RETURNED: readonly OrderStatus[] = ['fulfilment_failed', 'refund_pending', 'refunded'];
/** Orders that took no money. */
const UNPAID: readonly OrderStatus[] = ['expired', 'payment_failed'];

export const isReturned = ({ status }: Pick<Order, 'status'>): boolean => RETURNED.includes(status);

/** Null when the eSIM or its order is gone. Runs under the lock of the row, when something is decided. */
export async function readFacts(
  ports: SituationPorts,
  tx: Queryable,
  row: AutoTopUp,
  amountNow?: number | null,
): Promise<Facts | null> {
  const { orders, esims } = ports;
  const esim = await esims.find(row.esimId, tx);
  const order = esim && (await orders.find(row.orderId, tx));
  if (!esim || !order) return null;
  const charges = await chargesOf(ports, tx, row);
  const standing = esims.standingOf(esim);
  // One that was given up, and is paid all the same, was made before our books lost it.
  const live = charges.filter((charge) => charge.endedAt === null || isKept(charge));
  const situation = {
    state: row.state,
    ending: await endingOf(ports, tx, { row, esim, order, live }),
    isLow: isLow(standing, row.thresholdPercent),
    usedPosition: standing.current.position,
    newestPosition: esim.plans.at(-1)!.position,
    live,
    agreedAmount: row.amount,
    amountNow,
    capAmount: row.capAmount,
    spent: spentIn(ports.autoTopUps.month(), charges),
  };
  return { row, esim, order, situation };
}

const isKept = ({ order }: KnownCharge) => order.paidAt !== null && !isReturned(order);

/** The charges of an auto top-up with their orders, oldest first. */
export async function chargesOf(
  { autoTopUps, orders }: ChargePorts,
  tx: Queryable,
  { id }: Pick<AutoTopUp, 'id'>,
): Promise<KnownCharge[]> {
  const known: KnownCharge[] = [];
  for (const charge of await autoTopUps.charges([id], tx)) {
    const order = await orders.find(charge.orderId, tx);
    if (!order) continue;
    const isDelivered = order.lines[0].status === 'fulfilled';
    known.push({ ...charge, order, toCome: order.paidAt !== null && !isDelivered && !isReturned(order) });
  }
  return known;
}

/** What the charges of a month take of its cap: all that are paid or may be, and were not refunded. */
export const spentIn = (month: string, charges: readonly KnownCharge[]): number =>
  charges
    .filter(
      (charge) => charge.month === month && charge.order.status !== 'refunded' && !UNPAID.includes(charge.order.status),
    )
    .reduce((sum, { amount }) => sum + amount, 0);

async function endingOf(
  { orders, esims, lostTimeAt }: SituationPorts,
  tx: Queryable,
  { row, esim, order, live }: Pick<Facts, 'row' | 'esim' | 'order'> & { live: readonly KnownCharge[] },
): Promise<AutoTopUpEnding | null> {
  if (esim.endedAt !== null) return 'replaced';
  if (order.status === 'disputed' || live.some((charge) => charge.order.status === 'disputed')) return 'disputed';
  const line = orders.profileLines(order).find(({ id }) => id === row.lineId);
  if (!line) return 'refunded';
  // The line has another eSIM by now.
  if (!esim.plans.some(({ lineId }) => lineId === orders.deliveryOf(order, line).id)) return 'replaced';
  if (esim.profileState === 'deleted' || esims.standingOf(esim).planState === 'expired') return 'ended';
  const lostAt = await lostTimeAt(tx);
  return lostAt !== null && row.consentAt < lostAt ? 'restored' : null;
}
