import { HANDLED_EVENTS, type GatewayEvent } from '../../modules/payments/gateway.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import type { FlowBase } from './flow-base.ts';

/** Takes a verified event in: recorded and queued in one transaction, nothing else. Duplicates and unknown types change nothing. */
export type ReceivePaymentEvent = (event: GatewayEvent) => Promise<'received' | 'duplicate' | 'ignored'>;

export function createReceivePaymentEvent({
  db,
  payments,
}: Pick<FlowBase, 'db'> & { payments: Payments }): ReceivePaymentEvent {
  return async function receivePaymentEvent(event) {
    if (!(HANDLED_EVENTS as readonly string[]).includes(event.type)) return 'ignored';
    return db.transaction(async (tx) => {
      if (!(await payments.receive(tx, event))) return 'duplicate';
      await enqueue(tx, 'payment-event', { eventId: event.id }, { key: `event:${event.id}` });
      return 'received';
    });
  };
}
