import { GIVEN_BACK, type LineStatus, type OrderStatus, UNPAID_STATUSES } from './order-status.ts';
import { addDays, dateIn, instantIn } from './time-zone.ts';

/*
 * The one table of what a buyer gets back for a line (docs/decisions/0075-rights.md): by oneself, from a person, or by a
 * withdrawal. Pure rules: who reads the facts is in flows/rights.
 */

const DAY_MS = 86_400_000;

/** Days in which a consumer can withdraw from the contract, after the day of the payment. */
export const WITHDRAWAL_DAYS = 14;

/** What the wholesaler says about the plan of a line. */
export type PlanUse = {
  planState: 'not_active' | 'active' | 'finished' | 'expired';
  usedMb: number;
  /** 0: unlimited. */
  planMb: number;
  /** Days that have begun. */
  usedDays: number;
  planDays: number;
};

export type RightFacts = {
  status: LineStatus;
  orderStatus: OrderStatus;
  /** `plan`: a plan for an eSIM that exists. */
  purpose: 'profile' | 'plan';
  paidAt: Date;
  now: Date;
  /** The buyer's time zone, if they said it: a day of theirs may end later than a day of UTC. */
  timeZone: string | null;
  /** Cents: the price of the line, and what of it is refunded or underway. */
  price: number;
  returned: number;
  delivered: boolean;
  /** What the wholesaler says now; null: it could not be asked. */
  use: PlanUse | null;
  isReplaced: boolean;
  isToppedUp: boolean;
  /**
   * True when what was used is due: the buyer asked expressly that the plan begins during the period, or lives where the law
   * asks for no such request. Null: it is not known where the buyer lives.
   */
  isUseDue: boolean | null;
};

/** Why a person has to decide. `too-often`: the buyer or the card has had too many refunds by oneself. */
export const ASK_REASONS = ['used', 'replaced', 'topped-up', 'added-plan', 'too-often'] as const;
export type AskReason = (typeof ASK_REASONS)[number];

/** Why nothing goes back by oneself. */
export const NO_RIGHT_REASONS = ['not-paid', 'refunded', 'disputed', 'ended', 'too-late'] as const;
export type NoRightReason = (typeof NO_RIGHT_REASONS)[number];

export type RefundRight =
  | { what: 'refund'; amount: number }
  | { what: 'ask'; why: AskReason; upTo: number }
  /** The wholesaler does not say now what was used. */
  | { what: 'later'; why: 'not-readable' }
  | { what: 'none'; why: NoRightReason };

/** `windowDays`: the merchant's. `isOften`: true at the merchant's limit of refunds by oneself. */
export type RefundRules = { windowDays: number; isOften: boolean };

/** Refund by oneself: all of it, at once, whatever the reason, while nothing is used. */
export function refundRight(facts: RightFacts, { windowDays, isOften }: RefundRules): RefundRight {
  const bar = barOf(facts);
  if (bar) return { what: 'none', why: bar };
  const rest = facts.price - facts.returned;
  const ask = (why: AskReason) => ({ what: 'ask' as const, why, upTo: rest });
  if (facts.now > refundWindowEnds(facts.paidAt, windowDays)) return { what: 'none', why: 'too-late' };
  if (facts.delivered) {
    if (facts.purpose === 'plan') return ask('added-plan');
    if (facts.isReplaced) return ask('replaced');
    if (facts.isToppedUp) return ask('topped-up');
    if (facts.use === null) return { what: 'later', why: 'not-readable' };
    if (isOver(facts.use)) return { what: 'none', why: 'ended' };
    if (!isUnused(facts.use)) return ask('used');
  }
  return isOften ? ask('too-often') : { what: 'refund', amount: rest };
}

/** The last moment of a refund by oneself. */
export const refundWindowEnds = (paidAt: Date, windowDays: number): Date =>
  new Date(paidAt.getTime() + windowDays * DAY_MS);

/** A fault can be asked about for any line that was paid, whatever was used and when: a person decides. */
export function faultRight(facts: RightFacts): { upTo: number } | null {
  return barOf(facts) === null && facts.delivered ? { upTo: facts.price - facts.returned } : null;
}

/**
 * What a withdrawal gives back, and what is kept for use. `person`: someone has to look first. There `used` is a part that was
 * used by a buyer of whom it is not known whether it is due, and `used-up` a plan that is over without the buyer's request to
 * begin, or before it was used up.
 */
export type WithdrawalShare =
  | { what: 'back'; back: number; kept: number }
  | {
      what: 'person';
      why: 'not-readable' | 'replaced' | 'topped-up' | 'added-plan' | 'disputed' | 'used' | 'used-up';
    }
  | { what: 'nothing'; why: 'used-up' | 'refunded' | 'not-paid' | 'too-late' };

/** `facts.now`: when the withdrawal was declared. */
export function withdrawalShare(facts: RightFacts, { days }: { days: 14 }): WithdrawalShare {
  const bar = barOf(facts);
  if (bar === 'disputed') return { what: 'person', why: 'disputed' };
  if (bar) return { what: 'nothing', why: bar };
  if (facts.now >= withdrawalEnds(facts, days)) return { what: 'nothing', why: 'too-late' };
  const rest = facts.price - facts.returned;
  if (!facts.delivered) return { what: 'back', back: rest, kept: 0 };
  if (facts.purpose === 'plan') return { what: 'person', why: 'added-plan' };
  if (facts.isReplaced) return { what: 'person', why: 'replaced' };
  if (facts.isToppedUp) return { what: 'person', why: 'topped-up' };
  if (facts.use === null) return { what: 'person', why: 'not-readable' };
  const isDue = facts.isUseDue;
  if (isOver(facts.use))
    return isDue === true && !isCutShort(facts.use)
      ? { what: 'nothing', why: 'used-up' }
      : { what: 'person', why: 'used-up' };
  if (isDue === null && !isUnused(facts.use)) return { what: 'person', why: 'used' };
  const kept = isDue === true ? Math.min(keptFor(facts.price, facts.use), rest) : 0;
  return kept === rest ? { what: 'nothing', why: 'used-up' } : { what: 'back', back: rest - kept, kept };
}

/**
 * The first moment after the time to withdraw: the end of its last day, the one of UTC or the one of the buyer's zone,
 * whichever is later. A Saturday or Sunday is not a last day (Regulation (EEC, Euratom) No 1182/71, article 3(4)).
 */
export function withdrawalEnds(
  { paidAt, timeZone }: Pick<RightFacts, 'paidAt' | 'timeZone'>,
  days: number = WITHDRAWAL_DAYS,
): Date {
  const inUtc = endOfLastDay(paidAt, 'UTC', days);
  const inZone = timeZone === null ? inUtc : endOfLastDay(paidAt, timeZone, days);
  return inZone > inUtc ? inZone : inUtc;
}

/** The price of what was used, in cents, rounded down: of an unlimited plan by days, of any other by data. */
export function keptFor(price: number, { usedMb, planMb, usedDays, planDays }: PlanUse): number {
  const [used, all] = planMb === 0 ? [usedDays, planDays] : [usedMb, planMb];
  return all <= 0 ? 0 : Math.floor((price * Math.min(Math.max(used, 0), all)) / all);
}

/** Why nothing can go back, whatever was used. */
function barOf({ status, orderStatus, price, returned }: RightFacts): 'not-paid' | 'refunded' | 'disputed' | null {
  if ((UNPAID_STATUSES as readonly OrderStatus[]).includes(orderStatus)) return 'not-paid';
  if (GIVEN_BACK.includes(status) || returned >= price) return 'refunded';
  return orderStatus === 'disputed' ? 'disputed' : null;
}

const isOver = ({ planState, usedMb, planMb }: PlanUse) =>
  planState === 'finished' || planState === 'expired' || (planMb > 0 && usedMb >= planMb);

/** Over with data and days left: its wholesaler or we have ended it, and the buyer has used less than was paid. */
const isCutShort = ({ usedMb, planMb, usedDays, planDays }: PlanUse) =>
  usedDays < planDays && (planMb === 0 || usedMb < planMb);

/** Nothing was counted; of an unlimited plan, its days have not begun. An eSIM that is only installed is unused. */
export const isUnused = ({ planState, usedMb, planMb }: PlanUse) =>
  planMb === 0 ? planState === 'not_active' && usedMb === 0 : usedMb === 0;

/** The start of the day after the last day, in a time zone. */
function endOfLastDay(paidAt: Date, timeZone: string, days: number): Date {
  const last = addDays(dateIn(paidAt, timeZone), days);
  const weekday = new Date(last).getUTCDay();
  const weekend = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  return instantIn(addDays(last, weekend + 1), 0, timeZone);
}
