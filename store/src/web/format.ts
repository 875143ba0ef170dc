import { formatData, formatDataFine, formatDate, formatMoney, formatSpeed } from '../i18n/format.ts';
import type { Money } from '../shared/money.ts';
import { useLocale } from './language.ts';
import { useTranslation } from './translation.tsx';

const MB_PER_GB = 1024;

type Priced = { price: Money; dataMb: number; unlimited: object | null };

/**
 * Price per gigabyte, in whole cents; null for an unlimited plan. Compare plans with `lowestPerGb`, which does not
 * round.
 */
export function pricePerGb(plan: Priced): Money | null {
  if (plan.unlimited !== null) return null;
  return { amount: Math.round((plan.price.amount * MB_PER_GB) / plan.dataMb), currency: plan.price.currency };
}

/** Ids of the available plans with the lowest price per gigabyte, including ties. Empty for a single plan. */
export function lowestPerGb(plans: readonly (Priced & { id: string; available: boolean })[]): Set<string> {
  const buyable = plans.filter((plan) => plan.available && plan.unlimited === null);
  if (buyable.length < 2) return new Set();
  const rate = (plan: { price: Money; dataMb: number }) => plan.price.amount / plan.dataMb;
  const lowest = Math.min(...buyable.map(rate));
  return new Set(buyable.filter((plan) => rate(plan) === lowest).map((plan) => plan.id));
}

/** Formatters in the current language: `$4.50`, `3GB`, `7 days`, `$1.50/GB`. */
export function useFormat() {
  const locale = useLocale();
  const { t } = useTranslation();
  return {
    money: (money: Money) => formatMoney(money, locale),
    data: (megabytes: number) => formatData(megabytes, locale),
    /** What is left or was used: `0.45GB`. */
    fine: (megabytes: number) => formatDataFine(megabytes, locale),
    speed: (kbps: number) => formatSpeed(kbps, locale),
    date: (instant: Date | string) => formatDate(instant, locale),
    /** A calendar day, such as `2026-11-22`: the same for every reader. */
    day: (date: string) => formatDate(date, locale, 'UTC'),
    /** `3GB`, or `Unlimited`. */
    planData: (plan: { dataMb: number; unlimited: object | null }) =>
      plan.unlimited === null ? formatData(plan.dataMb, locale) : t('plans.unlimited'),
    days: (count: number) => t('plans.days', { count }),
    /** Empty for an unlimited plan. */
    perGb: (plan: Priced) => {
      const price = pricePerGb(plan);
      return price === null ? '' : t('plans.perGb', { price: formatMoney(price, locale) });
    },
  };
}
