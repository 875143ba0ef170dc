/**
 * Why nothing can be added to an eSIM. `not-ready`: it is not delivered. `ended`: its profile takes no plan any more.
 * `replaced`: another eSIM replaces it. `not-supported`: its wholesaler adds no plans. `none-offered`: the wholesaler offers
 * none that keeps the promise of a plan of ours. `unavailable-now`: the wholesaler does not say it now. `refunded` and
 * `disputed`: the price of the eSIM.
 */
export const TOP_UP_REASONS = [
  'not-ready',
  'ended',
  'replaced',
  'not-supported',
  'none-offered',
  'unavailable-now',
  'refunded',
  'disputed',
] as const;

export type TopUpReason = (typeof TOP_UP_REASONS)[number];
