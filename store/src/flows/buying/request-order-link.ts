import type { Limits } from '../../db/limits.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Locale } from '../../shared/locale.ts';
import type { FlowBase } from './flow-base.ts';

export type RequestOrderLink = (input: { orderId: string; locale: Locale; clientAddress: string }) => Promise<void>;

/**
 * Mails a fresh link to the address of an order whose link has ended. Anybody may ask, by the order's id: so nothing of the
 * order is looked at here, and the answer takes as long whether it exists or not. Address and language are found out when the
 * mail is rendered, and a mail for no order is deleted then. Throws `too-many-requests`.
 */
export function createRequestOrderLink(
  ports: Pick<FlowBase, 'db'> & { limits: Limits; notifications: Pick<Notifications, 'queueOrderLink'> },
): RequestOrderLink {
  const { db, limits, notifications } = ports;
  return async ({ orderId, locale, clientAddress }) => {
    await limits.consume({ 'order-links-per-order': orderId, 'order-links-per-address': clientAddress });
    await db.transaction((tx) => notifications.queueOrderLink(tx, { orderId, locale }));
  };
}
