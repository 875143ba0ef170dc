import type { Usage } from '../fulfilment/wholesaler.ts';
import type { Plans } from './standing.ts';
import { isUsable, type PlanState, planStateAt, startOf } from './validity.ts';

type UsedPlan = {
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

/**
 * Divides what a wholesaler reports of a profile among its plans, in the order of use: what is left is left of the plans
 * that are used last, and no plan has more than its data. Plans that have ended stay as they are while another is left.
 */
export function shareUsage<P extends UsedPlan>(
  plans: Plans<P>,
  usage: Usage & { status: keyof typeof STATES },
  now: Date,
): Plans<P> {
  const usable = plans.filter((plan) => isUsable(planStateAt(plan, now)));
  const concerned = usable.length > 0 ? usable : plans.slice(-1);
  const shares = usage.unlimited ? concerned.map(({ remainingMb }) => remainingMb) : sharesOf(concerned, usage);
  const inUse = usage.status === 'active' ? currentOf(concerned, shares) : concerned.length - 1;
  const [first, ...others] = plans.map((plan) => {
    const at = concerned.indexOf(plan);
    if (at === -1) return plan;
    const state =
      usage.status === 'active' && at !== inUse ? (at < inUse ? 'finished' : plan.state) : STATES[usage.status];
    const changed = { ...plan, state, remainingMb: shares[at]! };
    if (at !== inUse) return changed;
    const { expiresAt } = usage;
    return { ...changed, expiresAt, startedAt: startOf(expiresAt, plan.days) };
  });
  return [first!, ...others];
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
