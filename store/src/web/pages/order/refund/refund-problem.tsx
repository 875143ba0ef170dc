import { Alert } from '../../../../ui/alert.tsx';
import { useTranslation } from '../../../translation.tsx';

const KNOWN = ['refund-refused', 'too-many-requests', 'invalid-input', 'network', 'unauthenticated'] as const;

/** Why nothing was sent; nothing while there is no problem. */
export function RefundProblem({ code }: { code: string | null }) {
  const { t } = useTranslation();
  if (code === null) return null;
  return (
    <Alert tone="danger" title={t('refunds.problem.title')}>
      {t(`refunds.problem.${KNOWN.find((each) => each === code) ?? 'other'}`)}
    </Alert>
  );
}
