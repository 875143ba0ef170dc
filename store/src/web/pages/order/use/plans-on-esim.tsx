import type { EsimInstallView, EsimPlanView } from '../../../../shared/views.ts';
import { Chip, type ChipTone } from '../../../../ui/chip.tsx';
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

const TONES: Record<EsimPlanView['planState'], ChipTone> = {
  not_active: 'info',
  active: 'success',
  finished: 'neutral',
  expired: 'neutral',
};

function PlanRow({ plan }: { plan: EsimPlanView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  const { planState, unlimited, remainingMb, validUntil } = plan;
  const isInUse = planState === 'active';
  const data = format.planData(plan);
  return (
    <li aria-current={isInUse ? 'true' : undefined}>
      <span>
        <b className="strong">{t('profile.esims.packageValue', { data, days: format.days(plan.days) })}</b>{' '}
        <span className="small muted">
          {[
            ...(plan.topUp ? [t('esim.plans.added')] : []),
            ...(isInUse && unlimited === null ? [t('esim.plans.left', { left: format.fine(remainingMb), data })] : []),
            ...(isInUse && validUntil !== null ? [t('esim.until', { date: dateOf(validUntil) })] : []),
            ...(planState === 'not_active' ? [t('topup.onStart', { count: plan.days })] : []),
          ].join(', ')}
        </span>
      </span>
      <Chip tone={TONES[planState]} dot={isInUse}>
        {t(`esim.plans.state.${planState}`)}
      </Chip>
    </li>
  );
}
