import type { Localized } from '../../shared/locale.ts';

/** The plan by day of an order for a trip: which line's eSIM (its position) on which days, in order, and where. */
export type TripDays = { line: number; first: number; last: number; places: Localized[] }[];

/** The caller who asks to see an order: a signed-in account, the secret of the browser's cookie, or both. */
export type Viewer = {
  account: { accountId: string; sessionStartedAt: Date } | null;
  browserSecret: string | null;
};

/** Why a viewer may see an order: its account, the cookie of the browser that ordered, or one from a mailed link. */
export type OrderAccess = 'account' | 'browser' | 'link';
