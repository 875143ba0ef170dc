import type { Currency } from '../../shared/money.ts';
import { keyOf, type PackageOf } from './desk-change.ts';
import { nearness } from './source-faults.ts';

/** A package that no plan sells, beside a plan that it could deliver. */
export type Candidate = PackageOf & {
  planId: string;
  netPriceCents: number;
  netCurrency: Currency;
  priceAmount: number;
  currency: Currency;
  /** True for the data and the days of the plan, not more. */
  isExact: boolean;
  /** The part of the countries of the plan in which it works. */
  reach: number;
  /** The wholesalers of its sources. */
  suppliedBy: string[];
  /** Why it can't deliver the plan (`SourceFault`); null: it can. */
  fault: string | null;
};

/** A package that became no source, and the plan to which it was nearest. */
export type NotTaken = PackageOf & { planId: string; reason: string };

/**
 * Chooses the sources that plans can get, cheapest first: packages with the data and the days of the plan; and packages with
 * more, of wholesalers that give the plan no such package (`withMore`). Each package goes to one plan. The rest has the
 * reason for which it was not taken.
 */
export function chooseSources(
  candidates: readonly Candidate[],
  { withMore }: { withMore: boolean },
): { taken: Candidate[]; notTaken: NotTaken[] } {
  const cheapestFirst = candidates.toSorted((a, b) => a.netPriceCents - b.netPriceCents);
  const taken = new Map<string, Candidate>();
  for (const each of cheapestFirst)
    if (each.isExact && each.fault === null && !taken.has(keyOf(each))) taken.set(keyOf(each), each);
  if (withMore)
    for (const each of cheapestFirst)
      if (each.fault === null && !taken.has(keyOf(each)) && !isSupplied(each, [...taken.values()]))
        taken.set(keyOf(each), each);
  const rest = candidates.filter((each) => !taken.has(keyOf(each)));
  return { taken: [...taken.values()].toSorted(byPlan), notTaken: nearestPlans(rest) };
}

const isSupplied = ({ planId, wholesaler, suppliedBy }: Candidate, taken: readonly Candidate[]) =>
  suppliedBy.includes(wholesaler) || taken.some((other) => other.planId === planId && other.wholesaler === wholesaler);

/** The order of the plans stays as given, and the cheapest source of each comes first. */
const byPlan = (a: Candidate, b: Candidate) => a.planId.localeCompare(b.planId) || a.netPriceCents - b.netPriceCents;

function nearestPlans(candidates: readonly Candidate[]): NotTaken[] {
  const nearest = new Map<string, Candidate>();
  for (const each of candidates) {
    const known = nearest.get(keyOf(each));
    if (known === undefined || isNearer(each, known)) nearest.set(keyOf(each), each);
  }
  return [...nearest.values()].map(({ wholesaler, packageId, planId, fault }) => ({
    wholesaler,
    packageId,
    planId,
    reason: fault ?? 'not-needed',
  }));
}

function isNearer(one: Candidate, other: Candidate): boolean {
  if (one.reach !== other.reach) return one.reach > other.reach;
  if (one.isExact !== other.isExact) return one.isExact;
  return nearness(one.fault) > nearness(other.fault);
}
