import type { Db, Tx } from '../../db/database.ts';
import type { Money } from '../../shared/money.ts';
import { type Claim, claimCall, mustWait, settleCall } from './claims.ts';
import { endTurn as endProof } from './loss-store.ts';
import type { FulfilmentWindows } from './schedule.ts';
import * as store from './store.ts';
import { endTurn, noteNamed, listTries } from './tries-store.ts';
import { isSameSource } from './next-source.ts';
import type { At } from './wholesale-books.ts';
import type { WholesaleOrder } from './wholesaler.ts';
import { listedAfterSeconds, type Wholesalers } from './wholesalers.ts';

/** The least time between two orders of one line at a wholesaler, and between two steps of its delivery. */
export const STEP_SECONDS = 1;

type Ports = { db: Db; windows: FulfilmentWindows; wholesalers: Wholesalers };

/** The calls that order at a wholesaler: each is claimed by one process, then settled by its outcome. */
export function createCalls({ db, windows, wholesalers }: Ports) {
  const steps = createSteps();

  return {
    /**
     * Claims a call at this net price for one process and stores it before it is made, or says why it may not be made
     * now. `taken`: the row is in another state, or its last call is less than a step ago: by the database's time, and by
     * the monotonic clock of this process, so that neither a clock that stands nor one that jumps makes a loop of calls.
     */
    async claim(
      row: store.WholesaleRow,
      { netCents, paid, isReplacement }: { netCents: number; paid: Money; isReplacement?: boolean },
    ): Promise<Claim> {
      if (!isComparable(row, paid)) throw new RangeError('the net price is in another currency than the payment');
      if (steps.isTooSoon(row.id)) return { kind: 'taken' };
      const claim = await claimCall(db, { ...windows, stepSeconds: STEP_SECONDS }, row, {
        netCents,
        paidCents: paid.amount,
        ...(isReplacement && { isReplacement }),
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
    /** Ends the turn of a source that was not asked. */
    notAsked: (
      row: store.WholesaleRow,
      fault: 'not-configured' | 'price-unknown' | 'profile-ended' | 'invalid-package',
    ) =>
      db.transaction(async (tx) => {
        if (await store.changeUnsubmitted(tx, row, { lastFault: fault })) await endTurn(tx, row, { fault });
      }),

    /**
     * True when a call was made since the last search: a refusal may arrive after the effect, so its reference is
     * searched for before the next call.
     */
    mustSearch: (row: store.WholesaleRow) => row.submissions > row.searchedCalls,
    /** A search covered every call of a row without one in progress. False when its orders may not be listed yet. */
    searched: (row: store.WholesaleRow) =>
      store.changeUnsubmitted(
        db,
        row,
        { searchedCalls: row.submissions },
        { pastSeconds: listedAfterSeconds(wholesalers, row) },
      ),
    ...createOutcomes({ db, windows, wholesalers }),
    isComparable,
    /** The charge of an order in cents; null when it is not stated in the currency of the quoted price. */
    chargedFor,
  };
}

/** What a call has brought. */
function createOutcomes({ db, windows, wholesalers }: Ports) {
  /** Ends a call that bought nothing, and the turn of its source; false when the row has moved on. */
  const endCall = (
    row: store.WholesaleRow,
    change: Partial<store.WholesaleRow>,
    { fault, forGood, pastSeconds }: { fault: string | null; forGood?: boolean; pastSeconds?: number },
  ) =>
    db.transaction(async (tx) => {
      if (!(await store.changeSubmitted(tx, row, change, { pastSeconds }))) return false;
      await settleCall(tx, row.id, null);
      await endTurn(tx, row, { fault, forGood });
      return true;
    });

  return {
    /**
     * The vendor refused the order. `sent`: false when the call certainly did not reach it, so nothing is searched.
     * `forGood`: the same order can't succeed later.
     */
    refused: (row: store.WholesaleRow, fault: string, { sent, forGood }: { sent: boolean; forGood: boolean }) =>
      endCall(
        row,
        { status: 'waiting', lastFault: fault, ...(!sent && { searchedCalls: row.submissions }) },
        { fault, forGood },
      ),
    /**
     * The outcome is unknown; the row stays submitted, and keeps its reservation. `vendorOrderId`: the wholesaler named
     * an order whose profile can't be used yet.
     */
    async doubted(row: store.WholesaleRow, fault: string, vendorOrderId?: string): Promise<void> {
      if (!(await store.changeSubmitted(db, row, { lastFault: fault }))) return;
      await endProof(db, row, null);
      if (vendorOrderId !== undefined) await noteNamed(db, row, vendorOrderId);
    },
    /** The window passed and a search found nothing, so that another order is considered safe. */
    notFound: (row: store.WholesaleRow) =>
      endCall(
        row,
        { status: 'waiting', doubts: row.doubts + 1, searchedCalls: row.submissions },
        {
          fault: row.lastFault,
          pastSeconds: Math.max(windows.timeoutWindowSeconds, listedAfterSeconds(wholesalers, row)),
        },
      ),

    /**
     * The line has its profile, by this order. `paid`: what the buyer paid for it. In another currency than the charge,
     * it shows no loss.
     */
    async done(tx: Tx, row: store.WholesaleRow, order: At<WholesaleOrder>, paid: Money): Promise<boolean> {
      const { vendorOrderId } = order;
      const netCents = chargedFor(row, order);
      const change = { status: 'done', vendorOrderId, chargedNetCents: netCents } as const;
      if (!(await store.closeWholesale(tx, row.id, change))) return false;
      await nameSource(tx, row, order);
      await settleCall(tx, row.id, { netCents, paidCents: isComparable(row, paid) ? paid.amount : null });
      return true;
    },
    async giveUp(tx: Tx, row: store.WholesaleRow): Promise<boolean> {
      const doubts = row.doubts + (row.status === 'submitted' ? 1 : 0);
      if (!(await store.closeWholesale(tx, row.id, { status: 'given_up', doubts }))) return false;
      await settleCall(tx, row.id, null);
      return true;
    },
  };
}

/**
 * A source that was asked before the present one has delivered after all: the row becomes its row. What the open call has
 * reserved counts on the budgets of the present one, so it is released first.
 */
async function nameSource(
  tx: Tx,
  row: store.WholesaleRow,
  { wholesaler, packageId }: Pick<At<WholesaleOrder>, 'wholesaler' | 'packageId'>,
): Promise<void> {
  if (packageId === null || isSameSource(row, { wholesaler, packageId })) return;
  await settleCall(tx, row.id, null);
  const asked = (await listTries(tx, [row.id])).find((each) => isSameSource(each, { wholesaler, packageId }));
  await store.setSource(tx, row.id, { wholesaler, packageId, quotedNetCents: asked?.quotedNetCents ?? null });
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
