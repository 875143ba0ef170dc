import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { budgetsOfToday, listLosses } from './loss-store.ts';
import { openWholesale } from './standing-store.ts';
import * as store from './store.ts';
import { listTries } from './tries-store.ts';
import { listBreakers } from './breaker-store.ts';
import { movedOnLastDay, strayCounts } from './wholesaler-standing-store.ts';

export type DeliveryBook = ReturnType<typeof createDeliveryBook>;

const DAY_MS = 86_400_000;

/**
 * Our books of wholesale orders, without what needs a wholesaler: reading them, and what the money of an order, or an
 * operator, decides. `deadlineSeconds`: how long a delivery that starts again is tried.
 */
export function createDeliveryBook({ db, clock, deadlineSeconds }: { db: Db; clock: Clock; deadlineSeconds: number }) {
  return {
    listByOrder: (orderId: string) => store.listByOrders(db, [orderId]),
    listByOrders: (orderIds: string[]) => store.listByOrders(db, orderIds),
    /** The sources of these rows that had their turn, the first asked first. */
    triesOf: (rowIds: string[], on: Queryable = db) => listTries(on, rowIds),
    /**
     * Stops the delivery of a line after a refund or a dispute: no further call, and a profile from a call in progress
     * is listed, not issued.
     */
    stop: (tx: Tx, lineId: string) => store.stopByLine(tx, lineId),
    /** Restarts the delivery with a new deadline after a won dispute. */
    restart: (tx: Tx, lineId: string) =>
      store.restartByLine(tx, lineId, new Date(clock.now().getTime() + deadlineSeconds * 1000)),
    /** An operator accepts the price for which the line is held. Null when it is not held. */
    release: (tx: Tx, lineId: string) => store.releaseHeld(tx, lineId),
    /** What our rows say about each wholesaler that they name. */
    async standings() {
      const [breakers, open, movedOn, strays] = await Promise.all([
        listBreakers(db),
        openWholesale(db),
        movedOnLastDay(db),
        strayCounts(db),
      ]);
      return { breakers, open, movedOn, strays };
    },
    /** Held lines, nearest deadline first. */
    held: (limit = 1_000) => store.listHeld(db, limit),
    strays: (limit = 200) => store.listStrays(db, limit),
    /** The budgets of the current day, one for each currency in which something was lost or reserved. */
    budgetsOfToday: () => budgetsOfToday(db),
    /**
     * Delivered lines of these days that may have cost more than their buyer paid, newest first: those whose loss counted
     * on a limit, and those whose price an operator accepted.
     */
    lossesOfDays: (days: number, limit = 1_000) =>
      listLosses(db, new Date(clock.now().getTime() - days * DAY_MS), limit),
  };
}
