import { formatList } from '../../../i18n/format.ts';
import type { Destination, Offer, Plan } from '../../../modules/catalogue/types.ts';
import { sumOf } from '../../../shared/money.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useOfferWords } from '../../components/plans/offer-words.ts';

/** The place that the buyer chose, for a plan that works in more places. */
export type ChosenPlace = Pick<Destination, 'slug' | 'kind' | 'name' | 'flag'>;

/** One plan in the checkout: a line of the future order. */
export type Ware = { offer: Offer; plan: Plan; forPlace: ChosenPlace | null };

/** The texts of a plan: `France - 3GB` (`Asia - 3GB for Japan`), `30 days, Orange and Bouygues Telecom` and `$11.00`. */
export function usePlanWords() {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const offers = useOfferWords();
  return ({ offer, plan, forPlace }: Ware) => {
    const ofPlan = t('checkout.plan', { destination: offers.name(offer), data: format.planData(plan) });
    const operators = formatList(
      offer.operators.map(({ name }) => name),
      locale,
    );
    const networks = offer.regionCount === null ? operators : t('checkout.regions', { count: offer.regionCount });
    return {
      destination: offers.name(forPlace ?? offer),
      name: forPlace === null ? ofPlan : t('plans.planFor', { plan: ofPlan, place: offers.name(forPlace) }),
      facts: networks === '' ? format.days(plan.days) : t('checkout.facts', { days: format.days(plan.days), networks }),
      price: format.money(plan.price),
    };
  };
}

/** The texts of the whole purchase: one plan as above, several as `3 eSIMs` and their destinations. */
export function useWaresWords(wares: readonly Ware[]) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const lines = wares.map(usePlanWords());
  const [first, ...others] = lines;
  const total = format.money(sumOf(wares.map(({ plan }) => plan.price)));
  if (first && others.length === 0) return { ...first, total, lines };
  return {
    name: t('checkout.several.name', { count: lines.length }),
    facts: formatList([...new Set(lines.map(({ destination }) => destination))], locale),
    total,
    lines,
  };
}
