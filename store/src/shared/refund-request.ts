import { ASK_REASONS } from './rights.ts';

/** Why a buyer gives an unused line back: for statistics, it decides nothing. */
export const UNUSED_REASONS = ['not-said', 'not-travelling', 'wrong-plan', 'bought-twice', 'phone', 'other'] as const;
export type UnusedReason = (typeof UNUSED_REASONS)[number];

/** What did not work. */
export const FAULT_REASONS = ['no-connection', 'slow', 'hotspot', 'ended-early', 'other'] as const;
export type FaultReason = (typeof FAULT_REASONS)[number];

/** Of where and when it did not work, and of what the buyer tried. */
export const MAX_PLACE_LENGTH = 200;
export const MAX_WORDS_LENGTH = 2_000;

/** Both, as they are stored. */
export const REFUND_REASONS = [...UNUSED_REASONS, 'no-connection', 'slow', 'hotspot', 'ended-early'] as const;

/** `unused`: refunded by oneself. `fault`: it did not work. `withdrawal`: from the contract. */
export const REFUND_KINDS = ['unused', 'fault', 'withdrawal'] as const;

/**
 * `giving-back → refunding → done`: the wholesaler takes the profile back, then the money is requested, then it is back.
 * `asked → granted` or `refused`: a person decides.
 */
export const REFUND_REQUEST_STATES = ['giving-back', 'refunding', 'done', 'asked', 'granted', 'refused'] as const;
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number];

/** Of a line there is one in these states. */
export const OPEN_REFUND_REQUESTS = [
  'giving-back',
  'refunding',
  'asked',
] as const satisfies readonly RefundRequestState[];

export const isOpenRefundRequest = ({ state }: { state: RefundRequestState }): boolean =>
  (OPEN_REFUND_REQUESTS as readonly RefundRequestState[]).includes(state);

/**
 * Why a person decides, besides what the table says (`rights.ts`). `fault`: the buyer says that it did not work.
 * `not-given-back`: the wholesaler did not answer for a day.
 */
export const PERSON_REASONS = [
  ...ASK_REASONS,
  'fault',
  'not-readable',
  'disputed',
  'used-up',
  'not-given-back',
] as const;
export type PersonReason = (typeof PERSON_REASONS)[number];

/**
 * The profile of a line that was refunded. `to-return` and `to-end` are to be done. `returned`: its wholesaler took it back.
 * `asked`: a person there decides. `ended`: it works on no phone. `unknown`: it may still work.
 */
export const PROFILE_OUTCOMES = ['to-return', 'to-end', 'returned', 'asked', 'ended', 'unknown'] as const;

/** What an unused profile cost that its wholesaler did not take back. `claimed`: asked for there. */
export const LOSS_STATES = ['open', 'claimed', 'paid', 'written-off'] as const;
export type LossState = (typeof LOSS_STATES)[number];
