import type { Limits } from '../db/limits.ts';
import type { Esims } from '../modules/esims/esims.ts';
import type { Notifications } from '../modules/notifications/notifications.ts';
import type { Order, Orders } from '../modules/orders/orders.ts';
import { AppError } from '../shared/errors.ts';
import type { FlowBase } from './types.ts';

/** Mails the eSIM again, to a corrected address if need be, until it is installed. Throws `order-not-resendable`, `too-many-requests`. */
export type ResendEsim = (order: Order, email: string) => Promise<void>;

type Ports = FlowBase & { orders: Orders; esims: Esims; notifications: Notifications; limits: Limits };

export function createResendEsim({ db, notices, orders, esims, notifications, limits }: Ports): ResendEsim {
  return async function resendEsim(order, email) {
    const esim = await esims.findByOrder(order.id);
    if (order.status !== 'fulfilled' || !esim || esims.standingOf(esim).installed)
      throw new AppError('order-not-resendable');
    await limits.consume({ 'resends-per-order': order.id });
    await db.transaction(async (tx) => {
      if (email !== order.email) {
        await orders.changeEmail(tx, order.id, email);
        await orders.note(tx, order.id, 'address-corrected');
      }
      await notifications.queueEsimReady(tx, { orderId: order.id, to: email, locale: order.locale });
    });
    await notices.orderChanged(order.id);
  };
}
