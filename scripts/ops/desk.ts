import { and, desc, eq, gt, isNull, ne, type SQL } from 'drizzle-orm';
import pino from 'pino';
import type { Db } from '../../src/db/database.ts';
import { createRefunds } from '../../src/flows/refund.ts';
import { createPaymentSync } from '../../src/flows/sync-payment.ts';
import { planChecks } from '../../src/modules/catalogue/schema.ts';
import { esims } from '../../src/modules/esims/schema.ts';
import { createFulfilment } from '../../src/modules/fulfilment/fulfilment.ts';
import type { Wholesaler } from '../../src/modules/fulfilment/wholesaler.ts';
import { strayProfiles, wholesaleOrders } from '../../src/modules/fulfilment/schema.ts';
import { listHeld, releaseHeld } from '../../src/modules/fulfilment/store.ts';
import { createNotifications } from '../../src/modules/notifications/notifications.ts';
import { mails } from '../../src/modules/notifications/schema.ts';
import { WAITING_AFTER_PAYMENT } from '../../src/modules/orders/order-state.ts';
import { orderLines } from '../../src/modules/orders/schema.ts';
import { createOrders, type Order } from '../../src/modules/orders/orders.ts';
import type { PaymentGateway } from '../../src/modules/payments/gateway.ts';
import { createPayments, type Dispute } from '../../src/modules/payments/payments.ts';
import { disputes, fraudWarnings, paymentAttempts, refunds } from '../../src/modules/payments/schema.ts';
import { enqueue } from '../../src/queue/queue.ts';

/** Paid orders that have waited for longer than this are stuck. */
const STUCK_AFTER_MS = 5 * 60_000;
/** How many mails of a kind of trouble are listed; all are counted. */
const MAILS_SHOWN = 50;
/** How long a sale at a loss is listed. */
const LOSS_DAYS = 30;

/** What a person on call can see and do; vendors are only ever called by the running application. */
export function createDesk(db: Db) {
  const orders = createOrders({ db, access: { accessDays: 1, linkDays: 1, mostBrowsers: 1 } });
  const payments = createPayments({ db, gateway: noVendor(), sessionMinutes: 1, freshSeconds: 0 });
  const notifications = createNotifications({
    db,
    transport: { send: () => Promise.reject(new Error('mails are sent by the application')) },
    firstRetrySeconds: 1,
  });
  const flow = { db, log: pino({ level: 'silent' }), notices: { orderChanged: async () => undefined } };
  const fulfilment = createFulfilment({ db, wholesaler: noWholesaler(), windows: NO_WINDOWS });
  const paymentSync = createPaymentSync({ ...flow, orders, payments, fulfilment, notifications });
  const { startRefund, closeRefund } = createRefunds({ ...flow, orders, payments, paymentSync });

  return {
    orders,

    /** Gives the rest of the money back and ends the delivery; answers what happens to money and eSIM. */
    async refund(order: Order): Promise<string[]> {
      const refund = await startRefund(order.id, 'requested');
      const [wholesale] = await db.select().from(wholesaleOrders).where(eq(wholesaleOrders.orderId, order.id));
      const [issued] = await db.select().from(esims).where(eq(esims.orderId, order.id));
      return [
        `refund ${refund.id}: ${amount(refund.amount, refund.currency)} (${refund.status})`,
        issued
          ? `eSIM: it was issued and stays with the buyer's phone if it is installed; its codes are no longer shown. Claim it at the wholesaler: order ${wholesale?.vendorOrderId ?? '-'}.`
          : 'eSIM: not issued, and none will be. What the wholesaler may have made is listed by "orders stuck" once it is found, to be claimed back.',
        '',
      ];
    },

    /** Closes a failed refund that was settled another way. */
    async closeRefund(refundId: string, reason: string): Promise<string[]> {
      const refund = await closeRefund(refundId, reason);
      return [`refund ${refund.id} closed: ${amount(refund.amount, refund.currency)}  ${reason}`];
    },

    /** Disputes and inquiries that are open, with what to do until when; losses; and warnings. */
    async disputes(): Promise<string[]> {
      const listed = await payments.openAndLostDisputes();
      const open = listed.filter(({ outcome }) => outcome === null);
      const lost = listed.filter(({ outcome }) => outcome === 'lost');
      const loss = lost.reduce((sum, each) => sum + each.withdrawnAmount + each.feeAmount, 0);
      const warnings = await payments.actionableFraudWarnings();
      return [
        `disputes open: ${open.length}`,
        ...open.map(disputeLine),
        `disputes lost: ${lost.length}  ${amount(loss, 'USD')} with fees`,
        ...lost.map(disputeLine),
        `fraud warnings to decide on: ${warnings.length}`,
        ...warnings.map(
          (each) => `  ${each.vendorId}  order ${each.orderId}  ${each.fraudType}  since ${time(each.openedAt)}`,
        ),
      ];
    },

    /** Orders a held eSIM at the price it is held for; false when it is not held. */
    async release(order: Order): Promise<boolean> {
      return db.transaction(async (tx) => {
        const released = await releaseHeld(tx, order.line.id);
        if (!released) return false;
        await orders.note(tx, order.id, 'released-by-hand', { netPriceCents: released.acceptedNetCents });
        await enqueue(tx, 'fulfil-order', { orderId: order.id }, { key: `fulfil:${order.id}` });
        return true;
      });
    },

    /** Sends every mail that waits after a failure or was given up again, now; with `refused` also what a server refused. */
    async retryMails({ refused }: { refused: boolean }): Promise<string[]> {
      const chosen = refused ? gt(mails.attempts, 0) : and(gt(mails.attempts, 0), ne(mails.lastFault, 'mail-refused'));
      return [`mails queued again: ${await retryMails(db, chosen)}`];
    },

    /** Queues every task that could move the order on, at once; each is safe to repeat. */
    async retry(order: Order): Promise<void> {
      const attempt = await payments.latestAttempt(order.id);
      if (attempt) await enqueue(db, 'settle-payment', { attemptId: attempt.id }, { key: `settle:${attempt.id}` });
      await enqueue(db, 'fulfil-order', { orderId: order.id }, { key: `fulfil:${order.id}` });
      for (const refund of await db.select().from(refunds).where(eq(refunds.orderId, order.id))) {
        await enqueue(db, 'refund-order', { refundId: refund.id }, { key: `refund:${refund.id}` });
      }
      await retryMails(db, eq(mails.subjectId, order.id));
      await orders.note(db, order.id, 'retried-by-hand');
    },

    /** The order with all that belongs to it, and its history. No activation data: support never needs it. */
    async show(order: Order): Promise<string[]> {
      const current = (await orders.find(order.id)) ?? order;
      const attempts = await db
        .select()
        .from(paymentAttempts)
        .where(eq(paymentAttempts.orderId, order.id))
        .orderBy(paymentAttempts.number);
      const wholesale = await db.select().from(wholesaleOrders).where(eq(wholesaleOrders.orderId, order.id));
      const issued = await db.select().from(esims).where(eq(esims.orderId, order.id));
      const given = await db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(refunds.createdAt);
      const disputed = await db.select().from(disputes).where(eq(disputes.orderId, order.id));
      const warned = await db.select().from(fraudWarnings).where(eq(fraudWarnings.orderId, order.id));
      return [
        row('order', `${current.number}  ${current.id}  ${current.status}`),
        row('plan', `${current.line.planId}  ${amount(current.totalAmount, current.currency)}  ${current.locale}`),
        row('e-mail', current.email),
        row(
          'opened',
          `${time(current.createdAt)}  paid ${time(current.paidAt)}  fulfilled ${time(current.fulfilledAt)}`,
        ),
        ...attempts.map((each) =>
          row(
            `payment ${each.number}`,
            `${each.status}  ${each.sessionId ?? 'no session'}  ${each.paymentIntentId ?? ''}`,
          ),
        ),
        ...wholesale.map((each) =>
          row(
            'wholesale',
            `${each.status}  ${each.reference}  calls ${each.submissions}  doubts ${each.doubts}  ${each.vendorOrderId ?? ''}  ${costs(each)}  ${each.lastFault ?? ''}`,
          ),
        ),
        ...issued.map((each) =>
          row(
            'eSIM',
            `${each.id}  profile ${each.profileState}  plan ${each.planState}  ${each.remainingMb} of ${each.dataMb} MB  ends ${time(each.expiresAt)}`,
          ),
        ),
        ...given.map((each) =>
          row(
            'refund',
            `${each.id}  ${each.status}  ${each.origin}  ${each.reason}  ${amount(each.amount, each.currency)}  ${each.vendorId ?? ''}  ${each.fault === null ? '' : faultInWords(each.fault)}  ${each.closedNote ?? ''}`,
          ),
        ),
        ...disputed.map((each) => row(each.kind, disputeLine(each))),
        ...warned.map((each) => row('warning', `${each.vendorId}  ${each.fraudType}  since ${time(each.openedAt)}`)),
        ...(await mailsOf(db, order.id)).map((each) =>
          row('mail', `${each.kind}  ${each.sentAt ? `sent ${time(each.sentAt)}` : attemptsOf(each)}`),
        ),
        'history',
        ...(await orders.history(order.id)).map(
          (event) =>
            `  ${time(event.at)}  ${event.kind}${event.toStatus ? `  ${event.fromStatus} > ${event.toStatus}` : ''}  ${JSON.stringify(event.detail)}`,
        ),
      ];
    },

    /** What needs a person: first the number, then which. */
    async stuck(): Promise<string[]> {
      const before = Date.now() - STUCK_AFTER_MS;
      const waiting = (await orders.listByStatus(WAITING_AFTER_PAYMENT, 1_000)).filter(
        ({ updatedAt }) => updatedAt.getTime() < before,
      );
      const held = await listHeld(db, 1_000);
      const losses = await lossesOf(db);
      const failed = await payments.refundsInStatus(['failed'], 1_000);
      const unsent = await db.select().from(mails).where(isNull(mails.sentAt)).orderBy(mails.createdAt);
      const late = unsent.filter(
        ({ attempts, nextAttemptAt }) => nextAttemptAt && (attempts > 0 || nextAttemptAt.getTime() < before),
      );
      const ended = unsent.filter(({ nextAttemptAt }) => !nextAttemptAt);
      const strays = await db
        .select({ vendorOrderId: strayProfiles.vendorOrderId, orderId: wholesaleOrders.orderId })
        .from(strayProfiles)
        .innerJoin(wholesaleOrders, eq(wholesaleOrders.id, strayProfiles.wholesaleOrderId));
      const plans = await db.select().from(planChecks).where(eq(planChecks.available, false));
      const unhandled = await payments.countUnhandledEvents(new Date(before));
      return [
        `orders stuck: ${waiting.length}`,
        ...waiting.map((order) => `  ${order.number}  ${order.id}  ${order.status}  since ${time(order.updatedAt)}`),
        `orders held, since they would be sold at a loss: ${held.length}`,
        ...held.map(
          (each) =>
            `  order ${each.orderId}  ${each.packageId}  ${costs(each)}  refunds itself ${time(each.deadline)}  (order release ID, or order refund ID)`,
        ),
        `orders sold at a loss in ${LOSS_DAYS} days: ${losses.length}`,
        ...losses.map(
          (each) =>
            `  order ${each.orderId}  paid ${amount(each.paidCents, 'USD')}  net price ${amount(each.chargedNetCents ?? 0, 'USD')}`,
        ),
        `refunds failed: ${failed.length}`,
        ...failed.map(
          (refund) =>
            `  order ${refund.orderId}  ${amount(refund.amount, refund.currency)}  refund ${refund.id}  ${faultInWords(refund.fault)}`,
        ),
        ...(await this.disputes()),
        `mails waiting: ${late.length}`,
        ...late.slice(0, MAILS_SHOWN).map((mail) => `  ${mail.kind}  about ${mail.subjectId}  ${attemptsOf(mail)}`),
        `mails refused or given up: ${ended.length}`,
        ...ended.slice(0, MAILS_SHOWN).map((mail) => `  ${mail.kind}  about ${mail.subjectId}  ${attemptsOf(mail)}`),
        `late profiles to claim back: ${strays.length}`,
        ...strays.map((stray) => `  wholesale order ${stray.vendorOrderId}  order ${stray.orderId}`),
        `plans unavailable: ${plans.length}`,
        ...plans.map((plan) => `  ${plan.planId}  ${plan.packageId}  ${plan.fault ?? ''}`),
        `payment events unhandled: ${unhandled}`,
      ];
    },
  };
}

const attemptsOf = ({ attempts, nextAttemptAt, lastFault }: typeof mails.$inferSelect) =>
  `attempts ${attempts}  ${nextAttemptAt ? `next ${time(nextAttemptAt)}` : 'no further one'}  ${lastFault ?? ''}`.trim();

/** Queues these unsent mails again, from their first attempt. Answers how many. */
async function retryMails(db: Db, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const queued = await tx
      .update(mails)
      .set({ attempts: 0, nextAttemptAt: new Date() })
      .where(and(isNull(mails.sentAt), which))
      .returning({ id: mails.id });
    for (const { id } of queued) await enqueue(tx, 'send-mail', { mailId: id }, { key: `mail:${id}` });
    return queued.length;
  });
}

const mailsOf = (db: Db, orderId: string) =>
  db.select().from(mails).where(eq(mails.subjectId, orderId)).orderBy(desc(mails.createdAt));
const row = (label: string, text: string) => `${label.padEnd(12)}${text.trim()}`;
/** What was delivered lately for more than its buyer paid. */
const lossesOf = (db: Db) =>
  db
    .select({
      orderId: wholesaleOrders.orderId,
      chargedNetCents: wholesaleOrders.chargedNetCents,
      paidCents: orderLines.unitAmount,
    })
    .from(wholesaleOrders)
    .innerJoin(orderLines, eq(orderLines.id, wholesaleOrders.lineId))
    .where(
      and(
        eq(wholesaleOrders.status, 'done'),
        gt(wholesaleOrders.updatedAt, new Date(Date.now() - LOSS_DAYS * 86_400_000)),
        gt(wholesaleOrders.chargedNetCents, orderLines.unitAmount),
      ),
    )
    .orderBy(desc(wholesaleOrders.updatedAt))
    .limit(1_000);
/** What an eSIM costs us: as charged, else as last looked at. */
const costs = ({
  chargedNetCents,
  quotedNetCents,
}: {
  chargedNetCents: number | null;
  quotedNetCents: number | null;
}) => {
  const cents = chargedNetCents ?? quotedNetCents;
  return `net price ${cents === null ? '-' : amount(cents, 'USD')}`;
};
const time = (at: Date | null) => at?.toISOString() ?? '-';
const amount = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

function disputeLine(each: Dispute): string {
  const due = each.outcome === null && each.dueAt ? `answer by ${time(each.dueAt)}` : (each.outcome ?? 'no deadline');
  return `  ${each.vendorId}  order ${each.orderId}  ${each.kind}  ${each.status}  ${each.reason}  ${amount(each.amount, each.currency)}  withdrawn ${amount(each.withdrawnAmount, each.currency)}  ${due}`;
}

/** The vendor's codes for a refund that it refused or that failed (stripe.com/docs/refunds#failed-refunds), in words. */
const FAULTS: Record<string, string> = {
  charge_disputed: 'the payment is disputed: the bank decides',
  charge_already_refunded: 'the vendor has given all of it back already',
  charge_for_pending_refund_disputed: 'the buyer disputed the payment while the refund was pending',
  declined: 'the bank declined it',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  insufficient_funds: 'our balance at the vendor is too low',
  lost_or_stolen_card: 'the card was lost or stolen',
  merchant_request: 'it was cancelled at our request',
  unknown: 'the bank gave no reason',
};
const faultInWords = (fault: string | null) => (fault === null ? '' : (FAULTS[fault] ?? `refused: ${fault}`));

const NO_WINDOWS = {
  timeoutWindowSeconds: 0,
  deadlineSeconds: 0,
  firstRetrySeconds: 0,
  longestRetrySeconds: 0,
  priceMaxAgeMinutes: 0,
  maxLossCents: 0,
};

/** Nor to the wholesaler. */
function noWholesaler(): Wholesaler {
  const refuse = () => Promise.reject(new Error('the wholesaler is called by the application'));
  return {
    packages: refuse,
    placeOrder: refuse,
    findByReference: refuse,
    bookings: refuse,
    balance: refuse,
    usage: refuse,
  };
}

/** The desk never talks to the payment vendor. */
function noVendor(): PaymentGateway {
  const refuse = () => Promise.reject(new Error('the payment vendor is called by the application'));
  return {
    openSession: refuse,
    session: refuse,
    expireSession: refuse,
    refund: refuse,
    refundsOf: refuse,
    disputesOf: refuse,
    fraudWarningsOf: refuse,
    findPayment: refuse,
    verifyEvent: () => {
      throw new Error('no events here');
    },
  };
}
