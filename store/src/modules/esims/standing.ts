import { isInstalled, isUsable, type PlanState, planStateAt, type ProfileState } from './validity.ts';

/** The plans of an eSIM in the order of use: at least one. */
export type Plans<P> = readonly [P, ...P[]];

type Plan = {
  dataMb: number;
  unlimited: object | null;
  state: PlanState;
  remainingMb: number;
  expiresAt: Date | null;
};

/**
 * What the plans of an eSIM show together; of one plan, what that plan shows. This is the only place that decides it.
 */
export type Summary<P> = {
  /** The first active plan in the order of use, else the first that is not used, else the last. */
  current: P;
  planState: PlanState;
  /** Of the plans with data that are left, together; of the current one alone when it is unlimited, or none is left. */
  dataMb: number;
  remainingMb: number;
};

export function summaryOf<P extends Plan>(plans: Plans<P>, now: Date): Summary<P> {
  const left = plans.filter((plan) => isUsable(planStateAt(plan, now)));
  const current = left.find(({ state }) => state === 'active') ?? left[0] ?? plans.at(-1)!;
  const hasData = left.length > 0 && current.unlimited === null;
  const counted = hasData ? left.filter(({ unlimited }) => unlimited === null) : [current];
  return {
    current,
    planState: planStateAt(current, now),
    dataMb: counted.reduce((sum, { dataMb }) => sum + dataMb, 0),
    remainingMb: counted.reduce((sum, { remainingMb }) => sum + remainingMb, 0),
  };
}

/** `active`: the profile has not ended and was not replaced, and a plan is neither used up nor expired. */
export type Standing<P> = Summary<P> & { active: boolean; installed: boolean };

export function standingOf<P extends Plan>(
  esim: { profileState: ProfileState; endedAt?: Date | null; plans: Plans<P> },
  now: Date,
): Standing<P> {
  const summary = summaryOf(esim.plans, now);
  return {
    ...summary,
    active: esim.profileState !== 'deleted' && !esim.endedAt && isUsable(summary.planState),
    installed: isInstalled(esim),
  };
}
