import type { EsimView } from '../../../shared/views.ts';
import type { ChipTone } from '../../../ui/chip.tsx';

/** `installed`: on a phone, its plan not in use yet. `deleted`: no longer the buyer's, before its plan has ended. */
export type EsimStatus = 'notInstalled' | 'installed' | 'active' | 'lowData' | 'usedUp' | 'ended' | 'deleted';

/** Below this share of the package, data counts as low (design, "eSIM card"). */
const LOW_SHARE = 0.15;

export const STATUS_TONE: Record<EsimStatus, ChipTone> = {
  notInstalled: 'info',
  installed: 'info',
  active: 'success',
  lowData: 'warning',
  usedUp: 'neutral',
  ended: 'neutral',
  deleted: 'neutral',
};

/** The status on an eSIM's chip. */
export function statusOf({
  installed,
  profileState,
  planState,
  remainingMb,
  dataMb,
}: Pick<EsimView, 'installed' | 'profileState' | 'planState' | 'remainingMb' | 'dataMb'>): EsimStatus {
  if (planState === 'finished') return 'usedUp';
  if (planState === 'expired') return 'ended';
  if (profileState === 'deleted') return 'deleted';
  if (planState === 'not_active') return installed ? 'installed' : 'notInstalled';
  return remainingMb < dataMb * LOW_SHARE ? 'lowData' : 'active';
}
