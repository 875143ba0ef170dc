import { BRAND } from '../../shared/brand.ts';
import type { Billing } from '../../shared/documents.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Merchant } from '../../shared/merchant.ts';
import { type LineTax, taxInside } from '../../shared/tax.ts';

/** A line of a document, with signed amounts. */
export type DocumentLine = {
  lineId: string;
  name: string;
  dataMb: number;
  unlimited: boolean;
  days: number;
  activation: 'first-usage' | 'installation' | null;
  isTopUp: boolean;
  amount: number;
  tax: LineTax | null;
};

type Seller = {
  name: string;
  legalForm: string | null;
  address: string | null;
  register: string | null;
  vatId: string | null;
  vatExemption: string | null;
};

/** What a document prints, as it was true on its day. */
export type DocumentContent = {
  seller: Seller;
  /** That of the seller's books, in which the day of issue is printed. */
  timeZone: string;
  orderNumber: string;
  paidAt: string;
  card: { brand: string; last4: string } | null;
  /** The version of the refund policy under which it was bought. */
  refundPolicy: number;
  /** Days from the payment in which a buyer gets an unused eSIM refunded by themselves; 0: not at all. */
  refundDays: number;
  lines: DocumentLine[];
  /**
   * What it is about: the receipt of a credit note, what a cancellation cancels, the receipt that a corrected one replaces;
   * null on any other receipt.
   */
  of: string | null;
  /** Of a credit note; null on other documents. */
  refund: { reason: string; at: string; isOtherWay: boolean; reference: string | null } | null;
};

/** The personal part. Empty texts are left out. */
export type BuyerOnDocument = Billing & { email: string };

/** A line that was sold, with the tax that stands on it for ever. */
export type SoldLine = {
  id: string;
  name: Readonly<Record<Locale, string>>;
  dataMb: number;
  unlimited: object | null;
  days: number;
  activation: 'first-usage' | 'installation' | null;
  purpose: string;
  unitAmount: number;
  taxCountry: string | null;
  taxRateBp: number | null;
  taxAmount: number | null;
};

/** The facts of the company that the law asks on a receipt, as far as the merchant states them. */
export function sellerOf(merchant: Merchant, locale: Locale): Seller {
  return {
    name: merchant.name ?? BRAND,
    legalForm: merchant.legalForm ?? null,
    address: merchant.address ?? null,
    register: merchant.register ?? null,
    vatId: merchant.vatId ?? null,
    vatExemption: merchant.vatExemption?.[locale] ?? null,
  };
}

/** The lines of a receipt. */
export const soldLines = (lines: readonly SoldLine[], locale: Locale): DocumentLine[] =>
  lines.map((line) => ({
    lineId: line.id,
    name: line.name[locale],
    dataMb: line.dataMb,
    unlimited: line.unlimited !== null,
    days: line.days,
    activation: line.activation,
    isTopUp: line.purpose === 'plan',
    amount: line.unitAmount,
    tax: taxOf(line),
  }));

const taxOf = ({ taxCountry: country, taxRateBp: rateBp, taxAmount: amount }: SoldLine): LineTax | null =>
  country === null || rateBp === null || amount === null ? null : { country, rateBp, amount };

/**
 * The lines of a credit note over `amount`: what the refund names of each line, and what it names of none divided by what
 * is left of them. Their sum is exactly `amount`; the tax of all credit notes of a line is never more than its own, and
 * equals it once all of the line is credited. `before`: what the other documents of the order have credited, by line.
 */
export function creditedLines(
  sold: readonly DocumentLine[],
  refund: { amount: number; shares: Readonly<Record<string, number>> },
  before: Readonly<Record<string, Credited>>,
): DocumentLine[] {
  const named = sold.map(({ lineId }) => refund.shares[lineId] ?? 0);
  const rest = refund.amount - named.reduce((sum, cents) => sum + cents, 0);
  const left = sold.map((line, at) => Math.max(0, line.amount - (before[line.lineId]?.amount ?? 0) - named[at]!));
  const more = divided(rest, left);
  return sold.flatMap((line, at) => {
    const amount = named[at]! + more[at]!;
    if (amount === 0) return [];
    const { tax } = line;
    const earlier = before[line.lineId] ?? { amount: 0, tax: 0 };
    const inside = tax && { ...tax, amount: earlier.tax - (tax.amount - taxKept(line, earlier.amount + amount)) };
    return [{ ...line, amount: -amount, tax: inside }];
  });
}

/** Cents of a line on credit notes that count, and the tax in them. */
export type Credited = { amount: number; tax: number };

/** The tax inside what is kept of a line, once so much is credited. */
const taxKept = ({ amount, tax }: DocumentLine, credited: number): number =>
  tax === null ? 0 : taxInside(Math.max(0, amount - credited), tax.rateBp);

/** An amount divided in proportion; the cents that are left over go to the largest remainders. */
export function divided(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (amount === 0) return weights.map(() => 0);
  // More than all of it: a gift beyond the price stands on the first line.
  if (sum === 0) return weights.map((_, at) => (at === 0 ? amount : 0));
  const exact = weights.map((weight) => (amount * weight) / sum);
  const shares = exact.map(Math.floor);
  const over = amount - shares.reduce((total, share) => total + share, 0);
  const order = exact
    .map((share, at) => ({ at, fraction: share - Math.floor(share) }))
    .toSorted((a, b) => b.fraction - a.fraction || a.at - b.at);
  for (const { at } of order.slice(0, over)) shares[at]! += 1;
  return shares;
}

/** The lines with the other sign. */
export const reversed = (lines: readonly DocumentLine[]): DocumentLine[] =>
  lines.map((line) => ({
    ...line,
    amount: -line.amount,
    tax: line.tax && { ...line.tax, amount: -line.tax.amount },
  }));

export const totalOf = (lines: readonly DocumentLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** The tax in all lines; null when none has one. */
export const taxTotalOf = (lines: readonly DocumentLine[]): number | null => {
  const taxed = lines.flatMap(({ tax }) => tax ?? []);
  return taxed.length === 0 ? null : taxed.reduce((sum, { amount }) => sum + amount, 0);
};

/** The tax by country and rate, in the order of the lines. */
export function taxesOf(lines: readonly DocumentLine[]): LineTax[] {
  const sums = new Map<string, LineTax>();
  for (const { tax } of lines) {
    if (tax === null) continue;
    const key = `${tax.country} ${tax.rateBp}`;
    sums.set(key, { ...tax, amount: (sums.get(key)?.amount ?? 0) + tax.amount });
  }
  return [...sums.values()];
}
