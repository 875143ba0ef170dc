import type { Db, Tx } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { Notices } from '../../db/notices.ts';
import { type Esim, type Esims, planOfLine } from '../../modules/esims/esims.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { EventDetail, Order, OrderAccess, Orders } from '../../modules/orders/orders.ts';
import { AppError } from '../../shared/errors.ts';

/**
 * Mails an order's eSIMs again until all of them are installed, optionally to a corrected address. The links of earlier
 * mails end. A correction also ends the access that mails to the wrong address have given. Throws
 * `order-not-resendable`, `address-not-yours` (access by a mailed link alone does not allow a correction),
 * `too-many-requests`.
 */
export type ResendEsim = (input: { order: Order; access: OrderAccess; email: string }) => Promise<void>;

type MailPorts = {
  orders: Pick<Orders, 'changeEmail' | 'endMailed' | 'note'>;
  notifications: Pick<Notifications, 'readdress'>;
};

type Ports = {
  orders: Orders;
  notifications: Notifications;
  db: Db;
  notices: Pick<Notices, 'accessEnded' | 'orderChanged'>;
  esims: Esims;
  limits: Limits;
};

export function createResendEsim({ db, notices, orders, esims, notifications, limits }: Ports): ResendEsim {
  return async function resendEsim({ order, access, email }) {
    const ready = await readyEsims({ orders, esims }, order);
    if (ready.every((esim) => esims.standingOf(esim).installed)) throw new AppError('order-not-resendable');
    const corrected = email !== order.email;
    if (corrected && !orders.mayCorrectAddress(order, access))
      throw new AppError('address-not-yours', { field: 'email' });
    await limits.consume({ 'resends-per-order': order.id });
    await db.transaction(async (tx) => {
      const ports = { orders, notifications };
      if (corrected) await correctAddress(tx, ports, order, { email, keepAccount: access === 'account' });
      else await orders.endMailLinks(tx, order.id);
      await notifications.queueEsimReady(tx, { orderId: order.id, to: email, locale: order.locale });
    });
    await notices.orderChanged(order.id);
    if (corrected) await notices.accessEnded([order.id]);
  };
}

/** The issued eSIMs whose codes their buyer may see and use: of a line that was replaced, the last one. */
export async function readyEsims(
  { orders, esims }: { orders: Pick<Orders, 'profileLines' | 'deliveryOf'>; esims: Pick<Esims, 'listByOrders'> },
  order: Order,
): Promise<Esim[]> {
  const delivered = orders.profileLines(order).map((line) => orders.deliveryOf(order, line).id);
  const issued = await esims.listByOrders([order.id]);
  return issued.filter((esim) => delivered.some((id) => planOfLine(esim, id)));
}

/**
 * Corrects the address of an order in the caller's transaction: unsent mails go to the new one, and the access that mails
 * to the wrong one have given ends. The caller sends the notices after the commit.
 */
export async function correctAddress(
  tx: Tx,
  { orders, notifications }: MailPorts,
  order: Pick<Order, 'id'>,
  { email, keepAccount, detail }: { email: string; keepAccount: boolean; detail?: EventDetail },
): Promise<void> {
  await orders.changeEmail(tx, order.id, email);
  await orders.endMailed(tx, order.id, { keepAccount });
  await orders.note(tx, order.id, 'address-corrected', detail);
  await notifications.readdress(tx, order.id, email);
}
