import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { DocumentBook } from '../../modules/documents/documents.ts';
import { type Esim, type Esims, esimOfLine, planOfLine } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { NoticeBook } from '../../modules/notices/notices.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import { autoTopUpViews, type ShowPorts } from '../topping-up/show.ts';
import { boughtFor } from './bought-for.ts';
import { activationOf, givenTo, readDelivered } from './delivered.ts';
import { esimViews } from './esim-views.ts';
import { paidTopUps } from './paid-top-ups.ts';
import { replacingOf } from './replacing.ts';
import type { Line, Order, OrderAccess, Orders, Viewer } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import { documentNumber } from '../../shared/documents.ts';
import type { Currency } from '../../shared/money.ts';
import { lineTax, percentOf } from '../../shared/tax.ts';
import { ORDER_STATUSES, type OrderStatus, UNPAID_STATUSES } from '../../shared/order-status.ts';
import type { EsimView, LineView, OrderLineView, OrderSummary, OrderView } from '../../shared/views.ts';

/** One page of a list: orders older than the order `before`. */
export type ListQuery = { before: string | undefined; limit: number };

/** `next` is the `before` of the next page; null on the last page. */
export type Page<Item> = { items: Item[]; next: string | null };

const PAID = ORDER_STATUSES.filter((status) => !(UNPAID_STATUSES as readonly OrderStatus[]).includes(status));

/** The search for active eSIMs reads at most this many orders for one page. */
const ORDERS_A_ROUND = 100;
const MAX_ROUNDS = 5;

type Ports = {
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Esims;
  documents: Pick<DocumentBook, 'ofOrders'>;
  notifications: Notifications;
  noticeBook: Pick<NoticeBook, 'isAnyMailed'>;
  catalogue: Pick<Catalogue, 'destinationBySlug' | 'offer' | 'packageStatements'>;
} & ShowPorts;

/** Orders and eSIMs as their owners see them. It returns views, never rows. */
export function createOrderPages(ports: Ports) {
  return {
    findFor: (orderId: string, viewer: Viewer) => findFor(ports, orderId, viewer),
    present: (order: Order, access: OrderAccess) => present(ports, order, access),
    view: (orderId: string, viewer: Viewer) => view(ports, orderId, viewer),
    /** True while newer usage figures of an order are being read. */
    isReading: async (order: Order): Promise<boolean> =>
      isReading(ports, presentOf(ports, order, await ports.esims.listByOrders([order.id]))),

    summariesFor: (account: NonNullable<Viewer['account']>, input: ListQuery & { paid: boolean }) =>
      summariesFor(ports, account, input),

    esimsFor: (account: NonNullable<Viewer['account']>, input: ListQuery & { active: boolean }) =>
      esimsFor(ports, account, input),
  };
}

async function view(
  ports: Ports,
  orderId: string,
  viewer: Viewer,
): Promise<{ order: OrderView; access: OrderAccess } | null> {
  const found = await findFor(ports, orderId, viewer);
  return found && { order: await present(ports, found.order, found.access), access: found.access };
}

/** A page of an account's orders, newest first; with `paid`, only the paid ones. */
async function summariesFor(
  ports: Ports,
  account: NonNullable<Viewer['account']>,
  { before, limit, paid }: ListQuery & { paid: boolean },
): Promise<Page<OrderSummary>> {
  const { orders, esims } = ports;
  const statuses = paid ? PAID : undefined;
  const found = await orders.listFor(account, { before, statuses, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const issued = await esims.listByOrders(shown.map(({ id }) => id));
  const planStateOf = new Map(
    issued.flatMap(({ plans }) => plans.map((plan) => [plan.lineId, esims.planStateOf(plan)] as const)),
  );
  const items = shown.map(async (order) => {
    const sold = await Promise.all(order.lines.map((line) => lineOf(ports, line, order.currency)));
    const lines = order.lines.map((line, index) => ({
      ...sold[index]!,
      purpose: purposeOf(line),
      status: line.status,
      planState: planStateOf.get(orders.deliveryOf(order, line).id) ?? null,
    }));
    return {
      id: order.id,
      number: order.number,
      status: order.status,
      createdAt: order.createdAt.toISOString(),
      line: sold[0]!,
      lines,
      total: { amount: order.totalAmount, currency: order.currency },
      planState: lines[0]?.planState ?? null,
    };
  });
  return { items: await Promise.all(items), next: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * A page of the eSIMs of an account's valid orders, newest order first. With `active`, only those in use or not yet
 * installed; the search then continues into older orders. Orders are never split: a page of `limit` eSIMs ends with
 * the order of the last one. Also returns the rows, for the refresh of stale ones.
 */
async function esimsFor(
  ports: Ports,
  account: NonNullable<Viewer['account']>,
  { before, limit, active }: ListQuery & { active: boolean },
): Promise<Page<EsimView> & { rows: Esim[] }> {
  const { orders, esims } = ports;
  const found: { esim: Esim; line: Line; by: string }[] = [];
  let last = before;
  let more = true;
  for (let round = 0; more && round < MAX_ROUNDS && found.length <= endOfPage(found, limit); round++) {
    const page = await orders.listFor(account, { before: last, statuses: WITH_ESIMS, limit: ORDERS_A_ROUND });
    const issued = await esims.listByOrders(page.map(({ id }) => id));
    for (const { line, by } of page.flatMap((order) => profilesOf(ports, order))) {
      const esim = esimOfLine(issued, by);
      if (esim && (!active || esims.standingOf(esim).active)) found.push({ esim, line, by });
    }
    last = page.at(-1)?.id;
    more = page.length === ORDERS_A_ROUND;
  }
  const shown = found.slice(0, endOfPage(found, limit));
  const rows = shown.map(({ esim }) => esim);
  const delivered = await readDelivered(
    ports.catalogue,
    shown.map(({ by }) => ({ id: by, by })),
    rows,
  );
  const { usageOf } = await esimViews(ports, rows);
  const items = await Promise.all(
    shown.map(async ({ esim, line, by }) => ({
      ...(await soldOf(ports, line)),
      activation: activationOf(delivered, { ...line, id: by }),
      planId: line.planId,
      offerKind: await offerKindOf(ports, line),
      id: esim.id,
      orderId: esim.orderId,
      line: line.position + 1,
      days: esims.standingOf(esim).current.days,
      active: esims.standingOf(esim).active,
      ...usageOf(esim),
    })),
  );
  const next = found.length > shown.length ? shown.at(-1)?.line.orderId : more ? last : undefined;
  return { items, next: next ?? null, rows };
}

/** The eSIMs of an order by the line `by` that delivered each: of one line the newest first. */
const profilesOf = ({ orders }: Ports, order: Order) =>
  orders.profileLines(order).flatMap((line) =>
    orders
      .deliveriesOf(order, line)
      .toReversed()
      .map(({ id: by }) => ({ line, by })),
  );

/** The kind of the page that sells a plan's destination today; null when it is not sold any more. */
const offerKindOf = async ({ catalogue }: Ports, { offerSlug }: Line) =>
  (await catalogue.destinationBySlug(offerSlug))?.kind ?? null;

const priceNowOf = async ({ catalogue }: Ports, { offerSlug, planId }: Line) =>
  (await catalogue.offer(offerSlug))?.plans.find(({ id, available }) => id === planId && available)?.price ?? null;

/** What the shop says today about the plan of a line. */
const offerNowOf = async (ports: Ports, line: Line) => ({
  offerKind: await offerKindOf(ports, line),
  priceNow: await priceNowOf(ports, line),
});

const disputeOf = async ({ payments }: Ports, attemptId: string) =>
  (await payments.disputesOf(attemptId)).some(({ outcome }) => outcome === 'lost') ? 'lost' : 'open';

const soldOf = async ({ catalogue }: Ports, line: Line) => ({
  offerSlug: line.offerSlug,
  name: line.name,
  flag: line.flag,
  forPlace: await boughtFor(catalogue, line),
  dataMb: line.dataMb,
  unlimited: line.unlimited,
  days: line.days,
  activation: line.activation,
});

const lineOf = async (ports: Ports, line: Line, currency: Currency): Promise<LineView> => ({
  ...(await soldOf(ports, line)),
  planId: line.planId,
  price: { amount: line.unitAmount, currency },
  tax: taxOf(line, currency),
});

function taxOf(line: Line, currency: Currency): LineView['tax'] {
  const tax = lineTax(line);
  return tax && { country: tax.country, ratePercent: percentOf(tax.rateBp), amount: { amount: tax.amount, currency } };
}

/** A line that was bought delivers an eSIM, or a plan for one that exists. */
const purposeOf = ({ purpose }: Line): 'profile' | 'plan' => (purpose === 'plan' ? 'plan' : 'profile');

/** The mail that says that an order is delivered. */
const readyMailOf = ({ lines: [first] }: Order) => (first.purpose === 'plan' ? 'top-up-ready' : 'esim-ready');

/** The eSIM for which a plan was bought, and where it is shown; null for other lines. */
async function addedToOf({ orders, esims, catalogue }: Ports, line: Line): Promise<OrderLineView['addedTo']> {
  const esim = line.purpose === 'plan' && line.esimId !== null ? await esims.find(line.esimId) : null;
  const own = esim && (await orders.findLine(esim.plans[0].lineId));
  const at = own && (await orders.numbersOf([own.id])).get(own.id);
  if (!at) return null;
  const { offerSlug, name, flag } = own;
  return { orderId: at.orderId, line: at.line, offerSlug, name, flag, forPlace: await boughtFor(catalogue, own) };
}

async function present(ports: Ports, order: Order, access: OrderAccess): Promise<OrderView> {
  const { orders, payments, esims, documents, notifications } = ports;
  const hasEsims = orders.deliveredLines(order).length > 0;
  const isPaid = order.paidAt !== null;
  const [attempt, issued, mailedAt, papers] = await Promise.all([
    isPaid ? payments.paidAttempt(order.id) : null,
    hasEsims ? esims.listByOrders([order.id]) : [],
    isPaid ? notifications.lastSent(order.id, readyMailOf(order)) : null,
    isPaid ? documents.ofOrders([order.id]) : [],
  ]);
  const refunds = attempt ? await payments.refundSummaries(attempt) : null;
  const refund = refunds?.whole ?? null;
  const money = (amount: number) => ({ amount, currency: order.currency });
  const shown = presentOf(ports, order, issued);
  const lines = await presentLines(ports, order, { access, isPaid: attempt !== null, issued, shown, refunds });
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    email: order.email,
    locale: order.locale,
    line: await lineOf(ports, order.lines[0], order.currency),
    lines,
    ...(await travelOf(ports, order)),
    total: money(order.totalAmount),
    documents: papers.map((each) => ({ id: each.id, kind: each.kind, number: documentNumber(each) })),
    card: attempt?.cardBrand && attempt.cardLast4 ? { brand: attempt.cardBrand, last4: attempt.cardLast4 } : null,
    payable: order.status === 'pending_payment' || order.status === 'expired' || order.status === 'payment_failed',
    delayed: lines.some(({ delayed }) => delayed),
    refundBy: lines.flatMap(({ refundBy }) => refundBy ?? []).toSorted()[0] ?? null,
    refund: refund && { ...refund, amount: money(refund.amount), since: refund.since?.toISOString() ?? null },
    dispute: attempt && order.status === 'disputed' ? await disputeOf(ports, attempt.id) : null,
    esim: lines.length === 1 ? (lines[0]?.esim ?? null) : null,
    mailedAt: mailedAt?.toISOString() ?? null,
    claimable: order.accountId === null,
    correctable: orders.mayCorrectAddress(order, access),
    readingUsage: isReading(ports, shown),
    resendable: shown.some((esim) => !esims.standingOf(esim).installed),
  };
}

const isReading = ({ esims }: Ports, shown: readonly Esim[]): boolean => shown.some((esim) => esims.isUsageDue(esim));

type LineFacts = {
  access: OrderAccess;
  isPaid: boolean;
  /** The eSIMs of the order, and those that its viewers see. */
  issued: readonly Esim[];
  shown: readonly Esim[];
  refunds: Awaited<ReturnType<Payments['refundSummaries']>> | null;
};

async function presentLines(
  ports: Ports,
  order: Order,
  { access, isPaid, issued, shown, refunds }: LineFacts,
): Promise<OrderLineView[]> {
  const { orders, fulfilment, catalogue } = ports;
  const [wholesale, replacements, given, views, autoTopUpOf, topUpsOf] = await Promise.all([
    order.status === 'fulfilling' ? fulfilment.listByOrder(order.id) : [],
    issued.length > 0 ? orders.replacements.ofOrders([order.id]) : [],
    givenTo(catalogue, order, shown),
    esimViews(ports, issued),
    autoTopUpViews(ports, order, { access, isPaid }),
    paidTopUps(ports, shown),
  ]);
  return Promise.all(
    order.lines.map(async (line, index): Promise<OrderLineView> => {
      const row = line.status === 'fulfilling' ? wholesale.find(({ lineId }) => lineId === line.id) : undefined;
      const esim = esimOfLine(shown, orders.deliveryOf(order, line).id);
      return {
        ...(await lineOf(ports, line, order.currency)),
        ...given[index]!,
        ...(await offerNowOf(ports, line)),
        purpose: purposeOf(line),
        addedTo: await addedToOf(ports, line),
        topUps: topUpsOf(esim ?? null),
        status: line.status,
        delayed: row !== undefined && row.lastFault !== null,
        refundBy: row?.deadline.toISOString() ?? null,
        refund: refundOf(refunds?.ofLine(line) ?? null, order.currency),
        esim: esim ? views.installOf(esim) : null,
        autoTopUp: autoTopUpOf(line, esim ?? null),
        ...replacingOf(ports, { order, line, esim: esim ?? null, issued, replacements }, views.usageOf),
      };
    }),
  );
}

/** The days of the buyer's trip, and whether notices about its eSIMs come by mail. */
const travelOf = async ({ noticeBook }: Ports, { id, tripDays, travelDate, timeZone }: Order) => ({
  tripDays,
  travelDate,
  timeZone,
  noticesByMail: await noticeBook.isAnyMailed(id),
});
/** The eSIMs that the delivered lines of an order have now. */
function presentOf({ orders }: Ports, order: Order, issued: readonly Esim[]): Esim[] {
  const by = orders.profileLines(order).map((line) => orders.deliveryOf(order, line).id);
  return issued.filter((esim) => by.some((id) => planOfLine(esim, id)));
}

type LineRefund = ReturnType<Awaited<ReturnType<Payments['refundSummaries']>>['ofLine']>;

const refundOf = (refund: LineRefund, currency: Currency) =>
  refund && { amount: { amount: refund.amount, currency }, status: refund.status, otherWay: refund.otherWay };

/** The order, and why this viewer may see it; null both for another viewer's order and for an unknown id. */
async function findFor(
  { orders }: Ports,
  orderId: string,
  viewer: Viewer,
): Promise<{ order: Order; access: OrderAccess } | null> {
  const order = await orders.find(orderId);
  const access = order && (await orders.accessOf(order, viewer));
  return access && { order, access };
}

/** States of an order that may have delivered some of its lines. */
const WITH_ESIMS = ['fulfilling', 'fulfilled'] as const;

/** The number of these that a page of `limit` shows, without splitting an order. */
function endOfPage(found: readonly { line: Line }[], limit: number): number {
  const lastOrder = found[limit - 1]?.line.orderId;
  const next = found.findIndex(({ line }, at) => at >= limit && line.orderId !== lastOrder);
  return next === -1 ? Math.max(found.length, limit) : next;
}
