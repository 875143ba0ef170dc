import { sameMoney, sumsOf } from '../../shared/money.ts';
import type {
  BookedLines,
  LedgerOrder,
  LedgerPayment,
  LedgerProfile,
  LedgerRefund,
  LineBooks,
  Named,
  OrderBooks,
  OrderLedgers,
} from './ledgers.ts';

/** The kinds of differences between two ledgers; docs/operations.md has the procedure for each. */
export const DIFFERENCE_KINDS = [
  'payment-unrecorded',
  'payment-missing',
  'payment-amount',
  'payment-of-no-order',
  'paid-twice',
  'refund-unrecorded',
  'refund-missing',
  'refund-amount',
  'refund-status',
  'refund-lines',
  'refund-undecided',
  'line-refunded-twice',
  'dispute-unrecorded',
  'dispute-missing',
  'dispute-status',
  'refunded-and-delivered',
  'order-overdue',
  'profile-unlisted',
  'profile-missing',
  'profile-of-no-order',
  'sold-at-a-loss',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/**
 * The repairs of differences. All except `by-hand` are automatic: they bring our books in line with a vendor's, or
 * repeat an idempotent task, and cost no money. An operator decides about everything that moves money or claims it
 * back.
 */
export const REPAIRS = [
  'settle-payment',
  'recover-payment',
  'sync-payment',
  'fulfil-order',
  'list-stray',
  'by-hand',
] as const;
export type Repair = (typeof REPAIRS)[number];

/** Cents of a currency. */
type Sum = { amount: number; currency: string };
const entry = ({ amount, currency }: Sum): Sum => ({ amount, currency });

export type Difference = {
  kind: DifferenceKind;
  orderId: string | null;
  /** The id of the object that differs: the vendor's, or the order's. */
  subject: string;
  /** The payment provider of the object; null for one of a wholesaler, or of ours. */
  provider: string | null;
  /** The wholesaler in whose books the object is; null for one of a payment provider, or of ours. */
  wholesaler: string | null;
  /** The amount in our books and in theirs; null where there is none. */
  ours: Sum | null;
  theirs: Sum | null;
  repair: Repair;
};

type Finding = Omit<Difference, 'orderId' | 'provider' | 'wholesaler'> &
  Partial<Pick<Difference, 'provider' | 'wholesaler'>>;

/** All differences between our books of one order and those of the payment vendor and the wholesaler. */
export function compareOrder(books: OrderBooks, ledgers: OrderLedgers): Difference[] {
  return [
    ...comparePayments(books, ledgers),
    ...compareRefunds(books, ledgers),
    ...compareRefundLines(books, ledgers),
    ...compareDisputes(books, ledgers),
    ...books.lines.flatMap((line) => compareProfiles(books, line, ledgers)),
    ...comparePayer(books, ledgers),
    ...books.lines.flatMap((line) => comparePromise(books, line, ledgers)),
  ].map((finding) => ({ provider: null, wholesaler: null, ...finding, orderId: books.orderId }));
}

type OfProvider = { provider: string; vendorId: string };
/** The entry of the other side about the same object. */
const sameIn = <T extends OfProvider>(entries: readonly T[], { provider, vendorId }: OfProvider): T | undefined =>
  entries.find((each) => each.vendorId === vendorId && each.provider === provider);

type PaymentAt = { provider: string; paymentRef: string | null };
const isSamePayment = (one: PaymentAt, other: PaymentAt) =>
  one.paymentRef === other.paymentRef && one.provider === other.provider;

function comparePayments({ payments: ours }: OrderBooks, ledgers: OrderLedgers): Finding[] {
  const found: Finding[] = [];
  for (const payment of ledgers.payments) {
    if (ours.some((each) => isSamePayment(each, payment))) continue;
    const { provider, paymentRef: subject } = payment;
    const theirs = entry(payment);
    found.push({ kind: 'payment-unrecorded', provider, subject, ours: null, theirs, repair: 'recover-payment' });
  }
  for (const own of ours) {
    const { provider, paymentRef, attemptId } = own;
    const about = { provider, subject: paymentRef ?? attemptId, ours: entry(own), repair: 'by-hand' as const };
    const theirs = ledgers.payments.find((each) => isSamePayment(each, own));
    if (!theirs) found.push({ ...about, kind: 'payment-missing', theirs: null });
    // The settlement refunds a payment of a wrong amount in full. Until then the store holds money that it must return.
    else if (!sameMoney(theirs, own) && !isGivenBack(theirs, ledgers))
      found.push({ ...about, kind: 'payment-amount', theirs: entry(theirs) });
  }
  return found;
}

function compareRefunds({ refunds: ours }: OrderBooks, { refunds: theirs }: OrderLedgers): Finding[] {
  const found: Finding[] = [];
  for (const refund of theirs) {
    const { provider, vendorId: subject, status } = refund;
    const own = sameIn(ours, refund);
    const both = { provider, subject, ours: own ? entry(own) : null, theirs: entry(refund) };
    if (!own) found.push({ kind: 'refund-unrecorded', ...both, repair: 'sync-payment' });
    else if (!sameMoney(own, refund)) found.push({ kind: 'refund-amount', ...both, repair: 'by-hand' });
    else if (own.status !== status) found.push({ kind: 'refund-status', ...both, repair: 'sync-payment' });
  }
  for (const refund of ours) {
    const { provider, vendorId: subject } = refund;
    if (!sameIn(theirs, refund))
      found.push({ kind: 'refund-missing', provider, subject, ours: entry(refund), theirs: null, repair: 'by-hand' });
  }
  return found;
}

/** The lines of refunds. An order of one line has nothing to compare. */
function compareRefundLines(books: OrderBooks, { refunds: theirs }: OrderLedgers): Finding[] {
  const bought = books.lines.filter(({ isReplacement }) => !isReplacement);
  if (bought.length < 2) return [];
  const found: Finding[] = [];
  const isSettled = bought.every(({ isOpen }) => !isOpen);
  for (const refund of theirs.filter(({ status }) => status !== 'failed')) {
    const { provider, vendorId: subject } = refund;
    const own = sameIn(books.refunds, refund);
    if (!own) continue;
    const named = namedLines(refund, books);
    const both = { provider, subject, ours: entry(own), theirs: entry(refund) };
    if (own.lines === null && named === null) {
      if (!isSettled) found.push({ kind: 'refund-undecided', ...both, repair: 'by-hand' });
    } else if (!sameLines(own.lines, named) && (own.lines !== 'all' || named !== null)) {
      // The sync reads the lines that the vendor names, or writes those that it lacks.
      const repair = own.lines === null || named === null ? 'sync-payment' : 'by-hand';
      found.push({ kind: 'refund-lines', ...both, repair });
    }
  }
  return found;
}

/** The lines that the vendor's record of a refund names, by our ids. */
function namedLines({ lines }: LedgerRefund, { lines: ours }: OrderBooks): BookedLines {
  if (lines === null || lines === 'all') return lines;
  const shares = Object.entries(lines).map(([number, cents]) => [ours[Number(number) - 1]?.lineId ?? number, cents]);
  return Object.fromEntries(shares) as Record<string, number>;
}

function sameLines(one: BookedLines, other: BookedLines): boolean {
  const text = (lines: BookedLines) =>
    lines === null || lines === 'all' ? String(lines) : JSON.stringify(Object.entries(lines).toSorted());
  return text(one) === text(other);
}

function compareDisputes({ disputes: ours }: OrderBooks, { disputes: theirs }: OrderLedgers): Finding[] {
  const found: Finding[] = [];
  for (const dispute of theirs) {
    const { provider, vendorId: subject, status } = dispute;
    const own = sameIn(ours, dispute);
    const sides = { ours: own ? entry(own) : null, theirs: entry(dispute) };
    const both = { provider, subject, ...sides, repair: 'sync-payment' } as const;
    if (!own) found.push({ kind: 'dispute-unrecorded', ...both });
    else if (own.status !== status || !sameMoney(own, dispute)) found.push({ kind: 'dispute-status', ...both });
  }
  for (const dispute of ours) {
    const { provider, vendorId: subject } = dispute;
    if (!sameIn(theirs, dispute))
      found.push({ kind: 'dispute-missing', provider, subject, ours: entry(dispute), theirs: null, repair: 'by-hand' });
  }
  return found;
}

function compareProfiles({ currency }: OrderBooks, line: LineBooks, ledgers: OrderLedgers): Finding[] {
  const profiles = ledgers.profiles.filter(({ reference }) => reference === line.reference);
  const known = line.wholesaleOrder;
  const found: Finding[] = [];
  for (const profile of profiles) {
    const { wholesaler, vendorOrderId: subject } = profile;
    if (isSame(profile, known) || line.undecided || line.strays.some((stray) => isSame(profile, stray))) continue;
    // While the line is in progress, the search by reference adopts what it finds.
    const repair = line.onItsWay ? 'fulfil-order' : 'list-stray';
    found.push({ kind: 'profile-unlisted', subject, wholesaler, ours: null, theirs: netPriceOf(profile), repair });
  }
  if (known === null || !line.isRead) return found;
  const { wholesaler, vendorOrderId: subject } = known;
  const issued = profiles.find((profile) => isSame(profile, known));
  if (!issued)
    found.push({ kind: 'profile-missing', subject, wholesaler, ours: null, theirs: null, repair: 'by-hand' });
  else if (line.isReplacement) return found;
  else if (issued.netPriceCents !== null && issued.netCurrency === currency && issued.netPriceCents > line.amount)
    found.push({
      kind: 'sold-at-a-loss',
      subject,
      wholesaler,
      ours: { amount: line.amount, currency },
      theirs: netPriceOf(issued),
      repair: 'by-hand',
    });
  return found;
}

const netPriceOf = ({ netPriceCents: amount, netCurrency: currency }: LedgerProfile): Sum | null =>
  amount === null ? null : { amount, currency };

const isSame = (one: LedgerOrder, other: LedgerOrder | null) =>
  one.wholesaler === other?.wholesaler && one.vendorOrderId === other.vendorOrderId;

/** First part of the invariant: exactly one payment counts. */
function comparePayer({ orderId: subject, totalAmount, currency }: OrderBooks, ledgers: OrderLedgers): Finding[] {
  const kept = keptPayments(ledgers);
  if (kept.length < 2) return [];
  const ours = { amount: totalAmount, currency };
  return [{ kind: 'paid-twice', subject, ours, theirs: heldOf(kept, ledgers, currency), repair: 'settle-payment' }];
}

/** Second part of the invariant, over all three ledgers: each line has one eSIM or one refund. */
function comparePromise(books: OrderBooks, line: LineBooks, ledgers: OrderLedgers): Finding[] {
  const { currency } = books;
  const kept = keptPayments(ledgers);
  const both = {
    // A single line is identified by its order, one of several by its own id.
    subject: books.lines.length > 1 ? line.lineId : books.orderId,
    ours: { amount: line.amount, currency },
    theirs: heldOf(kept, ledgers, currency),
  };
  const found: Finding[] = [];
  if (wasGivenBackBeforeIssue(books, line, ledgers))
    found.push({ kind: 'refunded-and-delivered', ...both, repair: 'by-hand' });
  const refunded = sumIn(currency, ownRefunds(books, line, ledgers));
  if (refunded > line.amount)
    found.push({
      ...both,
      kind: 'line-refunded-twice',
      subject: line.lineId,
      theirs: { amount: refunded, currency },
      repair: 'by-hand',
    });
  const isOwed = kept.length > 0 && (line.isReplacement || refunded < line.amount);
  if (line.overdue && line.issuedAt === null && isOwed)
    found.push({ kind: 'order-overdue', ...both, repair: line.onItsWay ? 'fulfil-order' : 'by-hand' });
  return found;
}

/** Payments and wholesale orders that carry our references but match no order of ours. */
export function compareStrangers(payments: Named<LedgerPayment>[], profiles: LedgerProfile[]): Difference[] {
  const stranger = { orderId: null, ours: null, repair: 'by-hand' } as const;
  return [
    ...payments.map(({ provider, paymentRef: subject, ...payment }) => ({
      ...stranger,
      kind: 'payment-of-no-order' as const,
      provider,
      subject,
      wholesaler: null,
      theirs: entry(payment),
    })),
    ...profiles.map((profile) => ({
      ...stranger,
      kind: 'profile-of-no-order' as const,
      provider: null,
      subject: profile.vendorOrderId,
      wholesaler: profile.wholesaler,
      theirs: netPriceOf(profile),
    })),
  ];
}

/** An operator may decide to refund after the delivery; a refund before it should have stopped the eSIM. */
function wasGivenBackBeforeIssue(books: OrderBooks, line: LineBooks, ledgers: OrderLedgers): boolean {
  const { issuedAt } = line;
  if (issuedAt === null || ledgers.payments.length === 0) return false;
  // Payment providers state whole seconds: a refund of the same second may have come after the eSIM.
  const issuedMs = Math.floor(issuedAt.getTime() / 1000) * 1000;
  const before = { ...ledgers, refunds: ledgers.refunds.filter(({ createdAt }) => createdAt.getTime() < issuedMs) };
  return (
    ledgers.payments.every((payment) => isGivenBack(payment, before)) ||
    (!line.isReplacement && sumIn(books.currency, ownRefunds(books, line, before)) >= line.amount)
  );
}

/** Payments that were not fully refunded, and that no dispute has taken back. */
const keptPayments = (ledgers: OrderLedgers) =>
  ledgers.payments.filter((payment) => !isGivenBack(payment, ledgers) && !isWithheld(payment, ledgers));
/** A dispute in another currency than its payment can't be compared with it, and withholds it. */
function isWithheld(payment: Named<LedgerPayment>, { disputes }: OrderLedgers): boolean {
  const own = disputes.filter((each) => isSamePayment(each, payment) && each.withheld);
  return own.some(({ currency }) => currency !== payment.currency) || sumIn(payment.currency, own) >= payment.amount;
}
/** What payments in this currency hold. Those in another one are refunded in full, and are not added up with them. */
function heldOf(payments: readonly Named<LedgerPayment>[], ledgers: OrderLedgers, currency: string): Sum {
  const returned = payments.flatMap((payment) => refundsOf(payment, ledgers));
  return { amount: sumIn(currency, payments) - sumIn(currency, returned), currency };
}
/** This line's share of each of the vendor's refunds, as our books or the vendor's record name it. */
const ownRefunds = (books: OrderBooks, { lineId }: LineBooks, { refunds }: OrderLedgers): Sum[] =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .map((refund) => {
      const own = sameIn(books.refunds, refund);
      const lines = own?.lines ?? namedLines(refund, books);
      const { currency } = refund;
      return { amount: (lines !== null && lines !== 'all' && lines[lineId]) || 0, currency };
    });
const refundsOf = (payment: Named<LedgerPayment>, { refunds }: OrderLedgers) =>
  refunds.filter((each) => isSamePayment(each, payment) && each.status !== 'failed');
const isGivenBack = (payment: Named<LedgerPayment>, ledgers: OrderLedgers) =>
  sumIn(payment.currency, refundsOf(payment, ledgers)) >= payment.amount;
const sumIn = (currency: string, entries: readonly Sum[]): number =>
  sumsOf(entries).find((each) => each.currency === currency)?.amount ?? 0;
