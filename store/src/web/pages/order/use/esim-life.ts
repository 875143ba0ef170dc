import { calendarDay } from '../../../../i18n/format.ts';
import type { EsimUsage } from '../../../../shared/views.ts';

const DAY_MS = 86_400_000;

export type EsimState =
  | 'ready'
  | 'downloaded'
  | 'installed'
  | 'enabled'
  | 'inUse'
  | 'off'
  | 'usedUp'
  | 'ended'
  | 'deleted';

/** The state of an eSIM's profile and plan as one: what a traveller would say of it. */
export function stateOf({ profileState, planState }: Pick<EsimUsage, 'profileState' | 'planState'>): EsimState {
  if (planState === 'finished') return 'usedUp';
  if (planState === 'expired') return 'ended';
  if (profileState === 'deleted') return 'deleted';
  if (planState === 'active') return profileState === 'installed' ? 'off' : 'inUse';
  return profileState === 'released' ? 'ready' : profileState;
}

/** Which day of how many the plan in use is on, from 1; null while no clock runs. */
export function dayOfPlan(
  { planState, validFrom, validUntil }: Pick<EsimUsage, 'planState' | 'validFrom' | 'validUntil'>,
  now: number,
): { day: number; days: number } | null {
  if (planState !== 'active' || validFrom === null || validUntil === null) return null;
  const [from, until] = [Date.parse(validFrom), Date.parse(validUntil)];
  const days = Math.max(1, Math.round((until - from) / DAY_MS));
  return { day: Math.min(days, Math.max(1, Math.floor((now - from) / DAY_MS) + 1)), days };
}

/** The whole days until the plan in use ends; null while no clock runs, or once it has ended. */
export function daysLeft(
  { planState, validUntil }: Pick<EsimUsage, 'planState' | 'validUntil'>,
  now: number,
): number | null {
  if (planState !== 'active' || validUntil === null) return null;
  const left = Date.parse(validUntil) - now;
  return left <= 0 ? null : Math.floor(left / DAY_MS);
}

export type Forecast = {
  /** In which words its end is said: that it lasts, or when it does not. */
  kind: 'enough' | 'today' | 'tomorrow' | 'weekday' | 'date';
  endsAt: string;
  /** Whole days from the end of the data to that of the plan. */
  daysEarly: number;
  perDayMb: number;
};

/** The forecast in the reader's time zone; null without one, or when its end has passed since the last reading. */
export function forecastOf(
  { pace, validUntil }: Pick<EsimUsage, 'pace' | 'validUntil'>,
  now: number,
  timeZone: string | undefined,
): Forecast | null {
  if (pace === null) return null;
  const { endsAt, enough, perDayMb } = pace;
  const end = Date.parse(endsAt);
  if (end <= now) return null;
  const inDays = calendarDay(end, timeZone) - calendarDay(now, timeZone);
  const soon = inDays === 0 ? 'today' : inDays === 1 ? 'tomorrow' : inDays < 7 ? 'weekday' : 'date';
  return {
    kind: enough ? 'enough' : soon,
    endsAt,
    daysEarly: validUntil === null ? 0 : Math.max(0, Math.floor((Date.parse(validUntil) - end) / DAY_MS)),
    perDayMb,
  };
}

type Plan = EsimUsage['plans'][number];

/** What was used of all plans of an eSIM together; null where one of them has no amount of data. */
export function usedInAll({
  plans,
}: {
  plans: readonly Pick<Plan, 'dataMb' | 'remainingMb' | 'unlimited'>[];
}): { usedMb: number; dataMb: number } | null {
  if (plans.some(({ unlimited }) => unlimited !== null)) return null;
  return {
    usedMb: plans.reduce((sum, { dataMb, remainingMb }) => sum + Math.max(0, dataMb - remainingMb), 0),
    dataMb: plans.reduce((sum, { dataMb }) => sum + dataMb, 0),
  };
}

/** True while a plan is in use and another one waits for its end: the eSIM goes on after it. */
export const hasPlanAfter = ({
  planState,
  plans,
}: Pick<EsimUsage, 'planState'> & { plans: readonly Pick<Plan, 'planState'>[] }): boolean =>
  planState === 'active' && plans.some((plan) => plan.planState === 'not_active');

/** True when so much of the plan in use is left of all plans together, or less: auto top-up adds one. */
export function isLowAt(
  { planState, plans, remainingMb }: Pick<EsimUsage, 'planState' | 'plans' | 'remainingMb'>,
  percent: number,
): boolean {
  if (planState === 'not_active') return false;
  const inUse = plans.find((plan) => plan.planState === 'active');
  return inUse === undefined || remainingMb * 100 <= percent * inUse.dataMb;
}

export type DayOfUse = {
  /** The UTC days that the use is of, `2026-11-14`; equal unless readings are missing between them. */
  first: string;
  last: string;
  usedMb: number;
  leftMb: number;
};

/** A chart of fewer days says nothing. */
const LEAST_DAYS = 3;

/**
 * What was used from reading to reading, oldest first; empty where there are too few. On the day on which its only plan
 * began, the use is counted from the whole plan. After a reading that is higher than the one before (a plan was added),
 * the count begins again.
 */
export function dailyUse({
  history,
  validFrom,
  dataMb,
  plans,
}: Pick<EsimUsage, 'history' | 'validFrom' | 'dataMb' | 'plans'>): DayOfUse[] {
  const days: DayOfUse[] = [];
  let before: { day: string; remainingMb: number } | null = null;
  for (const { at, remainingMb } of history) {
    const day = at.slice(0, 10);
    if (before !== null && remainingMb <= before.remainingMb)
      days.push({
        first: dayAfter(before.day),
        last: day,
        usedMb: before.remainingMb - remainingMb,
        leftMb: remainingMb,
      });
    else if (before === null && plans.length === 1 && validFrom?.slice(0, 10) === day && remainingMb <= dataMb)
      days.push({ first: day, last: day, usedMb: dataMb - remainingMb, leftMb: remainingMb });
    before = { day, remainingMb };
  }
  return days.length < LEAST_DAYS ? [] : days;
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
