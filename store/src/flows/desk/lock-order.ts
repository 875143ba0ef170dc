import type { Tx } from '../../db/database.ts';
import type { EventDetail, Order, OrderBook } from '../../modules/orders/orders.ts';
import { AppError } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';

type Ports = { orders: Pick<OrderBook, 'lock' | 'history'> };

/** The version of an order: its newest event, because every change writes one. */
export const versionOf = (event: { id: string } | null): string => event?.id ?? '';

/**
 * Locks the order of an action. Throws `not-found`, and `changed-meanwhile` when it was acted on, or came into another
 * state, since the actor was shown it. What the store only notes, such as a mail or a reading, does not count.
 */
export async function lockOrder({ orders }: Ports, tx: Tx, id: string, { seen }: Acting): Promise<Order> {
  const order = await orders.lock(tx, id);
  if (!order) throw new AppError('not-found', { field: 'order' });
  if (seen === undefined) return order;
  const history = await orders.history(id, tx);
  const since = history.slice(history.findIndex((event) => event.id === seen) + 1);
  const last = since.findLast(({ toStatus, detail }) => toStatus !== null || isByPerson(detail));
  if (!last) return order;
  const by = isByPerson(last.detail) ? String(last.detail['by']) : null;
  throw new AppError('changed-meanwhile', { field: 'order', change: { by, what: last.kind, at: last.at } });
}

const isByPerson = (detail: EventDetail) => typeof detail['by'] === 'string';
