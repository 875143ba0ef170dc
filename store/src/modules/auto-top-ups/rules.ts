import type { AutoTopUpEnding, AutoTopUpState } from '../../shared/auto-top-up.ts';

/** The calendar month (UTC) of a time, such as `2026-11`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** When the month after that of a time begins (UTC). */
export const nextMonthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));

/** What the plans of an eSIM show together. */
type Left = {
  current: { dataMb: number; unlimited: object | null };
  planState: 'not_active' | 'active' | 'finished' | 'expired';
  remainingMb: number;
};

/**
 * True when so many percent of the plan in use, or less, are left of all plans together. Never of an unlimited plan, whose
 * rest is not known, nor of a plan that has not begun or whose days are over.
 */
export function isLow({ current, planState, remainingMb }: Left, percent: number): boolean {
  if (current.unlimited !== null || current.dataMb <= 0) return false;
  if (planState === 'finished') return true;
  return planState === 'active' && remainingMb * 100 <= percent * current.dataMb;
}

/** A charge that has not ended. `outcome` null: not known yet. */
export type LiveCharge = {
  usedPosition: number;
  afterPosition: number;
  outcome: 'paid' | 'returned' | 'authentication' | 'declined' | 'card-gone' | null;
  /** True when it was paid, and its plan is not on the eSIM yet. */
  toCome: boolean;
};

export type Situation<C extends LiveCharge> = {
  state: AutoTopUpState;
  /** Why it can't go on with this eSIM; null: it can. */
  ending: AutoTopUpEnding | null;
  isLow: boolean;
  /** The positions of the plan in use and of the newest plan. */
  usedPosition: number;
  newestPosition: number;
  live: readonly C[];
  /** Agreed to, and today's price of the plan: null when it can't be added now, undefined when it was not asked. */
  agreedAmount: number;
  amountNow: number | null | undefined;
  capAmount: number;
  /** Of this month, in all charges that were not returned. */
  spent: number;
};

export type Decision<C> =
  | { what: 'nothing' }
  | { what: 'end'; reason: AutoTopUpEnding }
  | { what: 'go-on'; charge: C }
  | { what: 'ask-price' }
  | { what: 'capped' }
  | { what: 'charge'; amount: number };

/**
 * What to do about an eSIM now. A charge whose outcome is not known is gone on with, also after the switch was turned off:
 * it may have been made. Nothing new begins before the last one is on the eSIM.
 */
export function decide<C extends LiveCharge>(now: Situation<C>): Decision<C> {
  const open = now.live.find(({ outcome }) => outcome === null);
  if (open) return { what: 'go-on', charge: open };
  if (now.state === 'off') return { what: 'nothing' };
  // Its days may be over before the plan comes that goes on.
  if (now.ending === 'ended' && now.live.some(({ toCome }) => toCome)) return { what: 'nothing' };
  if (now.ending !== null) return { what: 'end', reason: now.ending };
  if (now.state !== 'on' || !now.isLow || now.live.some((charge) => isInTheWay(charge, now)))
    return { what: 'nothing' };
  // The price at most: without asking for it when even that is too much.
  if (now.amountNow === undefined)
    return now.spent + now.agreedAmount > now.capAmount ? { what: 'capped' } : { what: 'ask-price' };
  if (now.amountNow === null) return { what: 'end', reason: 'plan-gone' };
  if (now.amountNow > now.agreedAmount) return { what: 'end', reason: 'dearer' };
  if (now.spent + now.amountNow > now.capAmount) return { what: 'capped' };
  return { what: 'charge', amount: now.amountNow };
}

/** One for this threshold, or one whose plan is still to come. */
const isInTheWay = (
  charge: LiveCharge,
  { usedPosition, newestPosition }: Pick<Situation<LiveCharge>, 'usedPosition' | 'newestPosition'>,
) => charge.toCome || charge.usedPosition === usedPosition || charge.afterPosition === newestPosition;
