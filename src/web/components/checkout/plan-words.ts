import { formatList } from '../../../i18n/format.ts';
import type { Offer, Plan } from '../../../modules/catalogue/catalogue.ts';
import { useFormat } from '../../format.ts';
import { useLocale } from '../../language.ts';
import { useTranslation } from '../../translation.tsx';
import { useOfferWords } from '../plans/offer-words.ts';

/** What is being bought, in words: `France - 3GB` and `30 days, Orange and Bouygues Telecom`. */
export function usePlanWords({ offer, plan }: { offer: Offer; plan: Plan }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const format = useFormat();
  const destination = useOfferWords().name(offer);
  const operators = formatList(
    offer.operators.map(({ name }) => name),
    locale,
  );
  const networks = offer.regionCount === null ? operators : t('checkout.regions', { count: offer.regionCount });
  return {
    destination,
    name: t('checkout.plan', { destination, data: format.planData(plan) }),
    facts: t('checkout.facts', { days: format.days(plan.days), networks }),
    total: format.money(plan.price),
  };
}
