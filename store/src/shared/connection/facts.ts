import type { Facts } from './diagnosis.ts';

type Plan = { dataMb: number; remainingMb: number; planState: Facts['plan'] };

/** What the page of an order knows of an eSIM. */
type Reported = {
  profileState: 'released' | 'downloaded' | 'installed' | 'enabled' | 'deleted';
  planState: Facts['plan'];
  unlimited: object | null;
  usageAt: string | null;
  apn: string | null;
  plans: readonly Plan[];
};

/** What else is known: by the store, and by the traveller. */
export type Known = {
  /** True: the wholesaler of the eSIM reports where its profile is. */
  reportsProfile: boolean;
  /** When the days of the plan start: a plan that starts by use, and has started, was used. */
  activation: 'first-usage' | 'installation' | null;
  country: string | null;
  covered: boolean | null;
};

export function factsOf(esim: Reported, known: Known): Facts {
  const isUnlimited = esim.unlimited !== null;
  const hasStarted = esim.planState !== 'not_active';
  return {
    profile: profileOf(esim, known),
    plan: esim.planState,
    used: isUnlimited ? Number(hasStarted && known.activation === 'first-usage') : usedMb(esim),
    isMeasured: isUnlimited ? known.activation === 'first-usage' : esim.usageAt !== null,
    hasApn: esim.apn !== null,
    covered: known.covered,
    isPlaceKnown: known.country !== null,
  };
}

/** Of all plans of the eSIM, so that it never falls when a plan ends. */
export const usedMb = ({ plans }: Pick<Reported, 'plans'>): number =>
  plans.reduce((sum, { dataMb, remainingMb }) => sum + Math.max(0, dataMb - remainingMb), 0);

/**
 * A plan in use makes the profile count as enabled, whatever its line is now: only the report about a plan that has not
 * started says whether the line is on.
 */
function profileOf({ profileState, planState, usageAt }: Reported, { reportsProfile }: Known): Facts['profile'] {
  if (profileState === 'deleted') return 'deleted';
  if (profileState === 'installed') return 'off';
  if (profileState === 'enabled') return planState === 'not_active' && reportsProfile ? 'on' : 'on-phone';
  if (planState !== 'not_active') return 'on-phone';
  return reportsProfile && usageAt !== null ? 'not-installed' : 'unknown';
}
