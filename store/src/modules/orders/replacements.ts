import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { AppError } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Currency } from '../../shared/money.ts';
import { isOpenReplacement, OPEN_REPLACEMENTS, type ReplacementReason } from '../../shared/replacement.ts';
import * as store from './replacement-store.ts';
import type { LineRow } from './store.ts';

/** What is left of a plan: 0 MB for an unlimited one. */
export type Rest = { leftMb: number; leftDays: number; endsAt: Date | null };

/** The plan that covers a rest, and its source and net price as last read. */
export type ChosenPlan = {
  planId: string;
  wholesaler: string;
  packageId: string;
  dataMb: number;
  days: number;
  netCents: number | null;
  netCurrency: Currency;
};

export type NewReplacement = {
  line: LineRow;
  esimId: string;
  reason: ReplacementReason;
  askedBy: 'buyer' | 'operator';
  rest: Rest;
  plan: ChosenPlan;
  /** True when the merchant's rule confirms it at once. */
  byRule: boolean;
};

/** Requests for a new eSIM in place of a delivered one. Their states change under the lock of their order. */
export function createReplacementBook({ db, clock }: { db: Db; clock: Clock }) {
  return {
    find: (id: string, on: Queryable = db) => store.findReplacement(on, id),
    /** Newest first. */
    ofOrders: (orderIds: readonly string[], on: Queryable = db) => store.replacementsOf(on, orderIds),
    /** Those that await a person, and those that are confirmed and not done, oldest first. */
    open: (limit: number) => store.listInStates(db, OPEN_REPLACEMENTS, limit),
    approved: (limit: number) => store.listInStates(db, ['approved'], limit),
    openLines: (limit: number) => store.openReplacementLines(db, limit),

    /** Null when the eSIM is being replaced, or was replaced. */
    async request(tx: Tx, wanted: NewReplacement): Promise<store.ReplacementRow | null> {
      const row = newRow(wanted, clock.now());
      return (await store.insertReplacement(tx, row)) ? row : null;
    },
    /** A person confirms it, at its net price. Null when it does not await one. */
    approve: (tx: Tx, id: string) => store.moveReplacement(tx, id, ['requested'], { state: 'approved' }),
    refuse: (tx: Tx, id: string) => store.moveReplacement(tx, id, ['requested'], { state: 'refused' }),
    /** The buyer withdraws it. Null when a person has confirmed it. */
    withdraw: (tx: Tx, id: string) => store.moveReplacement(tx, id, ['requested'], { state: 'withdrawn' }),
    fail: (tx: Tx, id: string, fault: string) =>
      store.moveReplacement(tx, id, ['approved'], { state: 'failed', fault }),

    /** The old eSIM has ended: adds the line that delivers the new one. Null when it is not confirmed. */
    async deliver(
      tx: Tx,
      { id }: Pick<store.ReplacementRow, 'id'>,
      bought: LineRow,
      oldProfile: NonNullable<store.ReplacementRow['oldProfile']>,
    ): Promise<string | null> {
      const moved = await store.moveReplacement(tx, id, ['approved'], { state: 'delivering', oldProfile });
      if (!moved) return null;
      await store.addLine(tx, lineOf(moved, bought));
      return moved.id;
    },
    isOpen: isOpenReplacement,
  };
}

function newRow(
  { line, esimId, reason, askedBy, rest, plan, byRule }: NewReplacement,
  now: Date,
): store.ReplacementRow {
  return {
    id: uuidv7(),
    orderId: line.orderId,
    lineId: line.id,
    esimId,
    reason,
    askedBy,
    state: byRule ? 'approved' : 'requested',
    ...rest,
    ...plan,
    byRule,
    oldProfile: null,
    fault: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The line of a replacement has its id: after a restore from before the delivery, its wholesale order is found again. */
function lineOf({ id, planId, wholesaler, packageId, dataMb, days, esimId }: store.ReplacementRow, bought: LineRow) {
  if (bought.purpose === 'replacement') throw new AppError('internal-error', { message: 'this line was not bought' });
  const { orderId, offerSlug, placeSlug, name, flag, unlimited, activation } = bought;
  return {
    id,
    orderId,
    planId,
    offerSlug,
    placeSlug,
    wholesaler,
    packageId,
    name,
    flag,
    dataMb,
    unlimited,
    days,
    activation,
    unitAmount: 0,
    keptAmount: 0,
    purpose: 'replacement' as const,
    esimId,
    replaces: bought.id,
    taxCountry: null,
    taxRateBp: null,
    taxAmount: null,
  };
}
