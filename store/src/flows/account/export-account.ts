import { type Esim, type EsimPlan, type EsimReading, type Esims, esimOfLine } from '../../modules/esims/esims.ts';
import type { Account, IdentityModule } from '../../modules/identity/identity.ts';
import type { Line, Order, Orders, Replacement, Viewer } from '../../modules/orders/orders.ts';
import type { Passkeys } from '../../modules/passkeys/passkeys.ts';
import type { PushBook } from '../../modules/push/push.ts';
import type { RefundRequest, RightsBook } from '../../modules/rights/rights.ts';
import { documentNumber } from '../../shared/documents.ts';
import { AppError } from '../../shared/errors.ts';
import { ORDER_TEXTS } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { lineTax } from '../../shared/tax.ts';
import type { createPersonalRecords } from './personal-records.ts';

type Ports = {
  publicUrl: string;
  /** The text with which buyers confirm their phone. */
  deviceText(locale: Locale): string;
  identity: Pick<IdentityModule, 'account' | 'listSessions' | 'securityEvents'>;
  passkeys: Pick<Passkeys, 'list'>;
  push: PushBook;
  orders: Pick<Orders, 'allFor' | 'deliveredLines' | 'deliveriesOf' | 'replacements'>;
  esims: Pick<Esims, 'listByOrders' | 'activationOf' | 'standingOf' | 'readingsOf'>;
  rights: Pick<RightsBook, 'ofOrders'>;
  personalRecords: ReturnType<typeof createPersonalRecords>;
};

/**
 * Version of the text with which buyers confirm their phone (`checkout.device.label`); increased when its meaning
 * changes.
 */
const DEVICE_TEXT_VERSION = 1;

/**
 * All data of an account (GDPR, articles 15 and 20), for its owner, or for an operator who passes it on: includes eSIM
 * codes, excludes our secrets. Guest orders of its proved address are listed without their codes: they open in the browser
 * that ordered, or by their mails. Throws `unauthenticated` for an account that is gone.
 */
export function createExportAccount(ports: Ports) {
  const { identity, passkeys, push, orders, personalRecords } = ports;
  return async function exportAccount(who: NonNullable<Viewer['account']>) {
    const account = await identity.account(who.accountId);
    if (!account) throw new AppError('unauthenticated');
    const mine = await orders.allFor(who);
    const ids = mine.map(({ id }) => id);
    const [ownEsims, replacements, refundRequests, sessions, ownPasskeys, pushDevices, securityEvents, records] =
      await Promise.all([
        esimsOf(ports, mine),
        orders.replacements.ofOrders(ids),
        ports.rights.ofOrders(ids),
        identity.listSessions(account.id),
        passkeys.list(account.id),
        push.devicesOf(account.id),
        identity.securityEvents(account.id),
        personalRecords(account, ids),
      ]);
    return {
      account: {
        ...keptOf(account),
        sessions,
        passkeys: ownPasskeys.map(passkeyOf),
        pushDevices,
        savedCards: records.savedCards.map(cardOf),
        onReceipts: records.billing,
      },
      orders: mine.map(orderOf),
      guestOrders: records.guestOrders.map(orderOf),
      documents: records.documents.map(documentOf),
      mails: records.mails,
      notices: records.notices.map(noticeOf),
      noticeChoices: records.noticeChoices,
      autoTopUps: records.autoTopUps.map((each) => autoTopUpOf(each, mine, records.autoTopUpCharges)),
      texts: records.texts,
      esims: ownEsims,
      replacements: replacements.map((each) => replacementOf(each, mine)),
      refundRequests: refundRequests.map((each) => refundRequestOf(each, mine)),
      consents: mine.flatMap((order) => consentsOf(ports, order)),
      tickets: records.tickets.map(ticketOf),
      withdrawals: records.withdrawals.map(withdrawalOf),
      securityEvents,
    };
  };
}

const consentsOf = (
  { publicUrl, deviceText }: Ports,
  { number, deviceConfirmedAt, locale, acceptedTexts, acceptedAt }: Order,
) => [
  {
    order: number,
    kind: 'device-supports-esim',
    at: deviceConfirmedAt,
    textVersion: DEVICE_TEXT_VERSION,
    text: deviceText(locale),
  },
  ...ORDER_TEXTS.map((name) => ({
    order: number,
    kind: `accepted-${name}`,
    at: acceptedAt,
    textVersion: acceptedTexts[name],
    text: publicUrl + addressIn(acceptedTexts.locale, paths.legal(name, acceptedTexts[name])),
  })),
];

async function esimsOf({ orders, esims }: Ports, mine: readonly Order[]) {
  const issued = await esims.listByOrders(mine.map(({ id }) => id));
  const readings = Map.groupBy(await esims.readingsOf(issued), ({ esimId }) => esimId);
  const delivered = mine.flatMap((order) =>
    orders
      .deliveredLines(order)
      .flatMap((line) =>
        orders.deliveriesOf(order, line).map(({ id }) => ({ id, order: order.number, line: line.position + 1 })),
      ),
  );
  return delivered.flatMap(({ id, order, line }) => {
    const esim = esimOfLine(issued, id);
    if (!esim) return [];
    const { iccid, smdpAddress, activationCode, confirmationCode } = esims.activationOf(esim);
    const codes = { iccid, smdpAddress, activationCode, confirmationCode };
    return { order, line, ...codes, ...standingOf(esims, esim), readings: readings.get(esim.id)?.map(readingOf) ?? [] };
  });
}

function standingOf(esims: Ports['esims'], esim: Esim) {
  const { name, profileState, issuedAt, plans } = esim;
  const { current, dataMb, remainingMb } = esims.standingOf(esim);
  const { days, state: planState, expiresAt } = current;
  return { name, dataMb, remainingMb, days, planState, profileState, issuedAt, expiresAt, plans: plans.map(planOf) };
}

const readingOf = ({ readAt, remainingMb, totalMb, profileState, planState }: EsimReading) => ({
  at: readAt,
  remainingMb,
  totalMb,
  profileState,
  planState,
});

/** A request for a new eSIM after a change of phone. */
function replacementOf(
  { orderId, lineId, reason, askedBy, state, createdAt, updatedAt }: Replacement,
  mine: readonly Order[],
) {
  const order = mine.find(({ id }) => id === orderId);
  const line = (order?.lines.findIndex(({ id }) => id === lineId) ?? 0) + 1;
  return { order: order?.number ?? null, line, reason, askedBy, state, askedAt: createdAt, changedAt: updatedAt };
}

/** What was asked back for a line, with what was written and answered. */
function refundRequestOf(request: RefundRequest, mine: readonly Order[]) {
  const { orderId, lineId, kind, reason, place, period, words, seen, state, amount, kept, answer } = request;
  const order = mine.find(({ id }) => id === orderId);
  const line = (order?.lines.findIndex(({ id }) => id === lineId) ?? 0) + 1;
  return {
    order: order?.number ?? null,
    line,
    kind,
    reason,
    where: place,
    when: period,
    words,
    seen,
    state,
    amount,
    kept,
    answer,
    askedAt: request.createdAt,
    answerBy: request.answerBy,
    changedAt: request.updatedAt,
  };
}

/** What was agreed to for an eSIM, with which text, and what was charged for it. */
function autoTopUpOf(
  agreed: Records['autoTopUps'][number],
  mine: readonly Order[],
  charges: Records['autoTopUpCharges'],
) {
  const { id, orderId, planId, dataMb, days, thresholdPercent, amount, capAmount, currency, state, reason } = agreed;
  const numberOf = (wanted: string) => mine.find((order) => order.id === wanted)?.number ?? null;
  return {
    order: numberOf(orderId),
    plan: { planId, dataMb, days, price: { amount, currency } },
    percent: thresholdPercent,
    cap: { amount: capAmount, currency },
    state,
    reason,
    consent: { version: agreed.consentVersion, language: agreed.consentLocale, at: agreed.consentAt },
    beginConsent: agreed.beginConsent,
    charges: charges
      .filter(({ autoTopUpId }) => autoTopUpId === id)
      .map((charge) => ({
        order: numberOf(charge.orderId),
        at: charge.at,
        amount: charge.amount,
        outcome: charge.outcome,
      })),
  };
}

const keptOf = ({ id: _id, validSince: _since, verifiedByCodeAlone: _alone, ...kept }: Account) => kept;

const passkeyOf = ({ id, name, synced, createdAt, lastUsedAt }: Awaited<ReturnType<Passkeys['list']>>[number]) => ({
  id,
  name,
  synced,
  createdAt,
  lastUsedAt,
});

const planOf = ({ dataMb, unlimited, days, state, remainingMb, issuedAt, startedAt, expiresAt }: EsimPlan) => ({
  dataMb,
  unlimited,
  days,
  state,
  remainingMb,
  issuedAt,
  startedAt,
  expiresAt,
});

/** A receipt or credit note, with the buyer as it names them. */
const documentOf = ({ content, total, tax, currency, ...document }: Records['documents'][number]) => ({
  kind: document.kind,
  number: documentNumber(document),
  order: content.orderNumber,
  issuedAt: document.issuedAt,
  buyer: document.buyer,
  total: { amount: total, currency },
  taxInside: tax === null ? null : { amount: tax, currency },
});

/** What was told about an eSIM, and when. */
const noticeOf = ({ kind, told, mailed, at }: Records['notices'][number]) => ({ kind, told, mailed, at });

/** A saved card, as the store knows it; the number is at the payment provider. */
const cardOf = (card: Records['savedCards'][number]) => {
  const { brand, last4, expMonth, expYear, createdAt, consentVersion, consentLocale } = card;
  return {
    brand,
    last4,
    expMonth,
    expYear,
    savedAt: createdAt,
    consent: { version: consentVersion, locale: consentLocale },
  };
};

type Records = Awaited<ReturnType<ReturnType<typeof createPersonalRecords>>>;

/** A declaration of withdrawal, as it was typed, and what became of it. */
const withdrawalOf = (row: Records['withdrawals'][number]) => {
  const { number, state, name, orderNumber, email, submittedAt, timeZone, provedAt, doneAt, answer } = row;
  return { reference: number, state, name, orderNumber, email, submittedAt, timeZone, provedAt, doneAt, answer };
};

function ticketOf(ticket: Records['tickets'][number]) {
  const { number, status, topic, name, email, orderNumber, locale, language, createdAt, diagnosis, messages } = ticket;
  return {
    number,
    status,
    topic,
    name,
    email,
    orderNumber,
    locale,
    language: language ?? locale,
    createdAt,
    diagnosis,
    // Only the number of pictures: the person sent them, and can ask for them.
    messages: messages.map(({ at, author, text, pictures }) => ({
      at,
      from: author === 'traveller' ? 'you' : 'us',
      text,
      pictures,
    })),
  };
}

const orderOf = ({
  number,
  status,
  createdAt,
  paidAt,
  fulfilledAt,
  email,
  locale,
  totalAmount,
  currency,
  tripDays,
  travelDate,
  timeZone,
  country,
  countryVia,
  countryEvidence,
  beginConsent,
  lines,
}: Order) => ({
  number,
  status,
  createdAt,
  paidAt,
  fulfilledAt,
  email,
  locale,
  total: { amount: totalAmount, currency },
  line: soldOf(lines[0]),
  lines: lines.map((line) => ({ ...soldOf(line), status: line.status })),
  tripDays: tripDays?.map(({ line, ...days }) => ({ line: line + 1, ...days })) ?? null,
  travelDate,
  timeZone,
  country,
  countryVia,
  countryEvidence,
  beginConsent,
});

const soldOf = (line: Line) => ({
  planId: line.planId,
  offer: line.offerSlug,
  forPlace: line.placeSlug,
  name: line.name,
  dataMb: line.dataMb,
  unlimited: line.unlimited,
  days: line.days,
  activation: line.activation,
  quantity: 1,
  unitAmount: line.unitAmount,
  tax: lineTax(line),
  keptAmount: line.keptAmount,
});
