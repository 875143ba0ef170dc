import type { AutoTopUpBook, AutoTopUpTokens } from '../../modules/auto-top-ups/auto-top-ups.ts';
import { automaticOf } from '../topping-up/automatic.ts';
import { boughtFor } from '../showing/bought-for.ts';
import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import { activationOf, deliveriesIn, type Delivered, readDelivered } from '../showing/delivered.ts';
import type { Db } from '../../db/database.ts';
import { type Esim, type Esims, esimOfLine } from '../../modules/esims/esims.ts';
import type { Mail, ReplacementMailKind } from '../../modules/notifications/notifications.ts';
import { esimReadyMail, type ReadyEsim } from '../../modules/notifications/templates/esim-ready.ts';
import type { RenderedMail } from '../../modules/notifications/templates/layout.ts';
import { orderLinkMail } from '../../modules/notifications/templates/order-link.ts';
import {
  type OrderRefundedData,
  orderRefundedMail,
  refundReturnedMail,
} from '../../modules/notifications/templates/order-refunded.ts';
import { refundRequestMail } from '../../modules/notifications/templates/refund-request.ts';
import { replacementMail } from '../../modules/notifications/templates/replacement.ts';
import { topUpMail } from '../../modules/notifications/templates/top-up.ts';
import { ON_ITS_WAY } from '../../modules/orders/line-state.ts';
import { isPseudonym, type Line, type Order, type Orders, type Replacement } from '../../modules/orders/orders.ts';
import { lineTax, taxSums } from '../../shared/tax.ts';
import type { Attempt, Payments, Refund } from '../../modules/payments/payments.ts';
import type { RefundRequest, RightsBook } from '../../modules/rights/rights.ts';
import { GIVEN_BACK } from '../../shared/order-status.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';

/** What mails read of the catalogue: names of today, and what delivered eSIMs are. */
export type MailCatalogue = Pick<Catalogue, 'destinationBySlug' | 'packageStatements'>;

type Ports = {
  db: Db;
  /** Lifetime of a mailed link, in days. */
  linkDays: number;
  /** Days in which buyers refund an unused eSIM by themselves; 0: never. */
  refundWindowDays: number;
  publicUrl: string;
  /** Where buyers write to, as the merchant states it; null: the contact page alone. */
  supportEmail: string | null;
  orders: Orders;
  payments: Payments;
  esims: Esims;
  catalogue: MailCatalogue;
  rights: Pick<RightsBook, 'find' | 'ofOrders'>;
  autoTopUps: AutoTopUpBook;
  autoTopUpTokens: AutoTopUpTokens;
};

/** Renders the mails about orders from current data; null when a mail is no longer relevant. */
export function createOrderMails(ports: Ports) {
  return {
    'esim-ready': (mail: Mail) => esimReady(ports, mail),
    'top-up-ready': (mail: Mail) => topUpReady(ports, mail),
    'order-link': (mail: Mail) => freshLink(ports, mail),
    'order-refunded': (mail: Mail) => aboutRefund(ports, mail),
    'refund-returned': (mail: Mail) => aboutRefund(ports, mail),
    'replacement-confirmed': (mail: Mail) => aboutReplacement(ports, mail),
    'replacement-refused': (mail: Mail) => aboutReplacement(ports, mail),
    'replacement-failed': (mail: Mail) => aboutReplacement(ports, mail),
    'refund-request-received': (mail: Mail) => aboutRequest(ports, mail),
    'refund-request-answered': (mail: Mail) => aboutRequest(ports, mail),
  };
}

/** Links that open an order without a sign-in: its page, its receipt, and the page that tops up the eSIM of a line. */
export async function accessLinks(
  { publicUrl, orders }: Pick<Ports, 'publicUrl' | 'orders'>,
  orderId: string,
  mail: Pick<Mail, 'id' | 'recipient'>,
) {
  const secret = await orders.grantMail(orderId, mail);
  // The address was corrected after this mail was read. The retry reads the new address.
  if (secret === null) throw new Error('the address of the order has changed: retry');
  return {
    order: publicUrl + paths.orderAccess(orderId, secret),
    receipt: publicUrl + paths.orderAccess(orderId, secret, { receipt: true }),
    refund: publicUrl + paths.orderAccess(orderId, secret, { refund: true }),
    topUp: (line: number) => publicUrl + paths.orderAccess(orderId, secret, { topUp: line }),
  };
}

/** The link to the page of an order. */
export const accessLink = async (...given: Parameters<typeof accessLinks>) => (await accessLinks(...given)).order;

/**
 * The permanent URL of the legal text in the version that the buyer accepted, in the language in which it was shown.
 */
function textUrl({ publicUrl }: Ports, { acceptedTexts }: Order, name: 'terms' | 'refund'): string {
  return publicUrl + addressIn(acceptedTexts.locale, paths.legal(name, acceptedTexts[name]));
}

const NOTHING_DELIVERED: Delivered = new Map();

const itemOf = async ({ catalogue }: Ports, { currency }: Order, line: Line, delivered = NOTHING_DELIVERED) => ({
  name: line.name,
  forPlace: (await boughtFor(catalogue, line))?.name ?? null,
  dataMb: line.dataMb,
  unlimited: line.unlimited,
  days: line.days,
  activation: activationOf(delivered, line),
  isTopUp: line.purpose === 'plan',
  price: { amount: line.unitAmount, currency },
});

async function readyEsim(
  ports: Ports,
  { order, line, esim, delivered }: { order: Order; line: Line; esim: Esim; delivered: Delivered },
): Promise<ReadyEsim> {
  const { esims, orders } = ports;
  // A replacement has what was left of the plan.
  const { dataMb, days } = orders.deliveryOf(order, line);
  const { smdpAddress, activationCode, confirmationCode, lpa, appleUrl, androidUrl } = esims.installDataOf(esim);
  const codes = { smdpAddress, activationCode, confirmationCode, lpa, appleUrl, androidUrl, apn: esim.apn };
  return { ...(await itemOf(ports, order, line, delivered)), dataMb, days, ...codes, qrPng: await esims.qrOf(esim) };
}

/** Contains every eSIM that is ready: of several mails about one order, the last one is complete. */
async function esimReady(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { linkDays, publicUrl, supportEmail, orders, payments, esims } = ports;
  const order = await orders.find(mail.subjectId);
  if (!order) return null;
  const issued = await esims.listByOrders([order.id]);
  const delivered = await readDelivered(ports.catalogue, deliveriesIn(order), issued);
  const ready = orders.profileLines(order).flatMap((line) => {
    const esim = esimOfLine(issued, orders.deliveryOf(order, line).id);
    return esim ? readyEsim(ports, { order, line, esim, delivered }) : [];
  });
  // Refunded or disputed in the meantime: the activation code must not be mailed any more.
  if (ready.length === 0) return null;
  const attempt = await payments.paidAttempt(order.id);
  const refunds = attempt ? await payments.refundsOf(attempt.id) : [];
  const isMissing = ({ id, status }: Line) =>
    status === 'failed' || refunds.some(({ lineId, reason }) => lineId === id && reason === 'fulfilment_failed');
  const givenBack = order.lines.filter(({ status }) => GIVEN_BACK.includes(status));
  const links = await accessLinks(ports, order.id, mail);
  return esimReadyMail(
    {
      orderNumber: order.number,
      orderUrl: links.order,
      receiptUrl: links.receipt,
      helpUrl: publicUrl + addressIn(mail.locale, paths.helpInstallation()),
      support: { email: supportEmail, url: publicUrl + addressIn(mail.locale, paths.contact()) },
      paidAt: order.paidAt ?? order.createdAt,
      total: { amount: order.totalAmount, currency: order.currency },
      card: cardOf(attempt),
      linkDays,
      email: mail.recipient,
      items: await Promise.all(order.lines.map((line) => itemOf(ports, order, line, delivered))),
      tripDays: (order.tripDays ?? []).map(({ line, ...days }) => ({
        ...days,
        esim: line,
        missing: order.lines.some(({ position, status }) => position === line && GIVEN_BACK.includes(status)),
      })),
      esims: await Promise.all(ready),
      toCome: order.lines.filter(({ status }) => ON_ITS_WAY.includes(status)).length,
      missing: await Promise.all(givenBack.filter(isMissing).map((line) => itemOf(ports, order, line))),
      returned: await Promise.all(
        givenBack.filter((line) => !isMissing(line)).map((line) => itemOf(ports, order, line)),
      ),
      consent: order.beginConsent,
      taxes: taxSums(order.lines.map(lineTax)),
      giveBack: giveBackOf(ports, order, links),
      withdrawUrl: publicUrl + addressIn(mail.locale, paths.withdraw()),
      terms: { version: order.acceptedTexts.terms, url: textUrl(ports, order, 'terms') },
      refundPolicy: { version: order.acceptedTexts.refund, url: textUrl(ports, order, 'refund') },
    },
    mail.locale,
  );
}

/** Where an unused eSIM is refunded by oneself: of several, the order's page leads to each. Null: a person decides. */
const giveBackOf = (
  { refundWindowDays: days }: Ports,
  { lines }: Order,
  links: { order: string; refund: string },
): { days: number; url: string } | null =>
  days === 0 ? null : { days, url: lines.length === 1 ? links.refund : links.order };

/** Null once its price went back, or the eSIM is not shown any more. */
async function topUpReady(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { orders, payments, esims } = ports;
  const order = await orders.find(mail.subjectId);
  const line = order && orders.deliveredLines(order).find(({ purpose }) => purpose === 'plan');
  const esim = line?.esimId ? await esims.find(line.esimId) : null;
  const added = line && esim?.plans.find(({ lineId }) => lineId === line.id);
  if (!esim || !added) return null;
  const { days } = line;
  return topUpMail(
    {
      item: { ...(await itemOf(ports, order, line)), days },
      before: esim.plans.filter((plan) => plan.position < added.position && isUsable(esims.planStateOf(plan))),
      orderNumber: order.number,
      esimUrl: await esimLink(ports, { order, esim }, mail),
      withdrawUrl: ports.publicUrl + addressIn(mail.locale, paths.withdraw()),
      receiptUrl: (await accessLinks(ports, order.id, mail)).receipt,
      total: { amount: order.totalAmount, currency: order.currency },
      card: cardOf(await payments.paidAttempt(order.id)),
      consent: order.beginConsent,
      taxes: taxSums(order.lines.map(lineTax)),
      automatic: await automaticOf(ports, order.id),
    },
    mail.locale,
  );
}

/** The page of the eSIM; of its top-up, when the order of the eSIM has another address by now. */
async function esimLink(ports: Ports, { order, esim }: { order: Order; esim: Esim }, mail: Mail): Promise<string> {
  const secret = await ports.orders.grantMail(esim.orderId, mail);
  if (secret === null) return accessLink(ports, order.id, mail);
  return ports.publicUrl + paths.orderAccess(esim.orderId, secret);
}

const isUsable = (state: ReturnType<Esims['planStateOf']>) => state === 'not_active' || state === 'active';

async function aboutRefund(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { orders, payments } = ports;
  const order = await orders.find(mail.subjectId);
  const refund = await payments.findRefund(mail.detail['refundId'] ?? '');
  if (!order || !refund) return null;
  const render = { 'order-refunded': orderRefundedMail, 'refund-returned': refundReturnedMail }[
    mail.kind as 'order-refunded'
  ];
  // The refund was reversed before this mail was rendered, or the money was returned again since.
  const states = mail.kind === 'order-refunded' ? ['succeeded', 'closed'] : ['failed'];
  if (!states.includes(refund.status)) return null;
  const attempt = await payments.findAttempt(refund.attemptId);
  const line = order.lines.find(({ id }) => id === refund.lineId);
  const paid = line?.unitAmount ?? attempt?.takenAmount ?? order.totalAmount;
  return render(
    {
      items: await Promise.all((line ? [line] : order.lines).map((each) => itemOf(ports, order, each))),
      othersStay: line !== undefined && order.lines.length > 1,
      orderNumber: order.number,
      orderUrl: await accessLink(ports, order.id, mail),
      total: { amount: refund.amount, currency: refund.currency },
      paid: { amount: paid, currency: refund.currency },
      reason: reasonOf(refund, await ports.rights.ofOrders([order.id])),
      card: cardOf(attempt),
      otherWay: refund.status === 'closed' ? { reference: refund.bankReference } : null,
    },
    mail.locale,
  );
}

/** Why the buyer's own request, where there is one, got this refund. */
function reasonOf({ id, reason }: Refund, requests: readonly RefundRequest[]): OrderRefundedData['reason'] {
  const kind = requests.find(({ refundId }) => refundId === id)?.kind;
  return kind === 'unused' ? 'asked' : kind === 'withdrawal' ? 'withdrawal' : reason;
}

/** Null when the state that it reports is over: withdrawn, or refunded meanwhile. */
async function aboutReplacement(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { orders } = ports;
  const order = await orders.find(mail.subjectId);
  const replacement = await orders.replacements.find(mail.detail['replacementId'] ?? '');
  const line = order?.lines.find(({ id }) => id === replacement?.lineId);
  if (!order || !replacement || !line) return null;
  const kind = mail.kind as ReplacementMailKind;
  if (!REPORTED[kind].includes(replacement.state)) return null;
  const { publicUrl, supportEmail } = ports;
  const { oldProfile } = replacement;
  return replacementMail(
    {
      kind,
      item: await itemOf(ports, order, line),
      rest: { dataMb: replacement.leftMb, unlimited: line.unlimited },
      oldStopped: oldProfile === 'ended' || oldProfile === 'deleted',
      orderNumber: order.number,
      orderUrl: await accessLink(ports, order.id, mail),
      support: { email: supportEmail, url: publicUrl + addressIn(mail.locale, paths.contact()) },
    },
    mail.locale,
  );
}

/** Null when it was decided before it was rendered, or its answer was removed with the account. */
async function aboutRequest(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { orders, rights, publicUrl, supportEmail } = ports;
  const order = await orders.find(mail.subjectId);
  const request = await rights.find(mail.detail['requestId'] ?? '');
  const line = order?.lines.find(({ id }) => id === request?.lineId);
  if (!order || !request || !line) return null;
  const isAnswer = mail.kind === 'refund-request-answered';
  if (isAnswer ? request.answer === null : request.state !== 'asked') return null;
  const money = (amount: number) => ({ amount, currency: order.currency });
  return refundRequestMail(
    {
      state: isAnswer ? (request.state === 'refused' ? 'refused' : 'granted') : 'received',
      kind: request.kind,
      item: await itemOf(ports, order, line),
      amount: money(request.amount),
      price: money(line.unitAmount),
      answerBy: request.answerBy,
      answer: request.answer,
      orderUrl: await accessLink(ports, order.id, mail),
      support: { email: supportEmail, url: publicUrl + addressIn(mail.locale, paths.contact()) },
    },
    mail.locale,
  );
}

const REPORTED: Record<ReplacementMailKind, readonly Replacement['state'][]> = {
  'replacement-confirmed': ['approved', 'delivering', 'done'],
  'replacement-refused': ['refused'],
  'replacement-failed': ['failed'],
};

/**
 * A new link, which any visitor can request. Sent only for an order that exists, was paid and has an owner. Ends the
 * links of earlier mails.
 */
async function freshLink(ports: Ports, mail: Mail): Promise<(RenderedMail & { to: string }) | null> {
  const { db, linkDays, orders } = ports;
  const order = await orders.find(mail.subjectId);
  if (!order?.paidAt || isPseudonym(order.email)) return null;
  // Not earlier: a caller who knows only the order's id must not invalidate the buyer's link.
  await orders.endMailLinks(db, order.id, mail.createdAt);
  const link = await accessLink(ports, order.id, { id: mail.id, recipient: order.email });
  return { ...orderLinkMail({ link, days: linkDays }, order.locale), to: order.email };
}

const cardOf = (attempt: Attempt | null) =>
  attempt?.cardBrand && attempt.cardLast4 ? { brand: attempt.cardBrand, last4: attempt.cardLast4 } : null;
