import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { CoverageChip } from '../plans/coverage-chip.tsx';
import { OfferMark } from '../plans/offer-mark.tsx';
import { useOfferWords } from '../plans/offer-words.ts';

/** Where it works: a map as a picture, and the lists that say it. As a page of its own its title is the page's. */
export function CoverageSection({ offers, level = 'h2' }: { offers: Offer[]; level?: 'h1' | 'h2' }) {
  const { t } = useTranslation();
  const words = useOfferWords();
  const Heading = level;
  const SubHeading = level === 'h1' ? 'h2' : 'h3';
  const wide = offers.filter((offer) => offer.kind !== 'local');
  const local = offers.filter((offer) => offer.kind === 'local');
  return (
    <section className="section section--ink on-ink cov" id="coverage">
      <div className="wrap">
        <div className="sec-head">
          <Heading className="h-display">{t('home.coverage.title')}</Heading>
          <p className="lede">{t('home.coverage.subtitle')}</p>
        </div>
        <div className="cov-map" aria-hidden="true">
          <img className="cov-land" src={paths.map('world')} alt="" width={1200} height={520} loading="lazy" />
          <img src={paths.map('popular')} alt="" width={1200} height={520} loading="lazy" />
        </div>
        <SubHeading className="h-sec">{t('home.coverage.regions')}</SubHeading>
        <ul className="cov-regions">
          {wide.map((offer) => (
            <li key={offer.slug}>
              <PageLink to={paths.offer(offer)}>
                <b>{words.name(offer)}</b>
                <span>{words.reach(offer)}</span>
                <FromPrice offer={offer} />
              </PageLink>
            </li>
          ))}
        </ul>
        <SubHeading className="h-sec">{t('home.coverage.countries')}</SubHeading>
        <ul className="cov-countries">
          {local.map((offer) => (
            <li key={offer.slug}>
              <PageLink to={paths.offer(offer)}>
                <OfferMark offer={offer} size="sm" lazy />
                <span className="cov-name">
                  <b>{words.name(offer)}</b>
                  <span>{words.reach(offer)}</span>
                </span>
                <CoverageChip coverage={offer.coverage} />
              </PageLink>
            </li>
          ))}
        </ul>
        <p className="cov-note">{t('home.coverage.note')}</p>
      </div>
    </section>
  );
}

function FromPrice({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const cheapest = offer.plans.toSorted((a, b) => a.price.amount - b.price.amount)[0];
  if (cheapest === undefined) return null;
  return <span>{t('home.coverage.from', { price: format.money(cheapest.price) })}</span>;
}
