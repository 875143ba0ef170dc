import areas from '#data/tax/areas.json' with { type: 'json' };
import seed from '#data/tax/rates.json' with { type: 'json' };
import type { TaxRate } from '../../shared/tax.ts';

/** By country its rates, newest first. */
export type RateTable = ReadonlyMap<string, readonly TaxRate[]>;

/** Rates that come with the product, and the day on which they were compared with their sources (`data/tax/SOURCE.md`). */
export const SEEDED: { readonly checkedOn: string; readonly rates: readonly TaxRate[] } = seed;

/** The member states of the union. */
export const UNION: readonly string[] = areas.eu;

/** The state that has a return of its own. */
export const APART: string = areas.apart;

/** Countries whose consumers can withdraw: the checkout asks them for their consent to begin before. */
export const WITHDRAWAL_AREA: readonly string[] = areas.withdrawal;

const within: ReadonlyMap<string, string> = new Map(Object.entries(areas.within));

/** The state as whose sales those of a country count: itself for most. */
export const stateOf = (country: string): string => within.get(country) ?? country;

/** The seeded rates with those of the merchant, which win where both have a rate from the same day. */
export function rateTable(own: readonly TaxRate[] = [], seeded: readonly TaxRate[] = SEEDED.rates): RateTable {
  const kept = seeded.filter(
    (each) => !own.some(({ country, from }) => each.country === country && each.from === from),
  );
  const newestFirst = [...kept, ...own].toSorted((a, b) => (a.from < b.from ? 1 : -1));
  return Map.groupBy(newestFirst, ({ country }) => country);
}

/** A country's rate on a day (`2026-11-27`), in basis points; null when the table has none for that day. */
export function rateOn(table: RateTable, country: string, day: string): number | null {
  const rate = table.get(country)?.find(({ from }) => from <= day);
  return rate === undefined ? null : Math.round(rate.percent * 100);
}
