import type { EsimView } from '../../../shared/views.ts';
import type { ChipTone } from '../../../ui/chip.tsx';

export type EsimStatus = 'notInstalled' | 'active' | 'lowData' | 'usedUp' | 'ended';

/** Below this share of the package, data counts as low (design, "eSIM card"). */
const LOW_SHARE = 0.15;

export const STATUS_TONE: Record<EsimStatus, ChipTone> = {
  notInstalled: 'info',
  active: 'success',
  lowData: 'warning',
  usedUp: 'neutral',
  ended: 'neutral',
};

/** The status on an eSIM's chip. */
export function statusOf({
  installed,
  planState,
  remainingMb,
  dataMb,
}: Pick<EsimView, 'installed' | 'planState' | 'remainingMb' | 'dataMb'>): EsimStatus {
  if (planState === 'finished') return 'usedUp';
  if (planState === 'expired') return 'ended';
  if (!installed && planState === 'not_active') return 'notInstalled';
  return remainingMb < dataMb * LOW_SHARE ? 'lowData' : 'active';
}
