import { formatList } from '../../../i18n/format.ts';
import type { LineView, OrderView } from '../../../shared/views.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/** A line's data in the current language: `France`, `3GB`, `30 days`, `France - 3GB`, `$11.00`. */
export function useLineWords() {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return (line: LineView) => {
    const destination = line.name[locale];
    const data = format.planData(line);
    return {
      destination,
      data,
      days: format.days(line.days),
      plan: t('order.plan', { destination, data }),
      price: format.money(line.price),
    };
  };
}

/** The same for a whole order: its plans, the total, the refund. */
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
