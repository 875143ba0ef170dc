import { paths } from '../../../shared/paths.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { CoverageChip } from '../../components/plans/coverage-chip.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { type Place, regionOf } from './places.ts';

/** Countries with network, operators and lowest price; each row is one link. `ordered`: their order has a meaning. */
export function PlaceTable({ places, ordered = false }: { places: readonly Place[]; ordered?: boolean }) {
  const { t } = useTranslation();
  const List = ordered ? 'ol' : 'ul';
  return (
    <div className="card place-table">
      <div className="place-table__head" aria-hidden="true">
        <span />
        <span>{t('coverage.columns.country')}</span>
        <span>{t('coverage.columns.network')}</span>
        <span>{t('coverage.columns.operators')}</span>
        <span>{t('coverage.columns.region')}</span>
        <span className="place-table__price">{t('coverage.columns.price')}</span>
        <span />
      </div>
      <List>
        {places.map((place) => (
          <li key={place.slug}>
            <Row place={place} />
          </li>
        ))}
      </List>
    </div>
  );
}

function Row({ place }: { place: Place }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const networks = place.networks.join(', ');
  return (
    <PageLink className="place-table__row" to={paths.offer({ kind: 'local', slug: place.slug })}>
      <OfferMark offer={place} size="sm" lazy />
      <b className="place-table__name">{place.name[locale]}</b>
      <span className="place-table__network">
        <CoverageChip coverage={place.coverage} />
      </span>
      <span className="place-table__operators">{networks}</span>
      <span className="place-table__region">{t(`coverage.regions.${regionOf(place)}`)}</span>
      <span className="place-table__price money">
        {place.from !== null && t('plans.fromPrice', { price: format.money(place.from) })}
      </span>
      <ChevronRightIcon size={18} />
    </PageLink>
  );
}
