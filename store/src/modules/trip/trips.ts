import { createBoundedCache } from '../../shared/bounded-cache.ts';
import type { ItineraryStop } from '../../shared/itinerary.ts';
import { money } from '../../shared/money.ts';
import type { Plan, PlanFacts, PublicCatalogue } from '../catalogue/types.ts';
import type { Mix } from './cheapest-mix.ts';
import type { Reason, TripAnswer, UsedMix } from './plan-trip.ts';
import type { Planned, Planner } from './planner.ts';
import { legsOf } from './legs.ts';
import type { TripPlan } from './problem.ts';
import type { PlannedTrip, TripLeg, TripLine, TripMix, TripOffer, TripOutcome, TripReason, Trips } from './types.ts';

/** Answers that are cached: for shared links and back navigation. Each has at most `MAX_ESIMS` eSIMs. */
const MAX_CACHED = 200;

type Ports = {
  catalogue: Pick<PublicCatalogue, 'destination' | 'version'>;
  planner: Planner;
  onPlanned: (planned: Planned) => void;
};

/**
 * Plans trips from the current catalogue. One answer is bounded work (`planner.ts`) and is cached while its prices stay
 * the same. `onPlanned` receives what was counted.
 */
export function createTrips(ports: Ports): Trips {
  const { catalogue } = ports;
  const kept = createBoundedCache<Promise<TripOutcome>>(MAX_CACHED);

  return {
    async plan(stops, mbPerDay) {
      const key = `${await catalogue.version()} ${mbPerDay} ${stops.map(({ slug, days }) => `${slug}:${days}`).join()}`;
      const outcome = kept.getOrMake(key, () => planTrip(ports, stops, mbPerDay));
      const forget = () => kept.drop(key, outcome);
      outcome.then((done) => 'refused' in done && done.refused === 'busy' && forget(), forget);
      return outcome;
    },
  };
}

async function planTrip(
  { catalogue, planner, onPlanned }: Ports,
  stops: readonly ItineraryStop[],
  mbPerDay: number,
): Promise<TripOutcome> {
  const { sold, own } = await soldAt(catalogue, stops);
  const plans = sold.map(({ plan: { id, price, dataMb, unlimited, days }, places }): TripPlan => ({
    id,
    cents: price.amount,
    dataMb,
    // A limit that is not stated counts as none.
    dailyMb: unlimited && (unlimited.dailyMb ?? mbPerDay),
    days,
    countries: places,
  }));
  const uncovered = stops.flatMap(({ slug }, at) => (sold.some(({ places }) => places.has(slug)) ? [] : [at]));
  if (uncovered.length > 0) return { uncovered };
  const result = await planner.plan({
    stops: stops.map(({ slug, days }) => ({ country: slug, days, mbPerDay })),
    plans,
    local: stops.map(({ slug }) => own.has(slug)),
  });
  onPlanned(result);
  if ('refused' in result) return { refused: result.refused };
  const { answer } = result;
  if (answer === null) return { uncovered: stops.map((_, at) => at) };
  const neededMb = stops.reduce((sum, { days }) => sum + days * mbPerDay, 0);
  return { planned: presented(answer, { sold, stops, neededMb }) };
}

/** The plans that work at one of the stops, with the places where they do, and the places that have plans of their own. */
async function soldAt(
  catalogue: Ports['catalogue'],
  stops: readonly ItineraryStop[],
): Promise<{ sold: (Sold & { places: Set<string> })[]; own: ReadonlySet<string> }> {
  const found = new Map<string, Sold & { places: Set<string> }>();
  const works = (
    { plans, offer }: { plans: readonly Plan[]; offer: TripOffer },
    place: string,
    facts: Record<string, PlanFacts>,
  ): void => {
    for (const each of plans) {
      if (!each.available) continue;
      const known = found.get(each.id);
      if (known) known.places.add(place);
      else {
        const startsInstalled = facts[each.id]?.activation === 'installation';
        found.set(each.id, { plan: each, offer, startsInstalled, places: new Set([place]) });
      }
    }
  };
  const own = new Set<string>();
  for (const slug of new Set(stops.map((stop) => stop.slug))) {
    const details = await catalogue.destination(slug);
    if (details?.destination.kind !== 'local') continue;
    // Plans for a country work in every place within it.
    const around = details.destination.within === null ? null : await catalogue.destination(details.destination.within);
    for (const offer of [details.offer, around?.offer, ...details.wide]) {
      if (!offer) continue;
      const { slug: offerSlug, kind, name, flag, plans } = offer;
      works({ plans, offer: { slug: offerSlug, kind, name, flag } }, slug, { ...around?.facts, ...details.facts });
      if (kind === 'local' && plans.some(({ available }) => available)) own.add(slug);
    }
  }
  return { sold: [...found.values()], own };
}

type Sold = { plan: Plan; offer: TripOffer; startsInstalled: boolean };

type Asked = { sold: readonly Sold[]; stops: readonly ItineraryStop[]; neededMb: number };

function presented(answer: TripAnswer, { sold, stops, neededMb }: Asked): PlannedTrip {
  const line = (plan: number, count: number): TripLine => ({ plan: sold[plan]!.plan, offer: sold[plan]!.offer, count });
  const { currency } = sold[0]!.plan.price;
  const mix = ({ cents, purchases }: Mix | UsedMix): TripMix => {
    const counts = new Map<number, number>();
    for (const { plan } of purchases) counts.set(plan, (counts.get(plan) ?? 0) + 1);
    const isCounted = purchases.every(({ plan }) => sold[plan]!.plan.unlimited === null);
    const paidMb = purchases.reduce((sum, { plan }) => sum + sold[plan]!.plan.dataMb, 0);
    return {
      total: money(cents, currency),
      esims: purchases.length,
      spareMb: isCounted ? Math.max(0, paidMb - neededMb) : null,
      lines: [...counts].map(([plan, count]) => line(plan, count)),
    };
  };
  const reason = (each: Reason): TripReason => {
    switch (each.kind) {
      case 'no-local':
        return { kind: each.kind, stop: each.stop, offer: sold[each.plan]!.offer };
      case 'shared':
        return {
          kind: each.kind,
          line: line(each.plan, each.count),
          stops: each.stops,
          total: money(each.cents, currency),
          apart: money(each.apartCents, currency),
        };
      case 'own':
        return {
          kind: each.kind,
          line: line(each.plan, each.count),
          stop: each.stop,
          total: money(each.cents, currency),
          without: money(each.withoutCents, currency),
        };
    }
  };
  /** A traveller reads a reason once, however many plans and stops have it. */
  const isNew = (each: TripReason, at: number, all: readonly TripReason[]): boolean =>
    all.findIndex((other) => sameReason(each, other, stops)) === at;
  return {
    best: mix(answer.best),
    proven: answer.proven,
    esims: answer.best.purchases.map(({ plan, byStop, first, last, usedMb }) => ({
      plan: sold[plan]!.plan,
      offer: sold[plan]!.offer,
      startsInstalled: sold[plan]!.startsInstalled,
      stops: byStop.flatMap((mb, stop) => (mb > 0 ? [stop] : [])),
      first,
      last,
      usedMb,
    })),
    legs: presentedLegs(answer.best, { sold, stops }),
    second: answer.second && answer.secondProven ? mix(answer.second) : null,
    apart: mix(answer.apart),
    onePlan: answer.onePlan && mix(answer.onePlan),
    reasons: answer.reasons.map(reason).filter(isNew),
    plans: sold.length,
  };
}

function sameReason(a: TripReason, b: TripReason, stops: readonly ItineraryStop[]): boolean {
  if (a.kind !== 'no-local' || b.kind !== 'no-local') return a === b;
  return a.offer.slug === b.offer.slug && stops[a.stop]!.slug === stops[b.stop]!.slug;
}

function presentedLegs({ purchases }: UsedMix, { sold, stops }: Pick<Asked, 'sold' | 'stops'>): TripLeg[] {
  const stopOfDay = stops.flatMap(({ days }, stop) => Array.from({ length: days }, () => stop));
  const used = purchases.map(() => 0);
  return legsOf(purchases.map(({ byDay }) => byDay)).map(({ of: esim, first, last, usedMb }) => {
    const { dataMb, unlimited } = sold[purchases[esim]!.plan]!.plan;
    const leftMb = unlimited === null ? dataMb - used[esim]! : null;
    used[esim]! += usedMb;
    return { esim, first, last, stops: [...new Set(stopOfDay.slice(first - 1, last))], usedMb, leftMb };
  });
}
