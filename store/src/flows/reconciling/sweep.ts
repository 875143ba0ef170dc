import type { Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import { enqueue } from '../../queue/queue.ts';
import { codeOf } from '../../shared/errors.ts';
import { queueLines } from '../buying/queue-lines.ts';
import { queueReplacement } from '../replacing/queue-replacement.ts';
import { addedToOf } from '../delivering/added-to.ts';
import type { ListStray } from '../delivering/list-stray.ts';
import { queueProbes } from '../delivering/watch-wholesaler.ts';
import type { FlowBase } from '../buying/flow-base.ts';

type Ports = FlowBase & {
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Pick<Esims, 'find' | 'activationOf'>;
  notifications: Notifications;
  listStray: ListStray;
  sweepSeconds: number;
};

/** Days for which a received event is queued again; reconciliation finds older ones. */
const EVENT_DAYS = 3;
/** Days after the last uncertain call for which an order is searched for late profiles. */
const STRAY_DAYS = 7;
const BATCH = 200;

/**
 * The safety net for lost triggers: a webhook that never came, a closed browser, a dropped job. Each sweep only queues
 * the ordinary idempotent tasks again.
 */
export function createSweeps(ports: Ports) {
  return {
    sweepPayments: () => sweepPayments(ports),

    sweepFulfilment: () => sweepFulfilment(ports),

    findStrays: () => findStrays(ports),
  };
}

/** Payment pages without a result, and received events that were not handled. */
async function sweepPayments(ports: Ports): Promise<void> {
  const { db, clock, payments, sweepSeconds } = ports;
  for (const attempt of await payments.takeUnsettled(sweepSeconds, BATCH)) {
    await enqueue(db, 'settle-payment', { attemptId: attempt.id }, { key: `settle:${attempt.id}`, keepWaiting: true });
  }
  const received = { since: new Date(clock.now().getTime() - EVENT_DAYS * 86_400_000), before: aWhileAgo(ports) };
  for (const eventId of await payments.unhandledEvents(received, BATCH)) {
    await enqueue(db, 'payment-event', { eventId }, { key: `event:${eventId}`, keepWaiting: true });
  }
}

/** Paid orders without an eSIM, refunds that did not arrive, mails that were not sent. */
async function sweepFulfilment(ports: Ports): Promise<void> {
  const { db, orders, payments, notifications } = ports;
  await queueProbes(ports);
  for (const order of await orders.listByStatus(['paid', 'fulfilling'], BATCH)) {
    await queueLines(db, order.lines, { keepWaiting: true });
    if (order.lines.some(({ status }) => status === 'stopped')) await syncStopped(ports, order.id);
  }
  await queueLines(db, await orders.replacements.openLines(BATCH), { keepWaiting: true });
  for (const replacement of await orders.replacements.approved(BATCH))
    await queueReplacement(db, replacement, { keepWaiting: true });
  for (const refund of await payments.refundsUnderway(BATCH)) {
    await enqueue(db, 'refund-order', { refundId: refund.id }, { key: `refund:${refund.id}`, keepWaiting: true });
  }
  for (const mail of await notifications.unsent(aWhileAgo(ports), BATCH)) {
    // `unlessRunning`: a mail that is being sent at this moment would otherwise arrive twice.
    await enqueue(
      db,
      'send-mail',
      { mailId: mail.id },
      { key: `mail:${mail.id}`, keepWaiting: true, unlessRunning: true },
    );
  }
}

/**
 * Finds profiles that appeared after their order got its eSIM from another call, or its refund. They are listed,
 * never issued.
 */
async function findStrays(ports: Ports): Promise<void> {
  const { db, clock, log, orders, fulfilment, listStray } = ports;
  const since = new Date(clock.now().getTime() - STRAY_DAYS * 86_400_000);
  for (const row of await fulfilment.doubtful(since, BATCH)) {
    try {
      const found = await fulfilment.search(row, await addedToOf(ports, await orders.findLine(row.lineId)));
      for (const order of found.filter((each) => !fulfilment.isOrderOf(row, each))) {
        await db.transaction(async (tx) => {
          await orders.lock(tx, row.orderId);
          await listStray(tx, row, order);
        });
      }
    } catch (error) {
      const details = { orderId: row.orderId, wholesaler: row.wholesaler, fault: codeOf(error) };
      log.warn(details, 'the search at the wholesaler failed');
    }
  }
}

/**
 * Stopped lines of an order without a dispute wait for a decision about a refund. The job that moves them after it is
 * lost when a backup from between the two is restored.
 */
async function syncStopped({ db, payments }: Ports, orderId: string): Promise<void> {
  const attempt = await payments.paidAttempt(orderId);
  if (!attempt || !payments.providers.find(attempt.provider)) return;
  if ((await payments.balance(attempt)).undecided > 0) return;
  await enqueue(
    db,
    'sync-payment',
    { attemptId: attempt.id },
    { key: `sync-payment:${attempt.id}`, keepWaiting: true },
  );
}

const aWhileAgo = ({ clock, sweepSeconds }: Ports) => new Date(clock.now().getTime() - sweepSeconds * 1000);
