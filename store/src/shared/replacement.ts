/** Why a buyer needs the eSIM on another phone. `support`: an operator asked for it. */
export const REPLACEMENT_REASONS = ['lost', 'broken', 'reset', 'moved', 'support'] as const;

/** The reasons that a buyer can state. */
export const BUYER_REASONS = ['lost', 'broken', 'reset', 'moved'] as const satisfies readonly ReplacementReason[];

export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

/**
 * `requested → approved → delivering → done`. `refused`: by an operator. `withdrawn`: by the buyer, or with the money.
 * `failed`: the old profile was not ended, or no wholesaler delivered the new one.
 */
export const REPLACEMENT_STATES = [
  'requested',
  'approved',
  'delivering',
  'done',
  'refused',
  'withdrawn',
  'failed',
] as const;

export type ReplacementState = (typeof REPLACEMENT_STATES)[number];

/** States in which it may still lead to a new eSIM. */
export const OPEN_REPLACEMENTS = ['requested', 'approved', 'delivering'] as const satisfies readonly ReplacementState[];

export const isOpenReplacement = ({ state }: { state: ReplacementState }): boolean =>
  (OPEN_REPLACEMENTS as readonly ReplacementState[]).includes(state);
