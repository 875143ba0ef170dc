import { COUNTRY_CODES } from '../../modules/catalogue/catalogue.ts';
import { APART, loadCountryFile, rateOn, rateTable, SEEDED, taxedStates, UNION } from '../../modules/tax/tax.ts';
import { modeFacts } from '../../shared/mode.ts';
import { dateIn } from '../../shared/time-zone.ts';
import { type Check, failed, ok, warning } from './check.ts';

const YEAR_MS = 365 * 86_400_000;

/** What the tax inside the prices needs, and the country of a visitor. */
export const TAX_CHECKS: Check[] = [
  {
    name: 'tax',
    async run({ config: { mode, merchant } }) {
      const { tax, vatExemption, timeZone = 'UTC' } = merchant;
      if (!tax && vatExemption) return ok('sales have no line about tax: the merchant is exempt');
      if (!tax && modeFacts(mode).isLocal) return ok('sales have no line about tax: MERCHANT_FILE has no "tax"');
      if (!tax)
        return warning(
          'sales have no line about tax: MERCHANT_FILE has no "tax"',
          'state where you are registered for tax (docs/operations.md, "Tax"), or vatExemption, and restart',
        );
      const unknown = [...new Set([tax.home, ...taxedStates(tax)])].filter((code) => !COUNTRY_CODES.includes(code));
      if (unknown.length > 0)
        return failed(
          `"tax" of MERCHANT_FILE names no countries: ${unknown.join(', ')}`,
          'use the codes of ISO 3166-1, such as GR for Greece and GB for the United Kingdom',
        );
      const now = new Date();
      const table = rateTable(tax.rates);
      const states = [...taxedStates(tax)];
      const without = states.filter((state) => rateOn(table, state, dateIn(now, timeZone)) === null);
      if (without.length > 0)
        return failed(
          `taxed without a rate of today, so nothing is sold there: ${without.join(', ')}`,
          'add their rates to "tax" in MERCHANT_FILE, and restart',
        );
      const apart = states.filter((state) => state !== tax.home && state !== APART.state && !UNION.includes(state));
      if (apart.length > 0)
        return warning(
          `taxed, and in none of the reports of "ops tax": ${apart.join(', ')}`,
          'read their sales from the database for your registrations there (docs/operations.md, "What the tax table does not cover")',
        );
      const untaxed = UNION.filter((state) => !states.includes(state));
      if (UNION.includes(tax.home) && untaxed.length > 0)
        return warning(
          `sold without tax, although buyers there may be taxed: ${untaxed.join(', ')}`,
          'use "territories": "eu-oss", unless you stay below the threshold of 10,000 EUR and report these sales by hand (docs/operations.md, "What the tax table does not cover")',
        );
      if (now.getTime() - Date.parse(SEEDED.checkedOn) > YEAR_MS)
        return warning(
          `the rates that come with the store were compared with their sources on ${SEEDED.checkedOn}, more than a year ago`,
          'compare them with the Taxes in Europe Database, and add what changed to "tax" in MERCHANT_FILE',
        );
      return ok(
        `inside the prices in ${states.length} states, rates of ${SEEDED.checkedOn} and ${tax.rates.length} of your own`,
      );
    },
  },
  {
    name: 'tax, countries',
    async run({ config: { countryHeader, countryFile, merchant } }) {
      // The start would fail; the doctor says why.
      const size = countryFile === undefined ? 0 : sizeOf(countryFile);
      if (typeof size === 'string') return failed(size, 'correct the file or COUNTRY_FILE, and restart');
      const from = [
        ...(countryHeader === undefined ? [] : [`the header ${countryHeader} of trusted proxies`]),
        ...(size === 0 ? [] : [`${size} ranges of COUNTRY_FILE`]),
      ];
      if (from.length > 0) return ok(`the checkout preselects the country by ${from.join(', then by ')}`);
      if (!merchant.tax) return ok('the checkout preselects no country');
      return warning(
        'the checkout knows no country of a visitor: it preselects what "tax" presumes, and orders have one piece of evidence less',
        'set COUNTRY_HEADER or COUNTRY_FILE (docs/operations.md, "Tax")',
      );
    },
  },
];

function sizeOf(file: string): number | string {
  try {
    return loadCountryFile(file).size;
  } catch (error) {
    return (error as Error).message;
  }
}
