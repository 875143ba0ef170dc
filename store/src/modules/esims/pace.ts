/** What was left when it was read. */
export type Reading = { readAt: Date; remainingMb: number };

/** A plan in use. */
export type PacedPlan = { remainingMb: number; expiresAt: Date | null };

export type Pace = { perDayMb: number; endsAt: Date; enough: boolean };

const DAY_MS = 86_400_000;
/** The readings that a forecast needs cover so many days; of more, those of the last week count. */
const MIN_DAYS = 3;
const MAX_DAYS = 7;
/** Of a plan whose end is not known: a forecast of years says only that it lasts. */
const MAX_FORECAST_DAYS = 366;

/**
 * When the data of a plan with an amount is used up at the pace of its readings (oldest first): never before now nor after
 * its end. Null: too little is known, nothing was used, or nothing is left.
 */
export function paceOf({ remainingMb, expiresAt }: PacedPlan, readings: readonly Reading[], now: Date): Pace | null {
  const last = readings.at(-1);
  if (last === undefined || remainingMb <= 0 || (expiresAt !== null && expiresAt <= now)) return null;
  const since = last.readAt.getTime() - MAX_DAYS * DAY_MS;
  const counted = readings.filter(({ readAt }) => readAt.getTime() >= since);
  const days = (last.readAt.getTime() - counted[0]!.readAt.getTime()) / DAY_MS;
  const used = usedIn(counted);
  if (days < MIN_DAYS || used === 0) return null;
  const perDay = used / days;
  const usedUpAt = Math.max(now.getTime(), last.readAt.getTime() + (remainingMb / perDay) * DAY_MS);
  const enough = expiresAt !== null && usedUpAt >= expiresAt.getTime();
  if (!enough && usedUpAt > now.getTime() + MAX_FORECAST_DAYS * DAY_MS) return null;
  return { perDayMb: Math.max(1, Math.round(perDay)), endsAt: enough ? expiresAt : new Date(usedUpAt), enough };
}

/** What was used between readings. What is left grows when a plan is added: that is no use. */
const usedIn = (readings: readonly Reading[]) =>
  readings.reduce((sum, { remainingMb }, at) => {
    const before = readings[at - 1]?.remainingMb ?? remainingMb;
    return sum + Math.max(0, before - remainingMb);
  }, 0);
