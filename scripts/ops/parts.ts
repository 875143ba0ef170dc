import { randomBytes } from 'node:crypto';
import pino from 'pino';
import type { Db } from '#src/db/database.ts';
import { createNoticeSender } from '#src/db/notices.ts';
import { createAssignRefund } from '#src/flows/buying/assign-refund.ts';
import { createRefunds } from '#src/flows/buying/refund.ts';
import { createFulfilment } from '#src/modules/fulfilment/fulfilment.ts';
import { createWholesalers } from '#src/modules/fulfilment/wholesalers.ts';
import { createNotifications } from '#src/modules/notifications/notifications.ts';
import { createOrders } from '#src/modules/orders/orders.ts';
import type { PaymentGateway } from '#src/modules/payments/provider.ts';
import { createPaymentProviders } from '#src/modules/payments/providers.ts';
import { createTickets } from '#src/modules/tickets/tickets.ts';
import { createPayments } from '#src/modules/payments/payments.ts';

/** A command decides nothing by a time: the running application does. */
export const clock = { now: () => new Date() };

/** The parts of the store that the commands use. Only the running application calls vendors and the mail server. */
export function createParts(db: Db) {
  const access = { key: randomBytes(32), accessDays: 1, linkDays: 1, mostBrowsers: 1 };
  const orders = createOrders({ db, access, clock });
  const payments = createPayments({ db, providers: NO_PROVIDERS, sessionMinutes: 1, freshSeconds: 0, clock });
  const notifications = createNotifications({
    db,
    transport: { send: () => Promise.reject(new Error('mails are sent by the application')) },
    firstRetrySeconds: 1,
    clock,
  });
  const notices = createNoticeSender({ pool: db.$client, onError: () => undefined });
  const flow = { db, log: pino({ level: 'silent' }), clock, notices };
  const fulfilment = createFulfilment({
    db,
    // The commands never call a wholesaler.
    wholesalers: createWholesalers([]),
    windows: NO_WINDOWS,
    clock,
    lostTimeAt: async () => null,
  });
  const tickets = createTickets({ db });
  return {
    db,
    orders,
    payments,
    notifications,
    tickets,
    refunds: createRefunds({ ...flow, orders, payments, fulfilment, notifications }),
    assignRefund: createAssignRefund({ ...flow, orders, payments }),
  };
}

export type Parts = ReturnType<typeof createParts>;

const NO_WINDOWS = {
  timeoutWindowSeconds: 0,
  deadlineSeconds: 0,
  firstRetrySeconds: 0,
  longestRetrySeconds: 0,
  priceMaxAgeMinutes: 0,
  maxLossCents: 0,
  priceProofSeconds: 0,
  callTimeoutSeconds: 0,
  maxOrderLossCents: 0,
  maxPackageLossCents: 0,
  maxDayLossCents: 0,
};

/** The commands never call a payment vendor. */
function noVendor(): PaymentGateway {
  const refuse = () => Promise.reject(new Error('the payment vendor is called by the application'));
  return {
    openPage: refuse,
    page: refuse,
    closePage: refuse,
    charges: null,
    find: refuse,
    refund: refuse,
    labelRefund: refuse,
    refundsOf: refuse,
    disputesOf: refuse,
    warningsOf: refuse,
    paymentOfTransaction: refuse,
    methods: refuse,
    verifyEvent: () => {
      throw new Error('no events here');
    },
    eventKind: () => null,
  };
}

const NO_PROVIDERS = createPaymentProviders([{ name: 'none', gateway: noVendor() }]);
