import type { Facts } from '../shared/connection/diagnosis.ts';
import type { KeptEsim } from './kept.ts';

type Kept = Pick<
  KeptEsim,
  'installed' | 'planState' | 'validUntil' | 'dataMb' | 'remainingMb' | 'unlimited' | 'usageAt' | 'apn'
>;

/** What the copy knows, as it was reported before it was stored. Its days may have ended since. */
export function factsOfKept(esim: Kept, now = Date.now()): Facts {
  const isOver = esim.validUntil !== null && Date.parse(esim.validUntil) <= now;
  return {
    profile: esim.installed || esim.planState !== 'not_active' ? 'on-phone' : 'unknown',
    plan: isOver && esim.planState !== 'finished' ? 'expired' : esim.planState,
    used: Math.max(0, esim.dataMb - esim.remainingMb),
    isMeasured: !esim.unlimited && esim.usageAt !== null,
    hasApn: esim.apn !== null,
    covered: null,
    isPlaceKnown: true,
  };
}
