import { until } from '#test/support/wire.ts';
import { createReconcileDesk } from '#test/support/desk.ts';
import { openDatabase } from '#src/db/database.ts';
import { createReconciliation, type DifferenceRow } from '#src/modules/reconciliation/reconciliation.ts';
import type { ChaosWorld } from './world.ts';

export type Reconciled = {
  /** The report of the last full comparison, in the format of `npm run ops -- reconcile`. */
  report: string[];
  /** The differences left for a person, by kind. */
  byHand: Record<string, number>;
  /** All open differences. */
  open: Pick<DifferenceRow, 'kind' | 'subject' | 'orderId' | 'wholesaler'>[];
  /** Open differences that should have been repaired automatically, and books that could not be read. */
  unrepaired: string[];
};

/** Compares all ledgers until all automatic repairs are done. Returns what is left. */
export async function reconcileAll(world: Pick<ChaosWorld, 'databaseUrl'>): Promise<Reconciled> {
  const database = openDatabase(await world.databaseUrl(), { max: 2, onError: () => undefined });
  try {
    const desk = createReconcileDesk(database.db);
    let report: string[] = [];
    await until(
      async () => {
        report = await desk.reconcile(() => undefined);
        return unrepairedOf(await desk.differences()).length === 0;
      },
      { timeout: 120_000, what: 'no difference is left that repairs itself' },
    ).catch(() => undefined);
    const open = (await desk.differences()).slice(1);
    const byHand: Record<string, number> = {};
    for (const line of open.filter((each) => each.includes('needs a person'))) {
      const kind = line.trim().split(/\s+/)[1] ?? '';
      byHand[kind] = (byHand[kind] ?? 0) + 1;
    }
    return {
      report: report.filter((line) => !line.startsWith('  ')),
      byHand,
      open: await createReconciliation({ db: database.db }).open(),
      unrepaired: [...unrepairedOf(open), ...report.filter((line) => line.startsWith('NOT COMPARED'))],
    };
  } finally {
    await database.close();
  }
}

const unrepairedOf = (lines: string[]) => lines.filter((line) => line.includes('repairs itself'));
