import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Order, OrderAccess, Orders, Viewer } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import { ORDER_STATUSES, type OrderStatus, UNPAID_STATUSES } from '../../shared/order-status.ts';
import type { EsimInstallView, EsimView, LineView, OrderSummary, OrderView } from './views.ts';

/** Which part of a list: orders made before the order `before`. */
export type ListQuery = { before: string | undefined; limit: number };

/** `next` is the `before` of the next page; null at the end. */
export type Page<Item> = { items: Item[]; next: string | null };

const PAID = ORDER_STATUSES.filter((status) => !(UNPAID_STATUSES as readonly OrderStatus[]).includes(status));

/** Active eSIMs are looked for in at most so many orders for one page. */
const ORDERS_A_ROUND = 100;
const MOST_ROUNDS = 5;

type Ports = {
  catalogue: Catalogue;
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Esims;
  notifications: Notifications;
};

/** Orders and eSIMs as their owners see them: rows never leave, views do. */
export function createOrderPages({ catalogue, orders, payments, fulfilment, esims, notifications }: Ports) {
  async function lineOf({ line }: Order): Promise<LineView> {
    const offer = await catalogue.offer(line.offerSlug);
    return {
      planId: line.planId,
      offerSlug: line.offerSlug,
      flag: offer?.flag ?? 'globe',
      dataMb: line.dataMb,
      days: line.days,
      price: { amount: line.unitAmount, currency: 'USD' },
    };
  }

  function installOf(esim: Esim): EsimInstallView {
    return { id: esim.id, ...esims.installDataOf(esim), apn: esim.apn, installed: esims.standingOf(esim).installed };
  }

  async function present(order: Order, access: OrderAccess): Promise<OrderView> {
    const [line, attempt, esim, wholesale, mailedAt] = await Promise.all([
      lineOf(order),
      payments.paidAttempt(order.id),
      order.status === 'fulfilled' ? esims.findByOrder(order.id) : null,
      order.status === 'fulfilling' ? fulfilment.findByLine(order.line.id) : null,
      notifications.lastSent(order.id, 'esim-ready'),
    ]);
    const refund = attempt ? await payments.refundSummary(attempt) : null;
    const disputes = attempt && order.status === 'disputed' ? await payments.disputesOf(attempt.id) : null;
    return {
      id: order.id,
      number: order.number,
      status: order.status,
      createdAt: order.createdAt.toISOString(),
      paidAt: order.paidAt?.toISOString() ?? null,
      email: order.email,
      locale: order.locale,
      line,
      total: { amount: order.totalAmount, currency: order.currency },
      card: attempt?.cardBrand && attempt.cardLast4 ? { brand: attempt.cardBrand, last4: attempt.cardLast4 } : null,
      payable: order.status === 'pending_payment' || order.status === 'expired' || order.status === 'payment_failed',
      delayed: wholesale !== null && wholesale.lastFault !== null,
      refundBy: wholesale?.deadline.toISOString() ?? null,
      refund: refund && { ...refund, amount: { amount: refund.amount, currency: order.currency } },
      dispute: disputes && (disputes.some(({ outcome }) => outcome === 'lost') ? 'lost' : 'open'),
      esim: esim ? installOf(esim) : null,
      mailedAt: mailedAt?.toISOString() ?? null,
      claimable: order.accountId === null,
      correctable: orders.mayCorrectAddress(order, access),
      resendable: esim !== null && !esims.standingOf(esim).installed,
    };
  }

  /** The order, and why this viewer may see it; null alike for an order that is not theirs and one that does not exist. */
  async function findFor(orderId: string, viewer: Viewer): Promise<{ order: Order; access: OrderAccess } | null> {
    const order = await orders.find(orderId);
    const access = order && (await orders.accessOf(order, viewer));
    return access && { order, access };
  }

  return {
    findFor,
    present,
    installOf,
    async view(orderId: string, viewer: Viewer): Promise<OrderView | null> {
      const found = await findFor(orderId, viewer);
      return found && present(found.order, found.access);
    },

    /** A page of an account's orders, newest first; with `paid` only those that were paid. */
    async summariesFor(
      account: NonNullable<Viewer['account']>,
      { before, limit, paid }: ListQuery & { paid: boolean },
    ): Promise<Page<OrderSummary>> {
      const statuses = paid ? PAID : undefined;
      const found = await orders.listFor(account, { before, statuses, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const esimOf = new Map((await esims.listByOrders(shown.map(({ id }) => id))).map((esim) => [esim.orderId, esim]));
      const items = await Promise.all(
        shown.map(async (order) => ({
          id: order.id,
          number: order.number,
          status: order.status,
          createdAt: order.createdAt.toISOString(),
          line: await lineOf(order),
          total: { amount: order.totalAmount, currency: order.currency },
          planState: esimOf.get(order.id)?.planState ?? null,
        })),
      );
      return { items, next: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
    },

    /**
     * A page of the eSIMs of an account's orders that still stand, newest order first; with `active` only those in use or
     * still to be installed, for which older orders are looked through. Also answers the rows, for the refresh of stale ones.
     */
    async esimsFor(
      account: NonNullable<Viewer['account']>,
      { before, limit, active }: ListQuery & { active: boolean },
    ): Promise<Page<EsimView> & { rows: Esim[] }> {
      const found: { esim: Esim; order: Order }[] = [];
      let last = before;
      let more = true;
      for (let round = 0; more && round < MOST_ROUNDS && found.length <= limit; round++) {
        const page = await orders.listFor(account, { before: last, statuses: ['fulfilled'], limit: ORDERS_A_ROUND });
        const byOrder = new Map(
          (await esims.listByOrders(page.map(({ id }) => id))).map((esim) => [esim.orderId, esim]),
        );
        for (const order of page) {
          const esim = byOrder.get(order.id);
          if (esim && (!active || esims.standingOf(esim).active)) found.push({ esim, order });
        }
        last = page.at(-1)?.id;
        more = page.length === ORDERS_A_ROUND;
      }
      const shown = found.slice(0, limit);
      const items = await Promise.all(
        shown.map(async ({ esim, order }) => {
          const line = await lineOf(order);
          return {
            id: esim.id,
            orderId: esim.orderId,
            offerSlug: line.offerSlug,
            flag: line.flag,
            dataMb: esim.dataMb,
            remainingMb: esim.remainingMb,
            days: esim.days,
            ...esims.standingOf(esim),
            validUntil: esim.expiresAt?.toISOString() ?? null,
          };
        }),
      );
      const next = found.length > limit ? shown.at(-1)?.order.id : more ? last : undefined;
      return { items, next: next ?? null, rows: shown.map(({ esim }) => esim) };
    },
  };
}
