import type { DeskCommand } from '../command.ts';
import type { OptionName } from '../options.ts';
import { UsageError } from '../ops-error.ts';
import type { TaxReturn } from '../tax.ts';

const EXCHANGE: OptionName[] = ['rate', 'rates'];

const report = (which: TaxReturn, help: string): DeskCommand => ({
  words: `tax ${which}`,
  arguments: ['QUARTER'],
  options: EXCHANGE,
  help,
  run: ({ tax }, [quarter], { rate, ratesFile }) => {
    if (rate !== null && ratesFile !== null) throw new UsageError('Give --rate or --rates, not both.');
    return tax.report(which, quarter!, { rate, ratesFile });
  },
});

/** The returns about the tax inside the prices. They change nothing. */
export const TAX_COMMANDS: DeskCommand[] = [
  report('oss', 'CSV for the one-stop shop of the European Union: sales and corrections of a quarter, in euros too'),
  report('home', 'the same for sales in the merchant’s own state, which its ordinary return has'),
  report('gb', 'the same for the United Kingdom, in pounds: --rate is the rate of HMRC'),
];
