import type { Limits } from '../../db/limits.ts';
import type { Notices } from '../../db/notices.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Order, OrderAccess, Orders } from '../../modules/orders/orders.ts';
import { AppError } from '../../shared/errors.ts';
import type { FlowBase } from '../buying/flow-base.ts';

/**
 * Mails an order's eSIMs again until all of them are installed, optionally to a corrected address. The links of earlier
 * mails end. A correction also ends the access that mails to the wrong address have given. Throws
 * `order-not-resendable`, `address-not-yours` (access by a mailed link alone does not allow a correction),
 * `too-many-requests`.
 */
export type ResendEsim = (input: { order: Order; access: OrderAccess; email: string }) => Promise<void>;

type Ports = FlowBase & {
  notices: Pick<Notices, 'accessEnded'>;
  orders: Orders;
  esims: Esims;
  notifications: Notifications;
  limits: Limits;
};

export function createResendEsim({ db, notices, orders, esims, notifications, limits }: Ports): ResendEsim {
  return async function resendEsim({ order, access, email }) {
    const delivered = orders.deliveredLines(order).map(({ id }) => id);
    const ready = (await esims.listByOrders([order.id])).filter(({ lineId }) => delivered.includes(lineId));
    if (ready.every((esim) => esims.standingOf(esim).installed)) throw new AppError('order-not-resendable');
    const corrected = email !== order.email;
    if (corrected && !orders.mayCorrectAddress(order, access))
      throw new AppError('address-not-yours', { field: 'email' });
    await limits.consume({ 'resends-per-order': order.id });
    await db.transaction(async (tx) => {
      if (corrected) {
        await orders.changeEmail(tx, order.id, email);
        await orders.endMailed(tx, order.id, { keepAccount: access === 'account' });
        await orders.note(tx, order.id, 'address-corrected');
        await notifications.readdress(tx, order.id, email);
      } else await orders.endMailLinks(tx, order.id, new Date());
      await notifications.queueEsimReady(tx, { orderId: order.id, to: email, locale: order.locale });
    });
    await notices.orderChanged(order.id);
    if (corrected) await notices.accessEnded([order.id]);
  };
}
