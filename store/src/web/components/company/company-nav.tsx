import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';

type Page = 'about' | 'press' | 'careers' | 'contact';

/** Links to the pages about the company, by the words of the footer. */
export function CompanyNav({ current }: { current: Page }) {
  const { t } = useTranslation();
  const links: { page: Page; to: string; label: string }[] = [
    { page: 'about', to: paths.about(), label: t('chrome.footer.company.about') },
    { page: 'press', to: paths.press(), label: t('chrome.footer.company.press') },
    { page: 'careers', to: paths.careers(), label: t('chrome.footer.company.careers') },
    { page: 'contact', to: paths.contact(), label: t('chrome.footer.help.contact') },
  ];
  return (
    <nav className="underline-tabs company-nav" aria-label={t('chrome.footer.company.title')}>
      {links.map(({ page, to, label }) => (
        <PageLink key={page} to={to} aria-current={page === current ? 'page' : undefined}>
          {label}
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
