import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

type Page = 'about' | 'press' | 'careers' | 'contact';

/** Links to the pages about the company. */
export function CompanyNav({ current }: { current: Page }) {
  const { t } = useTranslation();
  const links: { page: Page; to: string }[] = [
    { page: 'about', to: paths.about() },
    { page: 'press', to: paths.press() },
    { page: 'careers', to: paths.careers() },
    { page: 'contact', to: paths.contact() },
  ];
  return (
    <nav className="underline-tabs company-nav" aria-label={t('company.nav.label')}>
      {links.map(({ page, to }) => (
        <PageLink key={page} to={to} aria-current={page === current ? 'page' : undefined}>
          {t(`company.nav.${page}`)}
        </PageLink>
      ))}
    </nav>
  );
}

/** The head of a page about the company. */
export function CompanyHead({ current, title, lede }: { current: Page; title: string; lede: string }) {
  return (
    <div className="page-head page-head--tabs">
      <div className="wrap">
        <h1 className="h-display">{title}</h1>
        <p className="lede company-lede">{lede}</p>
        <CompanyNav current={current} />
      </div>
    </div>
  );
}
