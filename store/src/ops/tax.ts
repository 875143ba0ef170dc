import { readFileSync } from 'node:fs';
import type { Desk } from '../flows/desk/desk.ts';
import { APART, ratesIn, spanOf, type Taxed, type TaxRow, taxRows, UNION, UNION_CURRENCY } from '../modules/tax/tax.ts';
import type { Merchant } from '../shared/merchant.ts';
import { decimalOf } from '../shared/money.ts';
import { percentOf } from '../shared/tax.ts';
import { OpsError } from './ops-error.ts';
import type { Report } from './report.ts';

/** Which return: the union's one-stop shop, the merchant's own state, or the state with a return of its own. */
export type TaxReturn = 'oss' | 'home' | 'gb';

type Exchange = { rate: number | null; ratesFile: string | null };

/** The commands about tax. */
export const createTaxCommands = (
  { taxed }: Pick<Desk, 'taxed'>,
  merchant: () => Promise<Merchant>,
  reportOn: Report,
) => ({
  /** The CSV of a return. Throws an `OpsError` without facts about tax, and without a rate that it needs. */
  async report(which: TaxReturn, quarter: string, exchange: Exchange): Promise<string[]> {
    const { tax, timeZone = 'UTC' } = await merchant();
    if (!tax) throw new OpsError('MERCHANT_FILE has no "tax": sales are not taxed, and there is nothing to report.');
    const currency = which === 'gb' ? APART.currency : UNION_CURRENCY;
    const read = await reportOn((on) => taxed({ quarter, timeZone }, on));
    const rows = taxRows(read.filter(belongsTo(which, tax.home)), {
      quarter,
      currency,
      rateOf: rateOf(exchange),
    });
    const unknown = rows.find(({ inReturn }) => inReturn === null);
    if (unknown && (exchange.rate !== null || exchange.ratesFile !== null))
      throw new OpsError(missing(unknown, exchange));
    return csvOf(rows, currency);
  },
});

const belongsTo =
  (which: TaxReturn, home: string) =>
  ({ country }: Taxed): boolean =>
    ({
      oss: country !== home && country !== APART.state && UNION.includes(country),
      home: country === home,
      gb: country === APART.state,
    })[which];

function rateOf({ rate, ratesFile }: Exchange) {
  if (ratesFile === null) return () => rate;
  try {
    return ratesIn(readFileSync(ratesFile, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OpsError(`${ratesFile}: ${code === undefined ? message : `can't be read (${code})`}.`);
  }
}

const missing = ({ currency, quarter }: TaxRow, { ratesFile }: Exchange) =>
  `${ratesFile ?? '--rate'} has no rate of ${currency} on ${spanOf(quarter, 'UTC').lastDay} or a later day: take the file when that day is over.`;

/** Amounts have a point, as programs read them. */
function csvOf(rows: readonly TaxRow[], currency: string): string[] {
  const named = currency.toLowerCase();
  const head = `kind,quarter,country,rate,currency,net,tax,net_${named},tax_${named}`;
  return [
    head,
    ...rows.map(({ kind, quarter, country, rateBp, inReturn, ...row }) =>
      [
        kind,
        quarter,
        country,
        percentOf(rateBp),
        row.currency,
        decimalOf({ amount: row.net, currency: row.currency }),
        decimalOf({ amount: row.tax, currency: row.currency }),
        inReturn === null ? '' : decimalOf({ amount: inReturn.net, currency }),
        inReturn === null ? '' : decimalOf({ amount: inReturn.tax, currency }),
      ].join(','),
    ),
  ];
}
