import type { TripPlan, TripStop } from '#src/modules/trip/problem.ts';

/** Cents, eSIMs, MB paid for. */
type Price = readonly [number, number, number];
/** `units` are the units left, of the plan or of day `of` of an unlimited plan. */
type Pool = { plan: number; ends: number; units: number; of: number };
type State = { unit: number; price: Price; pools: readonly Pool[] };

/**
 * The lowest price of a trip by exhaustive search. It shares no code with the planner. Each unit of each day's data
 * comes from any open plan that covers the country, or from a plan bought on that day. States are visited in order of
 * price, so the first one with all its units is the result. Needs and pools are whole units of `unitMb`.
 */
export function exhaustiveTrip(stops: readonly TripStop[], plans: readonly TripPlan[], unitMb: number): Price | null {
  const days = stops.flatMap(({ country, days: count, mbPerDay }) =>
    Array.from({ length: count }, () => ({ country, mbPerDay })),
  );
  const units = days.flatMap(({ country, mbPerDay }, day) =>
    Array.from({ length: mbPerDay / unitMb }, () => ({ country, day })),
  );
  if (!stops.every(({ country }) => plans.some(({ countries }) => countries.has(country)))) return null;

  const waiting = new Map<number, State[]>();
  const push = (state: State): void => {
    const [cents, esims, mb] = state.price;
    const at = (cents * 64 + esims) * 4096 + mb / unitMb;
    const same = waiting.get(at);
    if (same) same.push(state);
    else waiting.set(at, [state]);
  };
  const seen = new Set<string>();
  push({ unit: 0, price: [0, 0, 0], pools: [] });
  for (;;) {
    const least = Math.min(...waiting.keys());
    const states = waiting.get(least)!;
    const state = states.pop()!;
    if (states.length === 0) waiting.delete(least);
    if (state.unit === units.length) return state.price;

    const { country, day } = units[state.unit]!;
    const open = state.pools.filter(
      ({ ends, units: left, plan }) => ends > day && (left > 0 || plans[plan]!.dailyMb !== null),
    );
    for (const [at, pool] of open.entries()) {
      const { dailyMb } = plans[pool.plan]!;
      if (dailyMb !== null && pool.of !== day) open[at] = { ...pool, units: dailyMb / unitMb, of: day };
    }
    const key = open.map(({ plan, ends, units: left }) => (plan * 64 + ends) * 64 + left).sort((a, b) => a - b);
    const name = `${state.unit}:${key.join()}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const unit = state.unit + 1;
    for (const [at, pool] of open.entries()) {
      if (pool.units === 0 || !plans[pool.plan]!.countries.has(country)) continue;
      push({ unit, price: state.price, pools: open.with(at, { ...pool, units: pool.units - 1 }) });
    }
    for (const [plan, { cents, dataMb, dailyMb, days: length, countries }] of plans.entries()) {
      if (!countries.has(country)) continue;
      const price = [state.price[0] + cents, state.price[1] + 1, state.price[2] + dataMb] as const;
      push({
        unit,
        price,
        pools: [...open, { plan, ends: day + length, units: (dailyMb ?? dataMb) / unitMb - 1, of: day }],
      });
    }
  }
}
