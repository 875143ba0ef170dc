import type { Order, OrderAccess, Orders } from '../../modules/orders/orders.ts';
import { AppError } from '../../shared/errors.ts';
import type { FlowBase } from './flow-base.ts';

export type ClaimOrder = (input: { order: Order; access: OrderAccess; accountId: string }) => Promise<void>;

/**
 * Adds a guest's order to the signed-in account, in a browser whose cookie opens the order. This takes an explicit
 * request and is never a side effect of opening a link, so that neither a link nor a session planted by an attacker can
 * move an order. Throws `order-has-account` when it belongs to another account.
 */
export function createClaimOrder({ db, notices, orders }: FlowBase & { orders: Orders }): ClaimOrder {
  return async function claimOrder({ order, access, accountId }) {
    if (access === 'account') return;
    const added = await db.transaction((tx) => orders.addToAccount(tx, order.id, { accountId, via: access }));
    if (!added) throw new AppError('order-has-account');
    await notices.orderChanged(order.id);
  };
}
