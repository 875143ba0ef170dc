import type { Db, Tx } from '../../db/database.ts';
import { transactOrTry } from '../../db/dry-run.ts';
import type { Notices } from '../../db/notices.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import { isPseudonym, type Order, type Orders } from '../../modules/orders/orders.ts';
import { isMailAddress } from '../../shared/email.ts';
import { AppError } from '../../shared/errors.ts';
import type { OperatorAction } from '../../shared/operator.ts';
import { correctAddress, readyEsims } from '../delivering/resend-esim.ts';

type Ports = {
  db: Db;
  notices: Pick<Notices, 'accessEnded' | 'orderChanged'>;
  orders: Orders;
  esims: Pick<Esims, 'listByOrders' | 'standingOf'>;
  notifications: Notifications;
};

/** What an operator did: the address, and how many eSIMs the mail to it has, of which so many are installed. */
export type MailedByHand = { to: string; mailed: number; installed: number };

/** What an operator does for the traveller of an order, with the effects of the traveller's own order page. */
export function createOrderByHand({ db, notices, orders, esims, notifications }: Ports) {
  /** Runs `act` on the locked order. Throws `not-found`, and `wrong-state` when its owner deleted the account. */
  async function onOrder<T>(orderId: string, dryRun: boolean, act: (tx: Tx, order: Order) => Promise<T>): Promise<T> {
    const done = await transactOrTry(db, dryRun, async (tx) => {
      const order = await orders.lock(tx, orderId);
      if (!order) throw new AppError('not-found');
      if (isPseudonym(order.email)) throw new AppError('wrong-state', { field: 'owner' });
      return act(tx, order);
    });
    if (!dryRun) await notices.orderChanged(orderId);
    return done;
  }

  async function mailEsims(tx: Tx, order: Order, to: string): Promise<MailedByHand> {
    const ready = await readyEsims({ orders, esims }, order);
    if (ready.length > 0) await notifications.queueEsimReady(tx, { orderId: order.id, to, locale: order.locale });
    const installed = ready.filter((esim) => esims.standingOf(esim).installed).length;
    return { to, mailed: ready.length, installed };
  }

  return {
    /**
     * Mails the delivered eSIMs again, also installed ones. The links of earlier mails end. Throws `not-found`,
     * `wrong-state`, and `order-not-resendable` when none is delivered.
     */
    sendAgain: (orderId: string, { by, reason, dryRun }: OperatorAction): Promise<MailedByHand> =>
      onOrder(orderId, dryRun, async (tx, order) => {
        const sent = await mailEsims(tx, order, order.email);
        if (sent.mailed === 0) throw new AppError('order-not-resendable');
        await orders.endMailLinks(tx, order.id);
        await orders.note(tx, order.id, 'sent-by-hand', { by, reason });
        return sent;
      }),

    /**
     * Corrects the address, and mails the delivered eSIMs to it. An account that joined the order through mails to the
     * wrong address loses it, as by a correction in the payer's browser. Throws `not-found`, `wrong-state`, and
     * `invalid-input` for an address that no mail can reach or that the order has already.
     */
    async correctAddress(
      orderId: string,
      { email, by, reason, dryRun }: OperatorAction & { email: string },
    ): Promise<MailedByHand> {
      const address = email.trim();
      if (!isMailAddress(address)) throw new AppError('invalid-input', { field: 'email', rule: 'email' });
      const done = await onOrder(orderId, dryRun, async (tx, order) => {
        if (order.email === address) throw new AppError('invalid-input', { field: 'email', rule: 'same' });
        const change = { email: address, keepAccount: false, detail: { by, reason } };
        await correctAddress(tx, { orders, notifications }, order, change);
        return mailEsims(tx, order, address);
      });
      if (!dryRun) await notices.accessEnded([orderId]);
      return done;
    },
  };
}
