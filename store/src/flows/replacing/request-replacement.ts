import type { Tx } from '../../db/database.ts';
import { planForRest } from '../../modules/catalogue/catalogue.ts';
import type { Esim, EsimBook } from '../../modules/esims/esims.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import type { Line, Order, OrderBook, Replacement } from '../../modules/orders/orders.ts';
import type { MoneyBook } from '../../modules/payments/payments.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReplacementReason } from '../../shared/replacement.ts';
import { queueReplacement } from './queue-replacement.ts';

type Ports = {
  orders: Pick<OrderBook, 'deliveryOf' | 'note' | 'replacements'>;
  payments: Pick<MoneyBook, 'paidAttempt'>;
  esims: Pick<EsimBook, 'listByOrders' | 'ofLine' | 'restOf'>;
  notifications: Pick<MailQueue, 'queueReplacement'>;
  rights: Pick<RightsBook, 'ofOrders'>;
};

type Request = {
  /** The number of the line, from 1. */
  line: number;
  reason: ReplacementReason;
  askedBy: Replacement['askedBy'];
  /** For the history: the operator who asked. */
  by?: string;
  /** The merchant's rule: true when this net price needs no person. */
  isAllowed?: (esim: Esim, netCents: number) => boolean;
};

/**
 * Records that a delivered eSIM is to be replaced, with the plan that covers what is left. Runs under the order's lock.
 * While one is open, it returns that. Throws `not-found` (no such line), and `esim-not-replaceable`, whose rule says why:
 * `not-delivered`, `disputed`, `ended` (nothing is left, or it is given back), `once` (a buyer has one for each line).
 */
export async function requestReplacement(ports: Ports, tx: Tx, order: Order, wanted: Request): Promise<Replacement> {
  const { orders, payments, esims, notifications, rights } = ports;
  const { line: number, reason, askedBy, by, isAllowed = () => false } = wanted;
  const line = order.lines.find(({ position }) => position === number - 1);
  if (!line) throw new AppError('not-found', { field: 'line' });
  assertDelivered(order, line);
  // A sample of the demo account, which was not paid and no wholesaler knows.
  if (!(await payments.paidAttempt(order.id, tx))) throw refusal('not-delivered');
  // Its profile is on its way back to the wholesaler: the price follows, and a new one would be free.
  const asked = await rights.ofOrders([order.id], tx);
  if (asked.some(({ lineId, state }) => lineId === line.id && state === 'giving-back')) throw refusal('ended');
  const earlier = (await orders.replacements.ofOrders([order.id], tx)).filter(({ lineId }) => lineId === line.id);
  const open = earlier.find(orders.replacements.isOpen);
  if (open) return open;
  if (askedBy === 'buyer' && earlier.some(({ state }) => state === 'done')) throw refusal('once');
  const esim = esims.ofLine(await esims.listByOrders([order.id]), orders.deliveryOf(order, line).id);
  const rest = esim ? esims.restOf(esim) : null;
  if (!esim || !rest) throw refusal('ended');
  const plan = await planForRest(tx, line, { ...rest, ...mostOf(esim), currency: order.currency });
  const byRule = plan.netCents !== null && isAllowed(esim, plan.netCents);
  const made = await orders.replacements.request(tx, { line, esimId: esim.id, reason, askedBy, rest, plan, byRule });
  if (!made) throw refusal('once');
  await orders.note(tx, order.id, 'replacement-asked', { line: number, reason, ...(by !== undefined && { by }) });
  if (byRule) {
    await queueReplacement(tx, made);
    const { email: to, locale } = order;
    await notifications.queueReplacement(tx, 'replacement-confirmed', {
      orderId: order.id,
      replacementId: made.id,
      to,
      locale,
    });
  }
  return made;
}

/** What was bought in all for an eSIM: the plan that replaces what is left has no more. */
const mostOf = ({ plans }: Esim) => ({
  mostMb: plans.reduce((sum, { dataMb }) => sum + dataMb, 0),
  mostDays: plans.reduce((sum, { days }) => sum + days, 0),
});

/** A replacement needs a line that has its eSIM and keeps its money. */
export function assertDelivered({ status }: Pick<Order, 'status'>, line: Line): void {
  if (status === 'disputed') throw refusal('disputed');
  // A plan for an eSIM goes with that.
  if (line.status !== 'fulfilled' || line.purpose === 'plan') throw refusal('not-delivered');
}

const refusal = (rule: 'not-delivered' | 'disputed' | 'ended' | 'once') =>
  new AppError('esim-not-replaceable', { field: 'line', rule });
