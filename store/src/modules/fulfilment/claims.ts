import type { Db, Tx } from '../../db/database.ts';
import * as losses from './loss-store.ts';
import * as store from './store.ts';
import { endTurn, noteAsked } from './tries-store.ts';

/** Limits of the loss (net price minus what the buyer paid), in cents of the currency of both, each currency by itself. */
export type LossLimits = {
  /** Of one eSIM. */
  maxLossCents: number;
  /** Of one eSIM in place of another one, which the merchant's rule confirmed; 0: a person confirms each. */
  maxReplacementLossCents: number;
  /** Of one order. */
  maxOrderLossCents: number;
  /** Of one package in a day. */
  maxPackageLossCents: number;
  /** Of the store in a day, in UTC. */
  maxDayLossCents: number;
  /** ESIMs that may be ordered in a day, in UTC; undefined: any number. */
  maxDayOrders?: number | undefined;
  /** How long a call that shows the price of its package goes alone. A slow wholesaler must not stop a package. */
  priceProofSeconds: number;
  /** How long one call may take. The other lines of its order and package wait for its end. */
  callTimeoutSeconds: number;
};

/** The limit that a call would exceed, as the fault of its row. */
export type LimitFault =
  | 'price-too-high'
  | 'order-loss-limit'
  | 'package-loss-limit'
  | 'day-loss-limit'
  | 'day-order-limit';

/**
 * `claimed`: the call is on record and may be made. `held`: a limit would be exceeded. `wait`: another call of
 * this package shows its price first. `taken`: another process has the row, or an operator released it meanwhile.
 */
export type Claim =
  | { kind: 'claimed'; row: store.WholesaleRow }
  | { kind: 'held'; fault: LimitFault }
  | { kind: 'wait' }
  | { kind: 'taken' };

/** After a charge as quoted, calls of this package are made side by side for this long. */
const CONFIRMED_SECONDS = 60;

/** The keys of the budgets on which a loss counts. */
const keysOf = (
  { orderId, wholesaler, packageId }: Pick<store.WholesaleRow, 'orderId' | 'wholesaler' | 'packageId'>,
  day: string,
) => ({
  order: `order:${orderId}`,
  package: `package:${wholesaler}:${packageId}:${day}`,
  day: `day:${day}`,
});

/** True when an operator accepted this price for the row; its loss then counts on no limit. */
const isAccepted = ({ acceptedNetCents }: Pick<store.WholesaleRow, 'acceptedNetCents'>, netCents: number) =>
  acceptedNetCents !== null && netCents <= acceptedNetCents;

/**
 * Claims a call for one process: its loss is reserved on the budgets of its order, its package and its day, in the
 * transaction that puts the call on record. Locks are taken in one order: row, count of the day, budgets by key, package. Both
 * amounts are in the row's `netCurrency`.
 */
export function claimCall(
  db: Db,
  given: LossLimits & { stepSeconds: number },
  row: store.WholesaleRow,
  { netCents, paidCents, isReplacement = false }: { netCents: number; paidCents: number; isReplacement?: boolean },
): Promise<Claim> {
  const { maxLossCents, maxReplacementLossCents } = given;
  const limits = isReplacement ? { ...given, maxLossCents: Math.max(maxLossCents, maxReplacementLossCents) } : given;
  return db.transaction(async (tx): Promise<Claim> => {
    const current = await losses.lockUnsubmitted(tx, row);
    // After a release the price is read again (`priceSince`): this one was read before.
    if (!current || current.acceptedNetCents !== row.acceptedNetCents) return { kind: 'taken' };
    const reservation = await reserve(tx, limits, current, { netCents, paidCents });
    if (reservation.fault !== null) {
      const held = { status: 'held', lastFault: reservation.fault, quotedNetCents: netCents } as const;
      await store.changeUnsubmitted(tx, current, held);
      await endTurn(tx, current, { fault: reservation.fault });
      return { kind: 'held', fault: reservation.fault };
    }
    if (!(await losses.takeTurn(tx, current, timesOf(limits)))) return { kind: 'wait' };
    const { keys, cents, day } = reservation;
    const claimed = await store.claimSubmission(tx, row.id, {
      quotedNetCents: netCents,
      reservedCents: cents,
      reservedOn: day,
      stepSeconds: limits.stepSeconds,
    });
    if (!claimed) return { kind: 'taken' };
    await noteAsked(tx, claimed);
    if (cents > 0)
      await losses.addToBudgets(tx, Object.values(keys), current.netCurrency, { reservedCents: cents, lostCents: 0 });
    return { kind: 'claimed', row: claimed };
  });
}

/** True while another call shows the price of this package: a claim would have to wait. */
export const mustWait = (db: Db, limits: LossLimits, row: store.WholesaleRow) =>
  losses.isBusy(db, row, timesOf(limits));

const timesOf = ({ priceProofSeconds, callTimeoutSeconds }: LossLimits): losses.TurnTimes => ({
  confirmedSeconds: CONFIRMED_SECONDS,
  probeSeconds: priceProofSeconds,
  callSeconds: callTimeoutSeconds,
});

type Keys = ReturnType<typeof keysOf>;
type Reservation = { fault: LimitFault } | { fault: null; cents: number; keys: Keys; day: string };

/** The loss that a call would reserve, or the limit that it would exceed. Locks the budgets of a call that may lose. */
async function reserve(
  tx: Tx,
  limits: LossLimits,
  row: store.WholesaleRow,
  { netCents, paidCents }: { netCents: number; paidCents: number },
): Promise<Reservation> {
  const day = await losses.today(tx);
  const keys = keysOf(row, day);
  if (limits.maxDayOrders !== undefined) {
    // Calls side by side count each other.
    await losses.awaitCount(tx);
    if ((await losses.ordersOfDay(tx, day, row)) >= limits.maxDayOrders) return { fault: 'day-order-limit' };
  }
  if (isAccepted(row, netCents)) return { fault: null, cents: 0, keys, day };
  if (netCents - paidCents > limits.maxLossCents) return { fault: 'price-too-high' };
  const cents = Math.max(0, netCents - paidCents);
  const budgets =
    cents > 0
      ? await losses.lockBudgets(tx, Object.values(keys), row.netCurrency)
      : await losses.readBudgets(tx, [keys.order], row.netCurrency);
  const used = (key: string) => {
    const budget = budgets.find((each) => each.key === key);
    return budget ? budget.reservedCents + budget.lostCents : 0;
  };
  if (used(keys.order) + cents > limits.maxOrderLossCents) return { fault: 'order-loss-limit' };
  if (cents > 0 && used(keys.package) + cents > limits.maxPackageLossCents) return { fault: 'package-loss-limit' };
  if (cents > 0 && used(keys.day) + cents > limits.maxDayLossCents) return { fault: 'day-loss-limit' };
  return { fault: null, cents, keys, day };
}

/**
 * Ends the call of a row, in the transaction that stores its outcome: replaces its reservation by the loss of the real
 * charge. `charged`: null when nothing was bought. A charge that is not stated counts as quoted: some wholesalers state none
 * in their lists, and refuse a higher one than they were sent. `paidCents`: null when it can't be compared.
 */
export async function settleCall(
  tx: Tx,
  rowId: string,
  charged: { netCents: number | null; paidCents: number | null } | null,
): Promise<void> {
  const row = await store.findById(tx, rowId);
  if (!row) return;
  const netCents = charged?.netCents ?? null;
  const lost = charged === null ? 0 : lossOf(row, { ...charged, netCents: netCents ?? row.quotedNetCents });
  if (row.reservedCents > 0 || lost > 0) {
    const keys = Object.values(keysOf(row, row.reservedOn ?? (await losses.today(tx))));
    await losses.lockBudgets(tx, keys, row.netCurrency);
    await losses.addToBudgets(tx, keys, row.netCurrency, { reservedCents: -row.reservedCents, lostCents: lost });
    await store.clearReservation(tx, rowId);
  }
  const isQuoted = netCents !== null && row.quotedNetCents !== null;
  await losses.endTurn(tx, row, !isQuoted ? null : netCents === row.quotedNetCents ? 'as-quoted' : 'differs');
}

/** What a charge has lost, unless an operator accepted it. */
function lossOf(
  row: store.WholesaleRow,
  { netCents, paidCents }: { netCents: number | null; paidCents: number | null },
): number {
  if (netCents === null || paidCents === null || isAccepted(row, netCents)) return 0;
  return Math.max(0, netCents - paidCents);
}
