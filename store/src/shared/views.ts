import { LOCALES, eachLocale } from './locale.ts';
import * as z from 'zod';
import { AutoTopUpView } from './auto-top-up-view.ts';
import { DocumentView } from './document-view.ts';
import { MoneyView, TaxView } from './money-view.ts';
import { LINE_STATUSES, ORDER_STATUSES } from './order-status.ts';
import { REPLACEMENT_REASONS, REPLACEMENT_STATES } from './replacement.ts';

/**
 * Schemas of the API's answers. Presenters build them, the OpenAPI document contains them, the web imports the types.
 */
export { MoneyView };

/** Full speed up to `dailyMb` a day, then `thenKbps`, where stated; null for a plan with an amount of data. */
export const Unlimited = z.strictObject({ dailyMb: z.int().nullable(), thenKbps: z.int().nullable() }).nullable();

/** A plan at the time of its sale. */
export const Sold = z.strictObject({
  offerSlug: z.string(),
  /** The destination's name at that time. */
  name: z.strictObject(eachLocale(() => z.string())),
  flag: z.string(),
  /** The place that the buyer chose, when a regional or global plan was bought for it; null otherwise. */
  forPlace: z
    .strictObject({ slug: z.string(), name: z.strictObject(eachLocale(() => z.string())), flag: z.string() })
    .nullable(),
  /** 0 for an unlimited plan. */
  dataMb: z.int(),
  unlimited: Unlimited,
  days: z.int(),
  /** When the validity starts; null: the wholesaler does not state it. */
  activation: z.enum(['first-usage', 'installation']).nullable(),
});

/** The page that sells the destination today; null when it is not sold any more. */
const OfferKind = z.enum(['local', 'regional', 'global']).nullable();

export const LineView = Sold.extend({ planId: z.string(), price: MoneyView, tax: TaxView.nullable() });

/** A card that the payment provider keeps for an account. */
export const SavedCardView = z.strictObject({
  id: z.uuid(),
  /** The provider's own lower-case name, such as `visa` (`brandName`). */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  /** The auto top-ups that are on and pay with it: which plan was bought, and what is added to it. */
  autoTopUps: z.array(
    Sold.pick({ name: true, forPlace: true, dataMb: true }).extend({
      orderId: z.uuid(),
      line: z.int(),
      adds: z.strictObject({ dataMb: z.int(), days: z.int() }),
      /** Of the cap, in this calendar month (UTC). */
      spent: MoneyView,
      cap: MoneyView,
    }),
  ),
});
export type SavedCardView = z.infer<typeof SavedCardView>;

const RefundStatus = z.enum(['requested', 'pending', 'succeeded', 'failed']);

const PlanState = z.enum(['not_active', 'active', 'finished', 'expired']);

/** Where a profile is (GSMA SGP.22). */
const ProfileState = z.enum(['released', 'downloaded', 'installed', 'enabled', 'deleted']);

/** A plan on an eSIM. */
const EsimPlanView = z.strictObject({
  /** The order that bought it, and the number of its line there, from 1. */
  orderId: z.uuid(),
  line: z.int(),
  /** True when it was added to the eSIM; false for the plan with which the eSIM was bought. */
  topUp: z.boolean(),
  /** 0 for an unlimited plan. */
  dataMb: z.int(),
  unlimited: Unlimited,
  days: z.int(),
  planState: PlanState,
  remainingMb: z.int(),
  /** Start and end of its validity; null: it has not started. */
  validFrom: z.iso.datetime().nullable(),
  validUntil: z.iso.datetime().nullable(),
});

/** What is left on an eSIM: of its one plan, or of all its plans that are neither used up nor expired. */
const EsimUsage = z.strictObject({
  /** The name that its owner gave it; null: none. */
  ownName: z.string().nullable(),
  installed: z.boolean(),
  /** As last reported; where the wholesaler reports none, as far as the data use shows it. */
  profileState: ProfileState,
  /** Of the plan in use, else of the next one, else of the last. */
  planState: PlanState,
  /** 0 for an unlimited plan. */
  dataMb: z.int(),
  unlimited: Unlimited,
  remainingMb: z.int(),
  /** Start and end of the validity of that plan once it has started; null: its days count from then. */
  validFrom: z.iso.datetime().nullable(),
  validUntil: z.iso.datetime().nullable(),
  /** Its plans in the order of use, at least one. */
  plans: z.array(EsimPlanView),
  /** When the wholesaler last answered with these figures; null: never. */
  usageAt: z.iso.datetime().nullable(),
  /** The wholesaler's own figures may be this old when it answers, in minutes; null: it does not say. */
  reportsEveryMinutes: z.int().nullable(),
  /** Since when the wholesaler does not answer; null: it has answered the last look. */
  awaySince: z.iso.datetime().nullable(),
  /** Forecast of the plan in use from at least three days of readings; null for any other plan, and before. */
  pace: z
    .strictObject({
      perDayMb: z.int(),
      /** When the data is used up at this pace: never before now, nor after the end of the plan. */
      endsAt: z.iso.datetime(),
      /** True: the data lasts until the plan ends. */
      enough: z.boolean(),
    })
    .nullable(),
  /** What was left at the newest reading of each UTC day of the plan in use, oldest first; empty for an unlimited plan. */
  history: z.array(z.strictObject({ at: z.iso.datetime(), remainingMb: z.int() })),
});

export const EsimInstallView = EsimUsage.extend({
  id: z.uuid(),
  iccid: z.string(),
  /** `LPA:1$host$code`: the text of the QR code (SGP.22, 4.1). */
  lpa: z.string(),
  smdpAddress: z.string(),
  activationCode: z.string(),
  /** Set when the phone will ask for one; never part of `lpa`. */
  confirmationCode: z.string().nullable(),
  appleUrl: z.string(),
  androidUrl: z.string(),
  /** Null: the phone finds it automatically. */
  apn: z.string().nullable(),
});

/** One line of an order, with a state of its own: an eSIM, or a plan for an eSIM that exists. */
export const OrderLineView = LineView.extend({
  purpose: z.enum(['profile', 'plan']),
  /** Of a plan for an eSIM that exists: where that is shown. Its `esim` is null: only that page shows its codes. */
  addedTo: Sold.pick({ offerSlug: true, name: true, flag: true, forPlace: true })
    .extend({
      orderId: z.uuid(),
      /** The number of its line in that order, from 1. */
      line: z.int(),
    })
    .nullable(),
  offerKind: OfferKind,
  /** The plan's price today; null while it can't be bought. */
  priceNow: MoneyView.nullable(),
  /** `waiting → fulfilling → fulfilled`, or `failed → refunding → refunded`; `stopped` by a dispute. */
  status: z.enum(LINE_STATUSES),
  /** True after a failed first attempt at the wholesaler. */
  delayed: z.boolean(),
  /** The deadline after which the price is refunded; set during the delivery. */
  refundBy: z.iso.datetime().nullable(),
  /**
   * The refund of this line alone; null without one, or when the order was refunded as a whole. `otherWay`: the last one
   * was not paid back to the card.
   */
  refund: z.strictObject({ amount: MoneyView, status: RefundStatus, otherWay: z.boolean() }).nullable(),
  esim: EsimInstallView.nullable(),
  /** Null where the eSIM can't have one. */
  autoTopUp: AutoTopUpView.nullable(),
  /** What is left on the eSIM, in whole days; null without one, and when its plan is used up or over. */
  rest: z.strictObject({ leftMb: z.int(), leftDays: z.int(), endsAt: z.iso.datetime().nullable() }).nullable(),
  /** What was paid for further plans on the eSIM, oldest first. */
  topUps: z.array(
    Sold.pick({ dataMb: true, unlimited: true, days: true }).extend({
      /** The order of the plan, which has one line. */
      orderId: z.uuid(),
      number: z.string(),
      paidAt: z.iso.datetime(),
      price: MoneyView,
      status: z.enum(LINE_STATUSES),
    }),
  ),
  /** The rules of the wholesaler of the eSIM for a changed phone; null without one. */
  onNewPhone: z
    .strictObject({
      /** Its code may work once more after it was deleted from the phone. */
      reinstalls: z.boolean(),
      /** The wholesaler ends the old eSIM when a new one replaces it. */
      endsOld: z.boolean(),
      /** The store may confirm a new eSIM without a person, where the old one has ended or is ended. */
      byRule: z.boolean(),
    })
    .nullable(),
  /** The last request for a new eSIM in place of one of this line; null without one. */
  replacement: z
    .strictObject({
      state: z.enum(REPLACEMENT_STATES),
      reason: z.enum(REPLACEMENT_REASONS),
      askedAt: z.iso.datetime(),
      /** When it came into its state. */
      changedAt: z.iso.datetime(),
      /** What was left when it was asked for: 0 for an unlimited plan. */
      leftMb: z.int(),
      /** The end of the old plan; null: its days had not started. */
      endsAt: z.iso.datetime().nullable(),
      /** The days of the new eSIM. */
      days: z.int(),
      /** What became of the old profile; null before. `unknown`: it may still work. */
      oldProfile: z.enum(['ended', 'deleted', 'unknown']).nullable(),
    })
    .nullable(),
  /** Earlier eSIMs of this line, which later ones replace; newest first. */
  replaced: z.array(EsimUsage.extend({ id: z.uuid(), iccid: z.string(), endedAt: z.iso.datetime() })),
  /** What the supplier states that delivered the eSIM; null before, and where it is not known any more. */
  stated: z
    .strictObject({
      /** At the place where it is used; empty: not stated, or the plan is for several countries. */
      networks: z.array(z.string()),
      /** Null: not stated. */
      hotspot: z.boolean().nullable(),
      /** Whether plans can be added to the eSIM; null: not stated. */
      topUp: z.boolean().nullable(),
      /** ISO code of the country in which the traffic enters the internet; null: not stated. */
      exitCountry: z.string().nullable(),
    })
    .nullable(),
});

/** One order, for a caller with access. Contains secrets of the eSIM: answers are `no-store`. */
export const OrderView = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  email: z.string(),
  locale: z.enum(LOCALES),
  /** The first of `lines`: for clients of 1.0.0. Our own code reads `lines`. */
  line: LineView,
  /** One line per eSIM, in the order of the selection. */
  lines: z.array(OrderLineView),
  /**
   * For a trip of several eSIMs: which line (its position, from 0) is used on which days of the trip, in order, and
   * where; null for every other order.
   */
  tripDays: z
    .array(
      z.strictObject({
        line: z.int(),
        first: z.int(),
        last: z.int(),
        places: z.array(z.strictObject(eachLocale(() => z.string()))),
      }),
    )
    .nullable(),
  total: MoneyView,
  /** Its receipt, credit notes and cancellations by their numbers, oldest first; empty before they are issued. */
  documents: z.array(DocumentView.pick({ id: true, kind: true, number: true })),
  card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
  /** True while a payment (or another attempt) is possible: POST …/payment returns a URL. */
  payable: z.boolean(),
  /** True after a failed first attempt at the wholesaler for a line: the page says what happens next. */
  delayed: z.boolean(),
  /** The earliest deadline of its lines, after which a price is refunded; set while a paid order waits for an eSIM. */
  refundBy: z.iso.datetime().nullable(),
  /** The refund that is done, in progress or owed; `partial` when it is less than the payment. */
  refund: z
    .strictObject({
      amount: MoneyView,
      status: RefundStatus,
      partial: z.boolean(),
      /** Why the last one was made; null where it is not known. */
      reason: z.enum(['fulfilment_failed', 'duplicate_payment', 'requested']).nullable(),
      /** When the last one reached its state. */
      since: z.iso.datetime().nullable(),
      /** The last one was paid by an operator in another way than to the card, such as a bank transfer. */
      otherWay: z.boolean(),
      /**
       * With which the buyer's bank finds the last one, or the reference of the payment in another way; null until the
       * network gave it, or without one.
       */
      bankReference: z.string().nullable(),
    })
    .nullable(),
  /**
   * Set while the order is `disputed`: `open` until the bank decides, `lost` when it returned the money to the buyer.
   */
  dispute: z.enum(['open', 'lost']).nullable(),
  /** The eSIM of a single-line order: for clients of 1.0.0. Our own code reads `lines`, which have those of all. */
  esim: EsimInstallView.nullable(),
  /** When the mail that says that it is delivered was last sent; null: not yet. */
  mailedAt: z.iso.datetime().nullable(),
  /** When the buyer travels, if they said so, and the time zone in which they said it. */
  travelDate: z.iso.date().nullable(),
  timeZone: z.string().nullable(),
  /** False when all notices about its eSIMs by mail were turned off for this order. */
  noticesByMail: z.boolean(),
  /** True while the order has no account: POST …/claim adds it to the signed-in one. */
  claimable: z.boolean(),
  /**
   * True for callers who may correct the address and name the eSIMs: the payer and the account, not the holder of a
   * mailed link.
   */
  correctable: z.boolean(),
  /** True while newer usage figures are being read: the order's next answers have them. */
  readingUsage: z.boolean(),
  /** True while the mail can be sent again: an eSIM is ready and not yet installed. */
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
  /** Of the first line's eSIM; null without one. */
  planState: PlanState.nullable(),
  lines: z.array(
    OrderLineView.omit({
      addedTo: true,
      topUps: true,
      offerKind: true,
      priceNow: true,
      delayed: true,
      refundBy: true,
      refund: true,
      esim: true,
      autoTopUp: true,
      rest: true,
      onNewPhone: true,
      replacement: true,
      replaced: true,
      stated: true,
    }).extend({
      /** Of its eSIM; null without one. */
      planState: PlanState.nullable(),
    }),
  ),
});

/** An eSIM on the profile page. */
export const EsimView = Sold.extend({
  ...EsimUsage.shape,
  planId: z.string(),
  offerKind: OfferKind,
  id: z.uuid(),
  orderId: z.uuid(),
  /** The number of its line in the order, from 1. */
  line: z.int(),
  /** From released to enabled, and neither used up nor expired. */
  active: z.boolean(),
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
export type EsimPlanView = z.infer<typeof EsimPlanView>;
export type EsimUsage = z.infer<typeof EsimUsage>;
export type EsimInstallView = z.infer<typeof EsimInstallView>;
export type LineView = z.infer<typeof LineView>;
export type OrderLineView = z.infer<typeof OrderLineView>;
