import type { Localized, Offer } from '../../../modules/catalogue/types.ts';
import type { common } from '../../../i18n/en/common.ts';
import { useTranslation } from '../../translation.tsx';

type OfferSlug = keyof (typeof common)['offers'];

/** Names and second lines of offers in the current language. */
export function useOfferWords() {
  const { t, locale } = useTranslation();
  return {
    name: (named: { name: Localized }) => named.name[locale],
    /** The name of a specified offer by its slug. */
    nameOf: (slug: string) => t(`common.offers.${slug as OfferSlug}`),
    /** The operators of a country, the number of countries of a region. */
    reach: (offer: Pick<Offer, 'operators' | 'regionCount'>) =>
      offer.regionCount === null
        ? offer.operators.map((operator) => operator.name).join(', ')
        : t('plans.regionCount', { count: offer.regionCount }),
  };
}
