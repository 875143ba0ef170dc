import type { Queryable } from '../../db/database.ts';
import { type Esims, planOfLine } from '../../modules/esims/esims.ts';
import type { Fulfilment, WholesaleRow } from '../../modules/fulfilment/fulfilment.ts';
import { deliveries } from '../../modules/orders/line-state.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type { LineStatus } from '../../shared/order-status.ts';
import type { OrderBooks } from '../../modules/reconciliation/reconciliation.ts';

type Ports = {
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Esims;
  rights: Pick<RightsBook, 'ofOrders'>;
};

/** An order as reconciliation reads it; `changedAt` is the time of our last change to it. */
export type ReadOrder = { books: OrderBooks; changedAt: Date };

/**
 * Reads our own books of these orders, from every module that holds a part of them. Unknown ids are left out, and the
 * money at payment providers that are not configured, whose ledgers cannot be read. `unread`: the wholesalers that do
 * not answer this run. `on`: the primary, or a replica.
 */
export async function readBooks(
  ports: Ports,
  ids: string[],
  unread: ReadonlyMap<string, string>,
  on?: Queryable,
): Promise<ReadOrder[]> {
  const { payments, fulfilment } = ports;
  const { found, money, wholesale, issued, requests, tries } = await readParts(ports, ids, on);
  /** Its wholesaler has taken the profile back, and books it no more. */
  const isReturned = (lineId: string) =>
    requests.some((request) => request.lineId === lineId && request.profile === 'returned');
  /** The wholesalers at which this line may have an order. */
  const askedFor = (row: WholesaleRow) => [
    row,
    ...tries.filter((each) => each.wholesaleOrderId === row.id && each.askedAt !== null),
  ];
  return found.map((order) => {
    const { attempts, refunds, disputes, changedAt } = money.get(order.id)!;
    const isRead = ({ provider }: { provider: string }) => payments.providers.find(provider) !== null;
    return {
      changedAt: changedAt && changedAt > order.updatedAt ? changedAt : order.updatedAt,
      books: {
        orderId: order.id,
        orderedAt: order.createdAt,
        currency: order.currency,
        totalAmount: order.totalAmount,
        lines: deliveries(order).map(({ id, status, unitAmount, purpose }) => {
          const asked = wholesale.find(({ lineId }) => lineId === id) ?? null;
          const isReplacement = purpose === 'replacement';
          const isAtRest = AT_REST.includes(status) || (isReplacement && status === 'failed');
          const isOwed = order.paidAt !== null && order.status !== 'disputed' && !isAtRest;
          return {
            lineId: id,
            amount: unitAmount,
            isOpen: isOwed,
            onItsWay: isOwed && (status === 'waiting' || status === 'fulfilling'),
            issuedAt: issued.flatMap((esim) => planOfLine(esim, id) ?? [])[0]?.issuedAt ?? null,
            isReplacement,
            // One that was not begun has no deadline yet.
            overdue: isOwed && fulfilment.isOverdue(asked, isReplacement ? null : order.paidAt),
            reference: fulfilment.referenceOf(id),
            wholesaleOrder: isReturned(id) ? null : orderOf(asked),
            charged: chargeOf(asked),
            isRead: asked === null || (fulfilment.isConfigured(asked) && !unread.has(asked.wholesaler)),
            isListed:
              asked === null ||
              askedFor(asked).every((each) => fulfilment.isListed(each, { isAdded: purpose === 'plan' })),
            strays: asked?.strays ?? [],
            undecided: (asked === null || fulfilment.isUndecided(asked)) && disputes.some(({ open }) => open),
          };
        }),
        payments: attempts.filter(isRead),
        refunds: refunds.filter(isRead),
        disputes: disputes.filter(isRead),
      },
    };
  });
}

async function readParts({ orders, payments, fulfilment, esims, rights }: Ports, ids: string[], on?: Queryable) {
  const [found, money, wholesale, issued, requests] = await Promise.all([
    orders.findMany(ids, on),
    payments.booksOf(ids, on),
    fulfilment.booksOf(ids, on),
    esims.listByOrders(ids, on),
    rights.ofOrders(ids, on),
  ]);
  const wholesaleIds = wholesale.map(({ id }) => id);
  return { found, money, wholesale, issued, requests, tries: await fulfilment.triesOf(wholesaleIds, on) };
}

function orderOf(row: WholesaleRow | null) {
  if (row === null || row.vendorOrderId === null) return null;
  return { wholesaler: row.wholesaler, vendorOrderId: row.vendorOrderId };
}

function chargeOf(row: WholesaleRow | null) {
  if (row === null || row.chargedNetCents === null) return null;
  return { amount: row.chargedNetCents, currency: row.netCurrency };
}

/** States of a line that has its eSIM, or its money back. */
const AT_REST: readonly LineStatus[] = ['fulfilled', 'refunded'];
