import type { Usage } from '../fulfilment/wholesaler.ts';
import type { Plans } from './standing.ts';
import { isUsable, type PlanState, planStateAt, startOf } from './validity.ts';

export type UsedPlan = {
  dataMb: number;
  unlimited: object | null;
  days: number;
  state: PlanState;
  remainingMb: number;
  startedAt: Date | null;
  expiresAt: Date | null;
};

const STATES = {
  active: 'active',
  finished: 'finished',
  expired: 'expired',
  recycled: 'expired',
  'not-active': 'not_active',
} as const satisfies Record<Exclude<Usage['status'], 'unknown'>, PlanState>;

/** What a report may say of a plan; "unknown" says nothing. */
export type Reported = keyof typeof STATES;

/**
 * Divides what a wholesaler reports of a profile among its plans, in the order of use: what is left is left of the plans
 * that are used last, and no plan has more than its data. Plans that have ended stay as they are while another is left.
 */
export function shareUsage<P extends UsedPlan>(
  plans: Plans<P>,
  usage: Usage & { status: Reported },
  now: Date,
): Plans<P> {
  const usable = plans.filter((plan) => isUsable(planStateAt(plan, now)));
  const concerned = usable.length > 0 ? usable : plans.slice(-1);
  const shares = usage.unlimited ? concerned.map(({ remainingMb }) => remainingMb) : sharesOf(concerned, usage);
  const inUse = usage.status === 'active' ? currentOf(concerned, shares) : concerned.length - 1;
  const [first, ...others] = plans.map((plan) => {
    const at = concerned.indexOf(plan);
    if (at === -1) return plan;
    const state = stateOf(plan, usage.status, { isBefore: at < inUse, isAfter: at > inUse, left: shares[at]! });
    const changed = { ...plan, state, remainingMb: shares[at]! };
    if (at !== inUse) return changed;
    const { expiresAt } = usage;
    // A report without an end does not take it back.
    if (expiresAt === null) return changed;
    const startedAt = startOf(expiresAt, plan.days)!;
    // The end may be that of all plans together: this one began before its own days say so.
    const isLast = at === concerned.length - 1;
    return { ...changed, expiresAt, startedAt: isLast ? startedAt : earliest(startedAt, plan.startedAt ?? now, now) };
  });
  return [first!, ...others];
}

const earliest = (...times: Date[]) => new Date(Math.min(...times.map((time) => time.getTime())));

/** The state of a plan beside the one in use. When that has not begun, an earlier one that had is used up. */
function stateOf(
  { state }: UsedPlan,
  reported: Reported,
  { isBefore, isAfter, left }: { isBefore: boolean; isAfter: boolean; left: number },
): PlanState {
  if (reported === 'active' && (isBefore || isAfter)) return isBefore ? 'finished' : state;
  if (reported === 'not-active' && isBefore && state === 'active' && left === 0) return 'finished';
  return STATES[reported];
}

/** What is left of each plan: the last ones are full before an earlier one has any. */
function sharesOf(plans: readonly UsedPlan[], { remainingMb }: Usage): number[] {
  const shares: number[] = [];
  let rest = remainingMb;
  for (const { dataMb } of plans.toReversed()) {
    const share = Math.min(rest, dataMb);
    shares.unshift(share);
    rest -= share;
  }
  return shares;
}

/** The position of the plan in use: the first with data left, or without a limit; else the last. */
function currentOf(plans: readonly UsedPlan[], shares: readonly number[]): number {
  const at = plans.findIndex(({ unlimited }, index) => unlimited !== null || shares[index]! > 0);
  return at === -1 ? plans.length - 1 : at;
}
