import type { Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';

/** Writes to the vendor what our books know about a refund. Idempotent. */
export function createLabelRefund({ orders, payments }: { orders: Pick<Orders, 'find'>; payments: Payments }) {
  return async function labelRefund(refundId: string): Promise<void> {
    const refund = await payments.findRefund(refundId);
    const order = refund && (await orders.find(refund.orderId));
    if (!order || !refund?.vendorId) return;
    await payments.gatewayOf(refund).labelRefund(refund.vendorId, payments.labelOf(refund, order.lines));
  };
}
