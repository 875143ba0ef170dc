import { Form, NavLink } from 'react-router';
import type { Offer } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon, SearchIcon } from '../../../ui/icons.tsx';
import { commonFeatures } from '../../components/plans/card-features.ts';
import { OfferCard } from '../../components/plans/offer-card.tsx';
import { usePageAddress } from '../../components/page-link.tsx';
import { useTranslation } from '../../translation.tsx';

/**
 * The offers of one kind as cards, below a page's head; what all cards have in common is said once. The search covers
 * all destinations, because most countries have no offer of this kind.
 */
export function OfferList({ title, subtitle, offers }: { title: string; subtitle: string; offers: Offer[] }) {
  const { t } = useTranslation();
  const features = commonFeatures(offers);
  return (
    <>
      <div className="page-head">
        <div className="wrap">
          <h1 className="h-page">{title}</h1>
          <p className="muted mt-1 mb-5">{subtitle}</p>
          <Form className="offer-search" role="search" action={usePageAddress()(paths.plans())}>
            <div className="input">
              <SearchIcon />
              <input
                name="q"
                type="search"
                enterKeyHint="search"
                autoComplete="off"
                maxLength={80}
                aria-label={t('plans.search.label')}
                placeholder={t('plans.search.placeholder')}
              />
            </div>
            <Button type="submit" variant="secondary">
              {t('plans.search.submit')}
            </Button>
          </Form>
          <KindLinks />
        </div>
      </div>
      <div className="wrap pt-8 pb-20">
        {features.length > 0 && (
          <ul className="ticks offer-list__features">
            {features.map((feature) => (
              <li key={feature}>
                <CheckIcon size={18} />
                {t(`plans.features.${feature}`)}
              </li>
            ))}
          </ul>
        )}
        <div className="grid-3 grid-3--pairs">
          {offers.map((offer) => (
            <OfferCard key={offer.slug} offer={offer} level="h2" saidAbove={features} />
          ))}
        </div>
      </div>
    </>
  );
}

/** Links to all, local, regional and global plans. */
function KindLinks() {
  const { t } = useTranslation();
  const address = usePageAddress();
  const links = [
    { to: paths.plans(), label: t('plans.kinds.all') },
    { to: paths.plansLocal(), label: t('plans.kinds.local') },
    { to: paths.plansRegional(), label: t('plans.kinds.regional') },
    { to: paths.plansGlobal(), label: t('plans.kinds.global') },
  ];
  return (
    <nav className="kinds" aria-label={t('plans.kinds.label')}>
      {links.map((link) => (
        <NavLink key={link.to} className="pill" to={address(link.to)} end>
          {link.label}
        </NavLink>
      ))}
    </nav>
  );
}
