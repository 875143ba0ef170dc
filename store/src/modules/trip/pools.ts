import { type Meter, spend } from './meter.ts';
import type { Opening, Stay } from './problem.ts';

/**
 * What open plans can still give, without a decision about which of them served which day.
 *
 * The data left in the pools is a vector r. The vectors that are possible after serving the days so far are those with
 * r >= 0 and r(T) <= left[T] for every set T of pools (r(T) is the sum over T): a polymatroid, because `left` is
 * submodular. It is kept monotone. Sets are bit masks: pool p is 1 << p.
 * - Serving m MB that the pools in S can serve leaves min(left[T], left[T | S] - m) for each T, and is possible exactly
 *   when left[S] >= m. (Max-flow min-cut: the most that S can serve beside r is the minimum of left[T] - r(T) over T that
 *   contain S.)
 * - A new pool of d MB gives left[T | new] = left[T] + d.
 * - A pool that can serve no later day is left out: the sets without it remain.
 * - Two pools that can serve the same later days are one.
 * - A pool with more data than its later days need is cut to that need: left[T] is at most left[T without p] + need.
 */
export type Pools = {
  /** By pool: the stops it covers, one bit each; only later ones matter. */
  stops: readonly number[];
  /** By pool: the last day it can serve. */
  ends: readonly number[];
  left: readonly number[];
  /** Unlimited plans: each serves up to `daily` MB on each day it covers. */
  unlimited: readonly Unlimited[];
};
export type Unlimited = { stops: number; end: number; daily: number };

export const NO_POOLS: Pools = { stops: [], ends: [], left: [0], unlimited: [] };

/** Each further pool doubles the cells of `left`: 1,024 of them for one partial solution at most. */
const MAX_POOLS = 10;
/** Each is compared with each of another partial solution. */
const MAX_UNLIMITED = 30;

/** Adds a pool; null when there would be too many. */
export function withOpening(
  pools: Pools,
  { day, stops, end, pool, daily }: Opening,
  stays: readonly Stay[],
  meter: Meter,
): Pools | null {
  spend(meter, pools.left.length + pools.unlimited.length);
  if (daily > 0) {
    if (pools.unlimited.length === MAX_UNLIMITED) return null;
    return { ...pools, unlimited: [...pools.unlimited, { stops, end, daily }] };
  }
  const same = pools.stops.findIndex((each, at) => each === stops && pools.ends[at] === end);
  if (same >= 0) {
    const left = pools.left.map((mb, set) => (set & (1 << same) ? mb + pool : mb));
    capped(left, 1 << same, needOn(stops, end, day, stays));
    return { ...pools, left };
  }
  if (pools.stops.length === MAX_POOLS) return null;
  spend(meter, pools.left.length);
  return {
    ...pools,
    stops: [...pools.stops, stops],
    ends: [...pools.ends, end],
    left: pools.left.concat(pools.left.map((mb) => mb + pool)),
  };
}

/** Some days of one stop. */
export type Days = { stop: number; first: number; last: number };

/** What is left after those days, for the same pools; null when they cannot serve them. */
export function serveDays(
  pools: Pools,
  { stop, first, last }: Days,
  stays: readonly Stay[],
  meter: Meter,
): number[] | null {
  const left = pools.left.slice();
  const here = 1 << stop;
  let day = first;
  while (day <= last) {
    spend(meter, left.length + pools.unlimited.length);
    let until = last;
    let need = stays[stop]!.need;
    let able = 0;
    for (let at = 0; at < pools.stops.length; at += 1) {
      if ((pools.stops[at]! & here) === 0 || pools.ends[at]! < day) continue;
      able |= 1 << at;
      until = Math.min(until, pools.ends[at]!);
    }
    for (const each of pools.unlimited) {
      if ((each.stops & here) === 0 || each.end < day) continue;
      need = Math.max(0, need - each.daily);
      until = Math.min(until, each.end);
    }
    if (!serve(left, able, need * (until - day + 1))) return null;
    day = until + 1;
  }
  return left;
}

/**
 * True when the plan need not start yet. The open pools serve the days before `target` (`served` is the rest), and the
 * plan can later replace everything that they give for it. Those pools can only serve days that the plan, started at
 * `target`, serves too. The others must neither give nor share anything (their part of the polymatroid stays unchanged
 * and independent).
 */
export function canWait(
  pools: Pools,
  served: readonly number[],
  target: { day: number; stop: number; stops: number; end: number },
): boolean {
  const all = served.length - 1;
  const later = ~((1 << target.stop) - 1);
  return pools.stops.every((stops, at) => {
    const end = pools.ends[at]!;
    if (end < target.day || ((stops & later & ~target.stops) === 0 && end <= target.end)) return true;
    const bit = 1 << at;
    return served[bit] === pools.left[bit] && served[all] === served[all ^ bit]! + served[bit]!;
  });
}

/** Takes data from the pools that can give it; false when they have too little. */
function serve(left: number[], able: number, mb: number): boolean {
  if (left[able]! < mb) return false;
  // A larger set comes later in the order, and left[set | able] is written only after all its subsets have read it.
  for (let set = 0; set < left.length; set += 1) left[set] = Math.min(left[set]!, left[set | able]! - mb);
  return true;
}

/** Reduces the pools to what later stages can use. */
export function keepUseful(pools: Pools, served: number[], next: Days, stays: readonly Stay[], meter: Meter): Pools {
  spend(meter, (pools.stops.length + 1) * served.length + pools.unlimited.length);
  const later = ~((1 << next.stop) - 1);
  const stops: number[] = [];
  const ends: number[] = [];
  let left = served;
  for (let at = 0; at < pools.stops.length; at += 1) {
    const each = pools.stops[at]! & later;
    const end = pools.ends[at]!;
    const bit = 1 << stops.length;
    if (each === 0 || end < next.first || left[bit] === 0) {
      left = without(left, bit);
      continue;
    }
    const same = stops.findIndex((other, index) => other === each && ends[index] === end);
    if (same >= 0) {
      left = merged(left, 1 << same, bit);
      continue;
    }
    stops.push(each);
    ends.push(end);
  }
  for (let at = 0; at < stops.length; at += 1) capped(left, 1 << at, needOn(stops[at]!, ends[at]!, next.first, stays));
  const unlimited = pools.unlimited.flatMap((each) =>
    (each.stops & later) !== 0 && each.end >= next.first ? [{ ...each, stops: each.stops & later }] : [],
  );
  return { stops, ends, left, unlimited };
}

/** Removes one pool; those after it move down. */
const without = (left: readonly number[], bit: number): number[] => left.filter((_, set) => (set & bit) === 0);

/** Makes pool `gone` a part of pool `kept`. */
const merged = (left: readonly number[], kept: number, gone: number): number[] =>
  left.map((mb, set) => (set & kept ? left[set | gone]! : mb)).filter((_, set) => (set & gone) === 0);

function capped(left: number[], bit: number, need: number): void {
  if (left[bit]! <= need) return;
  for (let set = 0; set < left.length; set += 1) {
    if (set & bit) left[set] = Math.min(left[set]!, left[set ^ bit]! + need);
  }
}

/** The data that the days from `day` to `end` of these stops need. */
export function needOn(stops: number, end: number, day: number, stays: readonly Stay[]): number {
  let need = 0;
  for (let at = 0; at < stays.length; at += 1) {
    const stay = stays[at]!;
    if ((stops & (1 << at)) === 0 || stay.last < day) continue;
    if (stay.first > end) break;
    need += (Math.min(stay.last, end) - Math.max(stay.first, day) + 1) * stay.need;
  }
  return need;
}

/** By pool of the stronger side: the pools of the weaker side that it replaces. Reused by each call. */
const carried: number[] = [];

/** True when `stronger` can serve whatever `weaker` can from now on. Sufficient, not necessary: false may be wrong. */
export function canReplace(stronger: Pools, weaker: Pools, meter: Meter): boolean {
  const all = stronger.left.length - 1;
  if (stronger.left[all]! < weaker.left[weaker.left.length - 1]!) return false;
  spend(meter, weaker.unlimited.length * stronger.unlimited.length);
  if (!unlimitedCanReplace(stronger.unlimited, weaker.unlimited)) return false;

  // Each pool of the weaker side is assigned to one of the stronger side that serves at least the same days.
  carried.length = 0;
  for (let at = 0; at < weaker.stops.length; at += 1) {
    const by = stronger.stops.findIndex(
      (stops, index) => (weaker.stops[at]! & ~stops) === 0 && weaker.ends[at]! <= stronger.ends[index]!,
    );
    if (by < 0) return false;
    while (carried.length <= by) carried.push(0);
    carried[by]! |= 1 << at;
  }
  spend(meter, all * carried.length);
  for (let set = 1; set < all; set += 1) {
    let load = 0;
    for (let at = 0; at < carried.length; at += 1) if (set & (1 << at)) load |= carried[at]!;
    if (stronger.left[set]! < weaker.left[load]!) return false;
  }
  return true;
}

function unlimitedCanReplace(stronger: readonly Unlimited[], weaker: readonly Unlimited[]): boolean {
  if (weaker.length === 0) return true;
  const free = [...stronger];
  return weaker.every(({ stops, end, daily }) => {
    const at = free.findIndex((each) => (stops & ~each.stops) === 0 && end <= each.end && daily <= each.daily);
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
}
