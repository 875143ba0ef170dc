import { LOCALES, eachLocale } from './locale.ts';
import * as z from 'zod';
import { LINE_STATUSES, ORDER_STATUSES } from './order-status.ts';

/** Shapes of the API's answers. Presenters build them, the OpenAPI page shows them, the web imports the types. */
export const MoneyView = z.strictObject({ amount: z.int(), currency: z.literal('USD') });

/** A plan as it was sold. */
const Sold = z.strictObject({
  offerSlug: z.string(),
  /** What the destination was called. */
  name: z.strictObject(eachLocale(() => z.string())),
  flag: z.string(),
  /** 0 for an unlimited plan. */
  dataMb: z.int(),
  /** Full speed up to `dailyMb` a day, then `thenKbps`, where stated; null for a plan with an amount of data. */
  unlimited: z.strictObject({ dailyMb: z.int().nullable(), thenKbps: z.int().nullable() }).nullable(),
  days: z.int(),
  /** When the days begin to count; null: the wholesaler does not state it. */
  activation: z.enum(['first-usage', 'installation']).nullable(),
});

export const LineView = Sold.extend({ planId: z.string(), price: MoneyView });

const RefundStatus = z.enum(['requested', 'pending', 'succeeded', 'failed']);

const PlanState = z.enum(['not_active', 'active', 'finished', 'expired']);

export const EsimInstallView = z.strictObject({
  id: z.uuid(),
  iccid: z.string(),
  /** `LPA:1$host$code`: what the QR holds (SGP.22, 4.1). */
  lpa: z.string(),
  smdpAddress: z.string(),
  activationCode: z.string(),
  /** Set when the phone will ask for one; it is never part of `lpa`. */
  confirmationCode: z.string().nullable(),
  appleUrl: z.string(),
  androidUrl: z.string(),
  /** Null: the phone finds it by itself. */
  apn: z.string().nullable(),
  installed: z.boolean(),
  planState: PlanState,
  remainingMb: z.int(),
  /** When the wholesaler was last asked what is left; null: never. */
  usageAt: z.iso.datetime().nullable(),
  /** End of validity once the clock runs; null: the plan's days from first use. */
  validUntil: z.iso.datetime().nullable(),
});

/** One line of an order: an eSIM with a state of its own. */
export const OrderLineView = LineView.extend({
  /** `waiting → fulfilling → fulfilled`, or `failed → refunding → refunded`; `stopped` by a dispute. */
  status: z.enum(LINE_STATUSES),
  /** True while the wholesaler has not delivered it at the first go. */
  delayed: z.boolean(),
  /** When we stop trying and give its price back; set while it is being delivered. */
  refundBy: z.iso.datetime().nullable(),
  /** What went back of its price alone; null when nothing did, or when the order was refunded as a whole. */
  refund: z.strictObject({ amount: MoneyView, status: RefundStatus }).nullable(),
  esim: EsimInstallView.nullable(),
});

/** One order, for whoever may open it. Secrets of the eSIM are inside: answers are `no-store`. */
export const OrderView = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  email: z.string(),
  locale: z.enum(LOCALES),
  /** The first of `lines`, as it was sold. */
  line: LineView,
  /** What was bought, one eSIM each, in the order in which they were chosen. */
  lines: z.array(OrderLineView),
  total: MoneyView,
  card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
  /** True while trying (again) to pay makes sense: POST …/payment answers with an address. */
  payable: z.boolean(),
  /** True while the wholesaler has not delivered a line at the first go: the page says what happens next. */
  delayed: z.boolean(),
  /** When we stop trying for the first of its lines and give its price back; set while a paid order waits for an eSIM. */
  refundBy: z.iso.datetime().nullable(),
  /** What went back, is on its way back or could not be paid back yet; `partial` when that is less than was paid. */
  refund: z
    .strictObject({
      amount: MoneyView,
      status: RefundStatus,
      partial: z.boolean(),
    })
    .nullable(),
  /** Set while the order is `disputed`: its bank still decides, or gave the money back to the buyer. */
  dispute: z.enum(['open', 'lost']).nullable(),
  /** The eSIM of an order of one line; those of several are in `lines`. */
  esim: EsimInstallView.nullable(),
  /** When the mail with the eSIM last left; null: not yet. */
  mailedAt: z.iso.datetime().nullable(),
  /** True while the order is in no account: POST …/claim adds it to the one that is signed in. */
  claimable: z.boolean(),
  /** True for who may correct the address: the payer and the account, not who only has a mailed link. */
  correctable: z.boolean(),
  /** True while the mail may be sent again: an eSIM is ready and not yet installed. */
  resendable: z.boolean(),
});

export const OrderSummary = OrderView.pick({
  id: true,
  number: true,
  status: true,
  createdAt: true,
  line: true,
  total: true,
}).extend({
  /** Of the first line's eSIM; null while it has none. */
  planState: PlanState.nullable(),
  lines: z.array(
    OrderLineView.omit({ delayed: true, refundBy: true, refund: true, esim: true }).extend({
      /** Of its eSIM; null while it has none. */
      planState: PlanState.nullable(),
    }),
  ),
});

/** An eSIM on the profile. */
export const EsimView = Sold.extend({
  id: z.uuid(),
  orderId: z.uuid(),
  /** Which line of its order it is, from 1. */
  line: z.int(),
  remainingMb: z.int(),
  /** Released to enabled, and neither finished nor expired. */
  active: z.boolean(),
  installed: z.boolean(),
  planState: PlanState,
  /** End of validity once the clock runs; null: `days` from first use. */
  validUntil: z.iso.datetime().nullable(),
});

export const ErrorView = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    rule: z.string().optional(),
    reference: z.string().optional(),
  }),
});

export type OrderView = z.infer<typeof OrderView>;
export type OrderSummary = z.infer<typeof OrderSummary>;
export type EsimView = z.infer<typeof EsimView>;
export type EsimInstallView = z.infer<typeof EsimInstallView>;
export type LineView = z.infer<typeof LineView>;
export type OrderLineView = z.infer<typeof OrderLineView>;
