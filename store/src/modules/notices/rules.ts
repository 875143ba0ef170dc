import type { NoticeKind } from '../../shared/notices.ts';
import { addDays, instantIn } from '../../shared/time-zone.ts';
import type { PlanState } from '../esims/validity.ts';

const DAY_MS = 86_400_000;

/** The hour of a traveller's day from which an install reminder is sent. */
const REMINDER_HOUR = 9;
const REMINDER_DAYS = 2;

/** Percent of the data, the highest first. */
const THRESHOLDS = [
  ['data-100', 100],
  ['data-90', 90],
  ['data-75', 75],
] as const satisfies [NoticeKind, number][];

/** Days before the end, the last first. */
const ENDS = [
  ['ends-1d', 1],
  ['ends-3d', 3],
] as const satisfies [NoticeKind, number][];

type Used = { planState: PlanState; unlimited: object | null; dataMb: number; remainingMb: number };

/**
 * The thresholds that the use of an eSIM has passed, the highest first. None of an unlimited plan, and of one that has
 * not begun or has expired.
 */
export function thresholdsPassed({ planState, unlimited, dataMb, remainingMb }: Used): NoticeKind[] {
  if (unlimited !== null || dataMb <= 0 || planState === 'not_active' || planState === 'expired') return [];
  const usedMb = planState === 'finished' ? dataMb : dataMb - remainingMb;
  return THRESHOLDS.flatMap(([kind, percent]) => (usedMb * 100 >= percent * dataMb ? kind : []));
}

/**
 * The notice that is due before the end of a plan. One whose next notice is due no longer helps, nor does one within the
 * first day of a plan: whoever has just switched it on knows how long it lasts.
 */
export function endNoticeAt(plan: { startedAt: Date | null; expiresAt: Date | null }, now: Date): NoticeKind | null {
  const end = plan.expiresAt?.getTime();
  if (end === undefined || now.getTime() >= end) return null;
  for (const [kind, days] of ENDS) {
    const moment = end - days * DAY_MS;
    if (now.getTime() < moment) continue;
    return plan.startedAt !== null && moment - plan.startedAt.getTime() < DAY_MS ? null : kind;
  }
  return null;
}

/** `timeZone` null: not known, so UTC counts. */
export type Travel = { travelDate: string; timeZone: string | null };

/**
 * True from the morning two days before the travel date until that date begins. Not for an eSIM that was issued after
 * that morning: the mail that brought it says to install it.
 */
export function isReminderDue({ travelDate, timeZone }: Travel, issuedAt: Date, now: Date): boolean {
  const zone = timeZone ?? 'UTC';
  const from = instantIn(addDays(travelDate, -REMINDER_DAYS), REMINDER_HOUR, zone);
  return issuedAt < from && from <= now && now < instantIn(travelDate, 0, zone);
}
