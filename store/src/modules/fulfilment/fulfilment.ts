import type { Db, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import * as store from './store.ts';
import { openWholesale } from './standing-store.ts';
import type { WholesaleBooking, WholesaleOrder, Wholesaler } from './wholesaler.ts';

export type { WholesaleRow } from './store.ts';

/** What our references start with: orders without it are none of ours. */
const REFERENCE_PREFIX = 'cairn-';

const referenceOf = (lineId: string) => REFERENCE_PREFIX + lineId;

export type Fulfilment = ReturnType<typeof createFulfilment>;

export type FulfilmentWindows = {
  /** After a call of unknown outcome: how long the wholesaler may still carry it out. */
  timeoutWindowSeconds: number;
  deadlineSeconds: number;
  firstRetrySeconds: number;
  longestRetrySeconds: number;
  /** How old a net price may be that is looked at before ordering. */
  priceMaxAgeMinutes: number;
  /** How much more than the buyer paid an eSIM may cost us. */
  maxLossCents: number;
};

/**
 * What we asked the wholesaler for. The vendor has no idempotency key, so the row decides who may call, is written before
 * the call, and stands as "submitted" until its outcome is known (docs/decisions/0003-wholesale-exactly-once.md).
 */
export function createFulfilment({
  db,
  wholesaler,
  windows,
  restoredAt,
}: {
  db: Db;
  wholesaler: Wholesaler;
  windows: FulfilmentWindows;
  /** When the database was restored from a backup; null: never. */
  restoredAt: Date | null;
}) {
  const paused = (seconds: number) =>
    Math.min(Math.max(seconds, windows.firstRetrySeconds), windows.longestRetrySeconds);

  function beforeDeadline({ deadline }: store.WholesaleRow, pauseSeconds: number): Date {
    const now = Date.now();
    const at = now + pauseSeconds * 1000;
    return new Date(deadline.getTime() > now ? Math.min(at, deadline.getTime()) : at);
  }

  return {
    wholesaler,
    /** What the wholesaler knows a line by. */
    referenceOf,
    findByLine: (lineId: string) => store.findByLine(db, lineId),
    listByOrder: (orderId: string) => store.listByOrders(db, [orderId]),

    /**
     * Starts the row of a line; the deadline counts from now. An order from before a restore may have been delivered after
     * the backup: its row starts as submitted, so that the reference is searched for before anything is ordered.
     */
    async begin(tx: Tx, line: { id: string; orderId: string; packageId: string }, orderedAt: Date): Promise<void> {
      const now = new Date();
      const isDoubtful = restoredAt !== null && orderedAt < restoredAt;
      await store.insertWholesale(tx, {
        id: uuidv7(),
        orderId: line.orderId,
        lineId: line.id,
        reference: referenceOf(line.id),
        packageId: line.packageId,
        status: isDoubtful ? 'submitted' : 'waiting',
        submissions: 0,
        doubts: 0,
        submittedAt: isDoubtful ? now : null,
        lastFault: null,
        quotedNetCents: null,
        acceptedNetCents: null,
        chargedNetCents: null,
        vendorOrderId: null,
        deadline: new Date(now.getTime() + windows.deadlineSeconds * 1000),
        createdAt: now,
        updatedAt: now,
      });
    },

    claim: (row: store.WholesaleRow, quotedNetCents: number) => store.claimSubmission(db, row.id, quotedNetCents),

    /** From when a net price counts: young enough, and read after a refusal that a new price may explain. */
    priceSince(row: store.WholesaleRow): Date {
      const young = Date.now() - windows.priceMaxAgeMinutes * 60_000;
      const refusedAt = row.lastFault === 'insufficient-credit' ? (row.submittedAt?.getTime() ?? 0) : 0;
      return new Date(Math.max(young, refusedAt));
    },
    /** True when an eSIM at this price loses no more than we accept, or than a person accepted for this order. */
    isAcceptable: (row: Pick<store.WholesaleRow, 'acceptedNetCents'>, netCents: number, paidCents: number) =>
      netCents - paidCents <= windows.maxLossCents || netCents <= (row.acceptedNetCents ?? 0),
    /** Not ordered at this price: held. */
    hold: (row: store.WholesaleRow, netCents: number) =>
      store.changeUnsubmitted(db, row.id, { status: 'held', lastFault: 'price-too-high', quotedNetCents: netCents }),
    /** Not ordered: its price is unknown. */
    priceUnknown: (row: store.WholesaleRow) => store.changeUnsubmitted(db, row.id, { lastFault: 'price-unknown' }),

    /** The vendor proved that nothing was ordered: the next call may follow after a pause. */
    refused: (row: store.WholesaleRow, fault: string) =>
      store.changeSubmitted(db, row, { status: 'waiting', lastFault: fault }),
    /** The outcome is unknown; the row stays submitted. */
    doubted: (row: store.WholesaleRow, fault: string) => store.changeSubmitted(db, row, { lastFault: fault }),
    /** The window passed and a search found nothing: ordering again is as safe as it gets. */
    notFound: (row: store.WholesaleRow) =>
      store.changeSubmitted(db, row, { status: 'waiting', doubts: row.doubts + 1 }),

    done: (tx: Tx, row: store.WholesaleRow, order: WholesaleOrder) =>
      store.closeWholesale(tx, row.id, {
        status: 'done',
        vendorOrderId: order.vendorOrderId,
        chargedNetCents: order.netPriceCents,
      }),
    giveUp: (tx: Tx, row: store.WholesaleRow) =>
      store.closeWholesale(tx, row.id, {
        status: 'given_up',
        doubts: row.doubts + (row.status === 'submitted' ? 1 : 0),
      }),

    /** A refund or a dispute ends the delivery of a line: no further call, and what one under way brings is listed, not issued. */
    stop: (tx: Tx, lineId: string) => store.stopByLine(tx, lineId),
    /** Delivery goes on, with a new deadline, after a dispute that was won. */
    restart: (tx: Tx, lineId: string) =>
      store.restartByLine(tx, lineId, new Date(Date.now() + windows.deadlineSeconds * 1000)),

    /** When the wholesaler can no longer carry out the last call; null when no call is open. */
    windowEnd(row: store.WholesaleRow): Date | null {
      return row.status === 'submitted' && row.submittedAt
        ? new Date(row.submittedAt.getTime() + windows.timeoutWindowSeconds * 1000)
        : null;
    },
    /** True when even searching has had its time after the deadline. */
    isHopeless: (row: store.WholesaleRow, now = Date.now()) =>
      now > row.deadline.getTime() + 2 * windows.timeoutWindowSeconds * 1000,
    /**
     * When to try again: after a pause that doubles with every call, and after `retryAfterSeconds` where the wholesaler
     * asks for them; at the deadline at the latest, while that is still to come.
     */
    nextTry(row: store.WholesaleRow, retryAfterSeconds = 0): Date {
      const doubled = windows.firstRetrySeconds * 2 ** Math.max(0, row.submissions - 1);
      return beforeDeadline(row, Math.max(paused(doubled), retryAfterSeconds));
    },
    /** When to look again at what no further call changes: after a pause as long as it has waited already. */
    nextLook: (row: store.WholesaleRow) =>
      beforeDeadline(row, paused((Date.now() - (row.submittedAt ?? row.createdAt).getTime()) / 1000)),

    /**
     * Writes a profile down that must never be issued; true when it is new. The one that the line's row holds is no stray.
     * Under the order's lock.
     */
    async recordStray(tx: Tx, row: store.WholesaleRow, order: Pick<WholesaleOrder, 'vendorOrderId'>): Promise<boolean> {
      const { vendorOrderId } = order;
      const current = await store.findById(tx, row.id);
      // An open row may still take it.
      if (!current || ['waiting', 'held', 'submitted'].includes(current.status)) return false;
      if (current.vendorOrderId === vendorOrderId) return false;
      return store.insertStray(tx, { vendorOrderId, wholesaleOrderId: row.id, foundAt: new Date() });
    },
    /** The orders among these that were not listed as strays: those may have been claimed back by now. */
    async usable(row: store.WholesaleRow, orders: readonly WholesaleOrder[]): Promise<WholesaleOrder[]> {
      const strays = await store.straysOf(db, row.id);
      return orders.filter(({ vendorOrderId }) => !strays.includes(vendorOrderId));
    },
    doubtful: (since: Date, limit = 200) => store.listDoubtful(db, since, limit),
    /** What stands where, for the metrics: each reads on the connection that it is given. */
    standing: { wholesale: openWholesale },
    /** What was asked for, for each of these orders, with the wholesale orders that are listed as strays. */
    async booksOf(orderIds: string[]): Promise<(store.WholesaleRow & { strays: string[] })[]> {
      const rows = await store.listByOrders(db, orderIds);
      const strays = await store.listStraysOf(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({
        ...row,
        strays: strays.filter((each) => each.wholesaleOrderId === row.id).map(({ vendorOrderId }) => vendorOrderId),
      }));
    },
    /** Every order that the wholesaler has under this reference. */
    async bookingsOf(reference: string): Promise<WholesaleBooking[]> {
      const found = await wholesaler.bookings(reference, null);
      return found.filter((each) => each.reference === reference);
    },
    /** Reference → order, for those of these references that are ours. */
    async ordersOf(references: string[]): Promise<Map<string, string>> {
      const rows = await store.listByReferences(db, references);
      return new Map(rows.map(({ reference, orderId }) => [reference, orderId]));
    },
    /** True when a paid order has waited beyond every deadline and its last search. */
    isOverdue(row: store.WholesaleRow | null, paidAt: Date | null, now = Date.now()): boolean {
      const deadline = row?.deadline ?? (paidAt && new Date(paidAt.getTime() + windows.deadlineSeconds * 1000));
      return deadline !== null && now > deadline.getTime() + 3 * windows.timeoutWindowSeconds * 1000;
    },
    /** Every order of ours that the wholesaler has, made since that day (null: ever). */
    bookings: (since: Date | null) => wholesaler.bookings(REFERENCE_PREFIX, since),
    strays: (limit = 200) => store.listStrays(db, limit),
  };
}
