import { type Plans, standingOf } from './standing.ts';
import { isUsable, type PlanState, type ProfileState } from './validity.ts';

const DAY_MS = 86_400_000;

type RestPlan = {
  dataMb: number;
  unlimited: object | null;
  days: number;
  state: PlanState;
  remainingMb: number;
  expiresAt: Date | null;
};

/**
 * What is left on an eSIM, as last reported: data (0 of an unlimited plan) and days, of which one that has begun counts as
 * whole. Null when its plan is used up or expired: nothing is left.
 */
export function restOf<P extends RestPlan>(
  esim: { profileState: ProfileState; plans: Plans<P> },
  now: Date,
): { leftMb: number; leftDays: number; endsAt: Date | null } | null {
  const { planState, current, remainingMb } = standingOf(esim, now);
  if (!isUsable(planState)) return null;
  const endsAt = current.expiresAt;
  const leftDays = endsAt === null ? current.days : Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS);
  if (current.unlimited !== null) return { leftMb: 0, leftDays, endsAt };
  return remainingMb === 0 ? null : { leftMb: remainingMb, leftDays, endsAt };
}
