import type { Offer } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ArrowRightIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useOfferWords } from '../../components/plans/offer-words.ts';
import { cheapestPlan } from './cheapest.ts';

/** A summary of the coverage: a map of every covered country, the regions, and a link to the lists by country. */
export function CoverageBand({ offers }: { offers: Offer[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  return (
    <section className="section section--ink on-ink coverage-band" id="coverage">
      <div className="wrap">
        <div className="sec-head">
          <h2 className="h-display">{t('home.coverage.title')}</h2>
          <p className="lede">{t('home.coverage.subtitle')}</p>
        </div>
        <div className="coverage-band__map" aria-hidden="true">
          <img
            className="coverage-band__land"
            src={paths.map('world')}
            alt=""
            width={1200}
            height={520}
            loading="lazy"
          />
          <img src={paths.map('covered')} alt="" width={1200} height={520} loading="lazy" />
        </div>
        <ul className="coverage-band__regions">
          {offers
            .filter(({ kind }) => kind !== 'local')
            .map((offer) => {
              const plan = cheapestPlan([offer]);
              return (
                <li key={offer.slug}>
                  <PageLink to={paths.offer(offer)}>
                    <b>{words.name(offer)}</b>
                    <span>{words.reach(offer)}</span>
                    {plan !== undefined && (
                      <span className="money">{t('home.coverage.from', { price: format.money(plan.price) })}</span>
                    )}
                  </PageLink>
                </li>
              );
            })}
        </ul>
        <PageLink
          className={buttonClass({ variant: 'outline-ink', size: 'lg' }, 'mt-6')}
          to={paths.coverageCountries()}
        >
          {t('home.coverage.all')}
          <ArrowRightIcon size={18} />
        </PageLink>
      </div>
    </section>
  );
}
