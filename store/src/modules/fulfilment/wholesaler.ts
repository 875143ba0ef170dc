import type { ListedDevice } from '../../shared/devices/types.ts';
import type { WholesalePackages } from '../catalogue/wholesale-packages.ts';

/**
 * One eSIM profile from the wholesaler. Every field except `apn` allows its holder to use the eSIM: none is ever
 * logged.
 */
export type WholesaleSim = {
  iccid: string;
  /** Host name of the SM-DP+ server (GSMA SGP.22). */
  smdpAddress: string;
  /** The matching id, which phones ask for as "activation code". */
  activationCode: string;
  confirmationCode: string | null;
  /** `LPA:1$host$matching-id`, the text of the QR code. */
  lpa: string;
  apn: string | null;
  /** Link that installs the profile on an iPhone. */
  appleUrl: string | null;
};

/**
 * An order at the wholesaler. `reference` is what we sent as its description; other unreadable fields are null. `sim`
 * is also null when the order does not have exactly one profile.
 */
export type WholesaleOrder = {
  vendorOrderId: string;
  reference: string;
  packageId: string | null;
  createdAt: Date | null;
  /** Net price, in cents of `netCurrency`, rounded up. */
  netPriceCents: number | null;
  netCurrency: string;
  sim: WholesaleSim | null;
};

/** An order in the wholesaler's books. `netPriceCents` is rounded up; null when it is not stated. */
export type WholesaleBooking = {
  vendorOrderId: string;
  reference: string;
  netPriceCents: number | null;
  netCurrency: string;
};

/** Why the wholesaler, or the way to it, refused an order. */
export type WholesaleRefusal =
  | 'out-of-stock'
  | 'insufficient-credit'
  | 'maintenance'
  | 'invalid-package'
  | 'invalid-request'
  | 'price-changed'
  | 'not-addable'
  | 'profile-ended'
  | 'unauthorized'
  | 'forbidden'
  | 'unreachable'
  | 'token-unavailable';

/**
 * The kind of failure of a call: network (`timeout`, `unreachable`, `connection-lost`), vendor (`server-error`,
 * `rate-limited`, `unauthorized`, `forbidden`, `not-found`, `refused`) or reply (`bad-reply`, `reply-too-large`).
 */
export type WholesaleErrorCode =
  | 'timeout'
  | 'unreachable'
  | 'connection-lost'
  | 'server-error'
  | 'rate-limited'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'refused'
  | 'bad-reply'
  | 'reply-too-large';

/**
 * The outcome of an order. `refused`: nothing was ordered, by the answer (`retryable`: the same order may succeed
 * later). The answer may be wrong, so a refusal is searched for before the next order unless it was
 * `neverSent`: then no byte of the order left. `unknown`:
 * the order may exist, now or soon: wait for the end of the time-out window and search before ordering again, not
 * before `retryAfterSeconds` where the wholesaler states them.
 */
export type PlaceOutcome =
  | { kind: 'done'; order: WholesaleOrder }
  | { kind: 'refused'; code: WholesaleRefusal; retryable: boolean; neverSent?: true }
  | { kind: 'unknown'; fault: WholesaleErrorCode; retryAfterSeconds?: number };

/** Where a profile is: on the wholesaler's server, or on a phone (GSMA SGP.22). */
export type ReportedProfileState = 'released' | 'downloaded' | 'installed' | 'enabled' | 'deleted';

/** The usage of a plan. `unknown` is the wholesaler's own word; a `recycled` ICCID belongs to another customer. */
export type Usage = {
  status: 'not-active' | 'active' | 'finished' | 'expired' | 'recycled' | 'unknown';
  /** Both are 0 when `unlimited`; do not show them. */
  remainingMb: number;
  totalMb: number;
  unlimited: boolean;
  /** Set when the validity has started. */
  expiresAt: Date | null;
  /** Null: not reported. */
  profileState: ReportedProfileState | null;
};

/** A profile: its ICCID, and the reference of the order that made it, because wholesalers reuse ICCIDs. */
export type OwnProfile = { iccid: string; reference: string };

/** A plan that can be added to a profile. */
export type AddablePackage = {
  packageId: string;
  title: string;
  /** 0 when `unlimited`. */
  dataMb: number;
  unlimited: boolean;
  /** Full speed up to `dailyMb` a day, then `thenKbps`, where stated; null when it is not `unlimited`. */
  unlimitedTerms: { dailyMb: number | null; thenKbps: number | null } | null;
  days: number;
  /** Net price, in cents of `netCurrency`, rounded up. */
  netPriceCents: number;
  netCurrency: string;
};

/** An order of a plan for a profile. `reference`: of this order. */
export type AddedPlan = { profile: OwnProfile; packageId: string; reference: string; netPriceCents: number };

/** Why a profile is given back. `note`: for the person at the wholesaler who reads it; nothing of the buyer. */
export type GiveBack = OwnProfile & {
  reason: 'ordered-twice' | 'not-wanted' | 'does-not-work';
  note: string;
};

/**
 * The outcome of giving a profile back. `requested`: a person at the wholesaler decides. `refused`: nothing has changed.
 * `unknown`: look at the wholesaler's books before it is tried again.
 */
export type GiveBackOutcome =
  | { kind: 'given-back' }
  | { kind: 'requested'; requestId: string }
  | { kind: 'refused'; code: WholesaleRefusal }
  | { kind: 'unknown'; fault: WholesaleErrorCode };

/**
 * The outcome of ending a profile. `ended`: no phone can use or install it any more, also when it had ended before.
 * `refused`: it may still work. `unknown`: ask again.
 */
export type EndOutcome =
  | { kind: 'ended' }
  | { kind: 'refused'; code: WholesaleRefusal }
  | { kind: 'unknown'; fault: WholesaleErrorCode };

/**
 * What a wholesaler can do besides selling profiles. It is read before a call: a call for which the capability is missing
 * is a fault of the caller.
 */
export type WholesalerCapabilities = {
  /**
   * After the end of a call, the seconds in which its order may be missing from `findByReference`: a profile that is
   * allocated later. 0: an order can be found when its call has ended.
   */
  listsOrdersAfterSeconds: number;
  /** `readHint`: the wholesaler sends messages about its orders and eSIMs to `/webhooks/NAME`. */
  sendsHints: boolean;
  /** `addable` and `addPlan`. */
  addsPlans: boolean;
  /**
   * `bookings` has every added plan since a day. Without it, a list may lack those of older profiles, so reconciliation looks
   * each of ours up.
   */
  listsAddedPlans: boolean;
  /** `giveBack`: its price comes back at once, or a person at the wholesaler decides, or it takes nothing back. */
  takesBack: 'at-once' | 'by-request' | 'never';
  /** `endProfile`. Without it, a profile that another one replaces may still work. */
  endsProfiles: boolean;
  /**
   * A profile that was deleted from a phone may be reported as released again: its code then works once more. False: a code
   * works once.
   */
  reinstalls: boolean;
  /** `usage`, and whether that has the state of the profile. */
  reportsUsage: boolean;
  reportsProfileState: boolean;
  /** How old the figures of `usage` may be when it answers, in minutes; null: it does not say. */
  usageEveryMinutes: number | null;
  /** Calls of `usage` per second, of all processes together: below the wholesaler's limit, which other calls share. */
  usageReadsPerSecond: number;
  /** `balance`: the account is prepaid. */
  reportsBalance: boolean;
  /** `bookings`: without a list, reconciliation looks each order up, and finds none that has no row of ours. */
  listsBookings: boolean;
  /** `compatibleDevices`. */
  listsDevices: boolean;
};

/**
 * What a message of a wholesaler is about: an order, by our reference or by its own id, or an eSIM. The message proves
 * nothing, because it may be forged: what it is about is read again. Wholesalers reuse ICCIDs, so `iccid` counts only in a
 * message that names no order.
 */
export type WholesaleHint = { reference: string | null; vendorOrderId: string | null; iccid: string | null };

/** What the store knows about the orders that it searches for. */
export type KnownOrder = {
  /** No order with the reference is older; null: not known. A search may leave out what is more than a day older. */
  since: Date | null;
  /** The wholesaler's id of an order, when it has named one; null otherwise. */
  vendorOrderId: string | null;
  /** The profile to which the orders add a plan; null or missing: they make a profile. */
  addedTo?: OwnProfile | null;
};

/**
 * Port to one wholesaler. `placeOrder`, `addPlan` and `giveBack` report every failure as an outcome. If they throw anyway
 * (for example because a token store failed), treat that as `unknown`. The other methods throw an error whose `code` is a
 * `WholesaleErrorCode`.
 */
export type Wholesaler = WholesalePackages & {
  /** The server that is called: the store warns while it can't be reached. */
  address: URL;
  capabilities: WholesalerCapabilities;
  /**
   * Orders one eSIM: a new profile with a plan. `reference` is unique per order line, and the only search key.
   * `netPriceCents`: the price that was read before, which a wholesaler that checks prices refuses to exceed
   * (`price-changed`). No request is sent later than one call's time-out after the start, so the time-out window can be
   * counted from then.
   */
  placeOrder(order: { packageId: string; reference: string; netPriceCents: number }): Promise<PlaceOutcome>;
  /** The plans that can be added to this profile now. `ended`: none can any more. */
  addable(profile: OwnProfile): Promise<AddablePackage[] | 'ended'>;
  /**
   * Orders a plan for a profile that exists; the rules of `placeOrder` hold, `netPriceCents` included. The order of the
   * outcome has no `sim`. Refused for good: `not-addable`, `profile-ended`, `invalid-package`.
   */
  addPlan(order: AddedPlan): Promise<PlaceOutcome>;
  /**
   * Gives a profile back whose plan was not used. `reference`: of the order that made it, because wholesalers reuse ICCIDs.
   * Safe to repeat where profiles are taken back at once: one that was given back before is `given-back` again.
   */
  giveBack(profile: GiveBack): Promise<GiveBackOutcome>;
  /**
   * Ends a profile whose plan has begun, without its price: another eSIM replaces it. Safe to repeat. `reference`: of the
   * order that made it, because wholesalers reuse ICCIDs. Reports every failure as an outcome.
   */
  endProfile(profile: OwnProfile): Promise<EndOutcome>;
  /**
   * Every order with exactly this reference, oldest first. An order may be missing until its own call has ended, and
   * `listsOrdersAfterSeconds` longer. No capability: without a search, an unknown outcome would buy twice or be paid for nothing.
   */
  findByReference(reference: string, known: KnownOrder): Promise<WholesaleOrder[]>;
  /**
   * Every order whose reference starts with `prefix`, since that day (null: since the beginning). For reconciliation.
   */
  bookings(prefix: string, since: Date | null): Promise<WholesaleBooking[]>;
  /** The balance of the prepaid account, in cents, rounded down. */
  balance(): Promise<{ cents: number; currency: string }>;
  /** The usage of a profile. `reference`: of the order that made it, because wholesalers reuse ICCIDs. */
  usage(profile: OwnProfile): Promise<Usage>;
  /**
   * Reads a message that was sent to the store's address for this wholesaler, by an unknown sender: the bytes of its body,
   * and its headers by their names in lower case. `forged`: the wholesaler signs its messages, and this signature is missing
   * or wrong. `nothing`: it is about no order and no eSIM, such as a check of the address. Null: it is no message of this
   * wholesaler.
   */
  readHint(body: Uint8Array, header: (name: string) => string | undefined): WholesaleHint | 'nothing' | 'forged' | null;
  /** Devices that support the wholesaler's eSIMs, without duplicates. */
  compatibleDevices(): Promise<ListedDevice[]>;
};

export type WholesaleToken = { token: string; expiresAt: Date };

/**
 * The wholesaler's access token, shared by all processes. The vendor allows few token calls a minute, so `renew` runs
 * `fetchNew` in one process at a time and returns its result to the others.
 */
export type TokenStore = {
  read(): Promise<WholesaleToken | null>;
  renew(fetchNew: () => Promise<WholesaleToken>): Promise<WholesaleToken>;
  /** Drops exactly this token: another process may have renewed it meanwhile. */
  forget(token: string): Promise<void>;
};
