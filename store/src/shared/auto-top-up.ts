import type { Localized } from './locale.ts';
import type { Money } from './money.ts';

/** Percent of the plan in use that may be left when a top-up is added. */
export const AUTO_TOP_UP_PERCENTS = [10, 20, 30] as const;
export type AutoTopUpPercent = (typeof AUTO_TOP_UP_PERCENTS)[number];

/**
 * `stopped`: a payment failed, or a top-up was refunded. `authentication`: the bank wants its customer to
 * confirm a payment.
 */
export const AUTO_TOP_UP_STATES = ['on', 'off', 'stopped', 'authentication'] as const;
export type AutoTopUpState = (typeof AUTO_TOP_UP_STATES)[number];

/** Why it is off because a person said so. */
const BY_PERSON = ['by-owner', 'by-mail', 'by-operator', 'card-removed', 'account-deleted'] as const;
/** Why the store switched it off. `restored`: the books were, so that a charge may be missing in them. */
export const AUTO_TOP_UP_ENDINGS = [
  'ended',
  'replaced',
  'refunded',
  'disputed',
  'plan-gone',
  'dearer',
  'restored',
] as const;
export type AutoTopUpEnding = (typeof AUTO_TOP_UP_ENDINGS)[number];
/** Why it is stopped. `declined`: also a charge that the provider refused; `returned`: the last top-up was refunded. */
const AUTO_TOP_UP_STOPS = ['declined', 'card-gone', 'returned'] as const;

export const AUTO_TOP_UP_REASONS = [...BY_PERSON, ...AUTO_TOP_UP_ENDINGS, ...AUTO_TOP_UP_STOPS] as const;
export type AutoTopUpReason = (typeof AUTO_TOP_UP_REASONS)[number];

/**
 * The version of the text with which an owner agrees to automatic payments (`autotopup.consent` of src/i18n): increased
 * when its meaning changes.
 */
export const AUTO_TOP_UP_CONSENT = 1;

/** The caps that the page offers, as multiples of the price of the plan. */
const OFFERED = [2, 4, 6, 10] as const;
/** The highest cap, as such a multiple. */
const HIGHEST = 20;

export const capsFor = (price: number): number[] => OFFERED.map((times) => times * price);

/** A cap below the price would never add anything. */
export const isCap = (cap: number, price: number): boolean => cap >= price && cap <= HIGHEST * price;

/** What the holder of the link in a mail about auto top-up sees. */
export type AutoTopUpLink = {
  isOff: boolean;
  /** The destination of the eSIM. */
  name: Localized;
  /** The plan that is added, and its price. */
  dataMb: number;
  price: Money;
  /** Where the eSIM is shown. */
  orderId: string;
  line: number;
};
