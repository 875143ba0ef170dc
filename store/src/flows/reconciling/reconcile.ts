import type { Reporting } from '../../db/reporting.ts';
import type { Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Wholesaler } from '../../modules/fulfilment/wholesaler.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import type {
  Balance,
  Difference,
  DifferenceRow,
  OrderLedgers,
  Reconciliation,
  Run,
  RunFigures,
} from '../../modules/reconciliation/reconciliation.ts';
import { enqueue } from '../../queue/queue.ts';
import { codeOf } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { type Currency, minorUnits } from '../../shared/money.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { addUp, leaveOut, newFigures, NO_SUMS } from './figures.ts';
import { readBooks, type ReadOrder } from './read-books.ts';
import { lookUp, readLedgers, type LedgerOfProvider, type Ledgers } from './read-ledgers.ts';
import type { RepairDifference } from './repair-difference.ts';

/**
 * Compares our books with those of the payment providers and the wholesalers: the changes since the last clean run, or
 * everything. Differences become rows. Those whose repair costs no money are repaired. `runId` is chosen by the caller.
 */
export type Reconcile = (input: { full?: boolean | undefined; runId?: string | undefined }) => Promise<void>;

type Ports = FlowBase & {
  reconciliation: Reconciliation;
  reporting: Pick<Reporting, 'read'>;
  orders: Orders;
  payments: Payments;
  fulfilment: Fulfilment;
  esims: Esims;
  rights: Pick<RightsBook, 'ofOrders'>;
  /** Of every configured payment provider. */
  ledgers: readonly LedgerOfProvider[];
  repair: RepairDifference;
  /** The currency in which the store sells. */
  currency: Currency;
  /** Orders that changed within this time are in progress and left for the next run. */
  graceSeconds: number;
  /** A prepaid balance below this, in whole units of its currency, raises a warning. */
  lowBalance: number;
};

const BATCH = 200;
/** After a run with repairs, another run checks them after this delay. */
const LOOK_AGAIN_SECONDS = 120;
/** After a run that could not read the books of a wholesaler, another run tries it after this delay. */
const UNREAD_AGAIN_SECONDS = 600;

export function createReconcile(ports: Ports): Reconcile {
  const { db, log, reconciliation } = ports;
  return async function reconcile(input) {
    const run = await reconciliation.start(input);
    try {
      const { isRepairing, ...result } = await compareAll(ports, run);
      await reconciliation.finish(run.id, result);
      const { differences } = result.figures;
      if (differences > 0) log.error({ runId: run.id, differences }, 'the ledgers differ: run "ops differences"');
      if (result.clean) return;
      const inSeconds = isRepairing ? LOOK_AGAIN_SECONDS : UNREAD_AGAIN_SECONDS;
      await enqueue(db, 'reconcile', {}, { key: 'reconcile:again', inSeconds });
    } catch (error) {
      await reconciliation.fail(run.id, codeOf(error) ?? 'thrown');
      throw error;
    }
  };
}

/**
 * The differences of one order. A difference in the lists counts only when a direct look-up confirms it, and our books
 * at the primary. What is in no list is looked up.
 */
async function differencesOf(
  ports: Ports,
  read: ReadOrder,
  ledgers: Ledgers,
): Promise<{ theirs: OrderLedgers; found: Difference[] }> {
  const { reconciliation } = ports;
  const listed = ledgers.of(read.books);
  const isListed = read.books.lines.every((line) => line.isListed);
  if (listed && isListed && reconciliation.compareOrder(read.books, listed).length === 0)
    return { theirs: listed, found: [] };
  const theirs = await lookUp(ports, read.books, listed, ledgers.unread);
  const [again] = await readBooks(ports, [read.books.orderId], ledgers.unread);
  return { theirs, found: reconciliation.compareOrder(again?.books ?? read.books, theirs) };
}

async function compareOrders(
  ports: Ports,
  run: Run,
  ledgers: Ledgers,
  ids: string[],
  figures: RunFigures,
): Promise<DifferenceRow[]> {
  const { reconciliation, fulfilment } = ports;
  const differences: DifferenceRow[] = [];
  const settledBefore = ports.clock.now().getTime() - ports.graceSeconds * 1000;
  for (let at = 0; at < ids.length; at += BATCH) {
    const compared: string[] = [];
    const found: Difference[] = [];
    const batch = ids.slice(at, at + BATCH);
    for (const own of await ports.reporting.read((on) => readBooks(ports, batch, ledgers.unread, on))) {
      if (own.changedAt.getTime() > settledBefore) {
        leaveOut(figures, new Date(own.changedAt.getTime() + ports.graceSeconds * 1000));
        continue;
      }
      const outcome = await differencesOf(ports, own, ledgers);
      addUp(figures, own.books, outcome.theirs);
      found.push(...outcome.found);
      compared.push(own.books.orderId);
    }
    differences.push(...(await reconciliation.record(run, found)));
    await reconciliation.closeUnseen(run, compared, {
      providers: ports.ledgers.map(({ name }) => name),
      wholesalers: fulfilment.wholesalers
        .all()
        .map(({ name }) => name)
        .filter((name) => !ledgers.unread.has(name)),
    });
  }
  return differences;
}

/** The balances of prepaid accounts. A wholesaler that does not answer has null; the run continues. */
async function readBalances(ports: Ports): Promise<number | null> {
  const { reconciliation, fulfilment } = ports;
  const prepaid = fulfilment.wholesalers.all().filter(({ capabilities }) => capabilities.reportsBalance);
  const found = await Promise.all(prepaid.map((each) => readBalance(ports, each)));
  await reconciliation.keepBalances(found);
  return found[0]?.cents ?? null;
}

async function readBalance(ports: Ports, of: Wholesaler): Promise<Omit<Balance, 'readAt'>> {
  const { log } = ports;
  const wholesaler = of.name;
  try {
    const { cents, currency } = await of.balance();
    if (cents < minorUnits(ports.lowBalance, currency))
      log.error({ wholesaler, cents, currency }, 'the prepaid balance at the wholesaler is low: top it up');
    return { wholesaler, cents, currency };
  } catch (error) {
    log.warn({ wholesaler, fault: codeOf(error) }, 'the balance at the wholesaler could not be read');
    return { wholesaler, cents: null, currency: null };
  }
}

async function compareAll(
  ports: Ports,
  run: Run,
): Promise<{ clean: boolean; isRepairing: boolean; figures: RunFigures; balance: number | null }> {
  const { reconciliation, repair, fulfilment } = ports;
  const balance = await readBalances(ports);
  const ledgers = await readLedgers(ports, run.since);
  const figures = newFigures(fulfilment.wholesalers.all());
  const { ids, strangers } = await sortOut(ports, run, ledgers);
  const open = [
    ...(await compareOrders(ports, run, ledgers, ids, figures)),
    ...(await reconciliation.record(run, strangers)),
  ];
  for (const difference of open) await repair(difference);
  noteUnread(ports, ledgers, figures);
  const isRepairing = open.some((each) => each.repair !== 'by-hand');
  const clean = !isRepairing && ledgers.unread.size === 0;
  // Version 1.0.0 reads the sums of one currency beside the counts.
  const ofOld = figures.sums?.[ports.currency] ?? NO_SUMS;
  return { clean, isRepairing, balance, figures: { ...figures, ...ofOld, differences: open.length } };
}

/** The run says which wholesalers were not compared. */
function noteUnread({ log }: Ports, { unread }: Ledgers, { wholesalers }: RunFigures): void {
  for (const [wholesaler, fault] of unread) {
    log.warn({ wholesaler, fault }, 'the books of the wholesaler could not be read: nothing there was compared');
    wholesalers![wholesaler]!.fault = fault;
  }
}

/** Separates the orders to compare from the vendor entries that carry our references but match no order. */
async function sortOut(
  { reconciliation, orders, payments, fulfilment }: Ports,
  run: Run,
  ledgers: Ledgers,
): Promise<{ ids: string[]; strangers: Difference[] }> {
  const ours = new Set<string>();
  for (let after: string | null = null; ;) {
    const page: string[] = await orders.changedIds({ since: run.since, after, limit: 1_000 });
    for (const id of page) ours.add(id);
    after = page.at(-1) ?? null;
    if (after === null) break;
  }
  for (const { orderId } of await reconciliation.open()) if (orderId) ours.add(orderId);

  const named = ledgers.payments.flatMap(({ orderId }) => (orderId !== null && isUuid(orderId) ? orderId : []));
  const changed = Map.groupBy([...ledgers.refunds, ...ledgers.disputes], ({ provider }) => provider);
  const paidAt = await Promise.all(
    Array.from(changed, ([provider, entries]) =>
      payments.ordersOfPayments(provider, [...new Set(entries.map(({ paymentRef }) => paymentRef))]),
    ),
  );
  const owners = await fulfilment.ordersOf(ledgers.profiles.map(({ reference }) => reference));
  const known = new Set([
    ...(await orders.findMany(named.filter((id) => !ours.has(id)))).map(({ id }) => id),
    ...paidAt.flat(),
    ...owners.values(),
    ...ours,
  ]);
  return {
    ids: [...known],
    strangers: reconciliation.compareStrangers(
      ledgers.payments.filter(({ orderId }) => orderId !== null && !known.has(orderId)),
      ledgers.profiles.filter(({ reference }) => !owners.has(reference)),
    ),
  };
}
