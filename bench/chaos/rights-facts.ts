import type { Message } from '#test/support/wire.ts';
import type { DocumentFact } from './document-verdict.ts';
import type { RightsTrace } from './rights-trace.ts';
import type { Gap } from './world.ts';

/* What a run left behind about refunds by oneself, requests and withdrawals. */

/** A line of an order that was paid. */
export type LineFact = {
  id: string;
  order_id: string;
  /** From 1. */
  number: number;
  purpose: string;
  order_status: string;
  line_status: string;
  amount: number;
  kept: number;
  issued: number;
  /** The wholesaler and its order that was issued; null: none. */
  issued_as: string | null;
  /** What is used before a withdrawal is paid for. */
  isUseDue: boolean;
};

export type RequestFact = {
  id: string;
  order_id: string;
  line_id: string;
  kind: string;
  state: string;
  why: string | null;
  amount: number;
  kept: number;
  profile: string | null;
  /** A refund was requested for it. */
  is_paid: boolean;
  /** Nothing was used when its wholesaler was last asked. */
  was_unused: boolean;
};

export type LossFact = { line_id: string; wholesaler: string; state: string; claim_ref: string | null };

export type WithdrawalFact = {
  id: string;
  number: string;
  state: string;
  name: string;
  email: string;
  order_id: string | null;
  proof: string;
  at: number;
  line_ids: string[];
  /** From every line of the order. */
  is_whole: boolean;
};

/** A refund in the payment vendor's ledger, with what the store wrote on it. */
export type PaidBack = {
  id: string;
  orderId: string;
  amount: number;
  /** Ours; null: made in the dashboard. */
  refundId: string | null;
  /** Cents by the number of the line, as far as it names lines. */
  ofLine: Readonly<Record<number, number>>;
};

/** A profile in the ledger of its wholesaler. `claims`: how often it was asked for its price. */
export type ProfileFact = { iccid: string; isReturned: boolean; isEnded: boolean; claims: number };

export type RightsFacts = {
  gaps: readonly Gap[];
  trace: RightsTrace;
  lines: readonly LineFact[];
  requests: readonly RequestFact[];
  losses: readonly LossFact[];
  withdrawals: readonly WithdrawalFact[];
  documents: readonly DocumentFact[];
  /** What the payment vendor took, by order. */
  taken: ReadonlyMap<string, number>;
  paidBack: readonly PaidBack[];
  /** By the wholesaler and its order. */
  profiles: ReadonlyMap<string, ProfileFact>;
  inbox: readonly Pick<Message, 'messageId' | 'to' | 'subject' | 'text'>[];
};
