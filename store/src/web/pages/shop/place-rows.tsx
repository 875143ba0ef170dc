import type { ReactNode } from 'react';
import { paths } from '../../../shared/paths.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import type { ListedPlace } from './shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';

/** Destinations as rows, each one link: `France, from $4.50`. */
export function PlaceRows({ places, label }: { places: readonly ListedPlace[]; label?: string }) {
  return (
    <ul className="card place-rows" aria-label={label}>
      {places.map((place) => (
        <li key={place.slug}>
          <PlaceRow place={place} />
        </li>
      ))}
    </ul>
  );
}

function PlaceRow({ place }: { place: ListedPlace }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return (
    <PageLink className="place-row" to={paths.offer(place)}>
      <OfferMark offer={place} size="sm" lazy />
      <span className="place-row__name">
        <b>{place.name[locale]}</b>
        {!place.own && <small>{t('shop.list.wideOnly')}</small>}
      </span>{' '}
      <span className="place-row__price">
        {place.from === null ? t('plans.unavailable') : t('shop.list.from', { price: format.money(place.from) })}
      </span>
      <ChevronRightIcon size={18} />
    </PageLink>
  );
}

/** A heading above rows. */
export function RowsTitle({ children }: { children: ReactNode }) {
  return <h2 className="h-sec place-rows__title">{children}</h2>;
}
