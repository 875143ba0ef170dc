import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Currency, Money } from '../../shared/money.ts';
import { keptMs } from '../../shared/retention.ts';
import { type Claim, claimCall, type LossLimits, mustWait, settleCall } from './claims.ts';
import { deleteOld, differedAt, endTurn, type PackageOf } from './loss-store.ts';
import * as store from './store.ts';
import { type At, createWholesaleBooks } from './wholesale-books.ts';
import { OPEN_STATES, openWholesale } from './standing-store.ts';
import type { WholesaleOrder } from './wholesaler.ts';
import type { Wholesalers } from './wholesalers.ts';

export { doubtRows } from './store.ts';
export type { WholesaleRow } from './store.ts';
export type { At } from './wholesale-books.ts';

/** Prefix of our references: wholesale orders without it are not ours. */
const REFERENCE_PREFIX = 'cairn-';

/** A source of a plan: a package of a wholesaler, and the currency of its net price. */
type Source = PackageOf & { netCurrency: Currency };

/** The least time between two orders of one line at the wholesaler, and between two steps of its delivery. */
export const STEP_SECONDS = 1;

const referenceOf = (lineId: string) => REFERENCE_PREFIX + lineId;

export type Fulfilment = ReturnType<typeof createFulfilment>;

export type FulfilmentWindows = {
  /** After a call with an unknown outcome: seconds in which the wholesaler may still carry it out. */
  timeoutWindowSeconds: number;
  deadlineSeconds: number;
  firstRetrySeconds: number;
  longestRetrySeconds: number;
  /** Maximum age of a net price that is used for an order. */
  priceMaxAgeMinutes: number;
} & LossLimits;

/**
 * The store's orders at the wholesalers, which have no idempotency key. The row decides which process may call, is
 * written before the call, and stays "submitted" until the outcome is known
 * (docs/decisions/0003-wholesale-exactly-once.md).
 */
export function createFulfilment({
  db,
  wholesalers,
  windows,
  clock,
  lostTimeAt,
}: {
  db: Db;
  wholesalers: Wholesalers;
  windows: FulfilmentWindows;
  clock: Clock;
  /** The last time at which the database lost commits; null: never. Holds that answer until the transaction ends. */
  lostTimeAt: (tx: Tx) => Promise<Date | null>;
}) {
  const steps = createSteps();
  const books = createWholesaleBooks(wholesalers);
  const paused = (seconds: number) =>
    Math.min(Math.max(seconds, windows.firstRetrySeconds), windows.longestRetrySeconds);

  function beforeDeadline({ deadline }: store.WholesaleRow, pauseSeconds: number): Date {
    const now = clock.now().getTime();
    const at = now + pauseSeconds * 1000;
    return new Date(deadline.getTime() > now ? Math.min(at, deadline.getTime()) : at);
  }

  /** Ends a call that bought nothing, and releases what it reserved; false when the row has moved on. */
  const endCall = (row: store.WholesaleRow, change: Partial<store.WholesaleRow>, when?: { pastSeconds: number }) =>
    db.transaction(async (tx) => {
      if (!(await store.changeSubmitted(tx, row, change, when))) return false;
      await settleCall(tx, row.id, null);
      return true;
    });

  return {
    wholesalers,
    /** The wholesaler of a row. Throws `not-configured`. */
    wholesalerOf: books.of,
    /** True when the wholesaler of this row can be asked. */
    isConfigured: ({ wholesaler }: Pick<store.WholesaleRow, 'wholesaler'>) => wholesalers.find(wholesaler) !== null,
    /** False when the wholesaler of this row has no list of its orders. */
    isListed: ({ wholesaler }: Pick<store.WholesaleRow, 'wholesaler'>) =>
      wholesalers.find(wholesaler)?.capabilities.listsBookings !== false,
    /**
     * Every order with the reference of this row, oldest first. After lost time the line may have been ordered from
     * another source, so every wholesaler is asked. Throws `not-configured`, or a `WholesaleErrorCode`.
     */
    search(row: store.WholesaleRow): Promise<At<WholesaleOrder>[]> {
      const own = books.of(row);
      return books.search(row.lastFault === store.LOST_TIME ? wholesalers.all() : [own], row.reference);
    },
    /** The wholesaler's reference of a line. */
    referenceOf,
    findByLine: (lineId: string) => store.findByLine(db, lineId),
    findRow: (tx: Tx, id: string) => store.findById(tx, id),
    listByOrder: (orderId: string) => store.listByOrders(db, [orderId]),

    /**
     * Creates the row of a line, which is delivered from this source; the deadline counts from now. An order from before the database lost time may have been
     * delivered in that time, so its row starts as submitted: the reference is searched for before anything is ordered.
     */
    async begin(tx: Tx, line: { id: string; orderId: string }, source: Source, orderedAt: Date): Promise<void> {
      const now = clock.now();
      const lostAt = await lostTimeAt(tx);
      const isDoubtful = lostAt !== null && orderedAt < lostAt;
      await store.insertWholesale(tx, {
        id: uuidv7(),
        orderId: line.orderId,
        lineId: line.id,
        reference: referenceOf(line.id),
        wholesaler: source.wholesaler,
        packageId: source.packageId,
        netCurrency: source.netCurrency,
        status: isDoubtful ? 'submitted' : 'waiting',
        submissions: 0,
        searchedCalls: 0,
        reservedCents: 0,
        reservedOn: null,
        doubts: 0,
        submittedAt: isDoubtful ? now : null,
        lastFault: isDoubtful ? store.LOST_TIME : null,
        quotedNetCents: null,
        acceptedNetCents: null,
        chargedNetCents: null,
        vendorOrderId: null,
        deadline: new Date(now.getTime() + windows.deadlineSeconds * 1000),
        createdAt: now,
        updatedAt: now,
      });
    },

    /**
     * Claims a call at this net price for one process and stores it before it is made, or says why it may not be made
     * now. `taken`: the row is in another state, or its last call is less than a step ago: by the database's time, and by
     * the monotonic clock of this process, so that neither a clock that stands nor one that jumps makes a loop of calls.
     */
    async claim(row: store.WholesaleRow, { netCents, paid }: { netCents: number; paid: Money }): Promise<Claim> {
      if (!isComparable(row, paid)) throw new RangeError('the net price is in another currency than the payment');
      if (steps.isTooSoon(row.id)) return { kind: 'taken' };
      const claim = await claimCall(db, { ...windows, stepSeconds: STEP_SECONDS }, row, {
        netCents,
        paidCents: paid.amount,
      });
      if (claim.kind === 'claimed') steps.note(row.id);
      return claim;
    },
    /** After the database's time was set back: no open row waits for a time that a row of now would not wait for. */
    fitTimes: () => store.fitTimes(db, windows.deadlineSeconds),

    /** True while another call shows the price of this row's package. */
    mustWait: (row: store.WholesaleRow) => mustWait(db, windows, row),

    /**
     * The earliest valid time of a net price for a line of this order: within the maximum age, after a refusal that a
     * new price may explain, and after a charge that differed from its quoted price. An order of several lines puts
     * more at risk: its price is read after its payment.
     */
    priceSince(
      row: store.WholesaleRow,
      { paidAt, lines, differed }: { paidAt: Date | null; lines: number; differed: Date | null },
    ): Date {
      const now = clock.now().getTime();
      const times = [
        now - windows.priceMaxAgeMinutes * 60_000,
        row.lastFault === 'insufficient-credit' ? row.submittedAt?.getTime() : undefined,
        lines > 1 ? paidAt?.getTime() : undefined,
        differed?.getTime(),
        // An operator accepts the listed price: what was read before the release may be an older one.
        row.acceptedNetCents === null ? undefined : row.updatedAt.getTime(),
      ];
      // Never in the future: another process's clock may be ahead, and each line would read the price for itself.
      return new Date(Math.min(now, Math.max(...times.flatMap((time) => time ?? []))));
    },
    /** When a charge of this package last differed from its quoted price; null: never. */
    differedAt: (row: store.WholesaleRow) => differedAt(db, row),
    /**
     * True when the loss of one eSIM at this price is within its limit, or the price within what an operator accepted
     * for this order.
     */
    isAcceptable: (row: Pick<store.WholesaleRow, 'acceptedNetCents'>, netCents: number, paidCents: number) =>
      netCents - paidCents <= windows.maxLossCents || netCents <= (row.acceptedNetCents ?? 0),
    /** Notes that the wholesaler is not configured: not ordered. */
    notConfigured: (row: store.WholesaleRow) => store.changeUnsubmitted(db, row.id, { lastFault: 'not-configured' }),
    /** Notes that the price is unknown: not ordered. */
    priceUnknown: (row: store.WholesaleRow) => store.changeUnsubmitted(db, row.id, { lastFault: 'price-unknown' }),

    /**
     * True when a call was made since the last search: a refusal may arrive after the effect, so its reference is
     * searched for before the next call.
     */
    mustSearch: (row: store.WholesaleRow) => row.submissions > row.searchedCalls,
    /** A search covered every call of a row without one in progress. */
    searched: (row: store.WholesaleRow) => store.changeUnsubmitted(db, row.id, { searchedCalls: row.submissions }),
    /** The vendor refused the order. `sent`: false when the call certainly did not reach it, so nothing is searched. */
    refused: (row: store.WholesaleRow, fault: string, { sent }: { sent: boolean }) =>
      endCall(row, {
        status: 'waiting',
        lastFault: fault,
        ...(!sent && { searchedCalls: row.submissions }),
      }),
    /** The outcome is unknown; the row stays submitted, and keeps its reservation. */
    async doubted(row: store.WholesaleRow, fault: string): Promise<void> {
      if (await store.changeSubmitted(db, row, { lastFault: fault })) await endTurn(db, row, null);
    },
    /** The window passed and a search found nothing, so ordering again is considered safe. */
    notFound: (row: store.WholesaleRow) =>
      endCall(
        row,
        { status: 'waiting', doubts: row.doubts + 1, searchedCalls: row.submissions },
        { pastSeconds: windows.timeoutWindowSeconds },
      ),

    /** `paid`: what the buyer paid for this eSIM. In another currency than the charge, it shows no loss. */
    async done(tx: Tx, row: store.WholesaleRow, order: WholesaleOrder, paid: Money): Promise<boolean> {
      const { vendorOrderId } = order;
      const netCents = chargedFor(row, order);
      const change = { status: 'done', vendorOrderId, chargedNetCents: netCents } as const;
      if (!(await store.closeWholesale(tx, row.id, change))) return false;
      await settleCall(tx, row.id, { netCents: isComparable(row, paid) ? netCents : null, paidCents: paid.amount });
      return true;
    },
    isComparable,
    /** The charge of an order in cents; null when it is not stated in the currency of the quoted price. */
    chargedFor,
    async giveUp(tx: Tx, row: store.WholesaleRow): Promise<boolean> {
      const doubts = row.doubts + (row.status === 'submitted' ? 1 : 0);
      if (!(await store.closeWholesale(tx, row.id, { status: 'given_up', doubts }))) return false;
      await settleCall(tx, row.id, null);
      return true;
    },

    /**
     * Stops the delivery of a line after a refund or a dispute: no further call, and a profile from a call in progress
     * is listed, not issued.
     */
    stop: (tx: Tx, lineId: string) => store.stopByLine(tx, lineId),
    /** True for a stopped row that a search must decide if its order continues: its profiles are no strays before. */
    isUndecided: ({ status, lastFault }: Pick<store.WholesaleRow, 'status' | 'lastFault'>) =>
      status === 'stopped' && lastFault === store.LOST_TIME,
    /** Restarts the delivery with a new deadline after a won dispute. */
    restart: (tx: Tx, lineId: string) =>
      store.restartByLine(tx, lineId, new Date(clock.now().getTime() + windows.deadlineSeconds * 1000)),

    /** The end of the time in which the wholesaler may still carry out the last call; null when no call is open. */
    windowEnd(row: store.WholesaleRow): Date | null {
      return row.status === 'submitted' && row.submittedAt
        ? new Date(row.submittedAt.getTime() + windows.timeoutWindowSeconds * 1000)
        : null;
    },
    /** True when the time for searches after the deadline is over, too. */
    isHopeless: (row: store.WholesaleRow, now = clock.now().getTime()) =>
      now > row.deadline.getTime() + 2 * windows.timeoutWindowSeconds * 1000,
    /**
     * The time of the next call: after a back-off that doubles with every call, and not before `retryAfterSeconds`; at
     * the latest at the deadline, if that is in the future.
     */
    nextTry(row: store.WholesaleRow, retryAfterSeconds = 0): Date {
      const doubled = windows.firstRetrySeconds * 2 ** Math.max(0, row.submissions - 1);
      return beforeDeadline(row, Math.max(paused(doubled), retryAfterSeconds));
    },
    /** The time of the next search when no call would help: the pause equals the time waited so far. */
    nextLook: (row: store.WholesaleRow) =>
      beforeDeadline(row, paused((clock.now().getTime() - (row.submittedAt ?? row.createdAt).getTime()) / 1000)),

    /**
     * Stores a profile that must never be issued; true when it is new. It is listed on the row that ordered it, which
     * its reference states: listed elsewhere, it would stay a difference for ever. The profile that the line's row holds
     * is no stray. Runs under the order's lock.
     */
    async recordStray(
      tx: Tx,
      row: store.WholesaleRow,
      { wholesaler, vendorOrderId, reference }: At<Pick<WholesaleOrder, 'vendorOrderId' | 'reference'>>,
    ): Promise<boolean> {
      if (reference !== row.reference) throw new Error('a stray is listed on the line that ordered it');
      const current = await store.findById(tx, row.id);
      // An open row may still adopt it.
      if (!current || ['waiting', 'held', 'submitted'].includes(current.status)) return false;
      if (isOrderOf(current, { wholesaler, vendorOrderId })) return false;
      return store.insertStray(tx, { wholesaler, vendorOrderId, wholesaleOrderId: row.id, foundAt: clock.now() });
    },
    /** The orders among these that were not listed as strays. Strays may already have been claimed back. */
    async usable<T extends store.VendorOrder>(row: store.WholesaleRow, orders: readonly T[]): Promise<T[]> {
      const strays = await store.listStraysOf(db, [row.id]);
      return orders.filter((order) => !strays.some((stray) => store.isSameOrder(stray, order)));
    },
    /** True for the order that this row is done with. */
    isOrderOf,
    doubtful: (since: Date, limit = 200) => store.listDoubtful(db, since, limit),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: {
      /** Every configured wholesaler with every state, and others where they have open rows. */
      async wholesale(on: Queryable) {
        const rows = await openWholesale(on);
        const known = wholesalers
          .all()
          .flatMap(({ name }) => OPEN_STATES.map((state) => ({ wholesaler: name, state })));
        const missing = known.filter(
          ({ wholesaler, state }) => !rows.some((row) => row.wholesaler === wholesaler && row.state === state),
        );
        return [...rows, ...missing.map((each) => ({ ...each, count: 0, oldestSeconds: 0 }))];
      },
    },
    /** The wholesale rows of these orders, with their stray wholesale orders. */
    async booksOf(orderIds: string[]): Promise<(store.WholesaleRow & { strays: store.VendorOrder[] })[]> {
      const rows = await store.listByOrders(db, orderIds);
      const strays = await store.listStraysOf(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({
        ...row,
        strays: strays
          .filter((each) => each.wholesaleOrderId === row.id)
          .map(({ wholesaler, vendorOrderId }) => ({ wholesaler, vendorOrderId })),
      }));
    },
    /** Every order that the configured wholesalers have under this reference. */
    bookingsOf: books.bookingsOf,
    /** Maps those of these references that are ours to their orders. */
    async ordersOf(references: string[]): Promise<Map<string, string>> {
      const rows = await store.listByReferences(db, references);
      return new Map(rows.map(({ reference, orderId }) => [reference, orderId]));
    },
    /** True when a paid order is past every deadline and its last search. */
    isOverdue(row: store.WholesaleRow | null, paidAt: Date | null, now = clock.now().getTime()): boolean {
      const deadline = row?.deadline ?? (paidAt && new Date(paidAt.getTime() + windows.deadlineSeconds * 1000));
      return deadline !== null && now > deadline.getTime() + 3 * windows.timeoutWindowSeconds * 1000;
    },
    /** All our orders at the configured wholesalers with a list, since that day (null: since the beginning). */
    bookings: (since: Date | null) => books.list(REFERENCE_PREFIX, since),
    strays: (limit = 200) => store.listStrays(db, limit),
    /** Deletes budgets and charges that did not change for long. */
    cleanUp: () => deleteOld(db, new Date(clock.now().getTime() - keptMs('lossBudgets'))),
  };
}

const isOrderOf = (row: Pick<store.WholesaleRow, 'wholesaler' | 'vendorOrderId'>, order: store.VendorOrder) =>
  row.wholesaler === order.wholesaler && row.vendorOrderId === order.vendorOrderId;

const chargedFor = (
  { netCurrency }: Pick<store.WholesaleRow, 'netCurrency'>,
  order: Pick<WholesaleOrder, 'netPriceCents' | 'netCurrency'>,
) => (order.netCurrency === netCurrency ? order.netPriceCents : null);

/** True when what the buyer paid is in the currency of the row's net prices: otherwise there is no loss to compute. */
const isComparable = ({ netCurrency }: Pick<store.WholesaleRow, 'netCurrency'>, paid: Money) =>
  paid.currency === netCurrency;

/** Remembers when this process last called for a row, by its monotonic clock. */
function createSteps() {
  const calledAt = new Map<string, number>();
  const isTooSoon = (id: string) => performance.now() - (calledAt.get(id) ?? -Infinity) < STEP_SECONDS * 1000;
  return {
    isTooSoon,
    note(id: string): void {
      for (const known of calledAt.keys()) if (!isTooSoon(known)) calledAt.delete(known);
      calledAt.set(id, performance.now());
    },
  };
}
