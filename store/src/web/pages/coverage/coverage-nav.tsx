import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

type Page = 'map' | 'countries' | 'popular' | 'operators';

/** Links to the four pages about coverage. */
function CoverageNav({ current }: { current: Page }) {
  const { t } = useTranslation();
  const links: { page: Page; to: string }[] = [
    { page: 'map', to: paths.coverage() },
    { page: 'countries', to: paths.coverageCountries() },
    { page: 'popular', to: paths.coveragePopular() },
    { page: 'operators', to: paths.coverageOperators() },
  ];
  return (
    <nav className="underline-tabs" aria-label={t('coverage.nav.label')}>
      {links.map(({ page, to }) => (
        <PageLink key={page} to={to} aria-current={page === current ? 'page' : undefined}>
          {t(`coverage.nav.${page}`)}
        </PageLink>
      ))}
    </nav>
  );
}

/** The head of a coverage page without a map. */
export function CoverageHead({ current, title, subtitle }: { current: Page; title: string; subtitle: string }) {
  return (
    <div className="page-head page-head--tabs">
      <div className="wrap">
        <h1 className="h-page">{title}</h1>
        <p className="muted mt-1 mb-4">{subtitle}</p>
        <CoverageNav current={current} />
      </div>
    </div>
  );
}

/** Below the map: links to the pages with lists. */
export function ListLinks() {
  const { t } = useTranslation();
  const links = [
    { to: paths.coverageCountries(), label: t('coverage.countries.title') },
    { to: paths.coveragePopular(), label: t('coverage.popular.title') },
    { to: paths.coverageOperators(), label: t('coverage.operators.byCountryAndOperator') },
  ];
  return (
    <nav className="kinds" aria-label={t('coverage.nav.label')}>
      {links.map(({ to, label }) => (
        <PageLink key={to} className={buttonClass({ variant: 'secondary' })} to={to}>
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
