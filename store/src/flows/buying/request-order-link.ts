import type { Limits } from '../../db/limits.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Locale } from '../../shared/locale.ts';
import type { FlowBase } from './flow-base.ts';

export type RequestOrderLink = (input: { orderId: string; locale: Locale; clientAddress: string }) => Promise<void>;

/**
 * Mails a new link to the address of an order whose link has expired. The call is public and takes only the order's id.
 * So it does not read the order, and its response time does not reveal whether the order exists. The address and
 * language are looked up when the mail is rendered, and a mail without an order is deleted then. Throws
 * `too-many-requests`.
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
