import { paths } from '../../../../shared/paths.ts';
import { ArrowRightIcon } from '../../../../ui/icons.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { CoverageChip } from '../../../components/plans/coverage-chip.tsx';
import { OfferMark } from '../../../components/plans/offer-mark.tsx';
import type { Place } from '../places.ts';

/** What the map says about the country that was chosen on it. */
export function PlaceCard({ place }: { place: Place }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return (
    <div className="place-card">
      <p className="place-card__name">
        <OfferMark offer={place} size="sm" />
        <b className="strong">{place.name[locale]}</b>
        <CoverageChip coverage={place.coverage} />
      </p>
      {place.networks.length > 0 && <p className="small muted">{place.networks.join(', ')}</p>}
      <PageLink className="link small place-card__link" to={paths.offer({ kind: 'local', slug: place.slug })}>
        {place.from === null ? t('coverage.seePlans') : t('coverage.from', { price: format.money(place.from) })}
        <ArrowRightIcon size={15} />
      </PageLink>
    </div>
  );
}
