import type { OrderView } from '../../../../shared/views.ts';
import { paths } from '../../../../shared/paths.ts';
import { ChevronRightIcon } from '../../../../ui/icons.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';

/** The way back to the order of an eSIM. */
export function Crumbs({ order: { id, number }, line, page }: { order: OrderView; line: number; page: string }) {
  const { t } = useTranslation();
  return (
    <nav className="crumbs" aria-label={t('connection.crumbs')}>
      <PageLink to={paths.order(id, line)}>{t('connection.order', { number })}</PageLink>
      <ChevronRightIcon size={14} />
      <span aria-current="page">{page}</span>
    </nav>
  );
}
