import type { LedgerPayment, LedgerProfile, OrderBooks, OrderLedgers } from './ledgers.ts';

/** What can be wrong between two ledgers; docs/operations.md says of each what to do. */
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
 * What mends a difference. All but `by-hand` run by themselves: they bring our books in line with what a vendor says, or
 * repeat a task that is safe to repeat, and cost no money. A person decides on what moves money or claims it back.
 */
export const REPAIRS = ['settle-payment', 'sync-payment', 'fulfil-order', 'list-stray', 'by-hand'] as const;
export type Repair = (typeof REPAIRS)[number];

export type Difference = {
  kind: DifferenceKind;
  orderId: string | null;
  /** The id of the object that differs: the vendor's, or the order's own. */
  subject: string;
  /** The amount in cents in our books and in theirs; null where there is none. */
  ours: number | null;
  theirs: number | null;
  repair: Repair;
};

type Finding = Omit<Difference, 'orderId'>;

/** Every difference between our books of one order and those of the payment vendor and the wholesaler. */
export function compareOrder(books: OrderBooks, ledgers: OrderLedgers): Difference[] {
  return [
    ...comparePayments(books, ledgers),
    ...compareRefunds(books, ledgers),
    ...compareDisputes(books, ledgers),
    ...compareProfiles(books, ledgers),
    ...comparePromise(books, ledgers),
  ].map((finding) => ({ ...finding, orderId: books.orderId }));
}

function comparePayments({ payments: ours }: OrderBooks, ledgers: OrderLedgers): Finding[] {
  const found: Finding[] = [];
  for (const { paymentIntentId: subject, amount } of ledgers.payments) {
    if (ours.some((each) => each.paymentIntentId === subject)) continue;
    found.push({ kind: 'payment-unrecorded', subject, ours: null, theirs: amount, repair: 'settle-payment' });
  }
  for (const { paymentIntentId, attemptId, amount, currency } of ours) {
    const subject = paymentIntentId ?? attemptId;
    const theirs = ledgers.payments.find((each) => each.paymentIntentId === paymentIntentId);
    if (!theirs) found.push({ kind: 'payment-missing', subject, ours: amount, theirs: null, repair: 'by-hand' });
    // The settlement gives a payment of a wrong amount back in full: until then somebody's money is held.
    else if ((theirs.amount !== amount || theirs.currency !== currency) && !isGivenBack(theirs, ledgers))
      found.push({ kind: 'payment-amount', subject, ours: amount, theirs: theirs.amount, repair: 'by-hand' });
  }
  return found;
}

function compareRefunds({ refunds: ours }: OrderBooks, { refunds: theirs }: OrderLedgers): Finding[] {
  const found: Finding[] = [];
  for (const { vendorId: subject, amount, status } of theirs) {
    const own = ours.find((each) => each.vendorId === subject);
    const both = { subject, ours: own?.amount ?? null, theirs: amount };
    if (!own) found.push({ kind: 'refund-unrecorded', ...both, repair: 'sync-payment' });
    else if (own.amount !== amount) found.push({ kind: 'refund-amount', ...both, repair: 'by-hand' });
    else if (own.status !== status) found.push({ kind: 'refund-status', ...both, repair: 'sync-payment' });
  }
  for (const { vendorId: subject, amount } of ours) {
    if (!theirs.some((each) => each.vendorId === subject))
      found.push({ kind: 'refund-missing', subject, ours: amount, theirs: null, repair: 'by-hand' });
  }
  return found;
}

function compareDisputes({ disputes: ours }: OrderBooks, { disputes: theirs }: OrderLedgers): Finding[] {
  const found: Finding[] = [];
  for (const { vendorId: subject, amount, status } of theirs) {
    const own = ours.find((each) => each.vendorId === subject);
    const both = { subject, ours: own?.amount ?? null, theirs: amount, repair: 'sync-payment' } as const;
    if (!own) found.push({ kind: 'dispute-unrecorded', ...both });
    else if (own.status !== status || own.amount !== amount) found.push({ kind: 'dispute-status', ...both });
  }
  for (const { vendorId: subject, amount } of ours) {
    if (!theirs.some((each) => each.vendorId === subject))
      found.push({ kind: 'dispute-missing', subject, ours: amount, theirs: null, repair: 'by-hand' });
  }
  return found;
}

function compareProfiles(books: OrderBooks, { profiles }: OrderLedgers): Finding[] {
  const known = books.wholesale?.vendorOrderId ?? null;
  const found: Finding[] = [];
  for (const { vendorOrderId: subject, netPriceCents } of profiles) {
    if (subject === known || books.strays.includes(subject)) continue;
    // While the order is on its way, the search by reference adopts what it finds.
    const repair = isOnItsWay(books) ? 'fulfil-order' : 'list-stray';
    found.push({ kind: 'profile-unlisted', subject, ours: null, theirs: netPriceCents, repair });
  }
  if (known === null) return found;
  const issued = profiles.find(({ vendorOrderId }) => vendorOrderId === known);
  if (!issued) found.push({ kind: 'profile-missing', subject: known, ours: null, theirs: null, repair: 'by-hand' });
  else if (issued.netPriceCents !== null && issued.netPriceCents > books.totalAmount)
    found.push({
      kind: 'sold-at-a-loss',
      subject: known,
      ours: books.totalAmount,
      theirs: issued.netPriceCents,
      repair: 'by-hand',
    });
  return found;
}

/** The promise, over all three ledgers: one payment and one eSIM, or the full refund. */
function comparePromise(books: OrderBooks, ledgers: OrderLedgers): Finding[] {
  const { orderId: subject, totalAmount: ours } = books;
  const kept = ledgers.payments.filter((payment) => !isGivenBack(payment, ledgers));
  const theirs = sum(kept) - sum(kept.flatMap((payment) => refundsOf(payment, ledgers)));
  const found: Finding[] = [];
  if (kept.length > 1) found.push({ kind: 'paid-twice', subject, ours, theirs, repair: 'settle-payment' });
  if (wasGivenBackBeforeIssue(books, ledgers))
    found.push({ kind: 'refunded-and-delivered', subject, ours, theirs, repair: 'by-hand' });
  if (books.overdue && books.issuedAt === null && kept.length > 0) {
    const repair = isOnItsWay(books) ? 'fulfil-order' : 'by-hand';
    found.push({ kind: 'order-overdue', subject, ours, theirs, repair });
  }
  return found;
}

/** Payments and wholesale orders that carry our references and belong to no order of ours. */
export function compareStrangers(payments: LedgerPayment[], profiles: LedgerProfile[]): Difference[] {
  const stranger = { orderId: null, ours: null, repair: 'by-hand' } as const;
  return [
    ...payments.map(({ paymentIntentId: subject, amount: theirs }) => ({
      ...stranger,
      kind: 'payment-of-no-order' as const,
      subject,
      theirs,
    })),
    ...profiles.map(({ vendorOrderId: subject, netPriceCents: theirs }) => ({
      ...stranger,
      kind: 'profile-of-no-order' as const,
      subject,
      theirs,
    })),
  ];
}

/** A refund after the delivery is somebody's decision; one before it should have stopped the eSIM. */
function wasGivenBackBeforeIssue({ issuedAt }: OrderBooks, ledgers: OrderLedgers): boolean {
  if (issuedAt === null || ledgers.payments.length === 0) return false;
  const refunds = ledgers.refunds.filter(({ createdAt }) => createdAt < issuedAt);
  return ledgers.payments.every((payment) => isGivenBack(payment, { ...ledgers, refunds }));
}

const isOnItsWay = ({ status }: OrderBooks) => status === 'paid' || status === 'fulfilling';
const refundsOf = ({ paymentIntentId }: LedgerPayment, { refunds }: OrderLedgers) =>
  refunds.filter((each) => each.paymentIntentId === paymentIntentId && each.status !== 'failed');
const isGivenBack = (payment: LedgerPayment, ledgers: OrderLedgers) =>
  sum(refundsOf(payment, ledgers)) >= payment.amount;
const sum = (entries: { amount: number }[]) => entries.reduce((total, { amount }) => total + amount, 0);
