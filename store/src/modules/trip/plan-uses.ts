import type { Purchase } from './cheapest-mix.ts';
import { withFewerSwitches } from './legs.ts';
import { type Meter, spend } from './meter.ts';
import type { TripPlan, TripStop } from './problem.ts';

/** The use of a bought plan. */
export type Use = {
  /** MB by stop. */
  byStop: number[];
  /** MB by day of the trip, from its first day. */
  byDay: number[];
  usedMb: number;
  /** First and last day of its use in the trip. */
  first: number;
  last: number;
};

/** A day of the trip, and a plan with what is left of its data. */
type Day = { country: string; stop: number; need: number };
type Bought = TripPlan & { firstDay: number; left: number };

/** Plans are numbers in `bought`, days in `days`. */
type Distribution = {
  days: readonly Day[];
  bought: readonly Bought[];
  /** The plans for few countries first. */
  order: readonly number[];
  /** By plan and day: the MB that the plan gives. */
  use: number[][];
  meter: Meter;
};

/**
 * Distributes the data of sufficient purchases: which plan gives how much at which stop. Plans for few countries are
 * used first.
 */
export function planUses(
  stops: readonly TripStop[],
  plans: readonly TripPlan[],
  purchases: readonly Purchase[],
  meter: Meter,
): Use[] {
  const days = stops.flatMap(({ country, days: count, mbPerDay }, stop) =>
    Array.from({ length: count }, () => ({ country, stop, need: mbPerDay })),
  );
  // The sums of the result read each cell once for each stop.
  spend(meter, days.length * purchases.length * (stops.length + 2));
  const bought = purchases.map(({ plan, firstDay }) => ({ ...plans[plan]!, firstDay, left: plans[plan]!.dataMb }));
  const order = bought
    .map((_, at) => at)
    .sort((a, b) => bought[a]!.countries.size - bought[b]!.countries.size || bought[a]!.firstDay - bought[b]!.firstDay);
  const distribution: Distribution = { days, bought, order, use: bought.map(() => days.map(() => 0)), meter };
  for (const day of days.keys()) serveDay(distribution, day);

  const isPool = (at: number, day: number): boolean => bought[at]!.dailyMb === null && serves(distribution, at, day);
  return withFewerSwitches(distribution.use, isPool, meter).map((byDay) => ({
    byDay: [...byDay],
    byStop: stops.map((_, stop) => byDay.reduce((sum, mb, day) => (days[day]!.stop === stop ? sum + mb : sum), 0)),
    usedMb: byDay.reduce((sum, mb) => sum + mb, 0),
    first: byDay.findIndex((mb) => mb > 0) + 1,
    last: byDay.findLastIndex((mb) => mb > 0) + 1,
  }));
}

function serves({ days, bought }: Distribution, at: number, day: number): boolean {
  const { firstDay, days: length, countries } = bought[at]!;
  return day + 1 >= firstDay && day + 1 < firstDay + length && countries.has(days[day]!.country);
}

/** Takes what a day needs: first from each plan's own rest, then by moving what plans give on other days. */
function serveDay(distribution: Distribution, day: number): void {
  const { days, bought, order, meter } = distribution;
  spend(meter, order.length);
  let missing = days[day]!.need;
  const able = order.filter((at) => serves(distribution, at, day));
  const everyOne = new Set(order);
  for (const at of able) {
    const { dailyMb, left } = bought[at]!;
    missing -= give(distribution, at, day, Math.min(missing, dailyMb ?? left), everyOne);
  }
  // Augmenting paths: a round that adds nothing proves that the maximum is reached.
  for (let given = 1; missing > 0 && given > 0; missing -= given) {
    spend(meter, able.length);
    const tried = new Set<number>();
    given = 0;
    for (const at of able) given ||= tried.has(at) ? 0 : give(distribution, at, day, missing, tried);
  }
}

/** Gives up to `mb` on that day, from the plan's own rest or by moving what it gives on another day to another plan. */
function give(distribution: Distribution, at: number, day: number, mb: number, tried: Set<number>): number {
  if (!serves(distribution, at, day)) return 0;
  const { days, bought, order, use, meter } = distribution;
  const plan = bought[at]!;
  if (plan.dailyMb !== null) {
    const given = Math.min(mb, plan.dailyMb - use[at]![day]!);
    use[at]![day]! += given;
    return given;
  }
  tried.add(at);
  for (let other = 0; other < days.length && plan.left < mb; other += 1) {
    spend(meter, 1);
    if (use[at]![other] === 0) continue;
    spend(meter, order.length);
    for (const by of order) {
      if (plan.left >= mb) break;
      const movable = Math.min(use[at]![other]!, mb - plan.left);
      if (movable === 0 || tried.has(by)) continue;
      const moved = give(distribution, by, other, movable, tried);
      use[at]![other]! -= moved;
      plan.left += moved;
    }
  }
  const given = Math.min(mb, plan.left);
  use[at]![day]! += given;
  plan.left -= given;
  return given;
}
