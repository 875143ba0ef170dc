import type { Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { OrderBooks } from '../../modules/reconciliation/reconciliation.ts';

type Ports = { orders: Orders; payments: Payments; fulfilment: Fulfilment; esims: Esims };

/** An order as reconciliation reads it; `changedAt` is when our side of it last moved. */
export type ReadOrder = { books: OrderBooks; changedAt: Date };

const ON_ITS_WAY = new Set(['paid', 'fulfilling', 'fulfilment_failed', 'refund_pending']);

/** Our own books of these orders, from every module that has a share in them. Ids that are no order's are left out. */
export async function readBooks({ orders, payments, fulfilment, esims }: Ports, ids: string[]): Promise<ReadOrder[]> {
  const [found, money, wholesale, issued] = await Promise.all([
    orders.findMany(ids),
    payments.booksOf(ids),
    fulfilment.booksOf(ids),
    esims.listByOrders(ids),
  ]);
  return found.map((order) => {
    const asked = wholesale.find(({ orderId }) => orderId === order.id);
    const { attempts, refunds, disputes, changedAt } = money.get(order.id)!;
    return {
      changedAt: changedAt && changedAt > order.updatedAt ? changedAt : order.updatedAt,
      books: {
        orderId: order.id,
        status: order.status,
        totalAmount: order.totalAmount,
        issuedAt: issued.find(({ orderId }) => orderId === order.id)?.issuedAt ?? null,
        overdue: ON_ITS_WAY.has(order.status) && fulfilment.isOverdue(asked ?? null, order.paidAt),
        payments: attempts,
        refunds,
        disputes,
        wholesale: asked ? { reference: asked.reference, vendorOrderId: asked.vendorOrderId } : null,
        strays: asked?.strays ?? [],
      },
    };
  });
}
