import { cheapestMix, type Mix, type Purchase } from './cheapest-mix.ts';
import { createMeter, type Meter } from './meter.ts';
import type { TripPlan, TripStop } from './problem.ts';
import { planUses, type Use } from './plan-uses.ts';

export type UsedMix = { cents: number; purchases: (Purchase & Use)[] };

/** Why the mix is the cheapest; each reason has its amount. Plans and stops are indexes. */
export type Reason =
  /** No plan is for the country of this stop alone. */
  | { kind: 'no-local'; stop: number; plan: number }
  /** The plan alone serves several stops, which would cost more with separate plans. */
  | { kind: 'shared'; plan: number; count: number; stops: number[]; cents: number; apartCents: number }
  /** The plan serves one stop; the cheapest mix without it costs `withoutCents`. */
  | { kind: 'own'; plan: number; count: number; stop: number; cents: number; withoutCents: number };

export type TripAnswer = {
  best: UsedMix;
  /** True: no cheaper mix exists. False: the search ended early, and this is the best mix found. */
  proven: boolean;
  /** The cheapest mix that is not the best one plus an addition, at most twice its price. */
  second: Mix | null;
  secondProven: boolean;
  /** The cheapest single plan for the whole trip. */
  onePlan: Mix | null;
  /** The mix with plans bought for each stop alone. */
  apart: Mix;
  reasons: Reason[];
};

/** The maximum number of partial solutions of the search for the best mix, for a stop alone, and for the alternatives. */
const WORK = 2_000;
const STOP_WORK = 200;
const SECOND_WORK = 1_000;
/** The maximum number of cells of one search. */
const SEARCH_CELLS = 10_000_000;
/** The fixed cost of a search, in the same unit. */
const SEARCH_WORK = 250;
const REASONS = 4;

/**
 * The cheapest mix of plans for a trip, its alternatives, and the reasons; `hasLocal` tells whether a stop has plans
 * for itself alone. Null when a stop has no plan.
 */
export function planTrip(
  stops: readonly TripStop[],
  plans: readonly TripPlan[],
  hasLocal: (stop: number) => boolean = () => true,
  meter: Meter = createMeter(),
): TripAnswer | null {
  const found = cheapestMix(stops, plans, { work: WORK, cells: SEARCH_CELLS, meter });
  if (found.mix === null) return null;
  const onePlan = cheapestSingle(stops, plans);
  const perStop = stops.map((stop) => cheapestMix([stop], plans, { work: STOP_WORK, cells: SEARCH_CELLS, meter }));
  const apart = joined(
    stops,
    perStop.map(({ mix }) => mix!),
  );

  // A search that ended early may have missed even these.
  const best = [onePlan, apart].reduce<Mix>((a, b) => (b !== null && b.cents < a.cents ? b : a), found.mix);

  const others = [onePlan, apart].filter((mix) => mix !== null && !contains(mix, best)) as Mix[];
  const counts = countsOf(best);
  let second = others.reduce<Mix | null>((a, b) => (a === null || b.cents < a.cents ? b : a), null);
  let secondProven = found.proven;
  let work = SECOND_WORK;
  const without = new Map<number, number>();
  for (const [plan, count] of counts) {
    if (work < SEARCH_WORK) secondProven = false;
    if (!secondProven) break;
    const isReason = counts.size <= REASONS;
    const below = isReason ? best.cents * 2 + 1 : Math.min(second?.cents ?? Infinity, best.cents * 2 + 1);
    const other = cheapestMix(stops, plans, {
      limit: { plan, most: count - 1 },
      below,
      work: work - SEARCH_WORK,
      cells: SEARCH_CELLS,
      meter,
    });
    work -= other.work + SEARCH_WORK;
    secondProven &&= other.proven;
    if (other.mix === null) continue;
    if (isReason && other.proven) without.set(plan, other.mix.cents);
    if (second === null || other.mix.cents < second.cents) second = other.mix;
  }
  const used = withUse(stops, plans, best, meter);
  const apartProven = perStop.every(({ proven }) => proven);
  return {
    best: used,
    proven: found.proven,
    second,
    secondProven,
    onePlan,
    apart,
    reasons: found.proven
      ? reasonsOf(stops, plans, hasLocal, used, apartProven ? perStop.map(({ mix }) => mix!.cents) : null, without)
      : [],
  };
}

function cheapestSingle(stops: readonly TripStop[], plans: readonly TripPlan[]): Mix | null {
  const days = stops.reduce((sum, stop) => sum + stop.days, 0);
  const needed = stops.reduce((sum, stop) => sum + stop.days * stop.mbPerDay, 0);
  const daily = Math.max(...stops.map(({ mbPerDay }) => mbPerDay));
  let single: Mix | null = null;
  for (const [plan, { cents, dataMb, dailyMb, days: length, countries }] of plans.entries()) {
    const suffices = dailyMb === null ? dataMb >= needed : dailyMb >= daily;
    if (!suffices || length < days || !stops.every(({ country }) => countries.has(country))) continue;
    if (single === null || cents < single.cents) single = { cents, purchases: [{ plan, firstDay: 1 }] };
  }
  return single;
}

function joined(stops: readonly TripStop[], mixes: readonly Mix[]): Mix {
  let day = 0;
  const purchases = mixes.flatMap((mix, stop) => {
    const before = day;
    day += stops[stop]!.days;
    return mix.purchases.map(({ plan, firstDay }) => ({ plan, firstDay: firstDay + before }));
  });
  return { cents: mixes.reduce((sum, mix) => sum + mix.cents, 0), purchases };
}

function countsOf({ purchases }: Mix): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { plan } of purchases) counts.set(plan, (counts.get(plan) ?? 0) + 1);
  return counts;
}

function contains(mix: Mix, part: Mix): boolean {
  const counts = countsOf(mix);
  return [...countsOf(part)].every(([plan, count]) => (counts.get(plan) ?? 0) >= count);
}

/** The mix with the use of each plan; its validity starts at the first use, as in a phone. */
function withUse(stops: readonly TripStop[], plans: readonly TripPlan[], mix: Mix, meter: Meter): UsedMix {
  const uses = planUses(stops, plans, mix.purchases, meter);
  const purchases = mix.purchases.map((purchase, at) => ({ ...purchase, ...uses[at]! }));
  return { cents: mix.cents, purchases: purchases.sort((a, b) => a.first - b.first || a.last - b.last) };
}

function reasonsOf(
  stops: readonly TripStop[],
  plans: readonly TripPlan[],
  hasLocal: (stop: number) => boolean,
  { purchases }: UsedMix,
  apartCents: readonly number[] | null,
  without: ReadonlyMap<number, number>,
): Reason[] {
  const reasons: Reason[] = [];
  for (const plan of new Set(purchases.map((each) => each.plan))) {
    const same = purchases.filter((each) => each.plan === plan);
    const served = stops.flatMap((_, stop) => (same.some(({ byStop }) => byStop[stop]! > 0) ? [stop] : []));
    const alone = served.every((stop) => purchases.every((each) => each.plan === plan || each.byStop[stop] === 0));
    const cents = same.length * plans[plan]!.cents;
    const unserved = served.find((stop) => !hasLocal(stop));
    if (unserved !== undefined && plans[plan]!.countries.size > 1)
      reasons.push({ kind: 'no-local', stop: unserved, plan });
    const apart = served.reduce((sum, stop) => sum + (apartCents?.[stop] ?? 0), 0);
    const withoutCents = without.get(plan);
    if (served.length > 1 && alone && apart > cents) {
      reasons.push({ kind: 'shared', plan, count: same.length, stops: served, cents, apartCents: apart });
    } else if (served.length === 1 && withoutCents !== undefined) {
      reasons.push({ kind: 'own', plan, count: same.length, stop: served[0]!, cents, withoutCents });
    }
  }
  return reasons.slice(0, REASONS);
}
