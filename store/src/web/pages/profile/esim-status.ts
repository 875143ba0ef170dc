import type { EsimView } from '../../../shared/views.ts';
import type { ChipTone } from '../../../ui/chip.tsx';

export type EsimStatus = 'active' | 'notInstalled' | 'lowData';

/** Below this share of the package, data counts as low (design, "eSIM card"). */
const LOW_SHARE = 0.15;

export const STATUS_TONE: Record<EsimStatus, ChipTone> = {
  active: 'success',
  notInstalled: 'info',
  lowData: 'warning',
};

/** The status on an active eSIM's chip. */
export function statusOf({
  installed,
  planState,
  remainingMb,
  dataMb,
}: Pick<EsimView, 'installed' | 'planState' | 'remainingMb' | 'dataMb'>): EsimStatus {
  if (!installed && planState === 'not_active') return 'notInstalled';
  return remainingMb < dataMb * LOW_SHARE ? 'lowData' : 'active';
}
