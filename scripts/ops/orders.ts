import { desc, eq } from 'drizzle-orm';
import { esimOfLine } from '#src/modules/esims/esims.ts';
import { listByOrders } from '#src/modules/esims/store.ts';
import { wholesaleOrders } from '#src/modules/fulfilment/schema.ts';
import { releaseHeld } from '#src/modules/fulfilment/store.ts';
import { mails } from '#src/modules/notifications/schema.ts';
import { queueLine, queueLines } from '#src/flows/buying/queue-lines.ts';
import type { RefundByHand } from '#src/flows/buying/refund.ts';
import type { Line, Order } from '#src/modules/orders/orders.ts';
import { disputes, fraudWarnings, paymentAttempts, refunds as refundRows } from '#src/modules/payments/schema.ts';
import { enqueue } from '#src/queue/queue.ts';
import { ORDER_TEXTS } from '#src/shared/legal.ts';
import { amount, DRY_RUN, esimState, faultInWords, netPrice, row, time } from './format.ts';
import { attemptsOf, retryMails } from './mails.ts';
import { disputeLine } from './money.ts';
import type { Parts } from './parts.ts';

/** The order commands. */
export function createOrderDesk({ db, orders, payments, refunds }: Parts) {
  const refundsOf = (order: Order) =>
    db.select().from(refundRows).where(eq(refundRows.orderId, order.id)).orderBy(refundRows.createdAt);

  return {
    orders,

    /**
     * Refunds the rest of the order, or of one line, and ends the delivery; with `amountCents` a part, which ends nothing.
     * Returns what happens to money and eSIMs.
     */
    async refund(
      order: Order,
      line: Line | null = null,
      { by = 'operator', reason = '', amountCents = null, dryRun = false }: Partial<RefundByHand> = {},
    ): Promise<string[]> {
      const refund = await refunds.startRefund(order.id, { line, amountCents, by, reason, dryRun });
      const money = `refund ${dryRun ? '' : `${refund.id}: `}${amount(refund.amount, refund.currency)} (${refund.status})`;
      const ending = dryRun ? [DRY_RUN] : [];
      if (refund.scope === 'none')
        return [money, 'A part of the money: eSIMs and deliveries stay as they are.', ...ending, ''];
      const wholesale = await db.select().from(wholesaleOrders).where(eq(wholesaleOrders.orderId, order.id));
      const issued = await listByOrders(db, [order.id]);
      const outcomeOf = (each: Line) => {
        const { wholesaler, vendorOrderId } = wholesale.find(({ lineId }) => lineId === each.id) ?? {};
        return esimOfLine(issued, each.id)
          ? `it was issued and stays on the buyer's phone if it is installed. Its codes are no longer shown. Claim it at the wholesaler ${wholesaler ?? '-'}: order ${vendorOrderId ?? '-'}.`
          : 'not issued, and none will be. If the wholesaler has created one, "orders stuck" lists it to be claimed back.';
      };
      return [
        money,
        ...(line ? [line] : order.lines).map((each) => `${labelOf(order, each, 'eSIM')}: ${outcomeOf(each)}`),
        ...ending,
        '',
      ];
    },

    /** Orders the held eSIMs at their held price. False when none is held. */
    async release(order: Order, by = 'operator'): Promise<boolean> {
      return db.transaction(async (tx) => {
        let any = false;
        for (const line of order.lines) {
          const released = await releaseHeld(tx, line.id);
          if (!released) continue;
          any = true;
          await orders.note(tx, order.id, 'released-by-hand', {
            netPriceCents: released.acceptedNetCents,
            by,
          });
          await queueLine(tx, line.id);
        }
        return any;
      });
    },

    /** Queues every task that could move the order on, now. Each task is idempotent. */
    async retry(order: Order, by = 'operator'): Promise<void> {
      const attempt = await payments.latestAttempt(order.id);
      if (attempt) await enqueue(db, 'settle-payment', { attemptId: attempt.id }, { key: `settle:${attempt.id}` });
      await queueLines(db, order.lines);
      for (const refund of await refundsOf(order)) {
        await enqueue(db, 'refund-order', { refundId: refund.id }, { key: `refund:${refund.id}` });
      }
      await retryMails(db, eq(mails.subjectId, order.id));
      await orders.note(db, order.id, 'retried-by-hand', { by });
    },

    /**
     * The order with all its records and its history. Activation data is left out, because support does not need it.
     */
    async show(order: Order): Promise<string[]> {
      const current = (await orders.find(order.id)) ?? order;
      const attempts = await db
        .select()
        .from(paymentAttempts)
        .where(eq(paymentAttempts.orderId, order.id))
        .orderBy(paymentAttempts.number);
      const wholesale = await db.select().from(wholesaleOrders).where(eq(wholesaleOrders.orderId, order.id));
      const issued = await listByOrders(db, [order.id]);
      const given = await refundsOf(order);
      const lineOf = ({ lineId }: { lineId: string | null }) => current.lines.find(({ id }) => id === lineId);
      const disputed = await db.select().from(disputes).where(eq(disputes.orderId, order.id));
      const warned = await db.select().from(fraudWarnings).where(eq(fraudWarnings.orderId, order.id));
      return [
        row('order', `${current.number}  ${current.id}  ${current.status}`),
        ...linesOf(current),
        row('e-mail', current.email),
        row(
          'opened',
          `${time(current.createdAt)}  paid ${time(current.paidAt)}  fulfilled ${time(current.fulfilledAt)}`,
        ),
        row(
          'accepted',
          `${ORDER_TEXTS.map((name) => `${name}/${current.acceptedTexts[name]}`).join('  ')}  ${current.acceptedTexts.locale}  ${time(current.acceptedAt)}`,
        ),
        ...attempts.map((each) =>
          row(
            `payment ${each.number}`,
            `${each.status}  ${each.provider}  ${each.pageRef ?? (each.kind === 'page' ? 'no page' : 'charge of a saved card')}  ${each.paymentRef ?? ''}`,
          ),
        ),
        ...wholesale.map((each) =>
          row(
            labelOf(current, lineOf(each), 'wholesale'),
            `${each.status}  ${each.wholesaler} ${each.packageId}  ${each.reference}  calls ${each.submissions}  doubts ${each.doubts}  ${each.vendorOrderId ?? ''}  ${netPrice(each)}  ${each.lastFault ?? ''}`,
          ),
        ),
        ...current.lines.flatMap((line) => {
          const esim = esimOfLine(issued, line.id);
          return esim ? row(labelOf(current, line, 'eSIM'), `${esim.id}  ${esimState(esim)}`) : [];
        }),
        ...given.map((each) =>
          row(
            labelOf(current, lineOf(each), 'refund'),
            `${each.id}  ${each.status}  ${each.origin}  ${each.reason}  ${amount(each.amount, each.currency)}  ${each.vendorId ?? ''}  ${each.fault === null ? '' : faultInWords(each.fault)}  ${each.closedNote ?? ''}`,
          ),
        ),
        ...disputed.map((each) => row(each.kind, disputeLine(each))),
        ...warned.map((each) => row('warning', `${each.vendorId}  ${each.fraudType}  since ${time(each.openedAt)}`)),
        ...(await db.select().from(mails).where(eq(mails.subjectId, order.id)).orderBy(desc(mails.createdAt))).map(
          (each) => row('mail', `${each.kind}  ${each.sentAt ? `sent ${time(each.sentAt)}` : attemptsOf(each)}`),
        ),
        'history',
        ...(await orders.history(order.id)).map(
          (event) =>
            `  ${time(event.at)}  ${event.kind}${event.toStatus ? `  ${event.fromStatus} > ${event.toStatus}` : ''}  ${JSON.stringify(event.detail)}`,
        ),
      ];
    },
  };
}

/** A single line beside the total, or a row with the total and one row per line. */
function linesOf({ lines, totalAmount, currency, locale }: Order): string[] {
  const total = `${amount(totalAmount, currency)}  ${locale}`;
  if (lines.length === 1) return [row('plan', `${soldIn(lines[0])}  ${total}`)];
  return [
    row('lines', `${lines.length}  ${total}`),
    ...lines.map((line) =>
      row(`line ${line.position + 1}`, `${soldIn(line)}  ${amount(line.unitAmount, currency)}  ${line.status}`),
    ),
  ];
}

/** The plan, and the eSIM that it is for when the line buys no new one. */
const soldIn = ({ planId, purpose, esimId }: Line) =>
  purpose === 'profile' ? planId : `${planId} for eSIM ${esimId ?? '-'}, not delivered by this version`;

/** `eSIM`, or `eSIM 2` in an order of several lines. */
const labelOf = ({ lines }: Order, line: Line | undefined, what: string) =>
  line && lines.length > 1 ? `${what} ${line.position + 1}` : what;
