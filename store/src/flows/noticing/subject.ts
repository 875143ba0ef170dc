import type { Queryable } from '../../db/database.ts';
import type { Esim, EsimBook, EsimPlan } from '../../modules/esims/esims.ts';
import { isPseudonym, type Order, type OrderBook } from '../../modules/orders/orders.ts';

/** What a notice is about: the plan that an eSIM shows, its order, and what is left of it. */
export type Subject = {
  esim: Esim;
  plan: EsimPlan;
  order: Order;
  standing: ReturnType<EsimBook['standingOf']>;
};

type Ports = {
  esims: Pick<EsimBook, 'standingOf'>;
  orders: Pick<OrderBook, 'find' | 'deliveredLines' | 'deliveryOf' | 'isSample'>;
};

/**
 * The subject of notices about an eSIM. Null where the store stays quiet: the profile has ended or was replaced, its plan was refunded or
 * is disputed, its owner is forgotten, or it is a sample.
 */
export async function subjectOf({ esims, orders }: Ports, tx: Queryable, esim: Esim): Promise<Subject | null> {
  if (esim.profileState === 'deleted') return null;
  const standing = esims.standingOf(esim);
  const plan = standing.current;
  const order = await orders.find(plan.orderId, tx);
  if (!order || isPseudonym(order.email)) return null;
  // One that another eSIM replaces says nothing any more.
  if (!orders.deliveredLines(order).some((line) => orders.deliveryOf(order, line).id === plan.lineId)) return null;
  return (await orders.isSample(order.id, tx)) ? null : { esim, plan, order, standing };
}
