import type { Queryable } from '../../db/database.ts';
import type { Esim, EsimBook, EsimPlan } from '../../modules/esims/esims.ts';
import { isPseudonym, type Line, type Order, type OrderBook } from '../../modules/orders/orders.ts';

/** What a notice is about: the plan that an eSIM shows, the order of the eSIM, and what is left of it. */
export type Subject = {
  esim: Esim;
  plan: EsimPlan;
  /** The order of the eSIM, and the line that was bought there. */
  order: Order;
  line: Line;
  standing: ReturnType<EsimBook['standingOf']>;
};

type Ports = {
  esims: Pick<EsimBook, 'standingOf'>;
  orders: Pick<OrderBook, 'find' | 'profileLines' | 'deliveredLines' | 'deliveryOf' | 'isSample'>;
};

/**
 * The subject of notices about an eSIM. Null where the store stays quiet: the profile has ended or was replaced, its plan was refunded or
 * is disputed, its owner is forgotten, or it is a sample.
 */
export async function subjectOf({ esims, orders }: Ports, tx: Queryable, esim: Esim): Promise<Subject | null> {
  if (esim.profileState === 'deleted') return null;
  const standing = esims.standingOf(esim);
  const plan = standing.current;
  // Notices about an added plan belong to the order of the eSIM, and follow its notice preferences.
  const [{ orderId, lineId }] = esim.plans;
  const order = await orders.find(orderId, tx);
  if (!order || isPseudonym(order.email)) return null;
  // One that another eSIM replaces says nothing any more.
  const line = orders.profileLines(order).find((each) => orders.deliveryOf(order, each).id === lineId);
  if (!line || (await isGivenBack(orders, tx, { plan, order }))) return null;
  return (await orders.isSample(order.id, tx)) ? null : { esim, plan, order, line, standing };
}

/** True for an added plan whose own order was refunded or is disputed; the wholesaler leaves it on the eSIM. */
async function isGivenBack(
  orders: Ports['orders'],
  tx: Queryable,
  { plan, order }: { plan: EsimPlan; order: Order },
): Promise<boolean> {
  if (plan.orderId === order.id) return false;
  const by = await orders.find(plan.orderId, tx);
  return !by || !orders.deliveredLines(by).some(({ id }) => id === plan.lineId);
}
