import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Order, OrderAccess, Orders, Viewer } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { EsimInstallView, EsimView, LineView, OrderSummary, OrderView } from './views.ts';

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

  async function present(order: Order): Promise<OrderView> {
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
      return found && present(found.order);
    },

    async summariesFor(account: NonNullable<Viewer['account']>): Promise<OrderSummary[]> {
      return Promise.all(
        (await orders.listFor(account)).map(async (order) => ({
          id: order.id,
          number: order.number,
          status: order.status,
          createdAt: order.createdAt.toISOString(),
          line: await lineOf(order),
          total: { amount: order.totalAmount, currency: order.currency },
        })),
      );
    },

    /** The eSIMs of an account's orders that still stand, newest first; rows too, for whoever refreshes stale ones. */
    async esimsFor(account: NonNullable<Viewer['account']>): Promise<{ views: EsimView[]; rows: Esim[] }> {
      const mine = new Map(
        (await orders.listFor(account))
          .filter(({ status }) => status === 'fulfilled')
          .map((order) => [order.id, order]),
      );
      const rows = (await esims.listByOrders([...mine.keys()])).sort(
        (a, b) => b.issuedAt.getTime() - a.issuedAt.getTime(),
      );
      const views = await Promise.all(
        rows.map(async (esim) => {
          const line = await lineOf(mine.get(esim.orderId)!);
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
      return { views, rows };
    },
  };
}
