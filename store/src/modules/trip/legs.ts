import { type Meter, spend } from './meter.ts';

/** Consecutive days on which one of several eSIMs is used, and the data that it gives on them. */
export type Leg = { of: number; first: number; last: number; usedMb: number };

/**
 * The use of several eSIMs (MB by day) as one list in the order of a phone: one eSIM after another, so that each entry
 * but the first is a switch. On a day with several, the one of the day before comes first, and the one of the next day
 * last. Days on which the same several are used need no new entries: the traveller knows them from the first such day.
 */
export function legsOf(use: readonly (readonly number[])[]): Leg[] {
  const legs: Leg[] = [];
  const serves = (of: number, day: number): boolean => (use[of]?.[day] ?? 0) > 0;
  const add = (leg: Leg, day: number): void => {
    leg.last = day + 1;
    leg.usedMb += use[leg.of]![day]!;
  };
  let before: readonly number[] = [];
  for (let day = 0; day < (use[0]?.length ?? 0); day += 1) {
    const now = use.flatMap((_, of) => (serves(of, day) ? [of] : []));
    if (now.length > 1 && now.join() === before.join()) {
      for (const of of now)
        add(
          legs.findLast((leg) => leg.of === of)!,
          day,
        );
      continue;
    }
    before = now;
    const current = legs.at(-1)?.of;
    const rank = (of: number): number => (of === current ? 0 : serves(of, day + 1) ? 2 : 1);
    for (const of of now.toSorted((a, b) => rank(a) - rank(b))) {
      const last = legs.at(-1);
      if (last?.of === of) add(last, day);
      else legs.push({ of, first: day + 1, last: day + 1, usedMb: use[of]![day]! });
    }
  }
  return legs;
}

/** Attempts to remove switches; each costs as much as one list of them. */
const MAX_TRIES = 40;

/**
 * Reorders a use so that it has fewer switches: two eSIMs that alternate on days that both can serve are used up one
 * after the other. What each eSIM gives in all, and what each day gets, stays. `canServe` tells whether an eSIM with a data pool
 * can serve a day.
 */
export function withFewerSwitches(
  use: readonly (readonly number[])[],
  canServe: (of: number, day: number) => boolean,
  meter: Meter,
): readonly (readonly number[])[] {
  const cells = use.length * (use[0]?.length ?? 0);
  let best = use;
  let legs = legsOf(use);
  let tries = 0;
  spend(meter, cells);
  for (let improved = true; improved && legs.length > use.length;) {
    improved = false;
    for (const [first, second] of legs.slice(1).map((leg, at) => [legs[at]!.of, leg.of] as const)) {
      if ((tries += 1) > MAX_TRIES) return best;
      spend(meter, cells);
      const tried = inTurn(best, first, second, canServe);
      const fewer = legsOf(tried);
      if (fewer.length >= legs.length) continue;
      [best, legs, improved] = [tried, fewer, true];
      break;
    }
  }
  return best;
}

/** Uses up `first` before `second` on the days that both can serve. */
function inTurn(
  use: readonly (readonly number[])[],
  first: number,
  second: number,
  canServe: (of: number, day: number) => boolean,
): number[][] {
  const changed = use.map((days) => [...days]);
  const [a, b] = [changed[first]!, changed[second]!];
  const shared = a.flatMap((_, day) => (canServe(first, day) && canServe(second, day) ? [day] : []));
  let left = shared.reduce((sum, day) => sum + a[day]!, 0);
  for (const day of shared) {
    const needed = a[day]! + b[day]!;
    a[day] = Math.min(needed, left);
    b[day] = needed - a[day];
    left -= a[day];
  }
  return changed;
}
