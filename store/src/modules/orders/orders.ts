import type { Db, Queryable, Tx } from '../../db/database.ts';
import { foldEmail } from '../../shared/email.ts';
import { AppError } from '../../shared/errors.ts';
import { readableCode, uuidv7 } from '../../shared/ids.ts';
import { versionsInForce } from '../../shared/legal.ts';
import type { Locale } from '../../shared/locale.ts';
import { sumOf } from '../../shared/money.ts';
import { type LineStatus, MOST_LINES, type OrderStatus } from '../../shared/order-status.ts';
import type { PlanToSell } from '../catalogue/catalogue.ts';
import { deleteExpiredAccess } from './access-store.ts';
import { deliveredLines } from './line-state.ts';
import { mayResume, orderSteps } from './order-state.ts';
import { detachOwner, pseudonymiseClosed } from './forget-store.ts';
import { type AccessSettings, createOrderAccess, type Viewer } from './order-access.ts';
import { listBestSold } from './sales-store.ts';
import { endedOrders, openOrders } from './standing-store.ts';
import * as store from './store.ts';

/** Rows read at once where all are wanted. */
const PAGE = 200;

export type { EventDetail, LineRow as Line, OrderWithLines as Order } from './store.ts';

export type NewOrder = {
  idempotencyKey: string;
  lines: readonly PlanToSell[];
  email: string;
  locale: Locale;
  accountId: string | null;
  /** The total that the buyer saw, in cents, where it was sent along. */
  shownAmount?: number | undefined;
};

/** What one idempotency key stands for. */
export type OrderRequest = Pick<NewOrder, 'email' | 'locale' | 'accountId' | 'shownAmount'> & {
  planIds: readonly string[];
};

export { isPseudonym } from './forget-store.ts';
export type { OrderAccess, Viewer } from './order-access.ts';

export type Orders = ReturnType<typeof createOrders>;

/** Orders: what was bought, by whom, where it stands and who may see it. */
export function createOrders({ db, access }: { db: Db; access: AccessSettings }) {
  return {
    find: (id: string) => store.findOrder(db, id),
    /** Whose it is and when it last changed: what an event stream asks for before anything else. */
    glance: (id: string) => store.glanceAt(db, id),
    traceparentOf: (id: string) => store.traceparentOf(db, id),
    findByNumber: (number: string) => store.findByNumber(db, number),
    findByIdempotencyKey: (key: string) => store.findByIdempotencyKey(db, key),

    /**
     * Opens an order awaiting payment, with prices and facts as the catalogue has them now. The same idempotency key with the
     * same request gives the order that exists (`created` false); with another request: `idempotency-key-reused`.
     */
    async open(tx: Tx, request: NewOrder): Promise<{ order: store.OrderWithLines; created: boolean }> {
      const order = newOrder(request);
      if (await store.insertOrder(tx, order)) return { order, created: true };
      const existing = await store.findByIdempotencyKey(tx, request.idempotencyKey);
      if (!existing) throw new AppError('internal-error', { message: 'the order that holds the key is gone' });
      assertSameRequest(existing, { ...request, planIds: request.lines.map(({ plan }) => plan.id) });
      return { order: existing, created: false };
    },

    /** Throws `idempotency-key-reused` unless the order is what `request` asks for. */
    assertSameRequest,

    lock: (tx: Tx, id: string) => store.lockOrder(tx, id),

    /** Moves the order (compare-and-set) and writes its history; null when it stood where the step is not allowed. */
    move: (tx: Queryable, id: string, to: OrderStatus, detail?: store.EventDetail) =>
      store.moveOrder(tx, id, to, detail),

    /**
     * Moves a paid order to the state that was computed for it (`orderStatusOf`). Throws when the transition table does not allow
     * it, and the transaction is undone. `detailOf` says what the history notes of each step.
     */
    async follow(
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
        if (!isMoved) throw new AppError('internal-error', { message: `order ${id} can't become ${step}` });
      }
    },

    findLine: (id: string) => store.findLine(db, id),
    /** The lines whose eSIMs their buyer may see. */
    deliveredLines: (order: store.OrderWithLines) => deliveredLines(order),
    /** Moves a line (compare-and-set); null when it stood where the step is not allowed. Under the order's lock. */
    moveLine: (tx: Tx, id: string, to: LineStatus, detail?: store.EventDetail) => store.moveLine(tx, id, to, detail),
    /** The same where the step must be possible: throws, and the transaction is undone. */
    async mustMoveLine(tx: Tx, id: string, to: LineStatus, detail?: store.EventDetail): Promise<void> {
      if ((await store.moveLine(tx, id, to, detail)) !== null) return;
      throw new AppError('internal-error', { message: `line ${id} can't become ${to}` });
    },

    /** Writes a line into the order's history. */
    note: (tx: Queryable, id: string, kind: string, detail?: store.EventDetail) =>
      store.insertEvent(tx, id, kind, detail),

    history: (id: string) => store.listEvents(db, id),
    /** One page of an account's orders, newest first. */
    listFor: (account: NonNullable<Viewer['account']>, page: store.OrderPage) =>
      store.listForAccount(db, account, page),
    /** Every order of an account, newest first. */
    async allFor(account: NonNullable<Viewer['account']>): Promise<store.OrderWithLines[]> {
      const all: store.OrderWithLines[] = [];
      for (;;) {
        const page = await store.listForAccount(db, account, { before: all.at(-1)?.id, limit: PAGE });
        all.push(...page);
        if (page.length < PAGE) return all;
      }
    },
    listByStatus: (statuses: readonly OrderStatus[], limit = 100) => store.listByStatus(db, statuses, { limit }),
    /** Ids of real orders that changed since an instant (null: all of them), in pages by id. */
    changedIds: (page: { since: Date | null; after: string | null; limit: number }) => store.listChangedIds(db, page),
    findMany: (ids: string[]) => store.listByIds(db, ids),
    countByStatus: () => store.countByStatus(db),
    /** Destinations by how many eSIMs were paid for since an instant and not given back, the most first. */
    bestSold: (wanted: { since: Date; limit: number }) => listBestSold(db, wanted),
    /**
     * Takes the deleted account out of its orders and, where they are provably its owner's and nothing is to come any more,
     * the address; amounts and dates stay. Answers the orders whose address is gone.
     */
    async forgetOwner(tx: Tx, account: { id: string; verifiedEmail: string | null }): Promise<string[]> {
      await detachOwner(tx, account.id, account.verifiedEmail === null ? null : foldEmail(account.verifiedEmail));
      return pseudonymiseClosed(tx, account.id);
    },
    /** The same for orders that were still on their way when their owner left. Answers those whose address is gone now. */
    forgetClosed: (tx: Tx) => pseudonymiseClosed(tx),
    changeEmail: (tx: Tx, id: string, email: string) =>
      store.updateEmail(tx, id, { email, emailKey: foldEmail(email) }),

    ...createOrderAccess({ db, settings: access }),
    /** Deletes cookies and links that open nothing any more. */
    cleanUp: () => deleteExpiredAccess(db),
    /** What stands where, for the metrics: each reads on the connection that it is given. */
    standing: { open: openOrders, ended: endedOrders },
  };
}

function newOrder(request: NewOrder): store.OrderWithLines {
  if (request.lines.length > MOST_LINES)
    throw new AppError('internal-error', { message: 'an order of too many lines' });
  const now = new Date();
  const id = uuidv7();
  const total = sumOf(request.lines.map(({ plan }) => plan.price));
  return {
    id,
    number: readableCode(),
    status: 'pending_payment',
    idempotencyKey: request.idempotencyKey,
    accountId: request.accountId,
    accountVia: request.accountId === null ? null : 'checkout',
    accountSince: null,
    email: request.email,
    emailKey: foldEmail(request.email),
    locale: request.locale,
    totalAmount: total.amount,
    currency: total.currency,
    deviceConfirmedAt: now,
    acceptedTexts: { ...versionsInForce(), locale: request.locale },
    acceptedAt: now,
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    fulfilledAt: null,
    lines: store.someLines(
      request.lines.map(({ plan, packageId, name, flag, activation }, position) => ({
        id: uuidv7(),
        orderId: id,
        position,
        status: 'waiting',
        planId: plan.id,
        offerSlug: plan.offerSlug,
        packageId,
        name,
        flag,
        dataMb: plan.dataMb,
        unlimited: plan.unlimited,
        days: plan.days,
        activation,
        unitAmount: plan.price.amount,
        quantity: 1,
      })),
    ),
  };
}

function assertSameRequest(order: store.OrderWithLines, request: OrderRequest): void {
  // Somebody who ordered as a guest and signed in before trying again still means the same order.
  const sameBuyer = order.accountId === null || order.accountId === request.accountId;
  const sameAmount = request.shownAmount === undefined || request.shownAmount === order.totalAmount;
  const samePlans =
    order.lines.length === request.planIds.length &&
    order.lines.every(({ planId }, at) => planId === request.planIds[at]);
  const same =
    samePlans &&
    order.emailKey === foldEmail(request.email) &&
    order.locale === request.locale &&
    sameAmount &&
    sameBuyer;
  if (!same) throw new AppError('idempotency-key-reused', { field: 'idempotencyKey' });
}
