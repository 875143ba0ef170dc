import type { Locale } from '../shared/locale.ts';
import { formatData } from './format.ts';
import { translator } from './i18n.ts';

/** What a plan is called outside of our pages: `France - 3GB` and `30 days`, for payment pages and mails. */
export function describePlan(
  line: { offerSlug: string; dataMb: number; days: number },
  locale: Locale,
): { productName: string; productDescription: string } {
  const t = translator(locale);
  const place = t(`common.offers.${line.offerSlug as 'france'}`);
  return {
    productName: `${place} - ${formatData(line.dataMb, locale)}`,
    productDescription: t('plans.days', { count: line.days }),
  };
}
