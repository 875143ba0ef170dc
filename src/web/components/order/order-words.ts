import type { OrderView } from '../../../http/api/views.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useOfferWords } from '../plans/offer-words.ts';

/** An order's facts in the language shown: `France`, `France - 3GB`, `30 days`, `$11.00`. */
export function useOrderWords(order: OrderView) {
  const { t } = useTranslation();
  const format = useFormat();
  const destination = useOfferWords().nameOf(order.line.offerSlug);
  const data = format.data(order.line.dataMb);
  return {
    destination,
    data,
    days: format.days(order.line.days),
    plan: t('order.plan', { destination, data }),
    total: format.money(order.total),
    refunded: format.money(order.refund?.amount ?? order.total),
  };
}
