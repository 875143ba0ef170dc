import type { Esims } from '../modules/esims/esims.ts';
import type { IdentityModule } from '../modules/identity/identity.ts';
import type { Mail, Notifications } from '../modules/notifications/notifications.ts';
import { esimReadyMail } from '../modules/notifications/templates/esim-ready.ts';
import { orderRefundedMail } from '../modules/notifications/templates/order-refunded.ts';
import { verifyEmailMail } from '../modules/notifications/templates/verify-email.ts';
import type { RenderedMail } from '../modules/notifications/templates/layout.ts';
import type { Orders } from '../modules/orders/orders.ts';
import type { Payments } from '../modules/payments/payments.ts';
import { codeOf } from '../shared/errors.ts';
import { paths } from '../shared/paths.ts';
import type { FlowBase } from './types.ts';

/** Renders a queued mail from what is true now and hands it to the mail server. Throws when another try makes sense. */
export type SendMail = (mailId: string) => Promise<void>;

type Ports = FlowBase & { publicUrl: string; orders: Orders; payments: Payments; esims: Esims; identity: IdentityModule; notifications: Notifications };

/**
 * At least once: a process killed between the mail server's "taken" and our row sends the mail again, under the same
 * Message-ID, which most readers show once.
 */
export function createSendMail({ notices, log, publicUrl, orders, payments, esims, identity, notifications }: Ports): SendMail {
  async function accessLink(orderId: string): Promise<string> {
    return publicUrl + paths.orderAccess(orderId, await orders.grantMail(orderId));
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
        orderUrl: await accessLink(order.id),
        createdAt: order.createdAt,
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
        qrPng: await esims.qrOf(esim),
        email: mail.recipient,
      },
      mail.locale,
    );
  }

  async function refunded(mail: Mail): Promise<RenderedMail | null> {
    const order = await orders.find(mail.subjectId);
    const refund = await payments.findRefund(mail.detail['refundId'] ?? '');
    if (!order || !refund) return null;
    const attempt = await payments.findAttempt(refund.attemptId);
    return orderRefundedMail(
      {
        orderNumber: order.number,
        orderUrl: await accessLink(order.id),
        offerSlug: order.line.offerSlug,
        dataMb: order.line.dataMb,
        total: { amount: refund.amount, currency: refund.currency },
        reason: refund.reason,
        card: attempt?.cardBrand && attempt.cardLast4 ? { brand: attempt.cardBrand, last4: attempt.cardLast4 } : null,
      },
      mail.locale,
    );
  }

  async function verifyEmail(mail: Mail): Promise<RenderedMail | null> {
    const account = await identity.account(mail.subjectId);
    if (!account || account.emailVerified || account.email !== mail.recipient) return null;
    const code = await identity.createVerifyCode(account.id, mail.locale);
    return code && verifyEmailMail({ link: code.link, email: mail.recipient }, mail.locale);
  }

  const render = { 'esim-ready': esimReady, 'order-refunded': refunded, 'verify-email': verifyEmail };

  return async function sendMail(mailId) {
    const mail = await notifications.find(mailId);
    if (!mail || mail.sentAt) return;
    const rendered = await render[mail.kind](mail);
    if (!rendered) {
      log.info({ mailId, kind: mail.kind }, 'mail has become pointless');
      return notifications.markSent(mailId);
    }
    try {
      await notifications.send({ ...rendered, to: mail.recipient, messageId: `<${mail.id}@${new URL(publicUrl).hostname}>` });
    } catch (error) {
      const fault = codeOf(error) ?? 'mail-temporary';
      await notifications.markFault(mailId, fault);
      log.warn({ mailId, kind: mail.kind, fault }, 'mail was not taken');
      // Refused for good: the order page still has the eSIM, and the buyer can correct the address there.
      if (fault === 'mail-refused') return;
      throw error;
    }
    await notifications.markSent(mailId);
    if (mail.kind !== 'verify-email') await notices.orderChanged(mail.subjectId);
  };
}
