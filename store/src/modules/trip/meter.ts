import { CodedError } from '../../shared/errors.ts';

/**
 * Counts the cells (array entries) that planning a trip makes or visits: its time and its memory. One cell takes a few
 * nanoseconds, and at most 8 bytes. Everything whose size depends on the itinerary is counted before it is made.
 */
export type Meter = { cells: number; readonly max: number };

export const createMeter = (max = Infinity): Meter => ({ cells: 0, max });

/** Adds cells. Throws `trip-too-large` when there are more than the meter allows. */
export function spend(meter: Meter, cells: number): void {
  meter.cells += cells;
  if (meter.cells > meter.max) throw new TripTooLargeError('trip-too-large');
}

export class TripTooLargeError extends CodedError<'trip-too-large'> {
  override readonly name = 'TripTooLargeError';
}
