import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

/** A failed order: its error code, and the order's id if it was already paid. */
export type Refusal = { code: string; orderId?: string };

const TEXTS = {
  network: 'network',
  timeout: 'timeout',
  'price-changed': 'priceChanged',
  'terms-changed': 'termsChanged',
  'plan-unavailable': 'unavailable',
  'not-found': 'unavailable',
  'too-many-requests': 'tooMany',
  'payment-unavailable': 'payment',
  unavailable: 'payment',
  'order-not-payable': 'paid',
  unauthenticated: 'session',
} as const;

/** The error in the reader's language, with the possible next steps. */
export function Problem({
  refusal,
  total,
  plansPath,
  onRetry,
  onAnother,
}: {
  refusal: Refusal;
  /** The total as currently shown. */
  total: string;
  /** The page with other plans. */
  plansPath: string;
  onRetry: () => void;
  onAnother: () => void;
}) {
  const { t } = useTranslation();
  const { code, orderId } = refusal;
  const text = code in TEXTS ? TEXTS[code as keyof typeof TEXTS] : 'other';
  return (
    <Alert tone="danger" title={t('checkout.problem.title')}>
      {t(`checkout.problem.${text}`, { total })}
      <span className="row mt-3 flex-wrap">
        {text === 'paid' ? (
          <>
            {orderId !== undefined && (
              <a className={buttonClass({ variant: 'secondary' })} href={paths.order(orderId)}>
                {t('checkout.problem.order')}
              </a>
            )}
            <Button variant="secondary" onClick={onAnother}>
              {t('checkout.problem.again')}
            </Button>
          </>
        ) : text === 'priceChanged' ? (
          <Button variant="secondary" onClick={onRetry}>
            {t('checkout.problem.confirm', { total })}
          </Button>
        ) : text === 'session' || text === 'termsChanged' ? (
          <Button variant="secondary" onClick={() => location.reload()}>
            {t('checkout.problem.retry')}
          </Button>
        ) : text === 'unavailable' ? (
          <PageLink className={buttonClass({ variant: 'secondary' })} to={plansPath}>
            {t('checkout.problem.plans')}
          </PageLink>
        ) : (
          <Button variant="secondary" onClick={onRetry}>
            {t('checkout.problem.retry')}
          </Button>
        )}
      </span>
    </Alert>
  );
}
