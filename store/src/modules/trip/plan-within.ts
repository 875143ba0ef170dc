import { codeOf } from '../../shared/errors.ts';
import { MAX_ESIMS } from './greedy-mix.ts';
import { createMeter } from './meter.ts';
import { planTrip, type TripAnswer } from './plan-trip.ts';
import type { TripPlan, TripStop } from './problem.ts';

/** `local`: by stop, whether it has plans for itself alone. */
export type TripInput = { stops: readonly TripStop[]; plans: readonly TripPlan[]; local: readonly boolean[] };

/** `too-large`: it needs more cells or more eSIMs. `cells` is what was counted until then. */
export type Within = { cells: number } & ({ answer: TripAnswer | null } | { refused: 'too-large' });

/** Plans a trip with at most this many cells. */
export function planWithin({ stops, plans, local }: TripInput, maxCells: number): Within {
  const meter = createMeter(maxCells);
  try {
    const answer = planTrip(stops, plans, (stop) => local[stop]!, meter);
    if (answer !== null && answer.best.purchases.length > MAX_ESIMS)
      return { cells: meter.cells, refused: 'too-large' };
    return { cells: meter.cells, answer };
  } catch (error) {
    if (codeOf(error) !== 'trip-too-large') throw error;
    return { cells: meter.cells, refused: 'too-large' };
  }
}
