import type { Db } from '../db/database.ts';
import type { Esims } from '../modules/esims/esims.ts';
import type { Mail } from '../modules/notifications/notifications.ts';
import { esimReadyMail } from '../modules/notifications/templates/esim-ready.ts';
import type { RenderedMail } from '../modules/notifications/templates/layout.ts';
import { orderLinkMail } from '../modules/notifications/templates/order-link.ts';
import { orderRefundedMail, refundReturnedMail } from '../modules/notifications/templates/order-refunded.ts';
import { isPseudonym, type Orders } from '../modules/orders/orders.ts';
import type { Payments } from '../modules/payments/payments.ts';
import { paths } from '../shared/paths.ts';

/** Renders the mails about orders from what is true now; null once a mail has become pointless. */
export function createOrderMails({
  db,
  linkDays,
  publicUrl,
  orders,
  payments,
  esims,
}: {
  db: Db;
  /** How long a mailed link works. */
  linkDays: number;
  publicUrl: string;
  orders: Orders;
  payments: Payments;
  esims: Esims;
}) {
  async function accessLink(orderId: string, mail: Pick<Mail, 'id' | 'recipient'>): Promise<string> {
    const secret = await orders.grantMail(orderId, mail);
    // Corrected since this mail was read: the next try reads the address that it goes to now.
    if (secret === null) throw new Error('the order has another address by now');
    return publicUrl + paths.orderAccess(orderId, secret);
  }

  async function esimReady(mail: Mail): Promise<RenderedMail | null> {
    const order = await orders.find(mail.subjectId);
    const esim = order && (await esims.findByOrder(order.id));
    // Refunded or disputed meanwhile: its code must not be mailed any more.
    if (!order || !esim || order.status !== 'fulfilled') return null;
    const attempt = await payments.paidAttempt(order.id);
    const install = esims.installDataOf(esim);
    return esimReadyMail(
      {
        orderNumber: order.number,
        orderUrl: await accessLink(order.id, mail),
        paidAt: order.paidAt ?? order.createdAt,
        offerSlug: order.line.offerSlug,
        dataMb: order.line.dataMb,
        days: order.line.days,
        total: { amount: order.totalAmount, currency: order.currency },
        card: attempt?.cardBrand && attempt.cardLast4 ? { brand: attempt.cardBrand, last4: attempt.cardLast4 } : null,
        lpa: install.lpa,
        smdpAddress: install.smdpAddress,
        activationCode: install.activationCode,
        confirmationCode: install.confirmationCode,
        appleUrl: install.appleUrl,
        androidUrl: install.androidUrl,
        apn: esim.apn,
        linkDays,
        qrPng: await esims.qrOf(esim),
        email: mail.recipient,
      },
      mail.locale,
    );
  }

  async function aboutRefund(mail: Mail): Promise<RenderedMail | null> {
    const order = await orders.find(mail.subjectId);
    const refund = await payments.findRefund(mail.detail['refundId'] ?? '');
    if (!order || !refund) return null;
    const render = { 'order-refunded': orderRefundedMail, 'refund-returned': refundReturnedMail }[
      mail.kind as 'order-refunded'
    ];
    // One that was sent back before we could write of it, or given back again since.
    if (refund.status !== (mail.kind === 'order-refunded' ? 'succeeded' : 'failed')) return null;
    const attempt = await payments.findAttempt(refund.attemptId);
    const paid = attempt?.takenAmount ?? order.totalAmount;
    return render(
      {
        orderNumber: order.number,
        orderUrl: await accessLink(order.id, mail),
        offerSlug: order.line.offerSlug,
        dataMb: order.line.dataMb,
        total: { amount: refund.amount, currency: refund.currency },
        paid: { amount: paid, currency: refund.currency },
        reason: refund.reason,
        card: attempt?.cardBrand && attempt.cardLast4 ? { brand: attempt.cardBrand, last4: attempt.cardLast4 } : null,
      },
      mail.locale,
    );
  }

  /** Asked for by anybody: for an order that is there, was paid and whose owner is. Ends the links of earlier mails. */
  async function freshLink(mail: Mail): Promise<(RenderedMail & { to: string }) | null> {
    const order = await orders.find(mail.subjectId);
    if (!order?.paidAt || isPseudonym(order.email)) return null;
    // Not before: who knows no more than the id of an order must not leave its buyer without a link.
    await orders.endMailLinks(db, order.id, mail.createdAt);
    const link = await accessLink(order.id, { id: mail.id, recipient: order.email });
    return { ...orderLinkMail({ link, days: linkDays }, order.locale), to: order.email };
  }

  return {
    'esim-ready': esimReady,
    'order-link': freshLink,
    'order-refunded': aboutRefund,
    'refund-returned': aboutRefund,
  };
}
