import type { Plan } from '../../../../modules/catalogue/types.ts';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';

/**
 * The terms of an unlimited plan: its daily amount, then the speed. Empty for other plans, or when they are not stated.
 */
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
