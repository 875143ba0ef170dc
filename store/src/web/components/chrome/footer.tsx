import type { ReactNode } from 'react';
import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LifeBuoyIcon, ContrastIcon } from '../../../ui/icons.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { isTheme, THEMES } from '../../../shared/theme.ts';
import { RadioMenu } from '../../../ui/menu.tsx';
import type { SocialNetwork } from '../../../shared/social.ts';
import { useRootData } from '../../root-data.ts';
import { useSupportWords } from '../../support-words.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { chooseTheme, useTheme } from '../../theme.ts';

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
  const { pitch } = useSupportWords();
  const columns = useColumns();
  return (
    <footer className="footer on-ink">
      <div className="wrap">
        <div className="footer__top">
          <div className="footer__brand">
            <Logo />
            <p>{pitch}</p>
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
        <FooterBottom />
      </div>
    </footer>
  );
}

function FooterBottom() {
  const { t } = useTranslation();
  const { social } = useRootData();
  return (
    <div className="footer__bottom">
      <p suppressHydrationWarning>{t('chrome.footer.rights', { year: new Date().getFullYear(), brand: BRAND })}</p>
      {/* The law asks for it on every page, in these words (Directive (EU) 2023/2673). */}
      <PageLink className="footer__withdraw" to={paths.withdraw()}>
        {t('chrome.footer.withdraw')}
      </PageLink>
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
  );
}

/** System, light or dark; the change is immediate. */
function ThemeMenu() {
  const { t } = useTranslation();
  return (
    <RadioMenu
      label={t('chrome.theme.label')}
      icon={<ContrastIcon />}
      choices={THEMES.map((each) => ({ value: each, label: t(`chrome.theme.${each}`) }))}
      value={useTheme()}
      onChoose={(value) => isTheme(value) && chooseTheme(value)}
    />
  );
}

/** Logos of the networks (Simple Icons, CC0), in one colour. */
const MARKS: Record<SocialNetwork, ReactNode> = {
  Facebook: (
    <path d="M9.101 23.691v-7.98H6.627v-3.667h2.474v-1.58c0-4.085 1.848-5.978 5.858-5.978.401 0 .955.042 1.468.103a8.68 8.68 0 0 1 1.141.195v3.325a8.623 8.623 0 0 0-.653-.036 26.805 26.805 0 0 0-.733-.009c-.707 0-1.259.096-1.675.309a1.686 1.686 0 0 0-.679.622c-.258.42-.374.995-.374 1.752v1.297h3.919l-.386 2.103-.287 1.564h-3.246v8.245C19.396 23.238 24 18.179 24 12.044c0-6.627-5.373-12-12-12s-12 5.373-12 12c0 5.628 3.874 10.35 9.101 11.647Z" />
  ),
  Instagram: (
    <g fill="none" stroke="currentColor" strokeWidth={2.2}>
      <rect x="1.200" y="1.200" width="21.600" height="21.600" rx="6" />
      <circle cx="12" cy="12" r="5" />
      <path d="M18.400 5.600h.01" strokeLinecap="round" strokeWidth={2.8} />
    </g>
  ),
  X: (
    <path d="M14.234 10.162 22.977 0h-2.072l-7.591 8.824L7.251 0H.258l9.168 13.343L.258 24H2.33l8.016-9.318L16.749 24h6.993zm-2.837 3.299-.929-1.329L3.076 1.56h3.182l5.965 8.532.929 1.329 7.754 11.09h-3.182z" />
  ),
  LinkedIn: (
    <path d="M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433a2.062 2.062 0 0 1-2.063-2.065 2.064 2.064 0 1 1 2.063 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z" />
  ),
  YouTube: (
    <path d="M23.498 6.186a3.016 3.016 0 0 0-2.122-2.136C19.505 3.545 12 3.545 12 3.545s-7.505 0-9.377.505A3.017 3.017 0 0 0 .502 6.186C0 8.07 0 12 0 12s0 3.93.502 5.814a3.016 3.016 0 0 0 2.122 2.136c1.871.505 9.376.505 9.376.505s7.505 0 9.377-.505a3.015 3.015 0 0 0 2.122-2.136C24 15.93 24 12 24 12s0-3.93-.502-5.814zM9.545 15.568V8.432L15.818 12l-6.273 3.568z" />
  ),
};

function SocialIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg width={18} height={18} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      {MARKS[network]}
    </svg>
  );
}
