import type { Destination } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { OfferMark } from './offer-mark.tsx';

/** A destination in a list of links. */
export type LinkedDestination = Pick<Destination, 'slug' | 'kind' | 'name' | 'flag' | 'from'>;

/** Destinations as links, with their lowest prices. */
export function DestinationLinks({ destinations }: { destinations: readonly LinkedDestination[] }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return (
    <ul className="dest-links">
      {destinations.map((destination) => (
        <li key={destination.slug}>
          <PageLink to={paths.offer(destination)}>
            <OfferMark offer={destination} size="sm" lazy />
            <b>{destination.name[locale]}</b>
            {destination.from !== null && (
              <span className="money">{t('plans.fromPrice', { price: format.money(destination.from) })}</span>
            )}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
