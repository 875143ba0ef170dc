import type {
  OrderBooks,
  OrderLedgers,
  RunFigures,
  Sums,
  WholesalerFigures,
} from '../../modules/reconciliation/reconciliation.ts';
import { sumsOf } from '../../shared/money.ts';

export const NO_SUMS: Sums = { takenByUs: 0, takenByVendor: 0, refundedByUs: 0, refundedByVendor: 0 };

/** The figures of a run that begins, at these wholesalers. */
export const newFigures = (wholesalers: readonly { name: string }[]): RunFigures => ({
  orders: 0,
  payments: 0,
  refunds: 0,
  disputes: 0,
  profiles: 0,
  sums: {},
  wholesalers: Object.fromEntries(wholesalers.map(({ name }) => [name, newBooks()])),
  differences: 0,
  inProgress: 0,
});

const newBooks = (): WholesalerFigures => ({ ours: 0, strays: 0, theirs: 0, costs: {}, fault: null });

/** Counts an order that was not compared. */
export function leaveOut(figures: RunFigures, comparableAt: Date): void {
  figures.inProgress = (figures.inProgress ?? 0) + 1;
  const at = comparableAt.toISOString();
  if (figures.comparableAt === undefined || at > figures.comparableAt) figures.comparableAt = at;
}

/** Adds an order that was compared. */
export function addUp(figures: RunFigures, ours: OrderBooks, theirs: OrderLedgers): void {
  const add = (side: keyof Sums, entries: readonly { amount: number; currency: string }[]) => {
    for (const { amount, currency } of sumsOf(entries)) {
      const sums = (figures.sums![currency] ??= { ...NO_SUMS });
      sums[side] += amount;
    }
  };
  const arrived = <T extends { status: string }>(refunds: T[]) =>
    refunds.filter(({ status }) => status === 'succeeded');
  figures.orders += 1;
  figures.payments += theirs.payments.length;
  figures.refunds += theirs.refunds.length;
  figures.disputes += theirs.disputes.length;
  figures.profiles += theirs.profiles.length;
  add('takenByUs', ours.payments);
  add('takenByVendor', theirs.payments);
  add('refundedByUs', arrived(ours.refunds));
  add('refundedByVendor', arrived(theirs.refunds));
  addWholesale(figures, ours, theirs);
}

/** Adds the wholesale orders of an order to the figures of their wholesalers. */
function addWholesale(figures: RunFigures, { lines }: OrderBooks, { profiles }: OrderLedgers): void {
  const at = (wholesaler: string) => (figures.wholesalers![wholesaler] ??= newBooks());
  for (const { wholesaleOrder, charged, strays } of lines) {
    for (const { wholesaler } of strays) at(wholesaler).strays += 1;
    if (wholesaleOrder === null) continue;
    const books = at(wholesaleOrder.wholesaler);
    books.ours += 1;
    if (charged !== null) costIn(books, charged.currency).ours += charged.amount;
  }
  for (const { wholesaler, netPriceCents, netCurrency } of profiles) {
    const books = at(wholesaler);
    books.theirs += 1;
    if (netPriceCents !== null) costIn(books, netCurrency).theirs += netPriceCents;
  }
}

const costIn = ({ costs }: WholesalerFigures, currency: string) => (costs[currency] ??= { ours: 0, theirs: 0 });
