import type { LineRefundView } from '../../../../shared/refund-views.ts';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';

/** What was used, in words: `Not used`, `1.1GB used`, `Ended`. */
export function useUseWords() {
  const { t } = useTranslation();
  const format = useFormat();
  return (use: LineRefundView['use'], isDelivered: boolean): string => {
    if (!isDelivered) return t('refunds.state.waiting');
    if (use === null) return t('refunds.state.unknown');
    if (use.state === 'finished' || use.state === 'expired') return t('refunds.state.ended');
    if (use.planMb === 0)
      return use.usedDays === 0 ? t('refunds.state.unused') : t('refunds.state.usedDays', { count: use.usedDays });
    return use.usedMb === 0 ? t('refunds.state.unused') : t('refunds.state.used', { data: format.fine(use.usedMb) });
  };
}
