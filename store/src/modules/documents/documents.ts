import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import type { Billing, DocumentKind } from '../../shared/documents.ts';
import { documentNumber, NO_BILLING } from '../../shared/documents.ts';
import { AppError } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Merchant } from '../../shared/merchant.ts';
import type { Currency } from '../../shared/money.ts';
import type { GivenBack } from '../../shared/tax.ts';
import type { MoneyBook } from '../payments/payments.ts';
import {
  type BuyerOnDocument,
  creditedLines,
  type DocumentContent,
  type DocumentLine,
  reversed,
  sellerOf,
  type SoldLine,
  soldLines,
  taxTotalOf,
  totalOf,
} from './content.ts';
import { nextNumber } from './numbers/numbers.ts';
import * as store from './store.ts';

export { createDocumentPrinter, type DocumentPrinter, type Printed } from './printing.ts';
export type { DocumentRow as Document } from './store.ts';

export type DocumentBook = ReturnType<typeof createDocumentBook>;
export type Documents = ReturnType<typeof createDocuments>;

type Ports = {
  db: Db;
  clock: Clock;
  merchant: Merchant;
  /** When this database last lost commits; locks that until the transaction ends. */
  lostTimeAt: (tx: Queryable) => Promise<Date | null>;
  /** How long a buyer gets an unused eSIM refunded by themselves; 0: not at all. */
  refundDays: number;
  spreadRefunds: MoneyBook['spreadRefunds'];
};

/** An order that was paid, with its payment. */
export type PaidOrder = {
  id: string;
  number: string;
  /** Whose details are on the receipt; null: a guest's, or an account that holds it by its mailed link alone. */
  accountId: string | null;
  /** Null: its buyer is forgotten. */
  email: string | null;
  locale: Locale;
  currency: Currency;
  paidAt: Date;
  lines: readonly SoldLine[];
  card: DocumentContent['card'];
  refundPolicy: number;
};

/** A refund of that payment. `shares`: cents by line, as far as it names lines. */
export type RefundOfOrder = {
  id: string;
  status: 'requested' | 'pending' | 'succeeded' | 'failed' | 'closed' | 'superseded';
  amount: number;
  shares: Record<string, number>;
  reason: string;
  at: Date;
  reference: string | null;
};

/** Receipts and credit notes, and what accounts want on them: all of it but what issues them. */
export function createDocumentBook({ db }: Pick<Ports, 'db'>) {
  return {
    /** True when an order that was paid lacks a document. */
    isBehind,
    find: (id: string) => store.findDocument(db, id),
    /** The documents of these orders, oldest first. */
    ofOrders: (orderIds: readonly string[], tx: Queryable = db) => store.listByOrders(tx, orderIds),
    /** Has the receipt of an order issued again with other details (`correct`), under the order's lock. */
    correct: (tx: Tx, orderId: string, change: Partial<Billing>) => correct(tx, orderId, change),
    /** Credit notes and cancellations that were issued between two moments, in pages by id: a series that never changes. */
    correctionsBetween: (page: Parameters<typeof store.correctionsBetween>[1], on: Queryable = db) =>
      store.correctionsBetween(on, page),
    /** Removes the buyer from the documents of these orders. */
    forget: (tx: Tx, orderIds: readonly string[]) => store.forgetBuyers(tx, orderIds),
    billingOf: async (accountId: string, tx: Queryable = db): Promise<Billing> =>
      (await store.findBilling(tx, accountId)) ?? NO_BILLING,
    /** Counts for the next receipts: those that were issued stay as they are. */
    putBilling: (accountId: string, billing: Billing) => store.putBilling(db, accountId, billing),
  };
}

/** The whole book. */
export const createDocuments = (ports: Ports) => ({
  ...createDocumentBook(ports),
  issue: (tx: Tx, order: PaidOrder, refunds: readonly RefundOfOrder[]) => issue(ports, tx, order, refunds),
});

function isBehind(known: readonly store.DocumentRow[], refunds: readonly RefundOfOrder[]): boolean {
  const receipt = receiptOf(known);
  if (!receipt || receipt.correction !== null) return true;
  return refunds.some((refund) => {
    // A second payment has no receipt.
    if (refund.reason === 'duplicate_payment') return false;
    return isMade(refund) ? !noteOf(known, refund) : cameBack(refund) && noteOf(known, refund) !== undefined;
  });
}

const isMade = ({ status }: RefundOfOrder) => status === 'succeeded' || status === 'closed';
const cameBack = ({ status }: RefundOfOrder) => status === 'failed' || status === 'superseded';

/** The receipt that counts: another one was cancelled for it. */
const receiptOf = (known: readonly store.DocumentRow[]) =>
  known.find(({ kind, cancelledBy }) => kind === 'receipt' && cancelledBy === null);

/** The credit note of a refund that counts. */
const noteOf = (known: readonly store.DocumentRow[], { id }: RefundOfOrder) =>
  known.find(({ kind, refundId, cancelledBy }) => kind === 'credit-note' && refundId === id && cancelledBy === null);

/**
 * The receipt that counts gets `correction`: the next `issue` cancels it and issues another one. Fields that are left out
 * stay. Throws `not-found`; `wrong-state` with the field `receipt` once a part of it is credited, because its credit note
 * names it, and `owner` when its buyer is forgotten; `invalid-input` when nothing differs.
 */
async function correct(tx: Tx, orderId: string, change: Partial<Billing>): Promise<store.DocumentRow> {
  const known = await store.listByOrders(tx, [orderId]);
  const receipt = receiptOf(known);
  if (!receipt) throw new AppError('not-found', { field: 'receipt' });
  if (known.some(({ kind, cancelledBy }) => kind === 'credit-note' && cancelledBy === null))
    throw new AppError('wrong-state', { field: 'receipt' });
  if (receipt.buyer === null) throw new AppError('wrong-state', { field: 'owner' });
  const { buyer } = receipt;
  const correction = { ...buyer, ...change };
  const isSame = (['name', 'address', 'company', 'vatId'] as const).every((each) => correction[each] === buyer[each]);
  if (isSame) throw new AppError('invalid-input', { field: 'receipt', rule: 'same' });
  await store.setCorrection(tx, receipt.id, correction);
  return receipt;
}

/**
 * Brings the documents of an order up to its books, under the order's lock: its receipt, a credit note for each refund
 * that was made, and the cancellation of one whose refund came back, and of a receipt that is corrected. Idempotent. It
 * comes last in its transaction, because from then on no other document of the kind gets a number. The kinds always come in
 * this order, so that two orders never wait for each other's series. Returns how many it has issued.
 */
async function issue(ports: Ports, tx: Tx, order: PaidOrder, refunds: readonly RefundOfOrder[]): Promise<number> {
  const known = await store.listByOrders(tx, [order.id]);
  const before = known.length;
  const corrected = known.find(({ cancelledBy, correction }) => cancelledBy === null && correction !== null);
  if (corrected) await cancel(ports, tx, known, corrected);
  // First what came back: the notes of later refunds are of what is left then.
  for (const refund of refunds) {
    const note = noteOf(known, refund);
    if (cameBack(refund) && note) await cancel(ports, tx, known, note);
  }
  const receipt = receiptOf(known) ?? (await issueReceipt(ports, tx, order, corrected));
  if (!known.includes(receipt)) known.push(receipt);
  for (const refund of refunds)
    if (isMade(refund) && !noteOf(known, refund))
      known.push(await issueCreditNote(ports, tx, { receipt, known, refund }));
  return known.length - before;
}

/** `corrected`: the receipt in whose place it comes. */
async function issueReceipt(
  ports: Ports,
  tx: Tx,
  order: PaidOrder,
  corrected: store.DocumentRow | undefined,
): Promise<store.DocumentRow> {
  if (corrected) {
    const { content, correction, ...of } = corrected;
    return insert(ports, tx, {
      ...of,
      kind: 'receipt',
      cancels: null,
      buyer: correction,
      content: { ...content, seller: sellerOf(ports.merchant, of.locale), of: documentNumber(corrected) },
    });
  }
  const { id: orderId, locale, accountId } = order;
  const billing = accountId === null ? null : await store.findBilling(tx, accountId);
  return insert(ports, tx, {
    kind: 'receipt',
    orderId,
    refundId: null,
    cancels: null,
    locale,
    currency: order.currency,
    buyer: order.email === null ? null : { ...(billing ?? NO_BILLING), email: order.email },
    content: {
      seller: sellerOf(ports.merchant, locale),
      timeZone: zoneOf(ports),
      orderNumber: order.number,
      paidAt: order.paidAt.toISOString(),
      card: order.card,
      refundPolicy: order.refundPolicy,
      refundDays: ports.refundDays,
      lines: soldLines(order.lines, locale),
      of: null,
      refund: null,
    },
  });
}

/** Where the merchant keeps the books. */
const zoneOf = ({ merchant }: Ports) => merchant.timeZone ?? 'UTC';

type Known = { receipt: store.DocumentRow; known: readonly store.DocumentRow[] };

/** It names the same parties as its receipt. */
function issueCreditNote(ports: Ports, tx: Tx, { receipt, known, refund }: Known & { refund: RefundOfOrder }) {
  const { id, kind: _kind, series, number, ...of } = receipt;
  const before = creditedBefore(known);
  const lines = creditedLines(receipt.content.lines, partsOf(ports, receipt, before, refund), before);
  const { at, reason, reference, status } = refund;
  return insert(ports, tx, {
    ...of,
    kind: 'credit-note',
    refundId: refund.id,
    cancels: null,
    content: {
      ...receipt.content,
      seller: sellerOf(ports.merchant, receipt.locale),
      lines,
      of: documentNumber({ series, number }),
      refund: { reason, at: at.toISOString(), isOtherWay: status === 'closed', reference },
    },
  });
}

/** Cents of each line that a refund gives back, after what is credited: issued documents never change. */
function partsOf(
  { spreadRefunds }: Ports,
  { content: { lines } }: store.DocumentRow,
  before: Readonly<Record<string, GivenBack>>,
  { amount, shares }: RefundOfOrder,
) {
  const naming = (cents: number, byLine: Record<string, number>) =>
    ({ amount: cents, lineId: null, scope: 'lines', shares: byLine }) as const;
  const earlier = Object.fromEntries(Object.entries(before).map(([id, credited]) => [id, credited.amount]));
  const sum = Object.values(earlier).reduce((total, cents) => total + cents, 0);
  const sold = lines.map(({ lineId, amount: unitAmount }) => ({ id: lineId, unitAmount }));
  return spreadRefunds(sold, [naming(sum, earlier), naming(amount, shares)]).at(-1)!.lines;
}

/** What the credit notes that count have credited, by line. */
function creditedBefore(known: readonly store.DocumentRow[]): Record<string, GivenBack> {
  const sums: Record<string, GivenBack> = {};
  for (const { refundId, content } of known) {
    if (refundId === null) continue;
    for (const { lineId, amount, tax } of content.lines) {
      const sum = sums[lineId] ?? { amount: 0, tax: 0 };
      sums[lineId] = { amount: sum.amount - amount, tax: sum.tax - (tax?.amount ?? 0) };
    }
  }
  return sums;
}

/** Cancels a credit note, or a receipt, among the documents of its order. */
async function cancel(ports: Ports, tx: Tx, known: store.DocumentRow[], document: store.DocumentRow): Promise<void> {
  const { content, ...of } = document;
  const cancellation = await insert(ports, tx, {
    ...of,
    kind: 'cancellation',
    cancels: document.id,
    content: { ...content, lines: reversed(content.lines), of: documentNumber(document), refund: null },
  });
  await store.setCancelledBy(tx, document.id, cancellation.id);
  known[known.indexOf(document)] = { ...document, cancelledBy: cancellation.id, correction: null };
  known.push(cancellation);
}

type NewDocument = {
  kind: DocumentKind;
  orderId: string;
  refundId: string | null;
  cancels: string | null;
  locale: Locale;
  currency: Currency;
  buyer: BuyerOnDocument | null;
  content: DocumentContent;
};

async function insert(ports: Ports, tx: Tx, given: NewDocument): Promise<store.DocumentRow> {
  const { clock, lostTimeAt } = ports;
  const { kind, orderId, refundId, cancels, locale, currency, buyer, content } = given;
  const lines: readonly DocumentLine[] = content.lines;
  const numbered = await nextNumber(tx, kind, { clock, timeZone: zoneOf(ports), lostTimeAt: await lostTimeAt(tx) });
  const row: store.DocumentRow = {
    id: uuidv7(),
    kind,
    ...numbered,
    orderId,
    refundId,
    cancels,
    cancelledBy: null,
    locale,
    currency,
    total: totalOf(lines),
    tax: taxTotalOf(lines),
    content,
    buyer,
    correction: null,
  };
  await store.insertDocument(tx, row);
  return row;
}
