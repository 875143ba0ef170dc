import type { Clock } from '../../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../../db/database.ts';
import type { Currency } from '../../../shared/money.ts';
import type { Attempt } from '../attempts/attempts.ts';
import type { DisputeState, FraudWarningState } from '../provider.ts';
import * as store from './store.ts';

export type { DisputeRow as Dispute, FraudWarningRow as FraudWarning } from './store.ts';

/** Providers write the letters of currencies as the adapter does: in capitals. */
const inLetters = ({ currency, withdrawnCurrency, ...state }: DisputeState) => ({
  ...state,
  currency: currency as Currency,
  withdrawnCurrency: withdrawnCurrency as Currency | null,
});

/** Disputes and early fraud warnings, as the provider reports them. */
export function createDisputes({ db, clock }: { db: Db; clock: Clock }) {
  const ownerOf = ({ id: attemptId, orderId, provider }: Attempt) => ({ attemptId, orderId, provider });

  return {
    /**
     * Stores the provider's disputes of a payment; returns all of them, and which ones are new or changed. Runs under the
     * order's lock.
     */
    async recordDisputes(
      tx: Tx,
      attempt: Attempt,
      states: readonly DisputeState[],
    ): Promise<{ disputes: store.DisputeRow[]; news: store.DisputeRow[] }> {
      const before = await store.disputesOfAttempt(tx, attempt.id);
      for (const state of states)
        await store.upsertDispute(tx, { ...inLetters(state), ...ownerOf(attempt), updatedAt: clock.now() });
      const disputes = await store.disputesOfAttempt(tx, attempt.id);
      const isKnown = (row: store.DisputeRow) =>
        before.some((each) => each.vendorId === row.vendorId && each.status === row.status);
      return { disputes, news: disputes.filter((row) => !isKnown(row)) };
    },
    disputesOf: (attemptId: string, tx: Queryable = db) => store.disputesOfAttempt(tx, attemptId),
    disputesOfOrder: (orderId: string) => store.disputesOfOrder(db, orderId),
    openAndLostDisputes: (limit = 200) => store.listDisputes(db, limit),

    /** Stores early fraud warnings. The provider lists them only in a call of their own. */
    async recordFraudWarnings(tx: Queryable, attempt: Attempt, states: readonly FraudWarningState[]): Promise<void> {
      for (const state of states)
        await store.upsertFraudWarning(tx, { ...state, ...ownerOf(attempt), updatedAt: clock.now() });
    },
    warningsOfOrder: (orderId: string) => store.warningsOfOrder(db, orderId),
    actionableFraudWarnings: (limit = 200) => store.listFraudWarnings(db, limit),
  };
}
