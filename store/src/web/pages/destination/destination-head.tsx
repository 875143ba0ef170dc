import { paths } from '../../../shared/paths.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import type { DestinationData } from './destination-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { DottedMap } from '../../components/dotted-map.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { CoverageChip } from '../../components/plans/coverage-chip.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';

/** Breadcrumb, name, reach and the destination's part of the dotted map. */
export function DestinationHead({ data, reach }: { data: DestinationData; reach: string }) {
  const { t, locale } = useTranslation();
  const { destination, region, own } = data;
  const name = destination.name[locale];
  const map =
    destination.kind === 'local' ? paths.map(destination.slug) : paths.coverageMap(destination.slug, { use: 'head' });
  const list = {
    local:
      !own && region !== null
        ? { to: paths.offer({ kind: 'regional', slug: region.slug }), label: region.name[locale] }
        : { to: paths.plansLocal(), label: t('plans.kinds.local') },
    regional: { to: paths.plansRegional(), label: t('plans.kinds.regional') },
    global: undefined,
  }[destination.kind];
  return (
    <div className="page-head dest-head">
      <DottedMap className="dest-map" src={map} width={720} height={200} />
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
        <div className="row dest-head__name">
          <OfferMark offer={destination} size="lg" />
          <div className="stack gap-1">
            <h1 className="h-page">{t('plans.offer.title', { name })}</h1>
            <div className="row">
              <CoverageChip coverage={destination.coverage} />
              <span className="small muted">{reach}</span>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
