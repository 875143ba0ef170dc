import type { Clock } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { createAuditLog } from '../modules/audit/audit.ts';
import { createPlanBook } from '../modules/catalogue/desk.ts';
import { createEsimBook } from '../modules/esims/esims.ts';
import { createDeliveryBook } from '../modules/fulfilment/fulfilment.ts';
import { createMailQueue } from '../modules/notifications/notifications.ts';
import { createOrderBook } from '../modules/orders/orders.ts';
import { createMoneyBook } from '../modules/payments/payments.ts';
import { createReconciliation } from '../modules/reconciliation/reconciliation.ts';
import { createTickets } from '../modules/tickets/tickets.ts';
import type { Currency } from '../shared/money.ts';

type Given = { db: Db; clock: Clock; deadlineSeconds: number; currency: Currency };

/**
 * The parts of the modules that need neither a vendor nor a key, for the command line: `createDesk` and other flows take
 * them as their ports. The running application passes its whole modules to the same flows.
 */
export const createBooks = ({ db, clock, deadlineSeconds, currency }: Given) => ({
  audit: createAuditLog({ db }),
  orders: createOrderBook({ db, clock }),
  payments: createMoneyBook({ db, clock }),
  fulfilment: createDeliveryBook({ db, clock, deadlineSeconds }),
  esims: createEsimBook({ db, clock }),
  notifications: createMailQueue({ db, clock }),
  tickets: createTickets({ db }),
  reconciliation: createReconciliation({ db }),
  planBook: createPlanBook({ db, currency }),
});
