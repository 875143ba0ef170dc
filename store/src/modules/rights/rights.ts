import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import {
  isOpenRefundRequest,
  type LossState,
  OPEN_REFUND_REQUESTS,
  type RefundRequestState,
} from '../../shared/refund-request.ts';
import * as losses from './loss-store.ts';
import * as store from './store.ts';

export type { LossRow as OpenLoss } from './loss-store.ts';
export type { RequestRow as RefundRequest } from './store.ts';
export type { SeenUse } from './schema.ts';

export type RightsBook = ReturnType<typeof createRightsBook>;

/** What is new of a request; the rest is as for one that nobody has decided. */
export type NewRequest = Pick<
  store.RequestRow,
  'orderId' | 'lineId' | 'kind' | 'reason' | 'seen' | 'state' | 'why' | 'askedVia' | 'amount' | 'kept' | 'profile'
> &
  Partial<Pick<store.RequestRow, 'mailbox' | 'place' | 'period' | 'words' | 'answerBy' | 'refundId'>>;

export type NewLoss = Pick<
  losses.LossRow,
  'orderId' | 'lineId' | 'wholesaler' | 'vendorOrderId' | 'netCents' | 'netCurrency' | 'claimRef' | 'mayWork'
>;

/**
 * What buyers ask back for lines, and what refunded profiles cost that were not taken back. Requests change under the lock
 * of their order.
 */
export function createRightsBook({ db, clock }: { db: Db; clock: Clock }) {
  return {
    find: (id: string, on: Queryable = db) => store.findRequest(on, id),
    /** Newest first. */
    ofOrders: (orderIds: readonly string[], on: Queryable = db) => store.requestsOf(on, orderIds),
    inStates: (states: readonly RefundRequestState[], limit: number) => store.listInStates(db, states, limit),
    /** Those that await a person, and those on their way; oldest first. */
    open: (limit: number) => store.listInStates(db, OPEN_REFUND_REQUESTS, limit),
    unfinished: (unchangedSince: Date, limit: number) => store.listUnfinished(db, unchangedSince, limit),
    isOpen: isOpenRefundRequest,

    /** Null when the line has an open one. */
    async insert(tx: Tx, wanted: NewRequest): Promise<store.RequestRow | null> {
      const now = clock.now();
      const row = { ...NOT_DECIDED, ...wanted, id: uuidv7(), createdAt: now, updatedAt: now };
      return (await store.insertRequest(tx, row)) ? row : null;
    },
    move: store.moveRequest,
    setProfile: store.updateProfile,
    markReturning: (id: string) => store.markReturning(db, id, clock.now()),

    /** How many lines of these orders, or in the name of this mailbox, were refunded by oneself in the last days. */
    countByOneself: (on: Queryable, of: store.Counted, days: number) =>
      store.countByOneself(on, of, new Date(clock.now().getTime() - days * 86_400_000)),
    lockKeys: store.lockKeys,
    /** Removes what the buyers of these orders wrote, and what was answered. */
    forget: (tx: Tx, orderIds: readonly string[]) => store.forgetWords(tx, orderIds),

    addLoss: (tx: Tx, loss: NewLoss) => {
      const now = clock.now();
      const state: LossState = loss.claimRef === null ? 'open' : 'claimed';
      return losses.insertLoss(tx, { ...loss, id: uuidv7(), state, createdAt: now, updatedAt: now });
    },
    findLoss: (id: string, on: Queryable = db) => losses.findLoss(on, id),
    /** Losses that are not settled, oldest first. */
    openLosses: (limit: number) => losses.listLosses(db, ['open', 'claimed'], limit),
    moveLoss: losses.moveLoss,
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: { requests: store.openRequests, overdue: store.overdueRequests },
  };
}

const NOT_DECIDED = {
  mailbox: null,
  place: null,
  period: null,
  words: null,
  answerBy: null,
  answer: null,
  decidedBy: null,
  refundId: null,
  returnedSince: null,
};
