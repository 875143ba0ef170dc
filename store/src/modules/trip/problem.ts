import { type Meter, spend } from './meter.ts';

/** A stay in one country. Each of its days needs `mbPerDay`, an integer. */
export type TripStop = { country: string; days: number; mbPerDay: number };

/** The planner's view of a plan. Prices are whole cents; 1 GB is 1024 MB. */
export type TripPlan = {
  id: string;
  cents: number;
  /** The data pool of the plan; 0 when it is unlimited. */
  dataMb: number;
  /** Unlimited plans: the full-speed amount per day. Slower data does not count. */
  dailyMb: number | null;
  days: number;
  countries: ReadonlySet<string>;
};

/** A stop with its days in the trip; the first day of the trip is 1. */
export type Stay = { first: number; last: number; need: number };

/**
 * A plan bought for a first day: it can serve the days of the stops in `stops` (one bit each) from `day` to `end`, the
 * last such day.
 */
export type Opening = {
  plan: number;
  day: number;
  stops: number;
  end: number;
  /** Data of its pool, at most the need of those days. */
  pool: number;
  /** Data that is paid for: breaks ties. */
  paidMb: number;
  /** Unlimited plans: data per day. */
  daily: number;
  /** Price, then one eSIM: see `costOf`. */
  cost: number;
};

/** Days of one stop within which no plan needs to start, except on the first. */
export type Stage = { stop: number; first: number; last: number; openings: Opening[] };

export type Problem = { stays: Stay[]; stages: Stage[] };

/** More eSIMs than any answer can have (`MAX_ESIMS`, and as many cells as a search may make). */
const ESIM_RADIX = 65_536;

/** One number that orders by price and then by number of eSIMs; its sums do so too. */
export const costOf = (cents: number): number => cents * ESIM_RADIX + 1;
export const centsOf = (cost: number): number => Math.floor(cost / ESIM_RADIX);

/** The maximum number of one plan; others are unlimited. */
export type PlanLimit = { plan: number; most: number };

/** Converts the stops to days, and computes the useful starting days of each plan. */
export function problemOf(
  stops: readonly TripStop[],
  plans: readonly TripPlan[],
  meter: Meter,
  limit?: PlanLimit,
): Problem {
  spend(meter, plans.length * stops.length);
  const stays = staysOf(stops);
  const offered = plans
    .map((plan, index) => ({ ...plan, index, stops: stopsOf(plan, stops) }))
    .filter((plan) => plan.stops !== 0 && !(limit?.plan === plan.index && limit.most === 0));
  const needed = stays.reduce((sum, stay) => sum + needOf(stay), 0);
  const tripDays = stays.at(-1)!.last;
  spend(meter, offered.length ** 2);
  const useful = offered.filter(
    (plan) => !offered.some((other) => limit?.plan !== other.index && makesNeedless(other, plan, needed, tripDays)),
  );

  const stages = stays.flatMap((stay, stop) => {
    const found: Stage[] = [];
    for (let day = stay.first; day <= stay.last; day += 1) {
      spend(meter, useful.length * (stays.length - stop));
      const openings = useful
        .flatMap((plan) => openingOf(plan, stop, day, stays) ?? [])
        .sort((a, b) => count(a.stops) - count(b.stops) || a.end - b.end);
      if (day > stay.first && openings.length === 0) found.at(-1)!.last = day;
      else found.push({ stop, first: day, last: day, openings });
    }
    return found;
  });
  return { stays, stages };
}

const needOf = ({ first, last, need }: Stay): number => (last - first + 1) * need;

function staysOf(stops: readonly TripStop[]): Stay[] {
  let day = 1;
  return stops.map(({ days, mbPerDay }) => {
    const first = day;
    day += days;
    return { first, last: day - 1, need: mbPerDay };
  });
}

const count = (bits: number): number => (bits === 0 ? 0 : 1 + count(bits & (bits - 1)));

const stopsOf = ({ countries }: TripPlan, stops: readonly TripStop[]): number =>
  stops.reduce((bits, { country }, stop) => (countries.has(country) ? bits | (1 << stop) : bits), 0);

type Offered = TripPlan & { index: number; stops: number };

/** True when `other` can replace `plan` in every mix and is preferred: cheaper, or with less data, or the first one. */
function makesNeedless(other: Offered, plan: Offered, needed: number, tripDays: number): boolean {
  if (other === plan || !standsInFor(other, plan, needed, tripDays)) return false;
  if (other.cents !== plan.cents) return other.cents < plan.cents;
  if (other.dataMb !== plan.dataMb) return other.dataMb < plan.dataMb;
  return other.index < plan.index || !standsInFor(plan, other, needed, tripDays);
}

function standsInFor(other: Offered, plan: Offered, needed: number, tripDays: number): boolean {
  if ((plan.stops & ~other.stops) !== 0) return false;
  if (Math.min(other.days, tripDays) < Math.min(plan.days, tripDays)) return false;
  if (other.dailyMb !== null) return plan.dailyMb !== null && other.dailyMb >= plan.dailyMb;
  return plan.dailyMb === null && Math.min(other.dataMb, needed) >= Math.min(plan.dataMb, needed);
}

/**
 * The plan started on that day of that stop, or null where no cheapest mix needs it. Consider, of all cheapest mixes,
 * one whose plans start as late as possible by stop, and then as early as possible by day. Each of its plans covers the
 * stop in which it starts. One that starts within a stop, not on its first day, covers its own last day: a day earlier
 * it would serve one more day of the same stop and lose none.
 */
function openingOf(plan: Offered, stop: number, day: number, stays: readonly Stay[]): Opening | null {
  if ((plan.stops & (1 << stop)) === 0) return null;
  const expiry = day + plan.days - 1;
  let stops = 0;
  let end = 0;
  let need = 0;
  for (let at = stop; at < stays.length && stays[at]!.first <= expiry; at += 1) {
    if ((plan.stops & (1 << at)) === 0) continue;
    const last = Math.min(stays[at]!.last, expiry);
    stops |= 1 << at;
    end = last;
    need += (last - Math.max(stays[at]!.first, day) + 1) * stays[at]!.need;
  }
  if (day > stays[stop]!.first && end < expiry) return null;
  return {
    plan: plan.index,
    day,
    stops,
    end,
    pool: plan.dailyMb === null ? Math.min(plan.dataMb, need) : 0,
    paidMb: plan.dataMb,
    daily: plan.dailyMb ?? 0,
    cost: costOf(plan.cents),
  };
}
