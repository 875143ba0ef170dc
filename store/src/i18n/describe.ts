import type { Locale, Localized } from '../shared/locale.ts';
import { formatData } from './format.ts';
import { translator } from './i18n.ts';

type Sold = {
  name: Localized;
  forPlace?: Localized | null;
  dataMb: number;
  unlimited: object | null;
  days: number;
  purpose?: string;
};

/** `3GB`, or `Unlimited`. */
export function describeData({ dataMb, unlimited }: Pick<Sold, 'dataMb' | 'unlimited'>, locale: Locale): string {
  return unlimited === null ? formatData(dataMb, locale) : translator(locale)('plans.unlimited');
}

/**
 * The name of a plan outside our pages: `France - 3GB` and `30 days`, for payment pages; `Asia - 3GB for Japan`, and `Top-up:
 * France - 3GB` for an eSIM that exists.
 */
export function describePlan(line: Sold, locale: Locale): { name: string; description: string } {
  const t = translator(locale);
  const plan = `${line.name[locale]} - ${describeData(line, locale)}`;
  const name = line.forPlace ? t('plans.planFor', { plan, place: line.forPlace[locale] }) : plan;
  return {
    name: line.purpose === 'plan' ? t('plans.topUp', { plan: name }) : name,
    description: t('plans.days', { count: line.days }),
  };
}
