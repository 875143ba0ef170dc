import { paths } from '../../../shared/paths.ts';
import type { WideChoice } from './coverage-loader.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';

/** Regional and global offers below a heading of their own. */
export function WideOffers({ offers }: { offers: readonly WideChoice[] }) {
  const { t } = useTranslation();
  if (offers.length === 0) return null;
  return (
    <section className="wide-offers">
      <h2 className="h-sec">{t('coverage.wide.title')}</h2>
      <p className="muted">{t('coverage.wide.text')}</p>
      <WideOfferList offers={offers} />
    </section>
  );
}

/** Each with its number of countries and its lowest price. `ordered`: their order has a meaning. */
export function WideOfferList({ offers, ordered = false }: { offers: readonly WideChoice[]; ordered?: boolean }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className="wide-offers__list">
      {offers.map((offer) => (
        <li key={offer.slug}>
          <PageLink className="card wide-offers__link" to={paths.offer(offer)}>
            <OfferMark offer={offer} size="sm" lazy />
            <b className="strong">{offer.name[locale]}</b>
            {offer.regionCount !== null && (
              <span className="small muted">{t('plans.regionCount', { count: offer.regionCount })}</span>
            )}
            {offer.from !== null && (
              <span className="small money">{t('coverage.from', { price: format.money(offer.from) })}</span>
            )}
          </PageLink>
        </li>
      ))}
    </List>
  );
}
