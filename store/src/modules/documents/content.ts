import { BRAND } from '../../shared/brand.ts';
import type { Billing } from '../../shared/documents.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Merchant } from '../../shared/merchant.ts';
import { type GivenBack, type LineTax, lineTax, taxOfRefund, taxSums } from '../../shared/tax.ts';

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
    tax: lineTax(line),
  }));

/**
 * The lines of a credit note. `parts`: cents of each line that its refund gives back; their sum is the refund. The tax of
 * all credit notes of a line is never more than its own, and equals it once all of the line is credited. `before`: what the
 * other documents of the order have credited, by line.
 */
export function creditedLines(
  sold: readonly DocumentLine[],
  parts: readonly { lineId: string; amount: number }[],
  before: Readonly<Record<string, GivenBack>>,
): DocumentLine[] {
  return sold.flatMap((line) => {
    const part = parts.find(({ lineId }) => lineId === line.lineId);
    if (part === undefined) return [];
    const { amount, tax } = line;
    const earlier = before[line.lineId] ?? { amount: 0, tax: 0 };
    const inside = tax && { ...tax, amount: 0 - taxOfRefund({ amount, tax }, earlier, part.amount) };
    return [{ ...line, amount: -part.amount, tax: inside }];
  });
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
export const taxesOf = (lines: readonly DocumentLine[]): LineTax[] => taxSums(lines.map(({ tax }) => tax));
