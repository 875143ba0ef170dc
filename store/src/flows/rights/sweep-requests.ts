import type { MoneyBook } from '../../modules/payments/payments.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { queueReturn } from './start-refund.ts';

export type SweepPorts = FlowBase & {
  orders: Pick<Orders, 'find'>;
  payments: Pick<MoneyBook, 'paidAttempt' | 'disputesOf'>;
  rights: Pick<RightsBook, 'inStates' | 'unfinished' | 'move'>;
  sweepSeconds: number;
};

const BATCH = 200;
const MAX_OPEN = 1_000;

/** Queues again what is to be done about refunded profiles, and ends requests whose money is back. */
export async function sweepRequests(ports: SweepPorts): Promise<void> {
  const { db, clock, orders, rights, sweepSeconds } = ports;
  const before = new Date(clock.now().getTime() - sweepSeconds * 1000);
  for (const request of await rights.unfinished(before, BATCH)) {
    if (request.state === 'giving-back' && (await isLost(ports, request.orderId)))
      await rights.move(db, request.id, ['giving-back'], { state: 'done' });
    else await queueReturn(db, request, { keepWaiting: true });
  }
  // An operator may have refunded the line of one that awaits a person, and a lost dispute leaves nothing to decide.
  for (const request of await rights.inStates(['refunding', 'asked'], MAX_OPEN)) {
    const order = await orders.find(request.orderId);
    const line = order?.lines.find(({ id }) => id === request.lineId);
    const isOver = line?.status === 'refunded' || (order?.status === 'disputed' && (await isLost(ports, order.id)));
    if (isOver) await rights.move(db, request.id, ['refunding', 'asked'], { state: 'done' });
  }
}

/** A lost dispute gave the money to the buyer. */
async function isLost({ payments }: SweepPorts, orderId: string): Promise<boolean> {
  const attempt = await payments.paidAttempt(orderId);
  return attempt !== null && (await payments.disputesOf(attempt.id)).some(({ outcome }) => outcome === 'lost');
}
