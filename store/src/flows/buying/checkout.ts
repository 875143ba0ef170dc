import type { Limits } from '../../db/limits.ts';
import type { Catalogue, PlanToSell } from '../../modules/catalogue/catalogue.ts';
import type { Order, Orders, TripDays } from '../../modules/orders/orders.ts';
import type { Tax } from '../../modules/tax/tax.ts';
import type { Trips } from '../../modules/trip/types.ts';
import { foldEmail } from '../../shared/email.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { ItineraryStop } from '../../shared/itinerary.ts';
import { ORDER_TEXTS, type OrderTextVersions } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import { sumOf } from '../../shared/money.ts';
import type { KeepCard, Payments } from '../../modules/payments/payments.ts';
import type { OpenPayment, StartedOrder } from './open-payment.ts';
import { consentGiven } from './consent.ts';
import { saleTo } from './sale.ts';
import { assertTravel } from '../noticing/travel-date.ts';
import type { FlowBase } from './flow-base.ts';

export type CheckoutRequest = {
  idempotencyKey: string;
  /** One eSIM for each id; an id may repeat. */
  planIds: readonly string[];
  email: string;
  locale: Locale;
  accountId: string | null;
  /** The total that the buyer saw, in cents. The order is refused when it differs from the current total. */
  shownAmount: number | undefined;
  /** Its currency; of the books' ones. */
  shownCurrency: string | undefined;
  /**
   * The versions of the legal texts that the buyer saw. The order is refused when one of them is no longer in force.
   */
  shownTexts: OrderTextVersions | undefined;
  /** The trip for which the planner chose these plans; the order keeps which eSIM is used on which day. */
  trip: { stops: readonly ItineraryStop[]; mbPerDay: number } | undefined;
  /** The slug of the place for which the buyer chose regional or global plans. */
  forPlace: string | undefined;
  /** When the buyer travels, and the time zone in which they said it. */
  /** The version of the text with which the buyer agreed that the card is saved for the account; undefined: it is not. */
  saveCard?: number | undefined;
  travelDate?: string | undefined;
  timeZone?: string | undefined;
  /** The buyer's country of residence, as stated. */
  country?: string | undefined;
  /** The version of the text with which the buyer asked that the plan begins at once; undefined: they did not. */
  beginConsent?: number | undefined;
  /** The country of the buyer's network; null: not known. */
  networkCountry: string | null;
  /** The buyer's network address, for rate limits and to recognise a repetition. */
  clientAddress: string;
  /** The secret from this browser's cookie for an order that it placed earlier. */
  heldSecret: (orderId: string) => string | null;
};

/** `browserSecret`: for the cookie that opens the order; null when the caller has not proved to be its orderer. */
export type CheckoutResult = { order: Order; paymentUrl: string; browserSecret: string | null };
export type Checkout = (request: CheckoutRequest) => Promise<CheckoutResult>;

type Ports = FlowBase & {
  catalogue: Catalogue;
  tax: Tax;
  trips: Trips;
  orders: Orders;
  payments: Pick<Payments, 'startFirstAttempt'>;
  limits: Limits;
  openPayment: OpenPayment;
  keepCardFor: (accountId: string, consent: { version: number; locale: Locale }) => Promise<KeepCard | null>;
  /** The versions of the legal texts in force. */
  texts: OrderTextVersions;
};

/**
 * Creates an order with a payment page. Prices, data and days come from the catalogue. Idempotent: the same key always
 * returns the same order and, while the order can be paid, the same payment page. A repetition gets the order's cookie
 * from the network that ordered, or with the cookie itself.
 *
 * Throws `not-found` (no such plan, or it does not work in the place), `plan-unavailable`, `price-changed`,
 * `terms-changed`, `country-not-sold`, `invalid-input` (the travel date or the country), `idempotency-key-reused`, `too-many-requests`, `order-not-payable` (the order is already paid) and
 * `payment-unavailable` (the order exists: retry with the same key).
 */
export function createCheckout(ports: Ports): Checkout {
  const { orders, limits, openPayment } = ports;
  return async function checkout(request) {
    const known = await orders.findByIdempotencyKey(request.idempotencyKey);
    if (known) {
      orders.assertSameRequest(known, request);
      await limits.consume({ 'payments-per-order': known.id, 'payments-per-address': request.clientAddress });
    }
    const { order, started, granted } = known ? { order: known } : await newOrder(ports, request);
    const paymentUrl = await openPayment(order.id, started);
    if (granted !== undefined) return { order, paymentUrl, browserSecret: granted };
    const from = { held: request.heldSecret(order.id), clientAddress: request.clientAddress };
    return { order, paymentUrl, browserSecret: await orders.orderersAgain(order.id, from) };
  };
}

/** Throws `not-found` unless each plan is the place's own or works there: its order says that it does. */
async function assertPlace(
  { catalogue }: Ports,
  lines: readonly PlanToSell[],
  forPlace: string | undefined,
): Promise<void> {
  if (forPlace === undefined) return;
  for (const { plan } of lines) {
    if (plan.offerSlug !== forPlace && (await catalogue.placeWithin(plan.offerSlug, forPlace)) === null)
      throw new AppError('not-found', { field: 'forPlace' });
  }
}

/** The requested plans with their current prices. */
async function linesOf(
  ports: Ports,
  { planIds, shownAmount, shownCurrency, forPlace }: CheckoutRequest,
): Promise<PlanToSell[]> {
  const { catalogue } = ports;
  const lines: PlanToSell[] = [];
  for (const planId of planIds) lines.push(await catalogue.planToSell(planId).catch(aboutPlanIds));
  if (!lines.every(({ plan }) => plan.available)) throw new AppError('plan-unavailable', { field: 'planIds' });
  await assertPlace(ports, lines, forPlace);
  const total = sumOf(lines.map(({ plan }) => plan.price));
  if (shownAmount !== undefined && shownAmount !== total.amount)
    throw new AppError('price-changed', { field: 'amount' });
  if (shownCurrency !== undefined && shownCurrency !== total.currency)
    throw new AppError('price-changed', { field: 'currency' });
  return lines;
}

/**
 * The days of each eSIM of a trip, planned again: the browser only names the stops. Null when the cheapest mix is
 * another one by now, or the planner is busy: the order is placed without it.
 */
async function tripDaysOf({ catalogue, trips }: Ports, { trip, planIds }: CheckoutRequest): Promise<TripDays | null> {
  if (trip === undefined || planIds.length < 2) return null;
  const outcome = await trips.plan(trip.stops, trip.mbPerDay);
  if (!('planned' in outcome)) return null;
  const { esims, legs } = outcome.planned;
  if (esims.map(({ plan }) => plan.id).join() !== planIds.join()) return null;
  const places = await Promise.all(trip.stops.map(({ slug }) => catalogue.destinationBySlug(slug)));
  return legs.map(({ esim, first, last, stops }) => ({
    line: esim,
    first,
    last,
    places: stops.flatMap((stop) => places[stop]?.name ?? []),
  }));
}

/**
 * Inserts the order with its first attempt. `started` is missing when a concurrent request with the same key has
 * inserted the order.
 */
async function newOrder(
  ports: Ports,
  request: CheckoutRequest,
): Promise<{ order: Order; started?: StartedOrder; granted?: string }> {
  const { db, clock, orders, payments, limits, texts } = ports;
  const { shownTexts = texts } = request;
  if (ORDER_TEXTS.some((name) => shownTexts[name] !== texts[name]))
    throw new AppError('terms-changed', { field: 'accepted' });
  assertTravel(request, clock.now());
  const beginConsent = consentGiven(request.beginConsent, clock.now(), request.locale);
  const plans = await linesOf(ports, request);
  const { country, networkCountry } = request;
  const sale = await saleTo(ports, { country, networkCountry }, plans);
  await limits.consume({ 'orders-per-address': request.clientAddress, 'orders-per-email': foldEmail(request.email) });
  const tripDays = await tripDaysOf(ports, request);
  const keep = await keepOf(ports, request);
  return db.transaction(async (tx) => {
    const { order, created } = await orders.open(tx, { ...request, ...sale, texts, tripDays, beginConsent });
    if (!created) return { order };
    const { totalAmount: amount, currency } = order;
    return {
      order,
      started: { order, attempt: await payments.startFirstAttempt(tx, order.id, { amount, currency }, keep) },
      granted: await orders.grantOrderer(tx, order.id, request.clientAddress),
    };
  });
}

/** The customer for whom the payment page saves the card; null: it saves none. A guest has no cards. */
const keepOf = async ({ keepCardFor }: Ports, { saveCard, accountId, locale }: CheckoutRequest) =>
  saveCard === undefined || accountId === null ? null : keepCardFor(accountId, { version: saveCard, locale });

/** The catalogue knows one plan; the request names several. */
function aboutPlanIds(error: unknown): never {
  throw codeOf(error) === 'not-found' ? new AppError('not-found', { field: 'planIds' }) : error;
}
