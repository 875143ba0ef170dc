import type { Db, Tx } from '../../db/database.ts';
import type { Money } from '../../shared/money.ts';
import { type Claim, claimCall, mustWait, settleCall } from './claims.ts';
import { endTurn } from './loss-store.ts';
import type { FulfilmentWindows } from './schedule.ts';
import * as store from './store.ts';
import type { WholesaleOrder } from './wholesaler.ts';

/** The least time between two orders of one line at the wholesaler, and between two steps of its delivery. */
export const STEP_SECONDS = 1;

/** The calls that order at a wholesaler: each is claimed by one process, then settled by its outcome. */
export function createCalls({ db, windows }: { db: Db; windows: FulfilmentWindows }) {
  const steps = createSteps();

  /** Ends a call that bought nothing, and releases what it reserved; false when the row has moved on. */
  const endCall = (row: store.WholesaleRow, change: Partial<store.WholesaleRow>, when?: { pastSeconds: number }) =>
    db.transaction(async (tx) => {
      if (!(await store.changeSubmitted(tx, row, change, when))) return false;
      await settleCall(tx, row.id, null);
      return true;
    });

  return {
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
    /** True while another call shows the price of this row's package. */
    mustWait: (row: store.WholesaleRow) => mustWait(db, windows, row),

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
  };
}

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
