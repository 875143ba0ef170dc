import type { ListedDevice } from '../../shared/devices/types.ts';
import type { WholesalePackages } from '../catalogue/wholesale-packages.ts';

/** One eSIM profile as the wholesaler delivers it. Every field but `apn` lets its holder use the eSIM: none is ever logged. */
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
 * An order that exists at the wholesaler. `reference` is what we sent as its description; what else the wholesaler does
 * not say readably is null. `sim` is null, too, when the order has more or less than the one profile that we ask for.
 */
export type WholesaleOrder = {
  vendorOrderId: string;
  reference: string;
  packageId: string | null;
  createdAt: Date | null;
  /** What it cost us, in US cents, rounded up. */
  netPriceCents: number | null;
  sim: WholesaleSim | null;
};

/** An order as the wholesaler's books have it. `netPriceCents` is what we pay, rounded up; null where they do not say. */
export type WholesaleBooking = { vendorOrderId: string; reference: string; netPriceCents: number | null };

/** Why the wholesaler certainly ordered nothing. */
export type WholesaleRefusal =
  | 'out-of-stock'
  | 'insufficient-credit'
  | 'maintenance'
  | 'invalid-package'
  | 'invalid-request'
  | 'unauthorized'
  | 'forbidden'
  | 'unreachable'
  | 'token-unavailable';

/**
 * What went wrong with a call: the network (`timeout`, `unreachable`, `connection-lost`), the vendor (`server-error`,
 * `rate-limited`, `unauthorized`, `forbidden`, `not-found`, `refused`) or its answer (`bad-reply`, `reply-too-large`).
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
 * How an order went. `refused`: the answer proves that nothing was ordered (`retryable`: the same order may succeed later).
 * `unknown`: it may or may not exist, now or in a while: wait out the time-out window and search before ordering again,
 * and not before `retryAfterSeconds` have passed, where the wholesaler asks for that.
 */
export type PlaceOutcome =
  | { kind: 'done'; order: WholesaleOrder }
  | { kind: 'refused'; code: WholesaleRefusal; retryable: boolean }
  | { kind: 'unknown'; fault: WholesaleErrorCode; retryAfterSeconds?: number };

/** How far a plan is used. `unknown` is the wholesaler's own word; a `recycled` ICCID belongs to somebody else by now. */
export type Usage = {
  status: 'not-active' | 'active' | 'finished' | 'expired' | 'recycled' | 'unknown';
  /** Both are 0 when `unlimited`: not to be shown. */
  remainingMb: number;
  totalMb: number;
  unlimited: boolean;
  /** Set once the clock runs. */
  expiresAt: Date | null;
};

/**
 * Port to the wholesaler. `placeOrder` orders one eSIM and reports every failure as an outcome; should it throw all the
 * same (its token store failed), treat that as `unknown`. The others throw an error whose `code` is a `WholesaleErrorCode`.
 */
export type Wholesaler = WholesalePackages & {
  /**
   * Orders one eSIM. `reference` is unique per order line: it is all we can search by. Nothing leaves this machine later
   * than one call's time-out after the start, so the time-out window may be counted from there.
   */
  placeOrder(order: { packageId: string; reference: string }): Promise<PlaceOutcome>;
  /** Every order with exactly this reference, oldest first. An order younger than its own call may still be missing. */
  findByReference(reference: string): Promise<WholesaleOrder[]>;
  /** Every order whose reference starts with `prefix`, made since that day (null: ever). For reconciliation. */
  bookings(prefix: string, since: Date | null): Promise<WholesaleBooking[]>;
  /** What the prepaid account holds, in US cents, rounded down. */
  balance(): Promise<number>;
  usage(iccid: string): Promise<Usage>;
  /** Devices that take the wholesaler's eSIMs, each once. */
  compatibleDevices(): Promise<ListedDevice[]>;
};

export type WholesaleToken = { token: string; expiresAt: Date };

/**
 * The wholesaler's access token, shared by all processes. The vendor allows few token calls a minute, so `renew` runs
 * `fetchNew` in one process at a time, and hands the others what that one got.
 */
export type TokenStore = {
  read(): Promise<WholesaleToken | null>;
  renew(fetchNew: () => Promise<WholesaleToken>): Promise<WholesaleToken>;
  /** Drops this token, and only this one: another process may have renewed it meanwhile. */
  forget(token: string): Promise<void>;
};
