import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { enqueue } from '../../queue/queue.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { AutoTopUpReason } from '../../shared/auto-top-up.ts';
import type { Locale } from '../../shared/locale.ts';
import { pauseAfter } from './retry.ts';
import * as store from './store.ts';
import { unsentMails } from './standing-store.ts';
import type { MailErrorCode, MailTransport, OutgoingMail } from './transport.ts';
import { keptMs } from '../../shared/retention.ts';

export type { MailRow as Mail } from './store.ts';

/** Mails about an account. Their code or link is made when they are rendered. */
export type AccountMailKind = Exclude<
  store.MailRow['kind'],
  | 'esim-ready'
  | 'top-up-ready'
  | 'order-link'
  | 'order-refunded'
  | 'refund-returned'
  | 'notice'
  | 'auto-top-up'
  | 'withdrawal'
  | ReplacementMailKind
  | RefundRequestMailKind
  | TicketMailKind
>;

/** What a mail about auto top-up reports. A plan that it added comes with the mail of its order. */
export type AutoTopUpWhat = 'authentication' | 'declined' | 'capped' | 'ended';

/** Mails about a request for a refund: a person decides about it, or has decided. */
export type RefundRequestMailKind = 'refund-request-received' | 'refund-request-answered';

/** Mails to a buyer who asked for a new eSIM in place of one. The eSIM itself comes with `esim-ready`. */
export type ReplacementMailKind = 'replacement-confirmed' | 'replacement-refused' | 'replacement-failed';

/**
 * Mails about a ticket: `ticket-notice` goes to the merchant, `ticket-attachments` to the sender of the attachments,
 * the others to the traveller.
 */
export type TicketMailKind = 'ticket-opened' | 'ticket-notice' | 'ticket-answer' | 'ticket-attachments';

/**
 * `accountId` null: the account is looked up when the mail is rendered, so that the response time does not reveal
 * whether it exists.
 */
export type AccountMail = {
  kind: AccountMailKind;
  accountId: string | null;
  to: string;
  locale: Locale;
  detail?: Record<string, string>;
};

type RefundMail = { orderId: string; refundId: string; to: string; locale: Locale };

type AutoTopUpMail = {
  /** Of the eSIM. */
  orderId: string;
  what: AutoTopUpWhat;
  autoTopUpId: string;
  /** The order that was to be charged. */
  chargeOrderId: string | null;
  reason: AutoTopUpReason | null;
  to: string;
  locale: Locale;
};

/** What a mail about a withdrawal says: that it arrived, what was done, or what a person answers. */
export type WithdrawalWhat = 'received' | 'outcome' | 'answered';

type WithdrawalMail = { withdrawalId: string; what: WithdrawalWhat; to: string; locale: Locale };

type TicketMail = { kind: TicketMailKind; ticketId: string; messageId: string; to: string; locale: Locale };

export type AccountMailQueue = { queueAccountMail(tx: Queryable, mail: AccountMail): Promise<void> };

export type Notifications = ReturnType<typeof createNotifications>;
export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * How long the first eSIM of an order waits for the others before it is mailed: longer than the first retry at the
 * wholesaler, shorter than the patience of a traveller at an airport. The order page shows each one at once.
 */
const GATHER_SECONDS = 20;

type Ports = { db: Db; clock: Clock };

type SendPorts = Ports & {
  transport: MailTransport;
  /** Pause after the first failed attempt, in seconds; it doubles with each further one (`retry.ts`). */
  firstRetrySeconds: number;
};

/**
 * Mails to customers. A mail is queued in the transaction of the event that it reports, and rendered when it is sent.
 */
export const createNotifications = (ports: SendPorts) => ({
  ...createMailQueue(ports),
  send: (mail: OutgoingMail) => ports.transport.send(mail),
  failed: (mail: store.MailRow, fault: MailErrorCode | 'mail-not-rendered') => failed(ports, mail, fault),
});

/** All of it but sending: queued mails, and what became of them. */
export function createMailQueue(ports: Ports) {
  const { db, clock } = ports;
  return {
    queueEsimReady: (tx: Queryable, about: { orderId: string; to: string; locale: Locale; moreToCome?: boolean }) =>
      queueEsimReady(ports, tx, about),
    stopGathering: (tx: Queryable, about: { orderId: string; to: string; locale: Locale }) =>
      stopGathering(ports, tx, about),
    /** The plan of an order was added to its eSIM. */
    queueTopUpReady: (tx: Queryable, { orderId, to, locale }: { orderId: string; to: string; locale: Locale }) =>
      queue(ports, tx, { kind: 'top-up-ready', subjectId: orderId, to, locale }),
    /** The refund succeeded. */
    queueRefunded: (tx: Queryable, about: RefundMail) => queueRefundMail(ports, tx, 'order-refunded', about),
    /** The buyer's bank returned the refund. */
    queueRefundReturned: (tx: Queryable, about: RefundMail) => queueRefundMail(ports, tx, 'refund-returned', about),
    /** A notice about an eSIM of an order. */
    queueNotice: (
      tx: Queryable,
      { orderId, noticeId, to, locale }: { orderId: string; noticeId: string; to: string; locale: Locale },
    ) => queue(ports, tx, { kind: 'notice', subjectId: orderId, to, locale, detail: { noticeId } }),
    queueAutoTopUp: (tx: Queryable, mail: AutoTopUpMail) => queueAutoTopUp(ports, tx, mail),
    /** A new link to an order, sent to its address at the time of rendering. */
    queueOrderLink: (tx: Queryable, about: { orderId: string; locale: Locale }) =>
      queue(ports, tx, { kind: 'order-link', subjectId: about.orderId, to: '', locale: about.locale }),
    queueReplacement: (
      tx: Queryable,
      kind: ReplacementMailKind,
      { orderId, replacementId, to, locale }: { orderId: string; replacementId: string; to: string; locale: Locale },
    ) => queue(ports, tx, { kind, subjectId: orderId, to, locale, detail: { replacementId } }),
    queueRefundRequest: (
      tx: Queryable,
      kind: RefundRequestMailKind,
      { orderId, requestId, to, locale }: { orderId: string; requestId: string; to: string; locale: Locale },
    ) => queue(ports, tx, { kind, subjectId: orderId, to, locale, detail: { requestId } }),
    queueWithdrawal: (tx: Queryable, { withdrawalId, what, to, locale }: WithdrawalMail) =>
      queue(ports, tx, { kind: 'withdrawal', subjectId: withdrawalId, to, locale, detail: { what } }),
    /** Redirects the unsent mails of an order to its corrected address. */
    readdress: (tx: Queryable, orderId: string, recipient: string) => store.readdress(tx, orderId, recipient),
    /** Links and notices about an account. */
    queueAccountMail: (tx: Queryable, { kind, accountId, to, locale, detail }: AccountMail) =>
      queue(ports, tx, { kind, subjectId: accountId ?? uuidv7(), to, locale, detail }),

    /** A notice about a message of a ticket. */
    queueTicketMail: (tx: Queryable, { kind, ticketId, messageId, to, locale }: TicketMail) =>
      queue(ports, tx, { kind, subjectId: ticketId, to, locale, detail: { messageId } }),

    find: (id: string) => store.findMail(db, id),
    markSent: (id: string) => store.markSent(db, id),
    /** Deletes a mail that must not be sent: the address of a person without an account is not kept. */
    forget: (id: string) => store.deleteMail(db, id),
    /**
     * Mails about these subjects, and those that a person requested for an address (null: none), oldest first: kind,
     * recipient and times.
     */
    listOf: (subjectIds: readonly string[], requestedFor: string | null) => store.listOf(db, subjectIds, requestedFor),
    /** Deletes the mails that a person requested for an address. */
    forgetRequested: (tx: Queryable, recipient: string) => store.deleteRequested(tx, recipient),
    /** Replaces a person's address in the mails about these subjects; unsent ones are never sent. */
    pseudonymise: (tx: Queryable, subjectIds: readonly string[], recipient: string) =>
      store.pseudonymise(tx, subjectIds, recipient),
    lastSent: (subjectId: string, kind: store.MailRow['kind']) => store.lastSent(db, subjectId, kind),
    /** Deletes mails past their retention: they contain addresses. */
    cleanUp: () => store.deleteOver(db, new Date(clock.now().getTime() - keptMs('mails'))),
    retry,
    /** Mails about a subject, newest first. */
    about: (subjectId: string) => store.listAbout(db, subjectId),
    /** Unsent mails that have failed or were due before this time (`late`), and those that are not tried again (`ended`). */
    needingAttention: (dueBefore: Date, limit: number) => store.listNeedingAttention(db, dueBefore, limit),
    unsent: (olderThan: Date, limit = 100) => store.listUnsent(db, olderThan, limit),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: { unsent: unsentMails },
  };
}

/**
 * Queues a mail with every eSIM of the order that is ready when it is rendered. `moreToCome`: others are in
 * progress, so it waits for them, and a later mail without that wait replaces it.
 */
async function queueEsimReady(
  ports: Ports,
  tx: Queryable,
  about: { orderId: string; to: string; locale: Locale; moreToCome?: boolean },
): Promise<void> {
  await store.deleteGathering(tx, about.orderId);
  await queue(ports, tx, {
    kind: 'esim-ready',
    subjectId: about.orderId,
    to: about.to,
    locale: about.locale,
    ...(about.moreToCome && {
      detail: { [store.GATHERING]: 'true' },
      inSeconds: GATHER_SECONDS,
    }),
  });
}

/** No more eSIMs will come: a waiting mail is sent now. */
async function stopGathering(
  ports: Ports,
  tx: Queryable,
  about: { orderId: string; to: string; locale: Locale },
): Promise<void> {
  if (!(await store.deleteGathering(tx, about.orderId))) return;
  await queue(ports, tx, { kind: 'esim-ready', subjectId: about.orderId, to: about.to, locale: about.locale });
}

/**
 * Queues unsent mails again, from their first attempt: those about a subject, or all that failed; with `refused` also
 * those that a server refused. Returns their number.
 */
async function retry(tx: Tx, which: { subjectId: string } | { refused: boolean }): Promise<number> {
  const queued = await store.resetUnsent(tx, which);
  for (const id of queued) await enqueue(tx, 'send-mail', { mailId: id }, { key: `mail:${id}` });
  return queued.length;
}

/**
 * Stores a failed attempt and queues the next one. Returns its time; null: a permanent refusal, or the last
 * attempt, which is listed for an operator.
 */
async function failed(
  { db, firstRetrySeconds, clock }: SendPorts,
  mail: store.MailRow,
  fault: MailErrorCode | 'mail-not-rendered',
): Promise<Date | null> {
  const attempts = mail.attempts + 1;
  const isPermanent = fault === 'mail-refused' || fault === 'mail-not-allowed';
  const pause = isPermanent ? null : pauseAfter(attempts, firstRetrySeconds);
  const nextAttemptAt = pause === null ? null : new Date(clock.now().getTime() + pause * 1000);
  await db.transaction(async (tx) => {
    await store.markFault(tx, mail.id, { attempts, nextAttemptAt, lastFault: fault });
    if (pause !== null)
      await enqueue(tx, 'send-mail', { mailId: mail.id }, { key: `mail:${mail.id}`, inSeconds: pause });
  });
  return nextAttemptAt;
}

async function queue(
  { clock }: Ports,
  tx: Queryable,
  mail: {
    kind: store.MailRow['kind'];
    subjectId: string;
    to: string;
    locale: Locale;
    detail?: Record<string, string>;
    /** Wait this long for others. */
    inSeconds?: number;
  },
): Promise<void> {
  const { kind, subjectId, to, locale, detail = {}, inSeconds = 0 } = mail;
  const id = uuidv7();
  const now = clock.now();
  await store.insertMail(tx, {
    id,
    kind,
    subjectId,
    recipient: to,
    locale,
    detail,
    createdAt: now,
    sentAt: null,
    attempts: 0,
    nextAttemptAt: new Date(now.getTime() + inSeconds * 1000),
    lastFault: null,
  });
  await enqueue(tx, 'send-mail', { mailId: id }, { key: `mail:${id}`, ...(inSeconds > 0 && { inSeconds }) });
}

const queueRefundMail = (
  ports: Ports,
  tx: Queryable,
  kind: 'order-refunded' | 'refund-returned',
  { orderId, refundId, to, locale }: RefundMail,
) => queue(ports, tx, { kind, subjectId: orderId, to, locale, detail: { refundId } });

const queueAutoTopUp = (
  ports: Ports,
  tx: Queryable,
  { orderId, what, autoTopUpId, chargeOrderId, reason, to, locale }: AutoTopUpMail,
) =>
  queue(ports, tx, {
    kind: 'auto-top-up',
    subjectId: orderId,
    to,
    locale,
    detail: {
      what,
      autoTopUpId,
      ...(chargeOrderId !== null && { chargeOrderId }),
      ...(reason !== null && { reason }),
    },
  });
