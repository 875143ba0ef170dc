import { readTime } from '../../db/clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Currency } from '../../shared/money.ts';
import { compareOrder, compareStrangers, type Difference } from './compare.ts';
import type { RunFigures } from './schema.ts';
import * as store from './store.ts';
import { balances, booksRead, lastRun, openDifferences } from './standing-store.ts';
import { keptMs } from '../../shared/retention.ts';

export type { Difference, Repair } from './compare.ts';
export type { RunFigures, Sums, WholesalerFigures } from './schema.ts';
export type { Balance, DifferenceRow, RunRow as Run } from './store.ts';
export type {
  LedgerDispute,
  LedgerPayment,
  LedgerProfile,
  LedgerRefund,
  LineBooks,
  OrderBooks,
  OrderLedgers,
  PaymentLedger,
  PaymentLedgerReader,
  PaymentLedgers,
} from './ledgers.ts';

export type Reconciliation = ReturnType<typeof createReconciliation>;

/** Overlap with the last clean run: webhooks and bank replies can be that late. */
const LOOK_BACK_MS = 2 * 86_400_000;
const OPEN_LIMIT = 1_000;

/** Runs of the comparison with the vendors' ledgers, and their differences. */
export function createReconciliation({ db }: { db: Db }) {
  return {
    compareOrder,
    compareStrangers,

    /** Starts a run: over everything, or over the changes since two days before the last clean run. */
    async start(input: { full?: boolean | undefined; runId?: string | undefined }): Promise<store.RunRow> {
      const full = input.full ?? false;
      const id = input.runId ?? uuidv7();
      // Runs of several processes follow each other, and lost time, by the database's clock.
      const startedAt = new Date(await readTime(db));
      const last = full ? null : await store.latestRun(db, { clean: true });
      const since = last && new Date(last.startedAt.getTime() - LOOK_BACK_MS);
      // A run that was killed and retried is the same run.
      await store.insertRun(db, { id, full, startedAt });
      await store.updateRun(db, id, { startedAt, since, fault: null });
      return (await store.findRun(db, id))!;
    },
    finish: (id: string, result: { clean: boolean; figures: RunFigures; balance: number | null }) =>
      store.updateRun(db, id, { ...result, finishedAt: new Date() }),
    /** Stores the balances of all prepaid accounts, as read now. One that could not be read (null cents) stays as it was. */
    async keepBalances(found: readonly Omit<store.Balance, 'readAt'>[]): Promise<void> {
      const readAt = new Date();
      await store.keepBalances(
        db,
        found.map((each) => ({ ...each, readAt })),
      );
    },
    balances: () => store.listBalances(db),
    fail: (id: string, fault: string) => store.updateRun(db, id, { fault, finishedAt: new Date() }),
    findRun: (id: string) => store.findRun(db, id),
    latestRun: () => store.latestRun(db, { clean: false }),
    lastCleanRun: () => store.latestRun(db, { clean: true }),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: { lastRun, balances, booksRead, differences: openDifferences },

    /** Stores the differences of a run; returns the open rows. */
    async record(run: store.RunRow, differences: Difference[]): Promise<store.DifferenceRow[]> {
      const rows = differences.map(({ ours, theirs, ...each }) => ({
        ...each,
        ours: ours?.amount ?? null,
        oursCurrency: (ours?.currency ?? null) as Currency | null,
        theirs: theirs?.amount ?? null,
        theirsCurrency: (theirs?.currency ?? null) as Currency | null,
        id: uuidv7(),
        firstSeenAt: run.startedAt,
        lastSeenAt: run.startedAt,
      }));
      const written = await store.upsertDifferences(db, rows);
      return written.filter(({ closedAt }) => closedAt === null);
    },
    /**
     * Closes the differences of these orders (and, in a full run, of objects without an order) that this run did not
     * find. One at a vendor that the run did not read stays open.
     */
    closeUnseen: (run: store.RunRow, orderIds: string[], read: store.ReadVendors) =>
      store.closeUnseen(db, { orderIds, read, strangers: run.full, since: run.startedAt }),
    open: () => store.listOpen(db, OPEN_LIMIT),
    /** The closed difference; null when there is no such open one. */
    closeByHand: (tx: Tx, id: string, note: string) => store.closeByHand(tx, id, note),

    async cleanUp(): Promise<void> {
      const clean = await store.latestRun(db, { clean: true });
      await store.deleteRuns(db, new Date(Date.now() - keptMs('reconciliationRuns')), clean?.id ?? null);
    },
  };
}
