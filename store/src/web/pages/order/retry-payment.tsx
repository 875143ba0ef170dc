import { useEffect, useState } from 'react';
import type { OrderView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass, type ButtonVariant } from '../../../ui/button.tsx';
import { apiErrorCode, type Caller, callApi } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useHydrated } from '../../use-hydrated.ts';

const TEXTS = {
  'order-not-payable': 'paid',
  network: 'network',
  timeout: 'network',
  'too-many-requests': 'tooMany',
  'price-changed': 'priceChanged',
  'plan-unavailable': 'unavailable',
} as const;

/** Leads to the payment page of an order that is still to be paid: the open one, or a new one. */
export function RetryPayment({
  order,
  caller,
  label,
  variant,
}: {
  order: OrderView;
  caller: Caller;
  label: string;
  variant?: ButtonVariant;
}) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<(typeof TEXTS)[keyof typeof TEXTS] | 'other'>();

  useEffect(() => {
    const unlock = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', unlock);
    return () => window.removeEventListener('pageshow', unlock);
  }, []);

  async function retry() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { paymentUrl } = await callApi<{ paymentUrl: string }>(paths.api.orderPayment(order.id), {
        method: 'POST',
        body: {},
        caller,
      });
      location.assign(paymentUrl);
    } catch (error) {
      const code = apiErrorCode(error);
      setProblem(code in TEXTS ? TEXTS[code as keyof typeof TEXTS] : 'other');
      setBusy(false);
    }
  }

  return (
    <div className="stack justify-items-start">
      {problem !== undefined && <Alert tone="danger">{t(`order.problem.${problem}`)}</Alert>}
      {(problem === 'priceChanged' || problem === 'unavailable') && (
        <PageLink
          className={buttonClass({ variant: 'secondary' })}
          to={paths.checkout(order.lines.map(({ planId }) => planId))}
        >
          {t('order.problem.checkout')}
        </PageLink>
      )}
      <Button size="lg" variant={variant} disabled={!hydrated} loading={busy} onClick={() => void retry()}>
        {label}
      </Button>
      <span className="sr" role="status">
        {busy && t('order.retrying')}
      </span>
    </div>
  );
}
