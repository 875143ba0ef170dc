import * as z from 'zod';
import { MoneyView } from './money-view.ts';
import { PROFILE_OUTCOMES, REFUND_KINDS, REFUND_REASONS, REFUND_REQUEST_STATES } from './refund-request.ts';
import { Sold } from './views.ts';
import { ASK_REASONS, NO_RIGHT_REASONS } from './rights.ts';

/** What its buyer gets back for a line. */
export const RefundRightView = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('refund'), amount: MoneyView }),
  z.strictObject({ what: z.literal('ask'), why: z.enum(ASK_REASONS), upTo: MoneyView }),
  z.strictObject({ what: z.literal('later'), why: z.literal('not-readable') }),
  z.strictObject({ what: z.literal('none'), why: z.enum(NO_RIGHT_REASONS) }),
]);
export type RefundRightView = z.infer<typeof RefundRightView>;

/** What was asked back for a line, and what became of it. */
export const RefundRequestView = z.strictObject({
  kind: z.enum(REFUND_KINDS),
  state: z.enum(REFUND_REQUEST_STATES),
  reason: z.enum(REFUND_REASONS).nullable(),
  /** What goes back, or up to which was asked for. */
  amount: MoneyView,
  /** What stays paid for use. */
  kept: MoneyView,
  askedAt: z.iso.datetime(),
  /** When it came into its state. */
  changedAt: z.iso.datetime(),
  /** Until when a person answers; null: no person does. */
  answerBy: z.iso.datetime().nullable(),
  /** The answer in words. */
  answer: z.string().nullable(),
  profile: z.enum(PROFILE_OUTCOMES).nullable(),
  /** The document about the refund; null before it is made. */
  creditNote: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
  /** The refund itself; null before it is requested. */
  refund: z
    .strictObject({
      status: z.enum(['requested', 'pending', 'succeeded', 'failed', 'closed']),
      since: z.iso.datetime(),
      /** With which the buyer's bank finds it; it comes days later. */
      bankReference: z.string().nullable(),
    })
    .nullable(),
});
export type RefundRequestView = z.infer<typeof RefundRequestView>;

/** The refund of one line, as its page shows it. */
export const LineRefundView = z.strictObject({
  right: RefundRightView,
  /** What can be asked of a person because it did not work; null: nothing. */
  fault: z.strictObject({ upTo: MoneyView }).nullable(),
  request: RefundRequestView.nullable(),
  card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
  /** The last moment of a refund by oneself. */
  windowEndsAt: z.iso.datetime(),
  /** Within how many working days a person answers. */
  answerDays: z.int(),
  /** What was used of the plan, as the network says; null: it was not asked, or does not say. */
  use: z
    .strictObject({
      state: z.enum(['not_active', 'active', 'finished', 'expired']),
      usedMb: z.int(),
      /** 0 of an unlimited plan, which counts days. */
      planMb: z.int(),
      usedDays: z.int(),
      readAt: z.iso.datetime(),
    })
    .nullable(),
});
export type LineRefundView = z.infer<typeof LineRefundView>;

/** A line of an account in the list of what can be given back. */
export const RefundableView = z.strictObject({
  orderId: z.uuid(),
  number: z.string(),
  line: z.int(),
  paidAt: z.iso.datetime(),
  ...Sold.pick({ name: true, flag: true, offerSlug: true, dataMb: true, unlimited: true }).shape,
  price: MoneyView,
  right: RefundRightView,
  fault: z.strictObject({ upTo: MoneyView }).nullable(),
  windowEndsAt: z.iso.datetime(),
  request: RefundRequestView.nullable(),
  use: LineRefundView.shape.use,
});
export type RefundableView = z.infer<typeof RefundableView>;
