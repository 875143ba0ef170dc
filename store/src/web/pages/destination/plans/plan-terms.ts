import type { Plan } from '../../../../modules/catalogue/types.ts';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';

/** What "unlimited" means for a plan: its daily amount, then the speed. Empty for a plan with an amount, or when it is not stated. */
export function usePlanTerms(): (plan: Pick<Plan, 'unlimited'>) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ unlimited }) => {
    if (unlimited?.dailyMb == null) return '';
    const data = format.data(unlimited.dailyMb);
    return unlimited.thenKbps === null
      ? t('destination.daily', { data })
      : t('destination.dailyThen', { data, speed: format.speed(unlimited.thenKbps) });
  };
}
