import type { Clock } from '../../db/clock.ts';
import type { Esim, EsimPlan, Esims } from '../../modules/esims/esims.ts';
import type { Usage } from '../../modules/fulfilment/wholesaler.ts';
import type { SeenUse } from '../../modules/rights/rights.ts';
import type { ReadProfile } from '../replacing/look-at-profile.ts';

const DAY_MS = 86_400_000;

type PlanState = SeenUse['planState'];
const STATES: readonly PlanState[] = ['not_active', 'active', 'finished', 'expired'];

const STATE_OF: Record<Exclude<Usage['status'], 'unknown'>, PlanState> = {
  'not-active': 'not_active',
  active: 'active',
  finished: 'finished',
  expired: 'expired',
  recycled: 'expired',
};

type Ports = { clock: Clock; esims: Pick<Esims, 'find' | 'planStateOf'>; readProfile: ReadProfile };

/** What was used of the plan of an eSIM, as its wholesaler says now; null: it does not say. */
export type ReadUse = (esim: Esim) => Promise<SeenUse | null>;

export function createReadUse({ clock, esims, readProfile }: Ports): ReadUse {
  return async function readUse(esim) {
    const usage = await readProfile(esim);
    if (usage === null || usage.status === 'unknown') return null;
    const read = (await esims.find(esim.id)) ?? esim;
    const known = knownUse({ clock, esims }, read);
    const used = usage.unlimited ? 0 : Math.max(0, usage.totalMb - usage.remainingMb);
    // Nothing that was used comes back, whatever is reported.
    return {
      ...known,
      planState: later(known.planState, STATE_OF[usage.status]),
      usedMb: known.planMb === 0 ? 0 : Math.min(known.planMb, Math.max(known.usedMb, used)),
      profileState: usage.profileState ?? read.profileState,
      at: clock.now().toISOString(),
    };
  };
}

/** The same as last reported. */
export function knownUse(
  { clock, esims }: Pick<Ports, 'clock'> & { esims: Pick<Esims, 'planStateOf'> },
  esim: Pick<Esim, 'plans' | 'profileState' | 'usageAt' | 'issuedAt'>,
): SeenUse {
  const [plan] = esim.plans;
  const planState = esims.planStateOf(plan);
  return {
    planState,
    usedMb: plan.unlimited === null ? plan.dataMb - plan.remainingMb : 0,
    planMb: plan.unlimited === null ? plan.dataMb : 0,
    usedDays: planState === 'not_active' ? 0 : daysBegun(plan, clock.now()),
    planDays: plan.days,
    profileState: esim.profileState,
    at: (esim.usageAt ?? esim.issuedAt).toISOString(),
  };
}

const later = (one: PlanState, other: PlanState): PlanState =>
  STATES.indexOf(one) > STATES.indexOf(other) ? one : other;

function daysBegun({ startedAt, days }: EsimPlan, now: Date): number {
  if (startedAt === null) return 1;
  return Math.min(days, Math.max(1, Math.ceil((now.getTime() - startedAt.getTime()) / DAY_MS)));
}
