import type { LegalName } from '../../../shared/legal.ts';
import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

const LINKS = [
  { name: 'terms', to: paths.terms() },
  { name: 'privacy', to: paths.privacy() },
  { name: 'refund', to: paths.refundPolicy() },
  { name: 'compliance', to: paths.compliance() },
  { name: 'cookies', to: `${paths.privacy()}#cookies` },
  { name: 'accessibility', to: `${paths.compliance()}#accessibility` },
] as const;

/** The legal texts, and the two chapters that people look for by name. */
export function LegalNav({ current }: { current: LegalName }) {
  const { t } = useTranslation();
  return (
    <nav className="legal-nav" aria-label={t('legal.navigation')}>
      <ul>
        {LINKS.map(({ name, to }) => (
          <li key={name}>
            <PageLink to={to} aria-current={name === current ? 'page' : undefined}>
              {t(`legal.names.${name}`)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
