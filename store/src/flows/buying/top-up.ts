import type { Limits } from '../../db/limits.ts';
import type { Tx } from '../../db/database.ts';
import type { Catalogue, PlanToSell } from '../../modules/catalogue/catalogue.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Line, Order, OrderAccess, Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { Tax } from '../../modules/tax/tax.ts';
import type { BeginConsent } from '../../shared/consent.ts';
import { foldEmail } from '../../shared/email.ts';
import { AppError } from '../../shared/errors.ts';
import { ORDER_TEXTS, type OrderTextVersions } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import type { TopUpReason } from '../../shared/top-up.ts';
import type { TopUpChoice, TopUpsView } from '../../shared/top-up-views.ts';
import { asksConsentOf, consentGiven } from './consent.ts';
import type { FlowBase } from './flow-base.ts';
import type { OpenPayment } from './open-payment.ts';
import { type Sale, saleTo, whereaboutsOf } from './sale.ts';
import { chosenFor, type Chosen } from './top-up-choices.ts';
import { createOfferedTo } from './top-up-offers.ts';
import { barOf } from './top-up-standing.ts';

type Ports = FlowBase & {
  catalogue: Pick<Catalogue, 'offer' | 'plan' | 'planToSell' | 'destinationBySlug'>;
  tax: Tax;
  orders: Orders;
  esims: Esims;
  fulfilment: Pick<Fulfilment, 'wholesalers' | 'referenceOf'>;
  payments: Pick<Payments, 'startFirstAttempt'>;
  limits: Limits;
  openPayment: OpenPayment;
  /** The versions of the legal texts in force. */
  texts: OrderTextVersions;
};

/** `line`: the number of the line that bought the eSIM, from 1. */
type OfLine = { order: Order; line: number };

export type BuyTopUp = OfLine & {
  /** Why the caller may open the order: the new one can be opened as well. */
  access: OrderAccess;
  idempotencyKey: string;
  planId: string;
  /** The price and the legal texts that the buyer saw, and the language of the texts. */
  shownAmount: number;
  shownCurrency: string;
  shownTexts: OrderTextVersions;
  locale: Locale;
  /** The version of the text with which the buyer asked that the plan begins at once; undefined: they did not. */
  beginConsent?: number | undefined;
  clientAddress: string;
  /** The country of the buyer's network; null: not known. */
  networkCountry: string | null;
};

/** A plan for an eSIM, and the package that adds it. */
type Addable = { order: Order; line: Line; esim: Esim; chosen: Chosen };
/** The same as it is sold today. */
export type TopUp = Addable & { sale: Sale };

export type TopUps = ReturnType<typeof createTopUp>;

/**
 * Plans for an eSIM that exists. Each is an order of its own, with one line, for the plan's price of today; it belongs to
 * whom the eSIM belongs. Of two at once both are delivered, in the order in which they were paid.
 */
export function createTopUp(given: Ports) {
  const ports = { ...given, offeredTo: createOfferedTo(given) };
  return {
    /** What can be added to the eSIM of a line now, or why nothing can. Throws `not-found`, `too-many-requests`. */
    choices: (input: OfLine): Promise<TopUpsView> => choices(ports, input),
    /**
     * The plan that an eSIM gets now, or why it gets none. The wholesaler is asked. Throws `too-many-requests`.
     */
    choose: (input: OfLine & { planId: string }) => choose(ports, { ...input, networkCountry: null }),
    /** Orders a plan for the eSIM of a line, and opens its payment page. Idempotent by its key. */
    buy: (input: BuyTopUp) => buy(ports, input),
    openTopUp: (tx: Tx, topUp: TopUp, by: OrderedBy) => openTopUp(ports, tx, topUp, by),
  };
}

type All = Ports & { offeredTo: ReturnType<typeof createOfferedTo> };

async function lineOf(
  { orders, esims }: All,
  { order, line: number }: OfLine,
): Promise<{ order: Order; line: Line; esim: Esim | null }> {
  const line = order.lines.find(({ position, purpose }) => position === number - 1 && purpose === 'profile');
  if (!line) throw new AppError('not-found', { field: 'line' });
  const issued = await esims.listByOrders([order.id]);
  return { order, line, esim: esims.ofLine(issued, orders.deliveryOf(order, line).id) ?? null };
}

/** Every choice with the package that adds it. `isFresh`: the wholesaler is asked, whatever it said before. */
async function allChoices(
  ports: All,
  input: OfLine,
  { isFresh }: { isFresh: boolean },
): Promise<{ topUps: Addable[]; reason: null } | { topUps: []; reason: TopUpReason }> {
  const { catalogue } = ports;
  const { order, line, esim } = await lineOf(ports, input);
  const bar = await barOf(ports, { order, line, esim });
  if (bar !== null || esim === null) return { topUps: [], reason: bar ?? 'not-ready' };
  const offered = await ports.offeredTo(esim, { orderId: order.id, isFresh });
  if (typeof offered === 'string') return { topUps: [], reason: offered };
  const plans = (await catalogue.offer(line.offerSlug))?.plans ?? [];
  const chosen = chosenFor(plans, offered);
  if (chosen.length === 0) return { topUps: [], reason: 'none-offered' };
  return { topUps: chosen.map((each) => ({ order, line, esim, chosen: each })), reason: null };
}

async function choices(ports: All, input: OfLine): Promise<TopUpsView> {
  const { topUps, reason } = await allChoices(ports, input, { isFresh: false });
  return { choices: topUps.map((each) => viewOf(ports, each)), reason, asksConsent: asksConsentOf(input.order) };
}

function viewOf({ esims }: All, { esim, chosen: { plan, added } }: Addable): TopUpChoice {
  const { current, planState } = esims.standingOf(esim);
  const left = esims.restOf(esim)?.leftMb ?? 0;
  const end = planState === 'active' ? current.expiresAt : null;
  return {
    planId: plan.id,
    dataMb: added.dataMb,
    unlimited: plan.unlimited,
    days: added.days,
    price: plan.price,
    after: {
      leftMb: plan.unlimited === null ? left + added.dataMb : null,
      until: end && new Date(end.getTime() + added.days * 86_400_000).toISOString(),
    },
  };
}

/**
 * Throws `top-up-refused` with the reason, `not-found` for a plan of another offer, `plan-unavailable` when the wholesaler
 * does not add it any more, `country-not-sold`.
 */
async function choose(
  ports: All,
  input: Pick<BuyTopUp, 'order' | 'line' | 'planId' | 'networkCountry'>,
): Promise<TopUp> {
  const { topUps, reason } = await allChoices(ports, input, { isFresh: true });
  const found = topUps.find(({ chosen }) => chosen.plan.id === input.planId);
  if (found) {
    const at = whereaboutsOf(found.order, input.networkCountry);
    return { ...found, sale: await saleTo(ports, at, [soldBy(found)]) };
  }
  if (reason !== null && reason !== 'none-offered')
    throw new AppError('top-up-refused', { field: 'line', rule: reason });
  const plan = await ports.catalogue.plan(input.planId);
  const line = input.order.lines.find(({ position }) => position === input.line - 1);
  if (plan?.offerSlug !== line?.offerSlug) throw new AppError('not-found', { field: 'planId' });
  throw new AppError('plan-unavailable', { field: 'planId' });
}

/** `secret`: for the cookie that opens the new order. */
type Bought = { order: Order; paymentUrl: string; browserSecret: string };

/**
 * Throws the errors of `choose`, `price-changed`, `terms-changed`, `idempotency-key-reused`, `too-many-requests`,
 * `order-not-payable` (it is already paid) and `payment-unavailable` (the order exists: retry with the same key).
 */
async function buy(ports: All, input: BuyTopUp): Promise<Bought> {
  const { db, orders, payments, limits, openPayment, texts } = ports;
  const { idempotencyKey, access, clientAddress } = input;
  const known = await orders.findByIdempotencyKey(idempotencyKey);
  if (known) {
    await assertSame(ports, known, input);
    await limits.consume({ 'payments-per-order': known.id, 'payments-per-address': clientAddress });
    const browserSecret = await orders.grantAs(db, known.id, access, clientAddress);
    return { order: known, paymentUrl: await openPayment(known.id), browserSecret };
  }
  if (ORDER_TEXTS.some((name) => input.shownTexts[name] !== texts[name]))
    throw new AppError('terms-changed', { field: 'shownTexts' });
  const beginConsent = consentGiven(input.beginConsent, ports.clock.now(), input.locale);
  await limits.consume({ 'orders-per-address': clientAddress, 'orders-per-email': foldEmail(input.order.email) });
  const topUp = await choose(ports, input);
  assertPrice(topUp, input);
  const { order, started, browserSecret } = await db.transaction(async (tx) => {
    const by = { idempotencyKey, locale: input.locale, shownTexts: texts, beginConsent };
    const opened = await openTopUp(ports, tx, topUp, by);
    const secret = await orders.grantAs(tx, opened.order.id, access, clientAddress);
    if (!opened.created) return { order: opened.order, browserSecret: secret };
    const { totalAmount: amount, currency } = opened.order;
    const attempt = await payments.startFirstAttempt(tx, opened.order.id, { amount, currency });
    return { order: opened.order, started: { order: opened.order, attempt }, browserSecret: secret };
  });
  return { order, paymentUrl: await openPayment(order.id, started), browserSecret };
}

function assertPrice({ chosen: { plan } }: TopUp, { shownAmount, shownCurrency }: BuyTopUp): void {
  if (plan.price.amount !== shownAmount) throw new AppError('price-changed', { field: 'shownAmount' });
  if (plan.price.currency !== shownCurrency) throw new AppError('price-changed', { field: 'shownCurrency' });
}

/** A repetition must be about the eSIM that the caller may see. */
async function assertSame(ports: All, known: Order, input: BuyTopUp): Promise<void> {
  const { esim } = await lineOf(ports, input);
  const [line] = known.lines;
  const isSame =
    esim !== null &&
    line.purpose === 'plan' &&
    line.esimId === esim.id &&
    line.planId === input.planId &&
    known.totalAmount === input.shownAmount &&
    known.currency === input.shownCurrency;
  if (!isSame) throw new AppError('idempotency-key-reused', { field: 'idempotencyKey' });
}

/** Who orders, and what they have accepted. `locale`: of the texts. */
type OrderedBy = {
  idempotencyKey: string;
  shownTexts: OrderTextVersions;
  locale: Locale;
  beginConsent: BeginConsent | null;
};

const soldBy = ({ line, esim, chosen: { plan, added } }: Addable): PlanToSell => ({
  plan: { ...plan, dataMb: added.dataMb, days: added.days },
  wholesaler: esim.wholesaler,
  packageId: added.packageId,
  name: line.name,
  flag: line.flag,
  activation: line.activation,
});

/**
 * Inserts the order of a top-up, without a payment. Idempotent by its key: `created` is false for a repetition. Its e-mail
 * address, language and account are those of the order that bought the eSIM.
 */
async function openTopUp(
  { orders }: All,
  tx: Tx,
  { order, line, esim, sale }: TopUp,
  { idempotencyKey, shownTexts, locale, beginConsent }: OrderedBy,
): Promise<{ order: Order; created: boolean }> {
  return orders.open(tx, {
    idempotencyKey,
    ...sale,
    email: order.email,
    locale,
    accountId: order.accountId,
    texts: shownTexts,
    beginConsent,
    ...(line.placeSlug !== null && { forPlace: line.placeSlug }),
    addedTo: { esimId: esim.id, order },
  });
}
