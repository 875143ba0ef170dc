import type { Clock } from '../../../db/clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { keptMs } from '../../../shared/retention.ts';
import type { GatewayEvent } from '../provider.ts';
import type { PaymentProviders } from '../providers.ts';
import * as store from './store.ts';

export type { PaymentEventRow as PaymentEvent } from './store.ts';

/** Events received before this time that were not handled. */
export const countUnhandledEvents = (db: Db, olderThan: Date) => store.countUnhandledEvents(db, olderThan);

/** The inbox of verified webhook events. */
export function createInbox({ db, providers, clock }: { db: Db; providers: PaymentProviders; clock: Clock }) {
  return {
    /** Stores a verified event; false when it was stored before. */
    receive: (tx: Tx, provider: string, event: GatewayEvent) =>
      store.insertEvent(tx, { ...event, provider, receivedAt: clock.now(), handledAt: null }),
    /** The events with this id: ids are unique per provider. */
    findEvents: (id: string) => store.findEvents(db, id),
    markEventHandled: (event: store.PaymentEventRow) => store.markEventHandled(db, event),
    /** Events of configured providers. */
    unhandledEvents: (received: { since: Date; before: Date }, limit: number) =>
      store.unhandledEvents(db, { providers: providers.names(), ...received }, limit),
    /** Deletes handled events past their retention; providers do not send them again. */
    cleanUp: () => store.deleteHandledEvents(db, new Date(clock.now().getTime() - keptMs('paymentEvents'))),
  };
}
