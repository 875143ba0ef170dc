import type { Usage } from '../fulfilment/wholesaler.ts';
import { type Reported, shareUsage, type UsedPlan } from './share-usage.ts';
import type { Plans } from './standing.ts';
import { isUsable, latestEndOf, planStateAt } from './validity.ts';

/**
 * Why a report is not believed. `recycled`: a running plan's ICCID is said to be another's. `negative`: no amount of data.
 * `unlimited`: said of a plan with an amount. `total`: not what was bought. `above`: more left than was bought. `grown`:
 * more left than before. `restarted`: a plan that was in use, or over, is new again. `unspent`: used up with data left.
 * `end`: an end that moved back, or is none.
 */
export type Doubt =
  | 'recycled'
  | 'negative'
  | 'unlimited'
  | 'total'
  | 'above'
  | 'grown'
  | 'restarted'
  | 'unspent'
  | 'end';

export type KnownPlan = UsedPlan & { issuedAt: Date };

const DAY_MS = 86_400_000;
/** Some count a gigabyte as 1,000 and some as 1,024 MB, and round on their own. */
const SLACK_SHARE = 0.05;
const SLACK_MB = 10;
/** A later end is the sentinel of a system that means none. */
const MAX_END_DAYS = 20 * 366;

/**
 * What the plans of an eSIM are after a report of its wholesaler, or why it can't be true beside what was bought and what
 * was believed before. The plans themselves are the last good reading: a plan that was added is whole until it is read.
 */
export function judgeReport<P extends KnownPlan>(
  plans: Plans<P>,
  report: Usage & { status: Reported },
  now: Date,
): { doubt: Doubt } | { plans: Plans<P> } {
  if (report.status === 'recycled' && plans.some((plan) => latestEndOf(plan) > now)) return { doubt: 'recycled' };
  if (report.status === 'recycled') return { plans: shareUsage(plans, report, now) };
  const doubt = doubtOfState(plans, report, now) ?? doubtOfFigures(plans, report, now);
  if (doubt !== null) return { doubt };
  const shared = shareUsage(plans, report, now);
  if (isOfEarlierPlan(plans, report, now)) return { doubt: 'end' };
  if (report.status === 'active' && !isEndPossible(plans, shared, report, now)) return { doubt: 'end' };
  const grown = shared.reduce((sum, { remainingMb }, at) => sum + Math.max(0, remainingMb - plans[at]!.remainingMb), 0);
  if (grown > slackOf(sumOf(countedOf(plans, now)))) return { doubt: 'grown' };
  // Nothing that was used comes back: a small growth is the wholesaler's rounding.
  const [first, ...others] = shared.map((plan, at) => ({
    ...plan,
    remainingMb: Math.min(plan.remainingMb, plans[at]!.remainingMb),
  }));
  return { plans: [first!, ...others] };
}

/** The plans of which a wholesaler may report data: it may notice the end of one a day late. */
function countedOf<P extends KnownPlan>(plans: Plans<P>, now: Date): readonly P[] {
  const left = plans.filter(
    ({ state, expiresAt }) => isUsable(state) && (expiresAt === null || expiresAt.getTime() > now.getTime() - DAY_MS),
  );
  return left.length > 0 ? left : plans.slice(-1);
}

function doubtOfState(
  plans: Plans<KnownPlan>,
  { status, remainingMb }: Usage & { status: Reported },
  now: Date,
): Doubt | null {
  if (status !== 'active' && status !== 'not-active') return null;
  if (!plans.some(({ state }) => isUsable(state))) return 'restarted';
  if (status === 'active' || !plans.some((plan) => planStateAt(plan, now) === 'active')) return null;
  // The plan in use may be used up, and the next one not begun.
  const waiting = plans.filter(({ state }) => state === 'not_active');
  return waiting.length > 0 && remainingMb <= sumOf(waiting) ? null : 'restarted';
}

function doubtOfFigures(
  plans: Plans<KnownPlan>,
  { status, remainingMb, totalMb, unlimited }: Usage & { status: Reported },
  now: Date,
): Doubt | null {
  if (![remainingMb, totalMb].every((each) => Number.isSafeInteger(each) && each >= 0)) return 'negative';
  const counted = countedOf(plans, now);
  // Nothing is shown of the figures of an unlimited plan.
  if (counted.some((plan) => plan.unlimited !== null)) return null;
  if (unlimited) return 'unlimited';
  const bought = sumOf(counted);
  // Some report nothing at all of a plan that is over.
  const isEmpty = status === 'expired' && totalMb === 0;
  if (!isEmpty && !isBought(plans, totalMb)) return 'total';
  if (remainingMb > bought + slackOf(bought)) return 'above';
  return status === 'finished' && remainingMb > slackOf(bought) ? 'unspent' : null;
}

const slackOf = (mb: number) => Math.max(SLACK_MB, mb * SLACK_SHARE);

const sumOf = (plans: readonly UsedPlan[]) => plans.reduce((sum, { dataMb }) => sum + dataMb, 0);

/**
 * Wholesalers count all plans of a profile, or leave out those that were used before. A total without the last plan is
 * from before that was added.
 */
function isBought(plans: Plans<KnownPlan>, totalMb: number): boolean {
  const totals = plans
    .filter((_, from) => plans.slice(0, from).every(({ state }) => state !== 'not_active'))
    .map((plan) => sumOf(plans.slice(plans.indexOf(plan))));
  if (totals.includes(totalMb)) return true;
  const isOld = plans.some((_, to) => to > 0 && sumOf(plans.slice(0, to)) === totalMb);
  return !isOld && totals.some((mb) => Math.abs(totalMb - mb) <= slackOf(mb));
}

/** True when the total has all plans: the report is not from before the last one was added. */
const isOfAll = (plans: Plans<KnownPlan>, { totalMb }: Usage) =>
  plans.every(({ unlimited }) => unlimited === null) && totalMb === sumOf(plans);

/** True for a plan whose end moved by the days of a later one: its wholesaler has one end for all plans of a profile. */
const isExtended = ({ startedAt, expiresAt, days }: KnownPlan) =>
  startedAt !== null && expiresAt !== null && expiresAt.getTime() - startedAt.getTime() > (days + 1) * DAY_MS;

/**
 * True for a report with the end of a plan that is over, from before a later one was added. Without totals, such a report is
 * a day old at the most.
 */
const isOfEarlierPlan = (plans: Plans<KnownPlan>, report: Usage, now: Date) =>
  report.expiresAt !== null &&
  plans.some(
    (plan, at) =>
      plan.expiresAt?.getTime() === report.expiresAt!.getTime() &&
      !isUsable(planStateAt(plan, now)) &&
      !(isExtended(plan) && isOfAll(plans, report)) &&
      plans.slice(at + 1).some((later) => isUsable(planStateAt(later, now)) && mayBeMissing(later, now)),
  );

/** True while a report may be from before this plan was added, and its data does not show it. */
const mayBeMissing = ({ unlimited, issuedAt }: KnownPlan, now: Date) =>
  unlimited === null || issuedAt.getTime() > now.getTime() - DAY_MS;

/** True when no end moved back by more than a day, and each is one that its plan can have. */
function isEndPossible(before: Plans<KnownPlan>, after: Plans<KnownPlan>, report: Usage, now: Date): boolean {
  const isNew = isOfAll(before, report);
  return after.every(({ expiresAt, issuedAt }, at) => {
    const known = before[at]!.expiresAt;
    if (expiresAt === null || expiresAt.getTime() === known?.getTime()) return true;
    const end = expiresAt.getTime();
    return (
      end >= issuedAt.getTime() - DAY_MS &&
      end <= now.getTime() + MAX_END_DAYS * DAY_MS &&
      (known === null || end >= known.getTime() - DAY_MS) &&
      after.slice(0, at).every((earlier) => isAfter(end, earlier, isNew && isExtended(earlier)))
    );
  });
}

/**
 * A plan ends after one that was over by its time before it, and not just when one does that was used up before it, unless
 * all have one end.
 */
function isAfter(end: number, { state, expiresAt }: KnownPlan, isOne: boolean): boolean {
  if (expiresAt === null) return true;
  return state === 'finished' ? isOne || end !== expiresAt.getTime() : end > expiresAt.getTime();
}
