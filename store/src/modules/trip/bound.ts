import { type Meter, spend } from './meter.ts';
import { needOn, type Pools, type Unlimited } from './pools.ts';
import type { Opening, Problem, Stay } from './problem.ts';

/** A lower bound on the cost of this and all later stages, beyond the open pools. */
export type Bound = (stage: number, pools: Pools) => number;

/** Steps in which value is counted, over all stages. More steps hardly raise the bound, but take longer to compute. */
const ALL_STEPS = 20_000;
/** In steps: rounding errors must not raise the bound. */
const SLACK = 1e-6;

/** What data is worth at each stop, and the stops with their days: the relaxed problem without its plans. */
type Values = {
  stays: readonly Stay[];
  /** By stop: the value of 1 MB. */
  rates: readonly number[];
  /** The stops, the highest rate first. */
  byRate: readonly number[];
};

/** The relaxed problem in steps of value. */
type Steps = {
  stages: Problem['stages'];
  values: Values;
  /** By stage: the value of this stage and all later ones. */
  worth: readonly number[];
  /** The number of steps over all stages, and the value of one. */
  count: number;
  step: number;
};

/**
 * A lower bound, from a relaxed problem. There, 1 MB at a stop has a value, the best rate of any plan there, and an
 * open pool gives the maximum value that it could have on its own days, usable anywhere from then on. What remains:
 * plans are bought whole and before they are used, and plans for one stop serve at most that stop. It is solved
 * backwards (dynamic programming), for each stage and each amount of unpaid value.
 */
export function boundOf({ stays, stages }: Problem, meter: Meter): Bound {
  const count = Math.min(512, Math.max(128, Math.ceil(ALL_STEPS / stages.length)));
  const rates = ratesOf(stays, stages, meter);
  const byRate = stays.map((_, stop) => stop).sort((a, b) => rates[b]! - rates[a]!);
  const values = { stays, rates, byRate };
  const worth = worthOf(stages, values);
  const step = worth[0]! / count;
  const costs = leastCosts({ stages, values, worth, count, step }, meter);

  return (at, pools) => {
    if (at === stages.length) return 0;
    spend(meter, (2 * pools.stops.length + pools.unlimited.length + 1) * stays.length);
    const value = poolsValueOf(values, pools, stages[at]!.first);
    const missing = Math.max(0, Math.floor((worth[at]! - value) / step - SLACK));
    return costs[at]![missing]!;
  };
}

/** The maximum value of that much data on those days. */
function valueOf({ stays, rates, byRate }: Values, stops: number, end: number, day: number, mb: number): number {
  let value = 0;
  let rest = mb;
  for (const stop of byRate) {
    const stay = stays[stop]!;
    if ((stops & (1 << stop)) === 0 || stay.last < day || stay.first > end) continue;
    const used = Math.min(rest, (Math.min(stay.last, end) - Math.max(stay.first, day) + 1) * stay.need);
    value += used * rates[stop]!;
    rest -= used;
    if (rest === 0) break;
  }
  return value;
}

/** The maximum value of an unlimited plan from that day on. */
function unlimitedValueOf({ stays, rates }: Values, { stops, end, daily }: Unlimited, day: number): number {
  let value = 0;
  for (const [stop, { first, last, need }] of stays.entries()) {
    if ((stops & (1 << stop)) === 0 || last < day || first > end) continue;
    value += (Math.min(last, end) - Math.max(first, day) + 1) * Math.min(need, daily) * rates[stop]!;
  }
  return value;
}

const openingValueOf = (values: Values, each: Opening): number =>
  each.daily > 0
    ? unlimitedValueOf(values, each, each.day)
    : valueOf(values, each.stops, each.end, each.day, each.pool);

/** The maximum value of the open pools from that day on. */
function poolsValueOf(values: Values, { stops, ends, left, unlimited }: Pools, day: number): number {
  const { stays, rates, byRate } = values;
  let apart = 0;
  // The greatest sum of rate times data in a polymatroid takes the pools in the order of their rates (greedy
  // algorithm).
  let together = 0;
  let set = 0;
  for (let pool = 0; pool < stops.length; pool += 1) {
    apart += valueOf(values, stops[pool]!, ends[pool]!, day, left[1 << pool]!);
  }
  for (const stop of byRate) {
    if (stays[stop]!.last < day) continue;
    for (let pool = 0; pool < stops.length; pool += 1) {
      const bit = 1 << pool;
      if (set & bit || (stops[pool]! & (1 << stop)) === 0) continue;
      together += rates[stop]! * (left[set | bit]! - left[set]!);
      set |= bit;
    }
  }
  let value = Math.min(apart, together);
  for (const each of unlimited) value += unlimitedValueOf(values, each, day);
  return value;
}

/** By stage: the value of this stage and all later ones. */
function worthOf(stages: Problem['stages'], { stays, rates }: Values): number[] {
  const worth = Array.from({ length: stages.length + 1 }, () => 0);
  for (let at = stages.length - 1; at >= 0; at -= 1) {
    const { stop, first, last } = stages[at]!;
    worth[at] = worth[at + 1]! + (last - first + 1) * stays[stop]!.need * rates[stop]!;
  }
  return worth;
}

/** By stage and by steps of unpaid value: the least cost of the plans that pay for it. */
function leastCosts(steps: Steps, meter: Meter): Float64Array[] {
  const { stages, values, worth, count, step } = steps;
  const { stays } = values;
  // With and without plans for the stage's stop alone. Those are counted once for each stop, as if all were bought on
  // its first day.
  const withLocal: Float64Array[] = [];
  let next: Float64Array = new Float64Array(count + 1);
  let local: LocalCost[] = [];
  for (let at = stages.length - 1; at >= 0; at -= 1) {
    const { stop, openings } = stages[at]!;
    spend(meter, (count + stays.length) * (openings.length + 2));
    const entersStop = stages[at + 1]?.stop !== stop;
    if (entersStop) local = localCosts(steps, stop, at, meter);
    const without = new Float64Array(count + 1).fill(Infinity);
    const reach = Math.min(count, Math.floor(worth[at + 1]! / step + SLACK));
    for (let missing = 0; missing <= reach; missing += 1) without[missing] = next[missing]!;
    for (const each of openings) {
      if (each.stops !== 1 << stop) lower(without, without, each.cost, Math.ceil(openingValueOf(values, each) / step));
    }
    spend(meter, count * local.length);
    const all = without.slice();
    for (const { cost, steps: paid } of local) lower(all, without, cost, paid);
    withLocal[at] = all;
    next = stages[at]!.first === stays[stop]!.first ? all : without;
  }
  return withLocal;
}

/** The least cost for that much value from plans for one stop alone. */
type LocalCost = { steps: number; cost: number };

/** The cost of plans for this stop alone, by the value that they give together, which is at most the stop's. */
function localCosts({ stages, values, step }: Steps, stop: number, lastStage: number, meter: Meter): LocalCost[] {
  const { stays, rates } = values;
  const items: LocalCost[] = [];
  for (let at = lastStage; at >= 0 && stages[at]!.stop === stop; at -= 1) {
    for (const each of stages[at]!.openings) {
      if (each.stops === 1 << stop)
        items.push({ cost: each.cost, steps: Math.ceil(openingValueOf(values, each) / step) });
    }
    spend(meter, stages[at]!.openings.length * stays.length);
  }
  if (items.length === 0) return [];
  const { first, last, need } = stays[stop]!;
  const max = Math.ceil(((last - first + 1) * need * rates[stop]!) / step);
  spend(meter, max * items.length);
  const costs = [0];
  for (let steps = 1; steps <= max; steps += 1) {
    let least = Infinity;
    for (const item of items) least = Math.min(least, item.cost + costs[Math.max(0, steps - item.steps)]!);
    costs[steps] = least;
  }
  return costs.flatMap((cost, steps) => (steps > 0 && cost !== costs[steps + 1] ? { steps, cost } : []));
}

/**
 * Updates each cost with the option to pay for that many steps at this price. With the same array twice the option can
 * be used any number of times.
 */
function lower(costs: Float64Array, rest: Float64Array, cost: number, steps: number): void {
  for (let missing = 1; missing < costs.length; missing += 1) {
    const paid = cost + rest[missing > steps ? missing - steps : 0]!;
    if (paid < costs[missing]!) costs[missing] = paid;
  }
}

/** The best price of a MB at each stop. */
function ratesOf(stays: readonly Stay[], stages: Problem['stages'], meter: Meter): number[] {
  const rates = stays.map(() => Infinity);
  for (const { openings } of stages) {
    spend(meter, openings.length * stays.length);
    for (const each of openings) {
      const mb = each.daily > 0 ? needOn(each.stops, each.end, each.day, stays) : each.pool;
      for (let stop = 0; stop < stays.length; stop += 1) {
        if (each.stops & (1 << stop)) rates[stop] = Math.min(rates[stop]!, each.cost / mb);
      }
    }
  }
  return rates;
}
