import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Currency } from '../../shared/money.ts';
import { keptMs } from '../../shared/retention.ts';
import { createCalls } from './calls.ts';
import { createDeliveryBook } from './delivery-book.ts';
import { deleteOld, differedAt, type PackageOf } from './loss-store.ts';
import { findHinted } from './hint-store.ts';
import { createSchedule, type FulfilmentWindows } from './schedule.ts';
import { createTurns } from './turns.ts';
import { listTries } from './tries-store.ts';
import { createStrays } from './strays.ts';
import { isSameSource } from './next-source.ts';
import * as store from './store.ts';
import { type AddedTo, type At, createWholesaleBooks } from './wholesale-books.ts';
import { OPEN_STATES, openWholesale } from './standing-store.ts';
import type { WholesaleHint, WholesaleOrder } from './wholesaler.ts';
import type { Wholesalers } from './wholesalers.ts';
import { breakerStates, skippedWholesalers } from './wholesaler-standing-store.ts';

export { doubtRows } from './store.ts';
export { STEP_SECONDS } from './calls.ts';
export { createDeliveryBook, type DeliveryBook } from './delivery-book.ts';
export type { WholesaleRow } from './store.ts';
export type { Try } from './tries-store.ts';
export type { AddedTo, At } from './wholesale-books.ts';

/** Prefix of our references: wholesale orders without it are not ours. */
const REFERENCE_PREFIX = 'cairn-';

/** A source of a plan: a package of a wholesaler, and the currency of its net price. */
type Source = PackageOf & { netCurrency: Currency };

const referenceOf = (lineId: string) => REFERENCE_PREFIX + lineId;

export type Fulfilment = ReturnType<typeof createFulfilment>;

type Ports = {
  db: Db;
  wholesalers: Wholesalers;
  windows: FulfilmentWindows;
  clock: Clock;
  /** The last time at which the database lost commits; null: never. Holds that answer until the transaction ends. */
  lostTimeAt: (tx: Tx) => Promise<Date | null>;
};

/**
 * The store's orders at the wholesalers, which have no idempotency key. The row decides which process may call, is
 * written before the call, and stays "submitted" until the outcome is known
 * (docs/decisions/0003-wholesale-exactly-once.md).
 */
export function createFulfilment(ports: Ports) {
  const { db, wholesalers, windows, clock } = ports;
  return {
    ...createDeliveryBook({ db, clock, deadlineSeconds: windows.deadlineSeconds }),
    ...createSchedule(ports),
    ...createCalls(ports),
    ...createStrays(ports),
    /** The row that a message of this wholesaler names; null also for one that has not dealt with it. */
    hintedRow: (wholesaler: string, hint: WholesaleHint) => findHinted(db, wholesaler, hint),
    ...createTurns(ports),
    ...createSearches(ports),
    findByLine: (lineId: string, on: Queryable = db) => store.findByLine(on, lineId),
    findRow: (tx: Tx, id: string) => store.findById(tx, id),

    /**
     * Creates the row of a line, which is delivered from this source; the deadline counts from now. An order from before
     * the database lost time may have been delivered in that time, so its row starts as submitted: the reference is
     * searched for before anything is ordered. `acceptedNetCents`: the net price that an operator accepted beforehand.
     */
    async begin(
      tx: Tx,
      line: { id: string; orderId: string },
      source: Source,
      { orderedAt, acceptedNetCents = null }: { orderedAt: Date; acceptedNetCents?: number | null },
    ): Promise<void> {
      const now = clock.now();
      const lostAt = await ports.lostTimeAt(tx);
      const isDoubtful = lostAt !== null && orderedAt < lostAt;
      const row = newRow(line, source, { now, orderedAt, isDoubtful, ...windows });
      await store.insertWholesale(tx, { ...row, acceptedNetCents });
    },
    /** After the database's time was set back: no open row waits for a time that a row of now would not wait for. */
    fitTimes: () => store.fitTimes(db, windows.deadlineSeconds),

    /** True when the merchant lets the store confirm cheap replacements by itself. */
    replacesByRule: windows.maxReplacementLossCents > 0,
    /** When a charge of this package last differed from its quoted price; null: never. */
    differedAt: (row: store.WholesaleRow) => differedAt(db, row),
    /**
     * True for a stopped row whose outcome a search at the wholesaler must decide if its order continues. Until then its
     * profiles are not recorded as strays.
     */
    isUndecided: ({ status, lastFault }: Pick<store.WholesaleRow, 'status' | 'lastFault'>) =>
      status === 'stopped' && lastFault === store.LOST_TIME,

    doubtful: (since: Date, limit = 200) => store.listDoubtful(db, since, limit),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: {
      wholesale: (on: Queryable) => openOrders(wholesalers, on),
      breakers: (on: Queryable) => breakerStates(wholesalers, on),
    },
    skippedWholesalers: () => skippedWholesalers(wholesalers, db),
    /** The wholesale rows of these orders, with their stray wholesale orders. */
    booksOf: (orderIds: string[], on: Queryable = db) => booksOf(on, orderIds),
    /** Maps those of these references that are ours to their orders. */
    async ordersOf(references: string[]): Promise<Map<string, string>> {
      const rows = await store.listByReferences(db, references);
      return new Map(rows.map(({ reference, orderId }) => [reference, orderId]));
    },
    /** Deletes budgets and charges that did not change for long. */
    cleanUp: () => deleteOld(db, new Date(clock.now().getTime() - keptMs('lossBudgets'))),
  };
}

/** What can be asked of the wholesalers about our orders. */
function createSearches({ db, wholesalers }: Pick<Ports, 'db' | 'wholesalers'>) {
  const books = createWholesaleBooks(wholesalers);
  return {
    wholesalers,
    /** The wholesaler of a row. Throws `not-configured`. */
    wholesalerOf: books.of,
    /** True when the wholesaler of this row can be asked. */
    isConfigured: ({ wholesaler }: Pick<store.WholesaleRow, 'wholesaler'>) => wholesalers.find(wholesaler) !== null,
    /** False when the wholesaler of this row has no list of its orders, or none of those that add a plan. */
    isListed: ({ wholesaler }: Pick<store.WholesaleRow, 'wholesaler'>, { isAdded }: { isAdded: boolean }) => {
      const capabilities = wholesalers.find(wholesaler)?.capabilities;
      return capabilities?.listsBookings !== false && !(isAdded && capabilities?.listsAddedPlans === false);
    },
    /**
     * Every order with the reference of this row, at the wholesaler of the row and at those that were asked before it. After
     * lost time the line may have been ordered from any source, so every wholesaler is asked. That "nothing" is found
     * needs the answer of the row's wholesaler, and of all after lost time: those that were asked before have proved that
     * they hold nothing. `addedTo`: the profile to which the line adds a plan; null: it makes one. Throws `not-configured`,
     * or a `WholesaleErrorCode`.
     */
    async search(row: store.WholesaleRow, addedTo: AddedTo | null): Promise<At<WholesaleOrder>[]> {
      const own = books.of(row);
      const tries = (await listTries(db, [row.id])).filter(({ askedAt }) => askedAt !== null);
      const owing = row.lastFault === store.LOST_TIME ? wholesalers.all() : [own];
      const before = wholesalers.all().filter((each) => tries.some(({ wholesaler }) => wholesaler === each.name));
      return books.search(row.reference, {
        owing,
        others: before.filter((each) => !owing.includes(each)),
        known: ({ name }) => ({
          since: row.orderedAt,
          addedTo: addedTo?.wholesaler === name ? addedTo : null,
          vendorOrderId:
            tries.find(({ wholesaler, vendorOrderId }) => wholesaler === name && vendorOrderId !== null)
              ?.vendorOrderId ?? null,
        }),
      });
    },
    /** True while it is unknown from which source the line was ordered in a time that the database lost. */
    isAfterLostTime: ({ lastFault }: Pick<store.WholesaleRow, 'lastFault'>) => lastFault === store.LOST_TIME,
    /** True when the line was ordered from this package: a profile of it fulfils the line. */
    async wasAsked(tx: Queryable, row: store.WholesaleRow, source: PackageOf): Promise<boolean> {
      if (isSameSource(row, source)) return true;
      const tries = await listTries(tx, [row.id]);
      return tries.some((each) => each.askedAt !== null && isSameSource(each, source));
    },
    /** The wholesaler's reference of a line. */
    referenceOf,
    /** Every order that the configured wholesalers have under this reference. */
    bookingsOf: books.bookingsOf,
    /** All our orders at the configured wholesalers with a list, since that day (null: since the beginning). */
    bookings: (since: Date | null) => books.list(REFERENCE_PREFIX, since),
  };
}

/** The row of a line without a call. A doubtful one is searched for first. */
function newRow(
  line: { id: string; orderId: string },
  source: Source,
  {
    now,
    orderedAt,
    isDoubtful,
    deadlineSeconds,
  }: { now: Date; orderedAt: Date; isDoubtful: boolean; deadlineSeconds: number },
): store.WholesaleRow {
  return {
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
    orderedAt,
    deadline: new Date(now.getTime() + deadlineSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  };
}

/** Every configured wholesaler with every open state, and others where they have open rows. */
async function openOrders(wholesalers: Wholesalers, on: Queryable) {
  const rows = await openWholesale(on);
  const known = wholesalers.all().flatMap(({ name }) => OPEN_STATES.map((state) => ({ wholesaler: name, state })));
  const missing = known.filter(
    ({ wholesaler, state }) => !rows.some((row) => row.wholesaler === wholesaler && row.state === state),
  );
  return [...rows, ...missing.map((each) => ({ ...each, count: 0, oldestSeconds: 0 }))];
}

async function booksOf(
  db: Queryable,
  orderIds: string[],
): Promise<(store.WholesaleRow & { strays: store.VendorOrder[] })[]> {
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
}
