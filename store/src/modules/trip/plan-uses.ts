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
  const use = bought.map(() => days.map(() => 0));
  const serves = (at: number, day: number): boolean => {
    const { firstDay, days: length, countries } = bought[at]!;
    return day + 1 >= firstDay && day + 1 < firstDay + length && countries.has(days[day]!.country);
  };

  /**
   * Gives up to `mb` on that day, from the plan's own rest or by moving what it gives on another day to another plan.
   */
  function give(at: number, day: number, mb: number, tried: Set<number>): number {
    if (!serves(at, day)) return 0;
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
        const moved = give(by, other, movable, tried);
        use[at]![other]! -= moved;
        plan.left += moved;
      }
    }
    const given = Math.min(mb, plan.left);
    use[at]![day]! += given;
    plan.left -= given;
    return given;
  }

  const everyOne = new Set(order);
  for (const [day, { need }] of days.entries()) {
    spend(meter, order.length);
    let missing = need;
    const able = order.filter((at) => serves(at, day));
    for (const at of able) {
      const { dailyMb, left } = bought[at]!;
      missing -= give(at, day, Math.min(missing, dailyMb ?? left), everyOne);
    }
    // Augmenting paths: a round that adds nothing proves that the maximum is reached.
    for (let given = 1; missing > 0 && given > 0; missing -= given) {
      spend(meter, able.length);
      const tried = new Set<number>();
      given = 0;
      for (const at of able) given ||= tried.has(at) ? 0 : give(at, day, missing, tried);
    }
  }

  const isPool = (at: number, day: number): boolean => bought[at]!.dailyMb === null && serves(at, day);
  return withFewerSwitches(use, isPool, meter).map((byDay) => ({
    byDay: [...byDay],
    byStop: stops.map((_, stop) => byDay.reduce((sum, mb, day) => (days[day]!.stop === stop ? sum + mb : sum), 0)),
    usedMb: byDay.reduce((sum, mb) => sum + mb, 0),
    first: byDay.findIndex((mb) => mb > 0) + 1,
    last: byDay.findLastIndex((mb) => mb > 0) + 1,
  }));
}
