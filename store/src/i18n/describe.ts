import type { Locale, Localized } from '../shared/locale.ts';
import { formatData } from './format.ts';
import { translator } from './i18n.ts';

type Sold = { name: Localized; dataMb: number; unlimited: object | null; days: number };

/** `3GB`, or `Unlimited`. */
export function describeData({ dataMb, unlimited }: Pick<Sold, 'dataMb' | 'unlimited'>, locale: Locale): string {
  return unlimited === null ? formatData(dataMb, locale) : translator(locale)('plans.unlimited');
}

/** The name of a plan outside our pages: `France - 3GB` and `30 days`, for payment pages. */
export function describePlan(line: Sold, locale: Locale): { name: string; description: string } {
  return {
    name: `${line.name[locale]} - ${describeData(line, locale)}`,
    description: translator(locale)('plans.days', { count: line.days }),
  };
}
