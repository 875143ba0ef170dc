import { type Bound, boundOf } from './bound.ts';
import { greedyMix } from './greedy-mix.ts';
import { createMeter, type Meter, spend } from './meter.ts';
import { canReplace, canWait, keepUseful, needOn, NO_POOLS, serveDays, withOpening, type Pools } from './pools.ts';
import {
  centsOf,
  costOf,
  problemOf,
  type Opening,
  type PlanLimit,
  type Problem,
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

/** What is searched, within which limits, and what was found so far. */
type Search = {
  readonly problem: Problem;
  readonly limit: PlanLimit | undefined;
  readonly bound: Bound;
  readonly meter: Meter;
  /** The partial solution without purchases. */
  readonly start: Partial;
  /** The work that one partial solution costs: on a long trip it has more pools and days to check. */
  readonly unit: number;
  readonly maxWork: number;
  readonly maxCells: number;
  /** Partial solutions that must cost more are dropped. */
  ceiling: number;
  best: Partial | null;
  work: number;
  /** The number of partial solutions that had too many pools. */
  leftOut: number;
};

/**
 * The cheapest multiset of (plan, first day) that serves every day of every stop. Ties: fewer eSIMs, then less data
 * paid for. Null when a stop has no plan, or nothing is cheaper than `below` (cents).
 *
 * Goes through the stages in order with all relevant partial solutions. One is dropped when another one costs no more
 * and can serve whatever it can (`canReplace`), or when its lower bound is above the ceiling. Low ceilings come first,
 * because they leave few candidates. Partial solutions with too many pools are left out: the mix is then not proven.
 */
export function cheapestMix(stops: readonly TripStop[], plans: readonly TripPlan[], limits: Limits = {}): Found {
  const { limit, below = Infinity, meter = createMeter() } = limits;
  const problem = problemOf(stops, plans, meter, limit);
  const { stays, stages } = problem;
  if (stages.some(({ stop, first, openings }) => first === stays[stop]!.first && openings.length === 0)) {
    return { mix: null, proven: true, work: 0 };
  }
  const search = searchOf(problem, meter, limits);
  const last = costOf(below) - 2;
  const proven = searchByCeilings(search, last);
  const { best, work } = search;
  return { mix: best && best.cost <= last ? mixOf(best) : null, proven, work };
}

/** A search before its first step. Without a limit of one plan the greedy mix is its first answer. */
function searchOf(
  problem: Problem,
  meter: Meter,
  { limit, work: maxWork = Infinity, cells = Infinity }: Limits,
): Search {
  const bound = boundOf(problem, meter);
  const start: Partial = { pools: NO_POOLS, cost: 0, paidMb: 0, limited: 0, atLeast: bound(0, NO_POOLS), bought: null };
  const best = limit === undefined ? firstAnswer(problem, meter, start) : null;
  return {
    problem,
    limit,
    bound,
    meter,
    start,
    unit: Math.max(1, problem.stages.length / STAGES),
    maxWork,
    maxCells: meter.cells + cells,
    ceiling: start.atLeast,
    best,
    work: 0,
    leftOut: 0,
  };
}

function firstAnswer(problem: Problem, meter: Meter, start: Partial): Partial {
  let answer = start;
  for (const opening of greedyMix(problem, meter)) answer = withPurchase(answer, opening, undefined);
  return { ...answer, atLeast: answer.cost };
}

/**
 * Searches narrowly below rising ceilings until a solution is found, then widely below its cost, unless it was proven.
 * `last` is the highest ceiling. True when no cheaper mix exists.
 */
function searchByCeilings(search: Search, last: number): boolean {
  let proven = false;
  for (let target = search.start.atLeast; !isOver(search); target *= CEILING_STEP) {
    const known = search.best;
    search.ceiling = Math.min(target, last, known?.cost ?? Infinity);
    const isLast = search.ceiling < target;
    proven = searchBelowCeiling(search, NARROW);
    if (search.best !== known || isLast) break;
  }
  if (!proven && !isOver(search)) {
    search.ceiling = Math.min(last, search.best?.cost ?? Infinity);
    proven = searchBelowCeiling(search, Infinity);
  }
  return proven;
}

/** Searches for a solution that costs at most the ceiling. True when nothing was left out. */
function searchBelowCeiling(search: Search, width: number): boolean {
  let whole = true;
  const before = search.leftOut;
  let front = [search.start];
  for (let at = 0; at < search.problem.stages.length; at += 1) {
    front = serve(search, buy(search, front, at), at);
    if (front.length <= width) continue;
    front.sort((a, b) => a.atLeast - b.atLeast || a.cost - b.cost).length = width;
    whole = false;
  }
  if (isOver(search)) return false;
  // All remaining ones can serve the same, which is nothing: the first is the best.
  if (front.length > 0 && !isHopeless(search, front[0]!)) search.best = front[0]!;
  return whole && search.leftOut === before;
}

/** The partial solutions with zero or more plans bought at a stage, in the order of its list. */
function buy(search: Search, front: readonly Partial[], at: number): Partial[] {
  const bought: Partial[] = [];
  for (const partial of front) if (!isHopeless(search, partial)) keepBest(search, bought, partial);
  for (const opening of search.problem.stages[at]!.openings) {
    for (let turn = [...bought]; turn.length > 0 && !isOver(search);) {
      const more: Partial[] = [];
      for (const partial of turn) {
        const next = withOne(search, partial, at, opening);
        if (next !== null && !isHopeless(search, next) && keepBest(search, bought, next)) more.push(next);
      }
      turn = more;
    }
  }
  return bought;
}

/** Null when the plan is over its limit, needless or can wait, and when there would be too many pools. */
function withOne(search: Search, partial: Partial, at: number, opening: Opening): Partial | null {
  const { problem, limit, bound, meter } = search;
  const { stays } = problem;
  spend(meter, (partial.pools.stops.length + 1) * stays.length);
  if (opening.plan === limit?.plan && partial.limited === limit.most) return null;
  if (isNeedless(partial.pools, opening, stays) || mayWait(search, partial, at, opening)) return null;
  const pools = withOpening(partial.pools, opening, stays, meter);
  if (pools === null) {
    search.leftOut += 1;
    return null;
  }
  const next = withPurchase(partial, opening, limit);
  next.pools = pools;
  next.atLeast = next.cost + bound(at, pools);
  return next;
}

/** The partial solution with one more purchase; its pools and its bound are still missing. */
const withPurchase = (partial: Partial, opening: Opening, limit: PlanLimit | undefined): Partial => ({
  pools: NO_POOLS,
  cost: partial.cost + opening.cost,
  paidMb: partial.paidMb + opening.paidMb,
  limited: partial.limited + (opening.plan === limit?.plan ? 1 : 0),
  atLeast: 0,
  bought: { opening, before: partial.bought },
});

/** True when the same plan can start later without loss: see `canWait`. The later start is then searched instead. */
function mayWait(
  { problem: { stays, stages }, meter }: Search,
  partial: Partial,
  at: number,
  opening: Opening,
): boolean {
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

/** The partial solutions that can serve a stage, after it. */
function serve(search: Search, front: readonly Partial[], at: number): Partial[] {
  const {
    problem: { stays, stages },
    bound,
    meter,
  } = search;
  const served: Partial[] = [];
  for (const partial of front) {
    if (isOver(search)) break;
    const left =
      partial.afterStage === undefined ? serveDays(partial.pools, stages[at]!, stays, meter) : partial.afterStage;
    if (left === null) continue;
    const following = stages[at + 1];
    const pools = following === undefined ? NO_POOLS : keepUseful(partial.pools, left, following, stays, meter);
    const { cost, paidMb, limited, bought } = partial;
    const next: Partial = { pools, cost, paidMb, limited, atLeast: cost + bound(at + 1, pools), bought };
    if (!isHopeless(search, next)) keepBest(search, served, next);
  }
  return served;
}

/** Adds a partial solution unless another one is as good, and removes those that it dominates. */
function keepBest(search: Search, kept: Partial[], added: Partial): boolean {
  const { meter } = search;
  search.work += search.unit + kept.length / 32;
  spend(meter, kept.length);
  if (kept.some((each) => isAsGood(each, added, meter))) return false;
  let count = 0;
  for (const each of kept) if (!isAsGood(added, each, meter)) kept[count++] = each;
  kept.length = count;
  kept.push(added);
  return true;
}

const isHopeless = ({ ceiling, best }: Search, { atLeast, paidMb }: Partial): boolean =>
  atLeast > ceiling || (best !== null && atLeast === best.cost && paidMb >= best.paidMb);

const isOver = ({ work, maxWork, meter, maxCells }: Search): boolean => work > maxWork || meter.cells > maxCells;

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
