import { type Clock, secondsUntil } from '../../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { isUuid, uuidv7 } from '../../../shared/ids.ts';
import { type Currency, sameMoney, type Money } from '../../../shared/money.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { ChargeFault, PaymentState } from '../provider.ts';
import type { PaymentProviders } from '../providers.ts';
import * as store from './store.ts';

export type { AttemptRow as Attempt } from './store.ts';

/**
 * A charge without a known payment is over after this time: no call takes so long, so that it will not arrive any more.
 */
const CHARGE_MINUTES = 10;

type Ports = {
  db: Db;
  providers: PaymentProviders;
  sessionMinutes: number;
  freshSeconds: number;
  clock: Clock;
};

/** The stored attempts, without what needs a provider. */
export const createAttemptBook = ({ db }: { db: Db }) => ({
  latestAttempt: (orderId: string) => store.latestAttempt(db, orderId),
  findAttempt: (id: string, tx: Queryable = db) => store.findAttempt(tx, id),
  paidAttempt: (orderId: string, tx: Queryable = db) => store.findPaidAttempt(tx, orderId),
  attemptsOf: (orderId: string) => store.attemptsOf(db, orderId),
  /** The orders of the last days that were paid with a card like this one: of its brand, with its last digits. */
  ordersPaidWith: async (
    { cardBrand, cardLast4 }: Pick<store.AttemptRow, 'cardBrand' | 'cardLast4'>,
    days: number,
    tx: Queryable = db,
  ) => (cardBrand === null || cardLast4 === null ? [] : store.ordersPaidWith(tx, { cardBrand, cardLast4 }, days)),
});

/**
 * Payment attempts. An attempt is a stored row with its own idempotency key, which every retry of its call reuses. A
 * customer only sees a payment page whose attempt is stored as open, so an earlier attempt cannot be paid.
 */
export function createAttempts(ports: Ports) {
  const { db, providers, clock } = ports;
  return {
    findAttemptOfPage: (provider: string, pageRef: string) => store.findAttemptOfPage(db, provider, pageRef),
    findAttemptOfPayment: (provider: string, paymentRef: string) =>
      store.findAttemptOfPayment(db, provider, paymentRef),
    /** The orders of these payments of a provider. */
    ordersOfPayments: (provider: string, paymentRefs: string[]) => store.ordersOfPayments(db, provider, paymentRefs),
    /** Claims attempts of configured providers without a result that are due for a check. */
    takeUnsettled: (afterSeconds: number, limit: number) =>
      store.takeUnsettled(db, { providers: providers.names(), afterSeconds, limit }),

    /** The attempt that can still be paid; null when there is none. Runs under the order's row lock. */
    async runningAttempt(tx: Tx, orderId: string): Promise<store.AttemptRow | null> {
      const last = await store.latestAttempt(tx, orderId);
      return last && (last.status === 'opening' || last.status === 'open') ? last : null;
    },
    startFirstAttempt: (tx: Tx, orderId: string, total: Money, keep: KeepCard | null = null) =>
      startFirstAttempt(ports, tx, { id: orderId, total }, keep),
    startAttempt: (tx: Tx, orderId: string, total: Money) => startAttempt(ports, tx, orderId, total),

    startCharge: (tx: Tx, orderId: string, total: Money, input: ChargedCard) =>
      startCharge(ports, tx, orderId, total, input),
    /** Stores the payment that a charge has made. */
    markCharged: (attemptId: string, paymentRef: string) =>
      store.updateAttempt(db, attemptId, ['opening'], { paymentRef, status: 'open' }),

    /** Stores that the provider has just reported the page as open. */
    markSeenOpen: (attemptId: string) => store.updateAttempt(db, attemptId, ['open'], { seenOpenAt: clock.now() }),
    freshSeconds: (input: store.AttemptRow) => secondsFresh(ports, input),

    adoptPayment: (
      tx: Tx,
      order: { id: string; total: Money },
      provider: string,
      input: Pick<PaymentState, 'pageRef' | 'paymentRef' | 'attemptId' | 'url'>,
    ) => adoptPayment(ports, tx, order, provider, input),

    markOpen: (attemptId: string, page: { pageRef: string; url: string }) =>
      store.updateAttempt(db, attemptId, ['opening'], { ...page, status: 'open' }),
    /** Gives up an attempt whose page was never shown. One that a concurrent request opened stays open. */
    markRefused: (attemptId: string, fault: ChargeFault | null = null) =>
      store.updateAttempt(db, attemptId, ['opening'], { status: 'failed', fault, settledAt: clock.now() }),
    markFailed: (tx: Queryable, attemptId: string, fault: ChargeFault | null = null) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open'], { status: 'failed', fault, settledAt: clock.now() }),
    markExpired: (tx: Queryable, attemptId: string) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open'], { status: 'expired', settledAt: clock.now() }),

    /** Compare-and-set: settles an attempt as paid, whatever its earlier state; false when it was paid already. */
    markPaid: (tx: Tx, attemptId: string, state: PaymentState) =>
      store.updateAttempt(tx, attemptId, ['opening', 'open', 'expired', 'failed'], {
        status: 'paid',
        paymentRef: state.paymentRef,
        cardBrand: state.card?.brand ?? null,
        cardLast4: state.card?.last4 ?? null,
        takenAmount: state.total.amount,
        takenCurrency: currencyIn(state),
        fault: null,
        settledAt: clock.now(),
      }),
    /** Marks the payment as surplus: it does not belong to the order. */
    markSurplus: (tx: Tx, attemptId: string) => store.updateAttempt(tx, attemptId, ['paid'], { surplus: true }),

    matches,

    /**
     * Compare-and-set: true when this reading is newer than the last stored one, and makes it the last. Runs under the
     * order's lock.
     */
    claimReading: (tx: Tx, attemptId: string, readAt: Date) => store.claimReading(tx, attemptId, readAt),
  };
}

/** The customer for whom a page saves the card, and the text with which its holder agreed. */
export type KeepCard = { provider: string; customerRef: string; consentVersion: number; consentLocale: Locale };

/** A saved card that is charged. */
export type ChargedCard = { provider: string; customerRef: string; methodRef: string };

/** Creates the first attempt of an order in the order's own transaction. */
async function startFirstAttempt(
  ports: Ports,
  tx: Tx,
  order: { id: string; total: Money },
  keep: KeepCard | null,
): Promise<store.AttemptRow> {
  const first: store.AttemptRow = { ...newAttempt(ports, order, { number: 1 }), ...keep };
  await store.insertAttempt(tx, first);
  return first;
}

/** Creates the next attempt. Runs under the order's row lock, where `runningAttempt` has found none. */
async function startAttempt(ports: Ports, tx: Tx, orderId: string, total: Money): Promise<store.AttemptRow> {
  const last = await store.latestPage(tx, orderId);
  const order = { id: orderId, total };
  const next: store.AttemptRow = {
    ...newAttempt(ports, order, { number: await nextNumber(tx, orderId) }),
    ...keptBy(last, ports),
  };
  await store.insertAttempt(tx, next);
  return next;
}

/** What the buyer agreed to on the last page counts for the next one, at the provider that has the customer. */
const keptBy = (last: store.AttemptRow | null, { providers }: Ports) =>
  last?.customerRef && last.provider === providers.first.name
    ? { customerRef: last.customerRef, consentVersion: last.consentVersion, consentLocale: last.consentLocale }
    : null;

/** Creates the next attempt as a charge of a saved card. Runs as `startAttempt` does. */
async function startCharge(
  ports: Ports,
  tx: Tx,
  orderId: string,
  total: Money,
  { provider, customerRef, methodRef }: ChargedCard,
): Promise<store.AttemptRow> {
  const number = await nextNumber(tx, orderId);
  const charge = newAttempt(ports, { id: orderId, total }, { provider, number, minutes: CHARGE_MINUTES });
  const next: store.AttemptRow = { ...charge, kind: 'charge', customerRef, methodRef };
  await store.insertAttempt(tx, next);
  return next;
}

/**
 * Stores a payment that a restored database does not know with its attempt, which may be missing too; null when the
 * payment is not of this order. Runs under the order's row lock.
 */
async function adoptPayment(
  ports: Ports,
  tx: Tx,
  order: { id: string; total: Money },
  provider: string,
  { attemptId, ...state }: Pick<PaymentState, 'pageRef' | 'paymentRef' | 'attemptId' | 'url'>,
): Promise<store.AttemptRow | null> {
  if (!isUuid(attemptId)) return null;
  const known = await store.findAttempt(tx, attemptId);
  const kind = state.pageRef === null ? 'charge' : 'page';
  // The payment of a page is stored when it is settled.
  const names = kind === 'charge' ? { paymentRef: state.paymentRef } : { pageRef: state.pageRef, url: state.url };
  if (!known) {
    const lost = newAttempt(ports, order, { provider, number: await nextNumber(tx, order.id) });
    await store.insertAttempt(tx, { ...lost, ...names, id: attemptId, kind, status: 'open' });
  } else if (known.orderId === order.id && known.provider === provider && isNameless(known, kind)) {
    const status = known.status === 'opening' ? 'open' : known.status;
    await store.updateAttempt(tx, attemptId, [known.status], { ...names, status });
  }
  const stored = await store.findAttempt(tx, attemptId);
  return stored?.orderId === order.id && stored.provider === provider ? stored : null;
}

/** The seconds for which an open page need not be checked again; null when it must be checked. */
function secondsFresh(
  { freshSeconds, clock }: Ports,
  { status, seenOpenAt, expiresAt }: store.AttemptRow,
): number | null {
  if (status !== 'open' || seenOpenAt === null) return null;
  const until = new Date(Math.min(seenOpenAt.getTime() + freshSeconds * 1000, expiresAt.getTime()));
  return secondsUntil(clock, until) || null;
}

/** True when the payment belongs to this attempt and took exactly its amount. */
function matches(attempt: store.AttemptRow, state: PaymentState): boolean {
  const { amount } = state.total;
  const currency = currencyIn(state);
  if (state.attemptId !== attempt.id || amount === null || currency === null) return false;
  return sameMoney(attempt, { amount, currency });
}

const newAttempt = (
  { providers, sessionMinutes, clock }: Ports,
  order: { id: string; total: Money },
  change: AttemptStart,
) => attemptOf(order, { provider: providers.first.name, minutes: sessionMinutes, now: clock.now(), ...change });

/** The currency of a payment; providers write it in capitals or not. */
const currencyIn = ({ total }: PaymentState) => (total.currency?.toUpperCase() ?? null) as Currency | null;

type AttemptStart = Pick<store.AttemptRow, 'number'> & { provider?: string; minutes?: number };

/** True for an attempt of this kind that does not name its page, or its payment. */
const isNameless = (attempt: store.AttemptRow, kind: store.AttemptRow['kind']) =>
  attempt.kind === kind && (kind === 'page' ? attempt.pageRef : attempt.paymentRef) === null;

const nextNumber = async (tx: Tx, orderId: string) => ((await store.latestAttempt(tx, orderId))?.number ?? 0) + 1;

function attemptOf(
  { id: orderId, total }: { id: string; total: Money },
  { minutes, now, ...start }: Pick<store.AttemptRow, 'provider' | 'number'> & { minutes: number; now: Date },
): store.AttemptRow {
  return {
    id: uuidv7(),
    orderId,
    kind: 'page',
    status: 'opening',
    amount: total.amount,
    currency: total.currency,
    pageRef: null,
    url: null,
    methodRef: null,
    customerRef: null,
    consentVersion: null,
    consentLocale: null,
    fault: null,
    paymentRef: null,
    cardBrand: null,
    cardLast4: null,
    createdAt: now,
    // Whole seconds, as providers require.
    expiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + minutes * 60_000),
    settledAt: null,
    checkedAt: null,
    takenAmount: null,
    takenCurrency: null,
    surplus: false,
    syncedAt: null,
    seenOpenAt: null,
    ...start,
  };
}
