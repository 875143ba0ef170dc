import { useState } from 'react';
import type { Offer } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ArrowRightIcon, GlobeIcon } from '../../../ui/icons.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OfferCard } from '../../components/plans/offer-card.tsx';

/**
 * On phones the cards from this one on are collapsed (home.css); a link to the first of them expands them, also without
 * script.
 */
const FOLDED = 6;
const MORE = 'more-countries';

/** All offers under two tabs; Country eSIMs first (specification, 2 and 4). */
export function PlanSection({ offers }: { offers: Offer[] }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState('country');
  const local = offers.filter((offer) => offer.kind === 'local');
  const wide = offers.filter((offer) => offer.kind !== 'local');
  return (
    <section className="section" id="plans">
      <div className="wrap">
        <div className="sec-head center">
          <h2 className="h-display">{t('home.plans.title')}</h2>
          <p className="lede">{t('home.plans.subtitle')}</p>
        </div>
        <Tabs
          className="tabs--center"
          label={t('home.plans.tabs')}
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'country', label: t('home.plans.country'), panel: <Cards offers={local} /> },
            { id: 'global', label: t('home.plans.global'), panel: <Cards offers={wide} withHint /> },
          ]}
        />
        <div className="flex justify-center mt-6">
          <PageLink className={buttonClass({ variant: 'secondary', size: 'lg' })} to={paths.plans()}>
            {t('home.plans.all')}
            <ArrowRightIcon size={18} />
          </PageLink>
        </div>
      </div>
    </section>
  );
}

function Cards({ offers, withHint = false }: { offers: Offer[]; withHint?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="grid-3 grid-3--pairs grid-3--folded">
      {offers.map((offer, index) => (
        <OfferCard key={offer.slug} offer={offer} id={index === FOLDED ? MORE : undefined} />
      ))}
      {offers.length > FOLDED && (
        <a className={buttonClass({ variant: 'secondary', size: 'lg', block: true }, 'grid-more')} href={`#${MORE}`}>
          {t('home.plans.more', { count: offers.length })}
        </a>
      )}
      {withHint && (
        <PageLink className="card global-help" to={paths.plans()}>
          <span className="region-icon">
            <GlobeIcon size={22} />
          </span>
          <h3 className="h-sec">{t('home.plans.borders.title')}</h3>
          <p className="muted">{t('home.plans.borders.text')}</p>
          <span className="link row gap-1.5">
            {t('home.plans.borders.action')}
            <ArrowRightIcon size={16} />
          </span>
        </PageLink>
      )}
    </div>
  );
}
