import { type Meter, spend, TripTooLargeError } from './meter.ts';
import { needOn } from './pools.ts';
import type { Opening, Problem, Stage } from './problem.ts';

/** More than this cannot be shown or bought. */
export const MAX_ESIMS = 400;

/** A bought plan, and what is left of its data. */
type Open = { opening: Opening; left: number };

/**
 * A first mix, without a search: when data is missing on a day, buys the plan with the best price for what it can serve.
 * Data is taken first from plans for few stops, then from those that end first. Each stage has at least one opening on
 * the first day of its stop, and each opening of a stage serves all days of the stage. Throws `trip-too-large` when it
 * needs more than `MAX_ESIMS`.
 */
export function greedyMix({ stays, stages }: Problem, meter: Meter): Opening[] {
  const bought: Opening[] = [];
  let open: Open[] = [];
  for (const stage of stages) {
    spend(meter, stage.openings.length * stays.length);
    const rate = ({ cost, pool, stops, end, day }: Opening): number => cost / (pool || needOn(stops, end, day, stays));
    const best = stage.openings.length === 0 ? null : stage.openings.reduce((a, b) => (rate(b) < rate(a) ? b : a));
    for (;;) {
      const rest = afterStage(open, stage, stays[stage.stop]!.need, meter);
      if (rest !== null) {
        open = rest.filter(({ opening, left }) => (left > 0 || opening.daily > 0) && opening.end > stage.last);
        break;
      }
      if (best === null || bought.length === MAX_ESIMS) throw new TripTooLargeError('trip-too-large');
      bought.push(best);
      open = [...open, { opening: best, left: best.pool }].toSorted(byReach);
    }
  }
  return bought;
}

const count = (bits: number): number => (bits === 0 ? 0 : 1 + count(bits & (bits - 1)));
const byReach = (a: Open, b: Open): number =>
  count(a.opening.stops) - count(b.opening.stops) || a.opening.end - b.opening.end;

/** What is left of the open plans after the days of a stage; null when they cannot serve them. */
function afterStage(open: readonly Open[], { stop, first, last }: Stage, need: number, meter: Meter): Open[] | null {
  spend(meter, (last - first + 2) * (open.length + 1));
  const rest = open.map((each) => ({ ...each }));
  for (let day = first; day <= last; day += 1) {
    let missing = need;
    const able = rest.filter(({ opening }) => (opening.stops & (1 << stop)) !== 0 && opening.end >= day);
    for (const { opening } of able) missing -= Math.min(missing, opening.daily);
    for (const each of able) {
      const taken = Math.min(missing, each.left);
      each.left -= taken;
      missing -= taken;
    }
    if (missing > 0) return null;
  }
  return rest;
}
