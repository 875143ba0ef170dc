import type { Clock } from '../../db/clock.ts';
import type { Queryable } from '../../db/database.ts';
import { mailboxOf } from '../../shared/email.ts';
import type { Esim, EsimBook } from '../../modules/esims/esims.ts';
import type { Line, Order, OrderBook } from '../../modules/orders/orders.ts';
import type { Attempt, MoneyBook } from '../../modules/payments/payments.ts';
import type { RightsBook, SeenUse } from '../../modules/rights/rights.ts';
import { GIVEN_BACK } from '../../shared/order-status.ts';
import type { RefundRules, RightFacts } from '../../shared/rights.ts';
import { isUseDue } from '../buying/consent.ts';

/** What the merchant allows without a person. */
export type RefundSettings = {
  windowDays: number;
  /** Refunds by oneself in 90 days, of one address and of one card. */
  mostOfAddress: number;
  mostOfCard: number;
  /** Working days in which a person answers. */
  answerDays: number;
};

export type FactPorts = {
  clock: Clock;
  orders: Pick<OrderBook, 'deliveryOf' | 'replacements' | 'paidTopUpsOf' | 'search'>;
  payments: Pick<MoneyBook, 'paidAttempt' | 'restOf' | 'balance' | 'refundsOf' | 'ordersPaidWith'>;
  esims: Pick<EsimBook, 'find' | 'listByOrders' | 'ofLine'>;
  rights: Pick<RightsBook, 'countByOneself' | 'ofOrders'>;
  refundSettings: RefundSettings;
};

/** Days in which refunds by oneself are counted. */
const OFTEN_DAYS = 90;
const MAX_ORDERS = 500;

/** States of a replacement after which the eSIM of a line is another one, or will be. */
const REPLACED = new Set(['requested', 'approved', 'delivering', 'done']);

/** The eSIM that a line has now: of a plan, the one that it was added to. */
export async function esimOf(
  { orders, esims }: { orders: Pick<OrderBook, 'deliveryOf'> } & Pick<FactPorts, 'esims'>,
  order: Order,
  line: Line,
  on?: Queryable,
): Promise<Esim | null> {
  if (line.status !== 'fulfilled') return null;
  if (line.purpose === 'plan') return line.esimId === null ? null : esims.find(line.esimId, on);
  return esims.ofLine(await esims.listByOrders([order.id], on), orders.deliveryOf(order, line).id) ?? null;
}

/**
 * What our books and a wholesaler say about a line, for the table of rights. `use`: as it was read. All of it is read on the
 * caller's connection: a transaction that holds a lock must not wait for another one.
 */
export async function factsOf(
  ports: FactPorts,
  on: Queryable,
  { order, line, use, now = ports.clock.now() }: { order: Order; line: Line; use: SeenUse | null; now?: Date },
): Promise<{ facts: RightFacts; esim: Esim | null; attempt: Attempt | null }> {
  const { orders, payments } = ports;
  // A sample of the demo account has none: it was not paid.
  const attempt = await payments.paidAttempt(order.id, on);
  const esim = await esimOf(ports, order, line, on);
  const asked = await orders.replacements.ofOrders([order.id], on);
  const isReplaced = asked.some((each) => each.lineId === line.id && REPLACED.has(each.state));
  const facts: RightFacts = {
    status: line.status,
    orderStatus: attempt === null ? 'pending_payment' : order.status,
    purpose: line.purpose === 'plan' ? 'plan' : 'profile',
    paidAt: order.paidAt ?? order.createdAt,
    now,
    timeZone: order.timeZone,
    price: line.unitAmount,
    returned: attempt === null ? 0 : line.unitAmount - (await restOfPrice(ports, on, { attempt, line })),
    delivered: line.status === 'fulfilled',
    use,
    isReplaced,
    isToppedUp: esim !== null && line.purpose !== 'plan' && (await isToppedUp(ports, on, esim)),
    isUseDue: isUseDue(order),
  };
  return { facts, esim, attempt };
}

export type RestPorts = {
  payments: Pick<MoneyBook, 'restOf' | 'balance' | 'refundsOf'>;
  rights: Pick<RightsBook, 'ofOrders'>;
};

/**
 * Cents of a line's price that are still the merchant's. A part that a person granted names no line
 * (docs/decisions/0052-refunds-of-lines.md): its request says whose it was, and it does not go back again.
 */
export async function restOfPrice(
  { payments, rights }: RestPorts,
  on: Queryable,
  { attempt, line }: { attempt: Attempt; line: Line },
): Promise<number> {
  const rest = await payments.restOf(on, attempt, line);
  const granted = (await rights.ofOrders([line.orderId], on)).filter(
    ({ lineId, state, refundId }) => lineId === line.id && state === 'granted' && refundId !== null,
  );
  if (rest === 0 || granted.length === 0) return rest;
  const unnamed = (await payments.refundsOf(attempt.id, on)).filter(
    ({ lineId, scope, status }) => lineId === null && scope === 'none' && status !== 'superseded',
  );
  const parts = granted
    .filter(({ refundId }) => unnamed.some(({ id }) => id === refundId))
    .reduce((sum, { amount }) => sum + amount, 0);
  const { returned = 0, underway = 0 } = (await payments.balance(attempt, on)).ofLine[line.id] ?? {};
  return Math.max(0, Math.min(rest, line.unitAmount - line.keptAmount - returned - underway - parts));
}

/** True when something was paid for and added to the eSIM of a line. */
export async function isToppedUp(
  { orders }: { orders: Pick<OrderBook, 'paidTopUpsOf'> },
  on: Queryable,
  { id, plans }: Pick<Esim, 'id' | 'plans'>,
): Promise<boolean> {
  if (plans.length > 1) return true;
  return (await orders.paidTopUpsOf([id], on)).some(({ status }) => !GIVEN_BACK.includes(status));
}

/** Whose refunds are counted together: those of a mailbox, of an account, and of a card. */
export const countedWith = ({ email, accountId }: Order, attempt: Attempt | null): string[] => [
  `address:${mailboxOf(email)}`,
  ...(accountId === null ? [] : [`account:${accountId}`]),
  ...(attempt?.cardLast4 ? [`card:${attempt.cardBrand}:${attempt.cardLast4}`] : []),
];

/** The merchant's rules for this buyer now. */
export async function rulesFor(
  { orders, payments, rights, refundSettings: { windowDays, mostOfAddress, mostOfCard } }: FactPorts,
  on: Queryable,
  { email, accountId }: Order,
  attempt: Attempt | null,
): Promise<RefundRules> {
  const ofBuyer = await orders.search({ email, accountIds: accountId === null ? [] : [accountId] }, MAX_ORDERS, on);
  const ofCard = attempt ? await payments.ordersPaidWith(attempt, OFTEN_DAYS + windowDays, on) : [];
  const ids = ofBuyer.map(({ id }) => id);
  const byAddress = await rights.countByOneself(on, { orderIds: ids, mailbox: mailboxOf(email) }, OFTEN_DAYS);
  const byCard = await rights.countByOneself(on, { orderIds: ofCard, mailbox: null }, OFTEN_DAYS);
  return { windowDays, isOften: byAddress >= mostOfAddress || byCard >= mostOfCard };
}
