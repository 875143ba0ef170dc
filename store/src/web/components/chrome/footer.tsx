import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LifeBuoyIcon } from '../../../ui/icons.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { SocialIcon } from './social-icons.tsx';
import { ThemeMenu } from './theme-menu.tsx';

/** Columns and routes of the specification, 2: "Footer". */
function useColumns() {
  const { t } = useTranslation();
  return [
    {
      title: t('chrome.footer.plans.title'),
      links: [
        { label: t('chrome.footer.plans.local'), to: paths.plansLocal() },
        { label: t('chrome.footer.plans.regional'), to: paths.plansRegional() },
        { label: t('chrome.footer.plans.global'), to: paths.plansGlobal() },
        { label: t('chrome.footer.plans.data'), to: paths.plansData() },
      ],
    },
    {
      title: t('chrome.footer.coverage.title'),
      links: [
        { label: t('chrome.footer.coverage.popular'), to: paths.coveragePopular() },
        { label: t('chrome.footer.coverage.coverage'), to: paths.coverage() },
        { label: t('chrome.footer.coverage.operators'), to: paths.coverageOperators() },
        { label: t('chrome.footer.coverage.countries'), to: paths.coverageCountries() },
      ],
    },
    {
      title: t('chrome.footer.help.title'),
      links: [
        { label: t('chrome.footer.help.help'), to: paths.help() },
        { label: t('chrome.footer.help.installation'), to: paths.helpInstallation() },
        { label: t('chrome.footer.help.devices'), to: paths.helpDevices() },
        { label: t('chrome.footer.help.contact'), to: paths.contact() },
      ],
    },
    {
      title: t('chrome.footer.company.title'),
      links: [
        { label: t('chrome.footer.company.about'), to: paths.about() },
        { label: t('chrome.footer.company.blog'), to: paths.blog() },
        { label: t('chrome.footer.company.press'), to: paths.press() },
        { label: t('chrome.footer.company.careers'), to: paths.careers() },
      ],
    },
    {
      title: t('chrome.footer.legal.title'),
      links: [
        { label: t('chrome.footer.legal.terms'), to: paths.terms() },
        { label: t('chrome.footer.legal.privacy'), to: paths.privacy() },
        { label: t('chrome.footer.legal.refund'), to: paths.refundPolicy() },
        { label: t('chrome.footer.legal.compliance'), to: paths.compliance() },
      ],
    },
  ];
}

export function Footer() {
  const { t } = useTranslation();
  const { social } = useRootData();
  const columns = useColumns();
  return (
    <footer className="footer on-ink">
      <div className="wrap">
        <div className="footer__top">
          <div className="footer__brand">
            <Logo />
            <p>{t('chrome.footer.pitch')}</p>
            <PageLink className={buttonClass({ variant: 'outline-ink' })} to={paths.help()}>
              <LifeBuoyIcon size={18} />
              {t('chrome.footer.needHelp')}
            </PageLink>
          </div>
          <nav className="footer__columns" aria-label={t('chrome.footer.navigation')}>
            {columns.map((column) => (
              <div key={column.title}>
                <h2>{column.title}</h2>
                <ul>
                  {column.links.map((link) => (
                    <li key={link.to}>
                      <PageLink to={link.to}>{link.label}</PageLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        </div>
        <div className="footer__bottom">
          <p suppressHydrationWarning>{t('chrome.footer.rights', { year: new Date().getFullYear(), brand: BRAND })}</p>
          <div className="footer__end">
            <ThemeMenu />
            <ul className="footer__social">
              {social.map(({ network, url }) => (
                <li key={network}>
                  <a
                    className="icon-btn"
                    href={url}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={t('chrome.footer.social', { brand: BRAND, network })}
                  >
                    <SocialIcon network={network} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </footer>
  );
}
