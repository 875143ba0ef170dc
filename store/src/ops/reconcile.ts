import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { Desk } from '../flows/desk/desk.ts';
import type {
  Balance,
  DifferenceRow,
  Run,
  RunFigures,
  Sums,
  WholesalerFigures,
} from '../modules/reconciliation/reconciliation.ts';
import type { Acting } from '../shared/operator.ts';
import { amount, time } from './format.ts';
import { OPS } from './ops-command.ts';
import { OpsError } from './ops-error.ts';
import { refuseQuiet } from './quiet.ts';

const LOOK_EVERY_MS = 500;
/** The time limit for the application to take the job. The comparison itself has no limit. */
const TAKEN_WITHIN_MS = 60_000;

/** The reconciliation commands. The running application compares. */
export function createReconcileCommands(db: Db, { books }: Pick<Desk, 'books'>) {
  return {
    /**
     * Compares all ledgers and waits for the result. Throws when no application takes the job, or a ledger cannot be
     * read.
     */
    async reconcile(progress: (line: string) => void, acting: Acting): Promise<string[]> {
      await refuseQuiet(db, 'The comparison');
      const runId = await books.compare(acting);
      const since = Date.now();
      for (let said = ''; ;) {
        const run = await books.findRun(runId);
        if (run?.finishedAt) return report(run, await books.differences(), await books.balances());
        if (!run && Date.now() - since > TAKEN_WITHIN_MS)
          throw new OpsError('The application did not take the job: is it running?');
        const stage = run ? 'comparing with the payment vendor and the wholesalers …' : 'waiting for the application …';
        if (stage !== said) progress(stage);
        said = stage;
        await pause(LOOK_EVERY_MS);
      }
    },

    /** The open differences with their remedies. */
    differences: async (): Promise<string[]> => listed(await books.differences()),

    /** Closes a difference that a person has handled. Throws `not-found`. */
    async close(id: string, acting: Acting): Promise<string[]> {
      await books.closeDifference(id, acting);
      return ['closed'];
    },

    /** The lines for `orders stuck`: open differences and the balance at the wholesaler. */
    async stuck(): Promise<string[]> {
      const last = await books.latestRun();
      const line = last
        ? `last reconciliation: ${time(last.finishedAt)}${last.fault ? `  failed: ${last.fault}` : ''}`
        : 'last reconciliation: none yet';
      return [
        ...listed(await books.differences()),
        line,
        ...unreadIn(last?.figures ?? null),
        ...balances(await books.balances()),
      ];
    },
  };
}

/** Orders that were too young to be compared, and when they are. */
function leftOut({ inProgress = 0, comparableAt }: RunFigures): string[] {
  if (inProgress === 0 || comparableAt === undefined) return [];
  const at = time(new Date(Math.ceil(Date.parse(comparableAt) / 1000) * 1000)).replace('.000', '');
  return [
    `orders in progress, not compared: ${inProgress} (they changed within RECONCILE_GRACE_SECONDS). The next hourly run compares them, or "${OPS} reconcile" from ${at} on`,
  ];
}

function report(run: Run, open: DifferenceRow[], held: Balance[]): string[] {
  if (run.fault) return [`The comparison failed: ${run.fault}. Nothing was changed; run it again.`];
  const f = run.figures!;
  return [
    `orders compared: ${f.orders}`,
    ...leftOut(f),
    sumsLine(`payments: ${f.payments}`, f, ['takenByUs', 'takenByVendor']),
    sumsLine(`refunds: ${f.refunds}`, f, ['refundedByUs', 'refundedByVendor']),
    `disputes: ${f.disputes}`,
    `wholesale orders: ${f.profiles}`,
    ...Object.entries(f.wholesalers ?? {}).map(wholesalerLine),
    ...unreadIn(f),
    ...balances(held),
    ...listed(open),
    ...(open.some(({ repair }) => repair !== 'by-hand')
      ? ['The store repairs those that repair themselves now. Another run checks them in two minutes.']
      : []),
  ];
}

/** Both sides, for each currency by itself. */
function sumsLine(count: string, figures: RunFigures, [ours, theirs]: [keyof Sums, keyof Sums]): string {
  const each: [string | null, Partial<Sums>][] = figures.sums
    ? Object.entries(figures.sums).toSorted()
    : // A process of 1.0.0 took the job.
      [[null, figures]];
  const sides = each.map(
    ([currency, of]) =>
      `ours ${amount(of[ours] ?? null, currency)}  the vendor's ${amount(of[theirs] ?? null, currency)}`,
  );
  return [count, ...sides].join('  ');
}

/** Both sides of the books of a wholesaler, with the cost in each currency by itself. */
function wholesalerLine([name, { ours, strays, theirs, costs, fault }]: [string, WholesalerFigures]): string {
  const money = Object.entries(costs).toSorted();
  const side = (count: number, which: 'ours' | 'theirs') =>
    [count, ...money.map(([currency, of]) => amount(of[which], currency))].join('  ');
  const their = fault === null ? `  the wholesaler's ${side(theirs, 'theirs')}` : '';
  return `  wholesaler ${name}: ours ${side(ours, 'ours')}${their}  listed as strays ${strays}`;
}

/** The wholesalers that did not answer. */
const unreadIn = (figures: RunFigures | null): string[] =>
  Object.entries(figures?.wholesalers ?? {}).flatMap(([name, { fault }]) =>
    fault === null
      ? []
      : `NOT COMPARED: the books of ${name} could not be read (${fault}). Differences there stay as they were; the store tries again every ten minutes`,
  );

const balances = (held: readonly Balance[]) =>
  held.map(
    ({ wholesaler, cents, currency, readAt }) =>
      `balance at ${wholesaler}: ${cents === null ? 'could not be read since' : `${amount(cents, currency)}  read`} ${time(readAt)}`,
  );

function listed(open: DifferenceRow[]): string[] {
  return [
    `ledger differences: ${open.length}`,
    ...open.map(
      (each) =>
        `  ${each.id}  ${each.kind}  ${each.subject}${placeOf(each)}  order ${each.orderId ?? '-'}  ours ${amount(each.ours, each.oursCurrency)}  theirs ${amount(each.theirs, each.theirsCurrency)}  ${each.repair === 'by-hand' ? 'needs a person' : `repairs itself: ${each.repair}`}  since ${time(each.firstSeenAt)}`,
    ),
  ];
}

/** Where the object is: at a payment provider or a wholesaler; nothing for one of ours. */
function placeOf({ provider, wholesaler }: DifferenceRow): string {
  const at = provider ?? wholesaler;
  return at === null ? '' : ` at ${at}`;
}
