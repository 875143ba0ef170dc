import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import type { BeginConsent } from '../../shared/consent.ts';
import { foldEmail } from '../../shared/email.ts';
import { AppError } from '../../shared/errors.ts';
import { readableCode, uuidv7 } from '../../shared/ids.ts';
import type { OrderTextVersions } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import { sumOf } from '../../shared/money.ts';
import type { LineTax } from '../../shared/tax.ts';
import { type LineStatus, MAX_LINES, type OrderStatus } from '../../shared/order-status.ts';
import type { PlanToSell } from '../catalogue/catalogue.ts';
import { deleteExpiredAccess } from './access-store.ts';
import { deliveredLines, deliveriesOf, deliveryOf, profileLines } from './line-state.ts';
import { mayResume, orderSteps } from './order-state.ts';
import { detachOwner, guestOrdersOf, pseudonymiseClosed } from './forget-store.ts';
import { accessEnds, type AccessSettings, createOrderAccess } from './order-access.ts';
import type { TripDays, Viewer } from './types.ts';
import { createReplacementBook } from './replacements.ts';
import { listBestSold } from './sales-store.ts';
import { endedOrders, openOrders, openReplacements } from './standing-store.ts';
import * as store from './store.ts';
import { taxedBetween, updateTax } from './tax-store.ts';
import { paidTopUpsOf } from './top-up-store.ts';
import { isSampleOrder, listTravelling, type Travel, updateTravel } from './travel-store.ts';

/** Page size when all rows are wanted. */
const PAGE = 200;

export type { EventDetail, LineRow as Line, OrderWithLines as Order } from './store.ts';
export type { ReplacementRow as Replacement } from './replacement-store.ts';

/** A plan as it is sold: with the tax inside its price, where there is one. */
export type SoldPlan = PlanToSell & { tax?: LineTax | null };

/** Where the buyer lives, who says so, and what else is known about it. */
export type Residence = Pick<store.OrderRow, 'country' | 'countryVia' | 'countryEvidence'>;

export type NewOrder = {
  idempotencyKey: string;
  lines: readonly SoldPlan[];
  email: string;
  locale: Locale;
  accountId: string | null;
  /** The versions of the legal texts under which it is placed. */
  texts: OrderTextVersions;
  /** The total that the buyer saw, in cents, if it was sent. */
  shownAmount?: number | undefined;
  shownCurrency?: string | undefined;
  /** The plan by day of a trip; missing or null for every other order. */
  tripDays?: TripDays | null;
  /** When the buyer travels, and the time zone in which they said it, if they did. */
  travelDate?: string | undefined;
  timeZone?: string | undefined;
  /** Missing for sample orders. */
  residence?: Residence | undefined;
  /** The buyer's request that the plan begins while they can withdraw; missing or null: none. */
  beginConsent?: BeginConsent | null;
  /** The slug of the place that the buyer chose; kept by the lines of plans that are wider than it. */
  forPlace?: string | undefined;
  /** Its plan is for this eSIM, and the order belongs to the one that bought that. Missing: each line is a new eSIM. */
  addedTo?: AddedTo | undefined;
};

/** The eSIM for which a plan is bought, and the order of that. */
type AddedTo = { esimId: string; order: Pick<store.OrderRow, 'locale' | 'accountVia' | 'accountSince'> };

/** The data that must be the same in every request with one idempotency key. */
export type OrderRequest = Pick<
  NewOrder,
  'email' | 'locale' | 'accountId' | 'shownAmount' | 'shownCurrency' | 'forPlace'
> & {
  planIds: readonly string[];
  /** As the buyer stated it. */
  country?: string | undefined;
  /** The eSIM for which it buys a plan. */
  esimId?: string | undefined;
};

export { isPseudonym } from './forget-store.ts';
export type { OrderAccess, TripDays, Viewer } from './types.ts';

export type Orders = ReturnType<typeof createOrders>;
export type OrderBook = ReturnType<typeof createOrderBook>;

type Ports = { db: Db; clock: Clock };
type Searched = { email: string | null; accountIds: readonly string[] };

/** Orders: what was bought, by whom, its state and who may see it. */
export const createOrders = ({ db, access, clock }: Ports & { access: AccessSettings }) => ({
  ...createOrderBook({ db, clock }),
  ...createOrderAccess({ db, settings: access }),
});

/** All of it but new access to an order, which needs a key. */
export function createOrderBook(ports: Ports) {
  const { db } = ports;
  return {
    find: (id: string, tx: Queryable = db) => store.findOrder(tx, id),
    /** The order's owner and its last change: the first read of an event stream. */
    glance: (id: string) => store.glanceAt(db, id),
    /** Those of these orders whose last change is another one, in milliseconds: one statement for thousands. */
    changedOf: (seen: readonly { id: string; at: Date }[]) => store.listChangedOf(db, seen),
    traceparentOf: (id: string) => store.traceparentOf(db, id),
    findByNumber: (number: string) => store.findByNumber(db, number),
    findByIdempotencyKey: (key: string) => store.findByIdempotencyKey(db, key),

    open: (tx: Tx, request: NewOrder) => openOrder(ports, tx, request),

    /** Throws `idempotency-key-reused` unless the order equals `request`. */
    assertSameRequest,

    lock: (tx: Tx, id: string) => store.lockOrder(tx, id),

    /**
     * Compare-and-set: moves the order and writes its history; null when the transition is not allowed from its current
     * state.
     */
    move: (tx: Queryable, id: string, to: OrderStatus, detail?: store.EventDetail) =>
      store.moveOrder(tx, id, to, detail),

    follow,

    findLine: (id: string, tx: Queryable = db) => store.findLine(tx, id),
    /** Where these lines are shown: their orders and numbers there. */
    numbersOf: (lineIds: readonly string[]) => store.numbersOf(db, lineIds),
    /** What was paid for plans on these eSIMs, oldest first. */
    paidTopUpsOf: (esimIds: readonly string[], on: Queryable = db) => paidTopUpsOf(on, esimIds),
    profileLines,
    deliveredLines,
    deliveryOf,
    deliveriesOf,
    replacements: createReplacementBook(ports),
    /**
     * Compare-and-set: moves a line; null when the transition is not allowed from its current state. Runs under the
     * order's lock.
     */
    moveLine: (tx: Tx, id: string, to: LineStatus, detail?: store.EventDetail) => store.moveLine(tx, id, to, detail),
    mustMoveLine,

    /** Of the line's price this stays paid for use: the line is refunded when the rest is. Runs under the order's lock. */
    keep: (tx: Tx, lineId: string, cents: number) => store.updateKept(tx, lineId, cents),

    /** Adds an entry to the order's history. */
    note: (tx: Queryable, id: string, kind: string, detail?: store.EventDetail) =>
      store.insertEvent(tx, id, kind, detail),

    history: (id: string, tx: Queryable = db) => store.listEvents(tx, id),
    /** The newest entry of the history: whoever was shown it has seen every earlier change. */
    lastEvent: (id: string) => store.lastEvent(db, id),
    /** One page of an account's orders, newest first. */
    listFor: (account: NonNullable<Viewer['account']>, page: store.OrderPage) =>
      store.listForAccount(db, account, page),
    allFor: (account: NonNullable<Viewer['account']>) => allFor(ports, account),
    guestOrdersOf: (email: string) => guestOrders(ports, email),
    /** Orders of this address, or of these accounts, newest first. */
    search: ({ email, accountIds }: Searched, limit: number, on: Queryable = db) =>
      store.listOf(on, { emailKey: email === null ? null : foldEmail(email), accountIds }, limit),
    listByStatus: (statuses: readonly OrderStatus[], limit = 100) => store.listByStatus(db, statuses, { limit }),
    /** Ids of real orders that changed since this time (null: all of them), in pages by id. */
    changedIds: (page: { since: Date | null; after: string | null; limit: number }) => store.listChangedIds(db, page),
    findMany: (ids: string[], on: Queryable = db) => store.listByIds(on, ids),
    countByStatus: () => store.countByStatus(db),
    /** Destinations by the number of eSIMs that were paid since this time and not refunded, most first. */
    bestSold: (wanted: { since: Date; limit: number }, on: Queryable = db) => listBestSold(on, wanted),
    /**
     * Removes the deleted account from its orders. Where an order provably belongs to the owner and is closed, the
     * address is removed too; amounts and dates stay. Returns the orders whose address was removed.
     */
    async forgetOwner(tx: Tx, account: { id: string; verifiedEmail: string | null }): Promise<string[]> {
      await detachOwner(tx, account.id, account.verifiedEmail === null ? null : foldEmail(account.verifiedEmail));
      return pseudonymiseClosed(tx, account.id);
    },
    /**
     * Removes the address from orders that were in progress when their account was deleted and are closed now. Returns
     * these orders.
     */
    forgetClosed: (tx: Tx) => pseudonymiseClosed(tx),
    changeTravel: (tx: Queryable, id: string, travel: Travel) => updateTravel(tx, id, travel),
    /** Paid orders with a travel date between two days, in pages by id. */
    travelling: (page: Parameters<typeof listTravelling>[1]) => listTravelling(db, page),
    /** True for a sample order of the demo account, which no vendor knows. */
    isSample: (id: string, tx: Queryable = db) => isSampleOrder(tx, id),
    /** Lines that were paid with tax between two moments, in pages by id. */
    taxedBetween: (page: Parameters<typeof taxedBetween>[1], on: Queryable = db) => taxedBetween(on, page),
    /** The tax inside the price of a line, until its order is paid. */
    setTax: (tx: Tx, lineId: string, tax: LineTax) => updateTax(tx, lineId, tax),
    setCountryEvidence: (tx: Tx, id: string, evidence: store.OrderRow['countryEvidence']) =>
      store.updateCountryEvidence(tx, id, evidence),
    changeEmail: (tx: Tx, id: string, email: string) =>
      store.updateEmail(tx, id, { email, emailKey: foldEmail(email) }),

    ...accessEnds,
    /** Deletes expired cookies and links. */
    cleanUp: () => deleteExpiredAccess(db),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: { open: openOrders, ended: endedOrders, replacements: openReplacements },
  };
}

/**
 * Inserts an order awaiting payment, with current prices and data from the catalogue. Idempotent: the same key with
 * the same request returns the existing order (`created` false); with another request it throws
 * `idempotency-key-reused`.
 */
async function openOrder(
  { clock }: Ports,
  tx: Tx,
  request: NewOrder,
): Promise<{ order: store.OrderWithLines; created: boolean }> {
  const order = newOrder(request, clock.now());
  if (await store.insertOrder(tx, order)) return { order, created: true };
  const existing = await store.findByIdempotencyKey(tx, request.idempotencyKey);
  if (!existing) throw new AppError('internal-error', { message: 'the order with this idempotency key is missing' });
  assertSameRequest(existing, {
    ...request,
    planIds: request.lines.map(({ plan }) => plan.id),
    esimId: request.addedTo?.esimId,
    country: statedIn(request.residence),
    locale: request.addedTo?.order.locale ?? request.locale,
  });
  return { order: existing, created: false };
}

/**
 * Moves a paid order to its computed state (`orderStatusOf`). Throws when the transition table does not allow it,
 * so that the transaction rolls back. `detailOf` returns the history detail of each step.
 */
async function follow(
  tx: Tx,
  { id, status }: Pick<store.OrderRow, 'id' | 'status'>,
  to: OrderStatus,
  detailOf: (step: OrderStatus) => store.EventDetail = () => ({}),
): Promise<void> {
  for (const step of orderSteps(status, to)) {
    const isMoved =
      status === 'disputed'
        ? mayResume(step) && (await store.resumeOrder(tx, id, step))
        : (await store.moveOrder(tx, id, step, detailOf(step))) !== null;
    if (!isMoved) throw new AppError('internal-error', { message: `order ${id} cannot become ${step}` });
  }
}

/** Every order of an account, newest first. */
async function allFor({ db }: Ports, account: NonNullable<Viewer['account']>): Promise<store.OrderWithLines[]> {
  const all: store.OrderWithLines[] = [];
  for (;;) {
    const page = await store.listForAccount(db, account, { before: all.at(-1)?.id, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** Guest orders of a proved address that have not joined its account, oldest first. */
async function guestOrders({ db }: Ports, email: string): Promise<store.OrderWithLines[]> {
  const found = await guestOrdersOf(db, foldEmail(email));
  const ids = found.map(({ id }) => id);
  return (await store.listByIds(db, ids)).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** `now` is the database's time: after a restore, deliveries of orders from before it are searched for. */
function newOrder(request: NewOrder, now: Date): store.OrderWithLines {
  if (request.lines.length > MAX_LINES)
    throw new AppError('internal-error', { message: 'the order has too many lines' });
  const id = uuidv7();
  const { addedTo } = request;
  const total = sumOf(request.lines.map(({ plan }) => plan.price));
  return {
    id,
    number: readableCode(),
    status: 'pending_payment',
    idempotencyKey: request.idempotencyKey,
    accountId: request.accountId,
    accountVia: request.accountId === null ? null : (addedTo?.order.accountVia ?? 'checkout'),
    accountSince: addedTo?.order.accountSince ?? null,
    email: request.email,
    emailKey: foldEmail(request.email),
    locale: addedTo?.order.locale ?? request.locale,
    totalAmount: total.amount,
    currency: total.currency,
    deviceConfirmedAt: now,
    acceptedTexts: { ...request.texts, locale: request.locale },
    acceptedAt: now,
    tripDays: request.tripDays ?? null,
    travelDate: request.travelDate ?? null,
    timeZone: request.timeZone ?? null,
    ...(request.residence ?? { country: null, countryVia: null, countryEvidence: null }),
    beginConsent: request.beginConsent ?? null,
    replacements: [],
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    fulfilledAt: null,
    lines: store.someLines(linesOf(id, request)),
  };
}

const linesOf = (orderId: string, request: NewOrder): store.LineRow[] =>
  request.lines.map(({ plan, wholesaler, packageId, name, flag, activation, tax }, position) => ({
    id: uuidv7(),
    orderId,
    position,
    status: 'waiting',
    planId: plan.id,
    offerSlug: plan.offerSlug,
    placeSlug: placeOf(plan.offerSlug, request),
    wholesaler,
    packageId,
    name,
    flag,
    dataMb: plan.dataMb,
    unlimited: plan.unlimited,
    days: plan.days,
    activation,
    unitAmount: plan.price.amount,
    keptAmount: 0,
    purpose: request.addedTo ? 'plan' : 'profile',
    esimId: request.addedTo?.esimId ?? null,
    replaces: null,
    taxCountry: tax?.country ?? null,
    taxRateBp: tax?.rateBp ?? null,
    taxAmount: tax?.amount ?? null,
  }));

/** The place of a line, when its plan is for more than this place. */
const placeOf = (offerSlug: string, { forPlace }: Pick<NewOrder, 'forPlace'>): string | null =>
  forPlace === undefined || forPlace === offerSlug ? null : forPlace;

const statedIn = (residence: Residence | undefined) =>
  residence?.countryVia === 'buyer' ? (residence.country ?? undefined) : undefined;

/** An order of 1.0.0 has no country, whatever its buyer states in the repetition. */
const sameCountry = (order: store.OrderRow, { country }: OrderRequest): boolean =>
  order.countryVia === null || (order.countryVia === 'buyer' ? order.country : undefined) === country;

function assertSameRequest(order: store.OrderWithLines, request: OrderRequest): void {
  // A buyer who ordered as a guest and signed in before the retry still means the same order.
  const sameBuyer = order.accountId === null || order.accountId === request.accountId;
  const { shownAmount = order.totalAmount, shownCurrency = order.currency } = request;
  const sameAmount = shownAmount === order.totalAmount && shownCurrency === order.currency;
  const samePlans =
    order.lines.length === request.planIds.length &&
    order.lines.every(({ planId }, at) => planId === request.planIds[at]);
  const samePlace = order.lines.every(({ offerSlug, placeSlug }) => placeSlug === placeOf(offerSlug, request));
  const sameEsim = order.lines.every(({ esimId }) => (esimId ?? undefined) === request.esimId);
  const same =
    samePlans &&
    sameCountry(order, request) &&
    sameEsim &&
    samePlace &&
    order.emailKey === foldEmail(request.email) &&
    order.locale === request.locale &&
    sameAmount &&
    sameBuyer;
  if (!same) throw new AppError('idempotency-key-reused', { field: 'idempotencyKey' });
}

/** Like `moveLine`, but throws when the transition is not allowed, so that the transaction rolls back. */
async function mustMoveLine(tx: Tx, id: string, to: LineStatus, detail?: store.EventDetail): Promise<void> {
  if ((await store.moveLine(tx, id, to, detail)) !== null) return;
  throw new AppError('internal-error', { message: `line ${id} cannot become ${to}` });
}
