import type { ItineraryStop } from '../../shared/itinerary.ts';
import type { Money } from '../../shared/money.ts';
import type { Localized, OfferKind, Plan } from '../catalogue/types.ts';

export type TripOffer = { slug: string; kind: OfferKind; name: Localized; flag: string };
/** Some eSIMs of one plan. */
export type TripLine = { plan: Plan; offer: TripOffer; count: number };
/** `spareMb`: data beyond the need; null with an unlimited plan, whose data is not counted. */
export type TripMix = { total: Money; esims: number; spareMb: number | null; lines: TripLine[] };
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

/**
 * Consecutive days of one eSIM (its index in `esims`) between two switches. An eSIM to which the traveller returns has
 * several. `leftMb`: what is on it when these days start; null when it is unlimited.
 */
export type TripLeg = {
  esim: number;
  first: number;
  last: number;
  stops: number[];
  usedMb: number;
  leftMb: number | null;
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
  /** Which eSIM on which days, in order: each one after the first is a switch. */
  legs: TripLeg[];
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
