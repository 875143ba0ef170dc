import type { Localized } from '../shared/locale.ts';

/**
 * The data of "Keep on this phone", and the rules for its owner and retention. Pure functions; `kept-store.ts` is the
 * storage.
 */

/**
 * An eSIM with its installation data, as shown on its page. Not encrypted: a page that opens without a network has no
 * secret of its own.
 */
export type KeptEsim = {
  offerSlug: string;
  /** In the site's languages at the time of storing. */
  name: Localized;
  /** The name that its owner gave it; null: none. Missing in copies of 1.0.0. */
  ownName?: string | null;
  /** The flag as SVG text; null when it could not be loaded. Shown as an image, which executes no code. */
  flagSvg: string | null;
  dataMb: number;
  unlimited: boolean;
  days: number;
  /** The days of plans that follow this one; missing in copies of 1.0.0. */
  daysAfter?: number;
  lpa: string;
  smdpAddress: string;
  activationCode: string;
  confirmationCode: string | null;
  apn: string | null;
  installed: boolean;
  /** Its number in the order, from 1, and the networks that are stated for its place; missing in earlier copies. */
  line?: number;
  networks?: readonly string[];
  planState: 'not_active' | 'active' | 'finished' | 'expired';
  remainingMb: number;
  /** When the usage was last read from the wholesaler; null: never. */
  usageAt: string | null;
  /** End of validity once it has started. */
  validUntil: string | null;
};

/** One order's eSIMs. */
export type KeptOrder = {
  orderId: string;
  number: string;
  orderedAt: string;
  /** The account that stored it; null for a guest, whose order is opened by this browser's cookie. */
  owner: string | null;
  /** For a guest's copy: true when the order belonged to an account, opened by its cookie only. */
  ofAccount: boolean;
  savedAt: string;
  esims: KeptEsim[];
};

const DAY_MS = 86_400_000;
/** Retention after the end of the plan. */
const DAYS_AFTER_PLAN = 30;
/** Days after the order in which an unused eSIM can be installed (src/modules/esims/validity.ts). */
const DAYS_TO_INSTALL = 365;

/** When a stored eSIM is removed: 30 days after the end of its plans, or after the last possible end. */
export function endOf(esim: Pick<KeptEsim, 'validUntil' | 'days' | 'daysAfter'>, orderedAt: string): number {
  const planEnd =
    esim.validUntil === null
      ? Date.parse(orderedAt) + (DAYS_TO_INSTALL + esim.days) * DAY_MS
      : Date.parse(esim.validUntil);
  return planEnd + ((esim.daysAfter ?? 0) + DAYS_AFTER_PLAN) * DAY_MS;
}

/** The order without expired eSIMs; null when none is left. An unreadable time counts as expired. */
export function withoutEnded(order: KeptOrder, now: number): KeptOrder | null {
  const esims = order.esims.filter((esim) => now < endOf(esim, order.orderedAt));
  return esims.length === 0 ? null : { ...order, esims };
}

/** A change of this browser's session. */
export type Change = { is: 'signed-in'; as: string } | { is: 'signed-out' } | { is: 'session-ended' };

/**
 * True when a copy stays after a change of the session. Signing out removes everything. A session that has ended
 * removes the copies of accounts. Another account removes the copies of the first. The copy of a guest's order belongs
 * to the holder of the order's cookie, like its page.
 */
export function staysAfter(order: Pick<KeptOrder, 'owner' | 'ofAccount'>, change: Change): boolean {
  switch (change.is) {
    case 'signed-out':
      return false;
    case 'signed-in':
      return order.owner === null ? !order.ofAccount : order.owner === change.as;
    case 'session-ended':
      return order.owner === null;
  }
}
