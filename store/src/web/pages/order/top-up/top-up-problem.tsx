import { paths } from '../../../../shared/paths.ts';
import type { TopUpChoice } from '../../../../shared/top-up-views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useHydrated } from '../../../use-hydrated.ts';
import type { PayProblem } from './use-pay-top-up.ts';

const WORDS = {
  network: 'network',
  timeout: 'timeout',
  'price-changed': 'priceChanged',
  'terms-changed': 'termsChanged',
  'plan-unavailable': 'gone',
  'top-up-refused': 'gone',
  'country-not-sold': 'gone',
  'not-found': 'gone',
  'too-many-requests': 'tooMany',
  'payment-unavailable': 'payment',
  unavailable: 'payment',
  unauthenticated: 'session',
  'order-not-payable': 'paid',
  'invalid-input': 'choose',
  choose: 'choose',
} as const;

/** Why the payment page did not open, and what to do. Nothing while there is none. */
export function TopUpProblem({ choices, problem }: { choices: readonly TopUpChoice[]; problem: PayProblem | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const hydrated = useHydrated();
  if (problem === null) return null;
  const { code, planId, orderId } = problem;
  const now = choices.find((choice) => choice.planId === planId);
  const known = code in WORDS ? WORDS[code as keyof typeof WORDS] : 'other';
  // The price changed, and then the plan went.
  const word = known === 'priceChanged' && now === undefined ? 'gone' : known;
  if (word === 'paid')
    return (
      <Alert tone="warning" title={t('topup.problem.paidTitle')} live>
        {t('topup.problem.paid')}
        {orderId !== undefined && (
          <span className="row mt-3">
            <a className={buttonClass({ variant: 'secondary' })} href={paths.order(orderId)}>
              {t('topup.toOrder')}
            </a>
          </span>
        )}
      </Alert>
    );
  return (
    <Alert tone="danger" title={t('topup.problem.title')}>
      {t(`topup.problem.${word}`, { price: now === undefined ? '' : format.money(now.price) })}
      {word === 'termsChanged' && hydrated && (
        <span className="row mt-3">
          <Button variant="secondary" onClick={() => location.reload()}>
            {t('topup.problem.reload')}
          </Button>
        </span>
      )}
    </Alert>
  );
}
