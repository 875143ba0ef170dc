import { OFFERS, PLANS } from './offers.ts';
import type { PackageFault } from './package-check.ts';
import type { PackageIds } from './package-ids.ts';
import type { PlanCheck } from './store.ts';
import type { Offer, Plan } from './catalogue.ts';

/** A plan that cannot be bought, and why. */
export type PlanFault = {
  planId: string;
  packageId: string;
  fault: PackageFault | 'never-checked';
  checkedAt: Date | null;
};

/** The offers with the availability that the last checks give; made once, shared by all readers, never changed. */
export type Snapshot = {
  offers: readonly Offer[];
  plans: ReadonlyMap<string, Plan>;
  faults: readonly PlanFault[];
  /** Differs whenever the availability of any plan differs; the same in every process. */
  version: string;
};

/**
 * A plan is available when its last check passed. A plan never checked is not: we do not yet know that what we would sell
 * exists, or that it costs us less than we ask. A row made for another package id (the data file changed) says
 * nothing about the present one, so it counts as never checked.
 */
export function snapshotOf(checks: readonly PlanCheck[], packageIds: PackageIds): Snapshot {
  const byPlan = new Map(checks.map((check) => [check.planId, check]));
  const faults = PLANS.flatMap((plan) => faultOf(plan.id, packageIds.get(plan.id) ?? '', byPlan.get(plan.id)));
  const unavailable = new Set(faults.map((each) => each.planId));
  const offers = OFFERS.map((offer) => ({
    ...offer,
    plans: offer.plans.map((plan) => ({ ...plan, available: !unavailable.has(plan.id) })),
  }));
  return {
    offers,
    plans: new Map(offers.flatMap((offer) => offer.plans).map((plan) => [plan.id, plan])),
    faults,
    version: versionOf(PLANS.map((plan) => !unavailable.has(plan.id))),
  };
}

function faultOf(planId: string, packageId: string, check: PlanCheck | undefined): PlanFault[] {
  if (check === undefined || check.packageId !== packageId)
    return [{ planId, packageId, fault: 'never-checked', checkedAt: null }];
  return check.fault === null ? [] : [{ planId, packageId, fault: check.fault, checkedAt: check.checkedAt }];
}

/** One bit a plan, in catalogue order, as hexadecimal. */
function versionOf(available: readonly boolean[]): string {
  return BigInt(`0b1${available.map(Number).join('')}`).toString(16);
}
