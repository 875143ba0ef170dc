import type { Localized } from '../shared/locale.ts';

/** What "Keep on this phone" keeps, and the rules for whom and how long. Pure; `kept-store.ts` is the storage. */

/** An eSIM as it was on its page, with all that installs it. Not encrypted: a page that opens without a network has no secret of its own. */
export type KeptEsim = {
  offerSlug: string;
  /** In the languages of the site when it was kept. */
  name: Localized;
  /** The flag as SVG text; null when it could not be loaded. Shown as an image, where its code never runs. */
  flagSvg: string | null;
  dataMb: number;
  unlimited: boolean;
  days: number;
  lpa: string;
  smdpAddress: string;
  activationCode: string;
  confirmationCode: string | null;
  apn: string | null;
  installed: boolean;
  planState: 'not_active' | 'active' | 'finished' | 'expired';
  remainingMb: number;
  /** When the wholesaler was last asked what is left; null: never. */
  usageAt: string | null;
  /** End of validity once the clock runs. */
  validUntil: string | null;
};

/** One order's eSIMs. */
export type KeptOrder = {
  orderId: string;
  number: string;
  orderedAt: string;
  /** The account that kept it; null for a guest, whose order this browser's cookie opens. */
  owner: string | null;
  /** For a guest's copy: whether the order was an account's already, opened by its cookie alone. */
  ofAccount: boolean;
  savedAt: string;
  esims: KeptEsim[];
};

const DAY_MS = 86_400_000;
/** A copy ends so long after its plan. */
const DAYS_AFTER_PLAN = 30;
/** An eSIM that was never used may be installed this long after its order (src/modules/esims/validity.ts). */
const DAYS_TO_INSTALL = 365;

/** When a kept eSIM is removed: 30 days after its plan's end, or after the last day on which it could have begun and ended. */
export function endOf(esim: Pick<KeptEsim, 'validUntil' | 'days'>, orderedAt: string): number {
  const planEnd =
    esim.validUntil === null
      ? Date.parse(orderedAt) + (DAYS_TO_INSTALL + esim.days) * DAY_MS
      : Date.parse(esim.validUntil);
  return planEnd + DAYS_AFTER_PLAN * DAY_MS;
}

/** The order without eSIMs whose time is over; null when none is left. A time that can't be read is over. */
export function withoutEnded(order: KeptOrder, now: number): KeptOrder | null {
  const esims = order.esims.filter((esim) => now < endOf(esim, order.orderedAt));
  return esims.length === 0 ? null : { ...order, esims };
}

/** What happened to the session of this browser. */
export type Change = { is: 'signed-in'; as: string } | { is: 'signed-out' } | { is: 'nobody' };

/**
 * Whether a copy stays after a change of the session. Signing out removes everything; a session that is found to be over
 * removes what belongs to accounts; another account removes what belongs to the first. The copy of a guest's order belongs to
 * whoever holds the order's cookie, as its page does.
 */
export function staysAfter(order: Pick<KeptOrder, 'owner' | 'ofAccount'>, change: Change): boolean {
  switch (change.is) {
    case 'signed-out':
      return false;
    case 'signed-in':
      return order.owner === null ? !order.ofAccount : order.owner === change.as;
    case 'nobody':
      return order.owner === null;
  }
}
