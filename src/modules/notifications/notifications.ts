import type { Db, Queryable } from '../../db/database.ts';
import { enqueue } from '../../queue/queue.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Locale } from '../../shared/locale.ts';
import * as store from './store.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

export type { MailRow as Mail } from './store.ts';

export type Notifications = ReturnType<typeof createNotifications>;

/** Mails to customers. A mail is queued in the transaction of what it tells, and rendered when it is sent. */
export function createNotifications({ db, transport }: { db: Db; transport: MailTransport }) {
  async function queue(
    tx: Queryable,
    mail: { kind: store.MailRow['kind']; subjectId: string; to: string; locale: Locale; detail?: Record<string, string> },
  ): Promise<void> {
    const { kind, subjectId, to, locale, detail = {} } = mail;
    const id = uuidv7();
    await store.insertMail(tx, { id, kind, subjectId, recipient: to, locale, detail, createdAt: new Date(), sentAt: null, lastFault: null });
    await enqueue(tx, 'send-mail', { mailId: id }, { key: `mail:${id}` });
  }

  return {
    /** The eSIM with its QR, links and receipt. */
    queueEsimReady: (tx: Queryable, about: { orderId: string; to: string; locale: Locale }) =>
      queue(tx, { kind: 'esim-ready', subjectId: about.orderId, to: about.to, locale: about.locale }),
    /** The money went back. */
    queueRefunded: (tx: Queryable, about: { orderId: string; refundId: string; to: string; locale: Locale }) =>
      queue(tx, { kind: 'order-refunded', subjectId: about.orderId, to: about.to, locale: about.locale, detail: { refundId: about.refundId } }),
    /** A link that proves the address of an account. */
    queueVerifyEmail: (tx: Queryable, about: { accountId: string; to: string; locale: Locale }) =>
      queue(tx, { kind: 'verify-email', subjectId: about.accountId, to: about.to, locale: about.locale }),

    find: (id: string) => store.findMail(db, id),
    send: (mail: OutgoingMail) => transport.send(mail),
    markSent: (id: string) => store.markSent(db, id),
    markFault: (id: string, fault: string) => store.markFault(db, id, fault),
    lastSent: (subjectId: string, kind: store.MailRow['kind']) => store.lastSent(db, subjectId, kind),
    unsent: (olderThan: Date, limit = 100) => store.listUnsent(db, olderThan, limit),
  };
}
