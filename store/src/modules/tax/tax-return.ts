import { minorDigits } from '../../shared/money.ts';
import { spanOf } from './quarters.ts';

/**
 * A taxed sale, or a refund of one with negative amounts. `quarter`: of the sale, also for a refund: a correction names
 * its original quarter.
 */
export type Taxed = {
  quarter: string;
  country: string;
  rateBp: number;
  currency: string;
  /** With the tax inside. */
  amount: number;
  tax: number;
};

/** A row of a return. `inReturn`: in the currency of the return; null: there was no rate for that. */
export type TaxRow = {
  kind: 'sale' | 'correction';
  quarter: string;
  country: string;
  rateBp: number;
  currency: string;
  net: number;
  tax: number;
  inReturn: { net: number; tax: number } | null;
};

/** Units of a currency for one of the return's, on a quarter's last day; null: not known. */
export type ExchangeRate = (currency: string, quarter: string) => number | null;

/** The return of a quarter: one row for each quarter of a sale, country, rate and currency, the newest quarter first. */
export function taxRows(
  taxed: readonly Taxed[],
  { quarter, currency, rateOf }: { quarter: string; currency: string; rateOf: ExchangeRate },
): TaxRow[] {
  const groups = Map.groupBy(taxed, (each) => [each.quarter, each.country, each.rateBp, each.currency].join(' '));
  return [...groups.values()]
    .map((group): TaxRow => {
      const [first] = group as [Taxed];
      const tax = group.reduce((sum, each) => sum + each.tax, 0);
      const net = group.reduce((sum, each) => sum + each.amount, 0) - tax;
      const rate = first.currency === currency ? 1 : rateOf(first.currency, first.quarter);
      const inReturn = (amount: number) => exchange(amount, { from: first.currency, to: currency, rate: rate ?? 1 });
      return {
        kind: first.quarter === quarter ? 'sale' : 'correction',
        quarter: first.quarter,
        country: first.country,
        rateBp: first.rateBp,
        currency: first.currency,
        net,
        tax,
        inReturn: rate === null ? null : { net: inReturn(net), tax: inReturn(tax) },
      };
    })
    .filter(({ net, tax }) => net !== 0 || tax !== 0)
    .toSorted((a, b) => orderOf(a) - orderOf(b) || keyOf(a).localeCompare(keyOf(b), 'en'));
}

const orderOf = ({ quarter }: TaxRow) => -Number(quarter.replace(/\D/g, ''));
const keyOf = ({ country, rateBp, currency }: TaxRow) => `${country} ${String(rateBp).padStart(5, '0')} ${currency}`;

/** Rounded half away from zero to the minor unit: a correction is as large as what it corrects. */
function exchange(amount: number, { from, to, rate }: { from: string; to: string; rate: number }): number {
  const exact = (amount / 10 ** minorDigits(from) / rate) * 10 ** minorDigits(to);
  return Math.sign(exact) * Math.round(Math.abs(exact)) || 0;
}

/**
 * The reference rates of the European Central Bank as its file `eurofxref-hist.csv` has them: those of a quarter's last
 * day, or of the next day of publication (article 366 of Directive 2006/112/EC). Throws a RangeError for another file.
 */
export function ratesIn(csv: string): ExchangeRate {
  const [head = '', ...lines] = csv.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [date, ...currencies] = head.split(',').map((each) => each.trim());
  if (date !== 'Date' || currencies.length === 0) throw new RangeError('has no head line Date,USD,…');
  const days = lines
    .map((line) => line.split(',').map((each) => each.trim()))
    .filter(([day = '']) => /^\d{4}-\d{2}-\d{2}$/.test(day))
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return (currency, quarter) => {
    const at = currencies.indexOf(currency);
    const { lastDay } = spanOf(quarter, 'UTC');
    const day = at === -1 ? undefined : days.find(([each = '', ...rates]) => each >= lastDay && Number(rates[at]) > 0);
    return day === undefined ? null : Number(day[at + 1]);
  };
}
