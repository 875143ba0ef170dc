import type { WholesalePackage } from '../fulfilment/wholesaler.ts';
import type { Plan } from './catalogue.ts';

/** Why a plan cannot be delivered from its package; the first that holds, in this order. */
export type PackageFault = 'missing-package' | 'too-little-data' | 'too-few-days' | 'price-not-below-ours';

export type PackageVerdict = { fault: PackageFault | null; netPriceCents: number | null };

/**
 * Checks what we promise against what the wholesaler sells now. Data and days may exceed ours (the buyer gets more than
 * was promised); the net price must be strictly below ours, or every sale would lose money.
 */
export function checkPackage(
  plan: Pick<Plan, 'dataMb' | 'days' | 'price'>,
  found: WholesalePackage | undefined,
): PackageVerdict {
  if (found === undefined) return { fault: 'missing-package', netPriceCents: null };
  return { fault: faultOf(plan, found), netPriceCents: found.netPriceCents };
}

function faultOf(plan: Pick<Plan, 'dataMb' | 'days' | 'price'>, found: WholesalePackage): PackageFault | null {
  // The wholesaler writes an unlimited amount as 0.
  if (!found.unlimited && found.dataMb < plan.dataMb) return 'too-little-data';
  if (found.days < plan.days) return 'too-few-days';
  if (found.netPriceCents >= plan.price.amount) return 'price-not-below-ours';
  return null;
}
