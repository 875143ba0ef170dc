import { formatList } from '../../../i18n/format.ts';
import type { LineView, OrderView } from '../../../shared/views.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/**
 * A line's data in the current language: `France`, `3GB`, `30 days`, `France - 3GB`, `$11.00`. A plan that was bought
 * for one place of several is `Asia - 3GB for Japan`, and its destination is that place.
 */
export function useLineWords() {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return (line: LineView) => {
    const data = format.planData(line);
    const plan = t('order.plan', { destination: line.name[locale], data });
    const place = line.forPlace?.name[locale];
    return {
      destination: place ?? line.name[locale],
      data,
      days: format.days(line.days),
      plan: place === undefined ? plan : t('plans.planFor', { plan, place }),
      price: format.money(line.price),
    };
  };
}

/** True for the order of a plan that is added to an eSIM. */
export const isTopUp = ({ lines: [line] }: OrderView): boolean => line?.purpose === 'plan';

/** Words about a whole order: its plans, the total, the refund. */
export function useOrderWords(order: OrderView) {
  const { locale } = useTranslation();
  const format = useFormat();
  const wordsOf = useLineWords();
  return {
    plan: formatList(
      order.lines.map((line) => wordsOf(line).plan),
      locale,
    ),
    total: format.money(order.total),
    refunded: format.money(order.refund?.amount ?? order.total),
  };
}
