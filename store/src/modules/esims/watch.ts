import type { Pace } from './pace.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Used shares of the data at which the traveller gets a notice. */
const THRESHOLDS = [0.75, 0.9, 1];

/** Pauses between background reads, in minutes. */
const NOT_IN_USE = DAY_MINUTES;
const UNLIMITED = 6 * 60;
const IN_USE = 60;
const LITTLE_LEFT = 30;
const MAX_IN_USE = 4 * 60;
const LITTLE_SHARE = 0.1;

export type Watched = {
  /** True while a plan is neither used up nor expired, and the profile has not ended. */
  active: boolean;
  planState: 'not_active' | 'active' | 'finished' | 'expired';
  unlimited: boolean;
  dataMb: number;
  remainingMb: number;
  pace: Pick<Pace, 'perDayMb'> | null;
};

/**
 * When the usage of an eSIM is read next in the background, so that a notice comes in time: in use every hour, sooner when a threshold is
 * near, never sooner than `leastMinutes`; one that waits for its first use once a day, because its wholesaler or its owner's
 * look tells of that earlier. Null: never again.
 */
export function nextWatch(esim: Watched, { now, leastMinutes }: { now: Date; leastMinutes: number }): Date | null {
  if (!esim.active) return null;
  const minutes = Math.max(leastMinutes, minutesUntilNext(esim));
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

function minutesUntilNext({ planState, unlimited, dataMb, remainingMb, pace }: Watched): number {
  if (planState === 'not_active') return NOT_IN_USE;
  if (unlimited) return UNLIMITED;
  const most = remainingMb < dataMb * LITTLE_SHARE ? LITTLE_LEFT : IN_USE;
  if (pace === null) return most;
  const used = dataMb - remainingMb;
  const next = THRESHOLDS.find((share) => used < dataMb * share) ?? 1;
  const untilThreshold = ((dataMb * next - used) / pace.perDayMb) * DAY_MINUTES;
  // Half of the time: the pace of a day is not that of its evening.
  return Math.min(remainingMb < dataMb * LITTLE_SHARE ? LITTLE_LEFT : MAX_IN_USE, untilThreshold / 2);
}
