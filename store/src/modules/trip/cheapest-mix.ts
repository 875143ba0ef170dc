import { boundOf } from './bound.ts';
import { greedyMix } from './greedy-mix.ts';
import { createMeter, type Meter, spend } from './meter.ts';
import { canReplace, canWait, keepUseful, needOn, NO_POOLS, serveDays, withOpening, type Pools } from './pools.ts';
import {
  centsOf,
  costOf,
  problemOf,
  type Opening,
  type PlanLimit,
  type Stay,
  type TripPlan,
  type TripStop,
} from './problem.ts';

/** A plan, as its index in the list, and the first day of its validity in the trip. */
export type Purchase = { plan: number; firstDay: number };
export type Mix = { cents: number; purchases: Purchase[] };

/** `proven`: no cheaper mix exists. Otherwise a limit was reached, and the mix is the best one found. */
export type Found = { mix: Mix | null; proven: boolean; work: number };

/** A partial solution: the purchases up to some stage, and what they can still serve. */
type Partial = {
  pools: Pools;
  cost: number;
  paidMb: number;
  /** The number of the limited plan. */
  limited: number;
  /** The cost so far plus the lower bound of the rest. */
  atLeast: number;
  bought: { opening: Opening; before: Partial['bought'] } | null;
  /** What is left at the end of the stage and of the stop; computed on demand. */
  afterStage?: number[] | null;
  afterStop?: number[] | null;
};

/** The factor from one ceiling to the next, until a solution is found below it. */
const CEILING_STEP = 1.03;
/** Beam width: partial solutions that are kept for each stage in a first search. */
const NARROW = 8;

/** Up to this many stages a partial solution costs one unit of work; longer trips cost more. */
const STAGES = 60;

type Limits = {
  /** The maximum number of one plan. */
  limit?: PlanLimit;
  /** Only mixes that cost less, in cents. */
  below?: number;
  /** Partial solutions, after which the search ends. */
  work?: number;
  /** Cells, after which the search ends. */
  cells?: number;
  /** Counts all cells. Throws `trip-too-large` beyond its own maximum. */
  meter?: Meter;
};

/**
 * The cheapest multiset of (plan, first day) that serves every day of every stop. Ties: fewer eSIMs, then less data
 * paid for. Null when a stop has no plan, or nothing is cheaper than `below` (cents).
 *
 * Goes through the stages in order with all relevant partial solutions. One is dropped when another one costs no more
 * and can serve whatever it can (`canReplace`), or when its lower bound is above the ceiling. Low ceilings come first,
 * because they leave few candidates. Partial solutions with too many pools are left out: the mix is then not proven.
 */
export function cheapestMix(
  stops: readonly TripStop[],
  plans: readonly TripPlan[],
  { limit, below = Infinity, work: most = Infinity, cells = Infinity, meter = createMeter() }: Limits = {},
): Found {
  const problem = problemOf(stops, plans, meter, limit);
  const { stays, stages } = problem;
  if (stages.some(({ stop, first, openings }) => first === stays[stop]!.first && openings.length === 0)) {
    return { mix: null, proven: true, work: 0 };
  }
  const bound = boundOf(problem, meter);
  const start: Partial = { pools: NO_POOLS, cost: 0, paidMb: 0, limited: 0, atLeast: bound(0, NO_POOLS), bought: null };
  const last = costOf(below) - 2;
  let best = limit === undefined ? firstAnswer() : null;
  const cellsAtEnd = meter.cells + cells;
  let leftOut = 0;
  let ceiling = start.atLeast;
  let work = 0;
  // On a long trip a partial solution has more pools and days to check.
  const cost = Math.max(1, stages.length / STAGES);

  const isHopeless = ({ atLeast, paidMb }: Partial): boolean =>
    atLeast > ceiling || (best !== null && atLeast === best.cost && paidMb >= best.paidMb);

  const isOver = (): boolean => work > most || meter.cells > cellsAtEnd;

  /** Null when it would have too many pools. */
  function withOne(partial: Partial, opening: Opening): Partial | null {
    const pools = withOpening(partial.pools, opening, stays, meter);
    if (pools === null) {
      leftOut += 1;
      return null;
    }
    return { ...withPurchase(partial, opening), pools };
  }

  function withPurchase(partial: Partial, opening: Opening): Partial {
    return {
      pools: NO_POOLS,
      cost: partial.cost + opening.cost,
      paidMb: partial.paidMb + opening.paidMb,
      limited: partial.limited + (opening.plan === limit?.plan ? 1 : 0),
      atLeast: 0,
      bought: { opening, before: partial.bought },
    };
  }

  function firstAnswer(): Partial {
    const answer = greedyMix(problem, meter).reduce(withPurchase, start);
    return { ...answer, atLeast: answer.cost };
  }

  function nextPools(pools: Pools, left: number[], at: number): Pools {
    return at + 1 < stages.length ? keepUseful(pools, left, stages[at + 1]!, stays, meter) : NO_POOLS;
  }

  /** True when the same plan can start later without loss: see `canWait`. The later start is then searched instead. */
  function mayWait(partial: Partial, at: number, opening: Opening): boolean {
    if (opening.daily > 0) return false;
    const stage = stages[at]!;
    const next = stages[at + 1];
    const later = next?.stop === stage.stop ? next.openings.find(({ plan }) => plan === opening.plan) : undefined;
    if (later !== undefined && later.end > opening.end) {
      if (partial.afterStage === undefined) partial.afterStage = serveDays(partial.pools, stage, stays, meter);
      return partial.afterStage !== null && canWait(partial.pools, partial.afterStage, { ...later, stop: stage.stop });
    }
    const { last: until } = stays[stage.stop]!;
    if (partial.afterStop === undefined) {
      partial.afterStop = serveDays(partial.pools, { ...stage, last: until }, stays, meter);
    }
    const target = { ...opening, day: until + 1, stop: stage.stop + 1 };
    return partial.afterStop !== null && canWait(partial.pools, partial.afterStop, target);
  }

  /** The partial solutions with zero or more plans bought at a stage, in the order of its list. */
  function buy(front: readonly Partial[], at: number): Partial[] {
    const bought: Partial[] = [];
    for (const partial of front) if (!isHopeless(partial)) keepBest(bought, partial);
    for (const opening of stages[at]!.openings) {
      for (let turn = [...bought]; turn.length > 0 && !isOver();) {
        const more: Partial[] = [];
        for (const partial of turn) {
          spend(meter, (partial.pools.stops.length + 1) * stays.length);
          if (opening.plan === limit?.plan && partial.limited === limit.most) continue;
          if (isNeedless(partial.pools, opening, stays) || mayWait(partial, at, opening)) continue;
          const next = withOne(partial, opening);
          if (next === null) continue;
          next.atLeast = next.cost + bound(at, next.pools);
          if (!isHopeless(next) && keepBest(bought, next)) more.push(next);
        }
        turn = more;
      }
    }
    return bought;
  }

  function serve(front: readonly Partial[], at: number): Partial[] {
    const served: Partial[] = [];
    for (const partial of front) {
      if (isOver()) break;
      const left =
        partial.afterStage === undefined ? serveDays(partial.pools, stages[at]!, stays, meter) : partial.afterStage;
      if (left === null) continue;
      const pools = nextPools(partial.pools, left, at);
      const { cost, paidMb, limited, bought } = partial;
      const next: Partial = { pools, cost, paidMb, limited, atLeast: cost + bound(at + 1, pools), bought };
      if (!isHopeless(next)) keepBest(served, next);
    }
    return served;
  }

  /** Adds a partial solution unless another one is as good, and removes those that it dominates. */
  function keepBest(kept: Partial[], added: Partial): boolean {
    work += cost + kept.length / 32;
    spend(meter, kept.length);
    if (kept.some((each) => isAsGood(each, added, meter))) return false;
    let count = 0;
    for (const each of kept) if (!isAsGood(added, each, meter)) kept[count++] = each;
    kept.length = count;
    kept.push(added);
    return true;
  }

  /** Searches for a solution that costs at most the ceiling. True when nothing was left out. */
  function search(width: number): boolean {
    let whole = true;
    const before = leftOut;
    let front = [start];
    for (let at = 0; at < stages.length; at += 1) {
      front = serve(buy(front, at), at);
      if (front.length <= width) continue;
      front.sort((a, b) => a.atLeast - b.atLeast || a.cost - b.cost).length = width;
      whole = false;
    }
    if (isOver()) return false;
    // All remaining ones can serve the same, which is nothing: the first is the best.
    if (front.length > 0 && !isHopeless(front[0]!)) best = front[0]!;
    return whole && leftOut === before;
  }

  let proven = false;
  for (let target = start.atLeast; !isOver(); target *= CEILING_STEP) {
    const known = best;
    ceiling = Math.min(target, last, best?.cost ?? Infinity);
    const isLast = ceiling < target;
    proven = search(NARROW);
    if (best !== known || isLast) break;
  }
  if (!proven && !isOver()) {
    ceiling = Math.min(last, best?.cost ?? Infinity);
    proven = search(Infinity);
  }
  return { mix: best && best.cost <= last ? mixOf(best) : null, proven, work };
}

const isAsGood = (a: Partial, b: Partial, meter: Meter): boolean =>
  (a.cost < b.cost || (a.cost === b.cost && a.paidMb <= b.paidMb)) &&
  a.limited <= b.limited &&
  canReplace(a.pools, b.pools, meter);

/** True when an open pool can serve all that the plan could, and shares nothing with other pools so far. */
function isNeedless({ stops, ends, left }: Pools, opening: Opening, stays: readonly Stay[]): boolean {
  if (opening.daily > 0) return false;
  const all = left.length - 1;
  return stops.some((each, at) => {
    if ((opening.stops & ~each) !== 0 || opening.end > ends[at]!) return false;
    const bit = 1 << at;
    return left[bit]! >= needOn(each, ends[at]!, opening.day, stays) && left[all] === left[all ^ bit]! + left[bit]!;
  });
}

function mixOf({ cost, bought }: Partial): Mix {
  const purchases: Purchase[] = [];
  for (let each = bought; each !== null; each = each.before) {
    purchases.unshift({ plan: each.opening.plan, firstDay: each.opening.day });
  }
  return { cents: centsOf(cost), purchases };
}
