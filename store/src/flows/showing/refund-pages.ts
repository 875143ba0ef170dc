import type { Order, Viewer } from '../../modules/orders/orders.ts';
import type { LineRefundView, RefundableView } from '../../shared/refund-views.ts';

type Ports = {
  orderPages: { findFor(orderId: string, viewer: Viewer): Promise<{ order: Order } | null> };
  rightsFlows: {
    refundOfLine(of: { order: Order; line: number }): Promise<LineRefundView>;
    refundableOf(account: NonNullable<Viewer['account']>): Promise<RefundableView[]>;
  };
  windowDays: number;
};

/** What the pages of refunds show. */
export const createRefundPages = ({ orderPages, rightsFlows, windowDays }: Ports) => ({
  windowDays,
  list: (account: NonNullable<Viewer['account']>) => rightsFlows.refundableOf(account),
  /** What goes back for a line, numbered from 1; null without access. */
  async ofLine(orderId: string, line: number, viewer: Viewer): Promise<LineRefundView | null> {
    const found = await orderPages.findFor(orderId, viewer);
    return found && rightsFlows.refundOfLine({ order: found.order, line });
  },
});
