import type { Locale, Localized } from '../locale.ts';
import type { Money } from '../money.ts';
import type { Attempt } from './diagnosis.ts';
import type { Phone } from './address.ts';

/** A plan that works in a country, and the place under which the shop sells it there. */
export type PlanThere = {
  id: string;
  offerSlug: string;
  name: Localized;
  dataMb: number;
  unlimited: { dailyMb: number | null; thenKbps: number | null } | null;
  days: number;
  price: Money;
  place: { kind: 'local'; slug: string };
};

/** What a ticket asks for: help, or the money back. */
export const WANTS = ['help', 'refund'] as const;
export type Wants = (typeof WANTS)[number];

/** What the store knows about one eSIM of an order, besides what its page shows. */
export type AboutLine = {
  /** Where the traveller is, by the code in the address; null: not said, or no country. */
  country: { code: string; name: Localized } | null;
  /** Whether the eSIM works there; null: not stated, or no country. */
  covered: boolean | null;
  /** The networks that are stated for that country, or without one for the place of the plan. */
  networks: string[];
  /** The cheapest plans that work there; empty while the eSIM does. */
  plansThere: PlanThere[];
  /** True: its wholesaler reports where the profile is. */
  reportsProfile: boolean;
  /** Tickets that this page opened about the eSIM, newest first. */
  tickets: { number: string; at: string; wants: Wants }[];
};

/** The countries to choose from, and the one of the time zone that a script has added to the address. */
export type Places = {
  /** Every country by its name in each language, sorted. */
  countries: Record<Locale, { code: string; name: string }[]>;
  /** The code of the country that is chosen; empty: none. */
  chosen: string;
  byZone: boolean;
  hasZone: boolean;
  /** There is no such zone, or no such country. */
  problem: 'unknownCountry' | 'unknownZone' | null;
};

/** What a ticket about a connection carries, so that nobody asks twice: what was tried, and what was reported then. */
export type Diagnosis = {
  /** The number of the eSIM in its order, from 1, and its name. */
  line: number;
  plan: Localized;
  wants: Wants;
  phone: Phone;
  country: string | null;
  covered: boolean | null;
  tried: (Omit<Attempt, 'at'> & { at: string })[];
  /** What the wholesaler said last, and when; `usageAt` null: it has said nothing. */
  reported: {
    profile: 'released' | 'downloaded' | 'installed' | 'enabled' | 'deleted';
    reportsProfile: boolean;
    plan: 'not_active' | 'active' | 'finished' | 'expired';
    /** Null for a plan without an amount of data. */
    usedMb: number | null;
    dataMb: number;
    validUntil: string | null;
    usageAt: string | null;
  };
};
