import type { Tx } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { Esim, EsimBook } from '../../modules/esims/esims.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import { isPseudonym, type Order, type OrderBook, type Replacement } from '../../modules/orders/orders.ts';
import type { MoneyBook } from '../../modules/payments/payments.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import { AppError } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';
import { queueReplacement } from '../replacing/queue-replacement.ts';
import { assertDelivered, requestReplacement } from '../replacing/request-replacement.ts';
import type { Act } from './act.ts';
import { lockOrder } from './lock-order.ts';
import { orderSubject } from './orders.ts';

type Ports = {
  act: Act;
  notices: Pick<Notices, 'orderChanged'>;
  orders: OrderBook;
  payments: Pick<MoneyBook, 'paidAttempt'>;
  esims: Pick<EsimBook, 'find' | 'listByOrders' | 'ofLine' | 'restOf'>;
  notifications: Pick<MailQueue, 'queueReplacement'>;
  rights: Pick<RightsBook, 'ofOrders'>;
};

/** A replacement with what decides about it: its order, and the old eSIM as last read. */
export type ShownReplacement = { replacement: Replacement; order: Order; esim: Esim };

const MAX_ROWS = 1_000;

/** New eSIMs in place of delivered ones: an operator sees them with their facts, confirms, refuses, or asks for one. */
export function createReplacementActions(ports: Ports) {
  return {
    open: () => open(ports),
    request: (orderId: string, line: number, acting: Acting) => request(ports, orderId, line, acting),
    approve: (id: string, acting: Acting) => decide(ports, id, 'approve', acting),
    refuse: (id: string, acting: Acting) => decide(ports, id, 'refuse', acting),
  };
}

/** Those that await a person, and those on their way; oldest first. */
async function open({ orders, esims }: Ports): Promise<ShownReplacement[]> {
  const shown: ShownReplacement[] = [];
  for (const replacement of await orders.replacements.open(MAX_ROWS)) {
    const [order, esim] = await Promise.all([orders.find(replacement.orderId), esims.find(replacement.esimId)]);
    if (order && esim) shown.push({ replacement, order, esim });
  }
  return shown;
}

/**
 * Asks for a new eSIM in the buyer's name. It is confirmed like any other. Throws `not-found`, `changed-meanwhile`,
 * `esim-not-replaceable`.
 */
async function request(ports: Ports, orderId: string, line: number, acting: Acting): Promise<Replacement> {
  const { act, notices } = ports;
  const made = await act('replacement.request', acting, orderSubject(orderId), async (tx) => {
    const order = await lockOrder(ports, tx, orderId, acting);
    const wanted = { line, reason: 'support', askedBy: 'operator', by: acting.actor.name } as const;
    const result = await requestReplacement(ports, tx, order, wanted);
    const changed = { orderId, before: {}, after: { replacement: result.id, line, state: result.state } };
    return { result, changed };
  });
  if (!acting.dryRun) await notices.orderChanged(orderId);
  return made;
}

/**
 * Confirms a request, at the net price that was shown, or refuses it. The buyer gets a mail. Throws `not-found`,
 * `wrong-state` (decided before, or withdrawn), and for a confirmation `esim-not-replaceable`.
 */
async function decide(ports: Ports, id: string, what: 'approve' | 'refuse', acting: Acting): Promise<Replacement> {
  const { act, notices, orders } = ports;
  const asked = await orders.replacements.find(id);
  if (!asked) throw new AppError('not-found', { field: 'replacement' });
  const decided = await act(`replacement.${what}`, acting, { kind: 'replacement', id }, async (tx) => {
    const result = await decideIn(ports, tx, { asked, what, acting });
    const { orderId, state: before, netCents } = asked;
    return { result, changed: { orderId, before: { state: before }, after: { state: result.state, netCents } } };
  });
  if (!acting.dryRun) await notices.orderChanged(asked.orderId);
  return decided;
}

async function decideIn(
  ports: Ports,
  tx: Tx,
  { asked, what, acting }: { asked: Replacement; what: 'approve' | 'refuse'; acting: Acting },
): Promise<Replacement> {
  const { orders, notifications } = ports;
  const order = await lockOrder(ports, tx, asked.orderId, acting);
  const bought = order.lines.find(({ id }) => id === asked.lineId);
  if (what === 'approve' && bought) assertDelivered(order, bought);
  const moved = await orders.replacements[what](tx, asked.id);
  if (!moved) throw new AppError('wrong-state', { field: 'replacement' });
  const { actor, reason = '' } = acting;
  const kind = what === 'approve' ? 'replacement-confirmed' : 'replacement-refused';
  await orders.note(tx, order.id, kind, { line: (bought?.position ?? 0) + 1, by: actor.name, reason });
  if (what === 'approve') await queueReplacement(tx, moved);
  const { email: to, locale } = order;
  if (!isPseudonym(to))
    await notifications.queueReplacement(tx, kind, { orderId: order.id, replacementId: moved.id, to, locale });
  return moved;
}
