import type { ItineraryStop } from '../../shared/itinerary.ts';
import type { Money } from '../../shared/money.ts';
import type { Localized, OfferKind, Plan } from '../catalogue/types.ts';

export type TripOffer = { slug: string; kind: OfferKind; name: Localized; flag: string };
/** Some eSIMs of one plan. */
export type TripLine = { plan: Plan; offer: TripOffer; count: number };
export type TripMix = { total: Money; esims: number; spareMb: number; lines: TripLine[] };
/** One eSIM of the answer: the stops that it serves, by index, and on which days of the trip. */
export type TripEsim = {
  plan: Plan;
  offer: TripOffer;
  stops: number[];
  first: number;
  last: number;
  usedMb: number;
  /** True when its validity starts with the installation, not with the first connection. */
  startsInstalled: boolean;
};

/** A reason with its plans and offers. Stops are indexes. */
export type TripReason =
  | { kind: 'no-local'; stop: number; offer: TripOffer }
  | { kind: 'shared'; line: TripLine; stops: number[]; total: Money; apart: Money }
  | { kind: 'own'; line: TripLine; stop: number; total: Money; without: Money };

export type PlannedTrip = {
  best: TripMix;
  proven: boolean;
  esims: TripEsim[];
  second: TripMix | null;
  apart: TripMix | null;
  onePlan: TripMix | null;
  reasons: TripReason[];
  /** The number of plans that work somewhere on the trip. */
  plans: number;
};

/**
 * The answer, or the indexes of the stops without a plan. `too-large`: the planner's limits do not suffice for it;
 * `busy`: they did not at this moment.
 */
export type TripOutcome = { planned: PlannedTrip } | { uncovered: number[] } | { refused: 'too-large' | 'busy' };

export type Trips = { plan(stops: readonly ItineraryStop[], mbPerDay: number): Promise<TripOutcome> };
