import { type Esim, type Esims, shownStateOf } from '../../modules/esims/esims.ts';
import { deliveries } from '../../modules/orders/line-state.ts';
import { isPseudonym, type Line, type Order, type Orders } from '../../modules/orders/orders.ts';
import { GIVEN_BACK } from '../../shared/order-status.ts';
import type { TopUpReason } from '../../shared/top-up.ts';

type Ports = { orders: Pick<Orders, 'find' | 'deliveryOf' | 'replacements' | 'isSample'> };

/** The order that bought an eSIM, and its line there. */
export type SoldEsim = { order: Order; line: Line; esim: Esim };

/** Where an eSIM was bought; null for one without its order. */
export async function soldEsim({ orders }: Ports, esim: Esim): Promise<SoldEsim | null> {
  const [{ orderId, lineId }] = esim.plans;
  const order = await orders.find(orderId);
  const by = order && deliveries(order).find(({ id }) => id === lineId);
  const line = by?.replaces ? order?.lines.find(({ id }) => id === by.replaces) : by;
  return order && line ? { order, line, esim } : null;
}

/** Why nothing may be added to this eSIM, by our own books; null: its wholesaler decides. */
export async function barOf(
  { orders }: Ports,
  { order, line, esim }: { order: Order; line: Line; esim: Esim | null },
): Promise<TopUpReason | null> {
  if (order.status === 'disputed') return 'disputed';
  if (GIVEN_BACK.includes(line.status)) return 'refunded';
  if (line.status !== 'fulfilled' || esim === null || isPseudonym(order.email)) return 'not-ready';
  if (esim.endedAt !== null || orders.deliveryOf(order, line).id !== esim.plans[0].lineId) return 'replaced';
  const asked = await orders.replacements.ofOrders([order.id]);
  if (asked.some((each) => each.lineId === line.id && orders.replacements.isOpen(each))) return 'replaced';
  if (shownStateOf(esim) === 'deleted') return 'ended';
  return (await orders.isSample(order.id)) ? 'not-supported' : null;
}

/** The same for a plan that was ordered for an eSIM. */
export async function barOfLine(
  ports: Ports & { esims: Pick<Esims, 'find'> },
  { esimId }: Pick<Line, 'esimId'>,
): Promise<TopUpReason | null> {
  const esim = esimId === null ? null : await ports.esims.find(esimId);
  const sold = esim && (await soldEsim(ports, esim));
  return sold ? barOf(ports, sold) : 'not-ready';
}
