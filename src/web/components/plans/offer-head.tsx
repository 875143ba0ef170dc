import type { Offer } from '../../../modules/catalogue/catalogue.ts';
import { paths } from '../../../shared/paths.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { CoverageChip } from './coverage-chip.tsx';
import { OfferMark } from './offer-mark.tsx';
import { useOfferWords } from './offer-words.ts';

/** Breadcrumb, name and the destination's crop of the dotted map. */
export function OfferHead({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const words = useOfferWords();
  const name = words.name(offer);
  const list = {
    local: { to: paths.plansLocal(), label: t('plans.kinds.local') },
    regional: { to: paths.plansRegional(), label: t('plans.kinds.regional') },
    global: undefined,
  }[offer.kind];
  return (
    <div className="page-head dest-head">
      <img className="dest-map" src={paths.map(offer.slug)} alt="" width={720} height={200} />
      <div className="wrap stack gap-5">
        <nav className="crumbs" aria-label={t('plans.offer.breadcrumb')}>
          <PageLink to={paths.plans()}>{t('chrome.plans')}</PageLink>
          <ChevronRightIcon size={14} />
          {list !== undefined && (
            <>
              <PageLink to={list.to}>{list.label}</PageLink>
              <ChevronRightIcon size={14} />
            </>
          )}
          <span aria-current="page">{name}</span>
        </nav>
        <div className="row gap-5">
          <OfferMark offer={offer} size="lg" />
          <div className="stack gap-1">
            <h1 className="h-page">{t('plans.offer.title', { name })}</h1>
            <div className="row flex-wrap gap-x-3 gap-y-2">
              <CoverageChip coverage={offer.coverage} />
              <span className="small muted">{words.reach(offer)}</span>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
