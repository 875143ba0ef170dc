import type { EsimInstallView, EsimPlanView } from '../../../../shared/views.ts';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';

/** The plans of an eSIM that has several, in the order of use; nothing for one. */
export function PlansOnEsim({ esim: { plans } }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  if (plans.length < 2) return null;
  return (
    <section>
      <h2 className="h-sec">{t('esim.plans.title')}</h2>
      <p className="muted mb-2">{t('esim.plans.text')}</p>
      <ol className="plans-on-esim">
        {plans.map((plan, index) => (
          <PlanRow key={index} plan={plan} />
        ))}
      </ol>
    </section>
  );
}

function PlanRow({ plan }: { plan: EsimPlanView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  const { planState, unlimited, remainingMb, validUntil } = plan;
  const data = format.planData(plan);
  return (
    <li>
      <b className="strong">{t('profile.esims.packageValue', { data, days: format.days(plan.days) })}</b>
      <span className="small muted">
        {t(`esim.plans.state.${planState}`)}
        {planState === 'active' &&
          unlimited === null &&
          `, ${t('esim.plans.left', { left: format.fine(remainingMb), data })}`}
        {planState === 'active' && validUntil !== null && `, ${t('esim.until', { date: dateOf(validUntil) })}`}
      </span>
    </li>
  );
}
