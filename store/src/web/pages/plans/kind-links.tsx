import { NavLink } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { usePageAddress } from '../../components/page-link.tsx';

/** Links to all, local, regional and global plans. */
export function KindLinks() {
  const { t } = useTranslation();
  const address = usePageAddress();
  const links = [
    { to: paths.plans(), label: t('plans.kinds.all') },
    { to: paths.plansLocal(), label: t('plans.kinds.local') },
    { to: paths.plansRegional(), label: t('plans.kinds.regional') },
    { to: paths.plansGlobal(), label: t('plans.kinds.global') },
  ];
  return (
    <nav className="kinds" aria-label={t('plans.kinds.label')}>
      {links.map((link) => (
        <NavLink key={link.to} className="pill" to={address(link.to)} end>
          {link.label}
        </NavLink>
      ))}
    </nav>
  );
}
