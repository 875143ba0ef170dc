import { paths } from '../../../../shared/paths.ts';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';

/** On the page of an order: the way to the question whether an eSIM works where the traveller is. */
export function AnotherCountry({ orderId, line }: { orderId: string; line: number }) {
  const { t } = useTranslation();
  return (
    <p className="no-print">
      <PageLink className="link" to={paths.otherCountry(orderId, line)}>
        {t('connection.country.title')}
      </PageLink>{' '}
      <span className="muted">{t('connection.country.line')}</span>
    </p>
  );
}
