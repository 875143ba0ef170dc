import type { AutoTopUpPercent } from '#src/shared/auto-top-up.ts';
import type { PlannedAct } from './vendor-acts.ts';

/** A buyer and the way of buying. Personal data is distinctive, so that a search of the logs would find it. */
export type Person = {
  email: string;
  name: string;
  /** Set: signs up first and buys signed in. */
  password: string | null;
  /** One to fifteen eSIMs in one order; a plan may repeat. */
  planIds: readonly string[];
  locale: 'en' | 'fr';
  /** The idempotency key, the same for each retry. */
  key: string;
  /** `twice`: two identical concurrent clicks. */
  click: 'once' | 'twice';
  pay: 'once' | 'submitted-twice' | 'two-tabs' | 'declined-first' | 'not-at-all';
  /** The vendor sends its webhook twice. */
  duplicateWebhook: boolean;
  /** Also opens the event stream, which asks the payment vendor. */
  watches: boolean;
  /** An action on the payment in the vendor's dashboard or by the card's bank. */
  act: PlannedAct | null;
  /** What is added to the first eSIM of the order. */
  topUps: TopUpWish | null;
  /** What is asked back of the order. */
  rights: RightsWishes | null;
};

/** What somebody asks back, one after the other. */
export type RightsWishes = {
  wishes: readonly RightsWish[];
  /** Where the buyer lives, as the order says it. */
  country: string | null;
  /** Asks at the checkout that the plan begins at once. */
  consents: boolean;
};

/** What is asked back for one line of an order. */
export type RightsWish = {
  /** From 0 (inclusive) to 1 (exclusive): which line. */
  share: number;
  /** `withdraw-by-mail`: by the public form without a cookie, then with the link in its mail. */
  what: 'give-back' | 'ask' | 'withdraw' | 'withdraw-by-mail';
  /** Opens the order by the link in its mail, in another browser. */
  isByMail: boolean;
  /** What happens to the eSIM before; `meanwhile`: while the store answers. */
  use: 'none' | 'installed' | 'used' | 'meanwhile';
  /** Which part of its data is used. */
  usedShare: number;
  isTwice: boolean;
  isRepeated: boolean;
  /** Somebody else withdraws as well. `in-their-name`: with the number and the address of the buyer. */
  stranger: 'own-address' | 'wrong-number' | 'in-their-name' | null;
};

/** How somebody tops up by hand. */
export type ByHand = Pick<Person, 'click' | 'pay' | 'duplicateWebhook' | 'watches' | 'act'> & {
  /** From 0 (inclusive) to 1 (exclusive): which of the plans that can be added. */
  share: number;
};

/** How an owner uses auto top-up. */
export type AutoWish = {
  card: string;
  /** The card is saved with the payment of the order; else on the page that charges nothing. */
  isSavedAtCheckout: boolean;
  percent: AutoTopUpPercent;
  /** The cap, as a multiple of the price. */
  times: number;
  /** Which of the plans that can be added. */
  share: number;
  /** Pays by hand when the bank asks. */
  pays: boolean;
  /** Saves a good card when the payment was declined, and switches it on again, also when it was switched off. */
  mends: boolean;
  /** The first automatic payment is refunded in the vendor's dashboard. */
  isRefunded: boolean;
};

/** What happens to the first eSIM of an order. */
export type TopUpWish = {
  /** Together: all at once. */
  byHand: readonly ByHand[];
  together: boolean;
  auto: AutoWish | null;
  /** The parts of the data that is left which are used, one after the other, and whether the days end then. */
  uses: readonly number[];
  ends: boolean;
};
