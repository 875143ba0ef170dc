import { AUTO_TOP_UP_PERCENTS } from '../../shared/auto-top-up.ts';
import { LOCALES } from '../../shared/locale.ts';
import * as z from 'zod';
import { WANTS } from '../../shared/connection/about.ts';
import { billingChecks } from '../../shared/forms/billing.ts';
import { MAX_MESSAGE_LENGTH } from '../../shared/forms/contact.ts';
import { esimNameChecks } from '../../shared/forms/esim-name.ts';
import { emailChecks } from '../../shared/forms/fields.ts';
import { MAX_MB_PER_DAY, MAX_STOPS, MAX_TRIP_DAYS, MAX_TRIP_MB } from '../../shared/itinerary.ts';
import type { Currencies } from '../../shared/money.ts';
import { NOTICE_CHANNELS, NOTICE_TOPICS } from '../../shared/notices.ts';
import { MAX_LINES } from '../../shared/order-status.ts';
import { FAULT_REASONS, MAX_PLACE_LENGTH, MAX_WORDS_LENGTH, UNUSED_REASONS } from '../../shared/refund-request.ts';
import { BUYER_REASONS } from '../../shared/replacement.ts';

const Email = z.string().check(...emailChecks);

/** Bodies of the API. Unknown keys are refused, so that a client that sends its own price gets an error. */
const PlanId = z.string().min(1).max(64);

const TripStop = z.strictObject({ slug: z.string().min(1).max(80), days: z.int().min(1).max(MAX_TRIP_DAYS) });

/** A trip within the limits of the planner (`shared/itinerary.ts`). */
const Trip = z
  .strictObject({
    stops: z.array(TripStop).min(1).max(MAX_STOPS),
    mbPerDay: z.int().min(1).max(MAX_MB_PER_DAY),
  })
  .refine(
    ({ stops, mbPerDay }) => {
      const days = stops.reduce((sum, stop) => sum + stop.days, 0);
      return days <= MAX_TRIP_DAYS && days * mbPerDay <= MAX_TRIP_MB;
    },
    { error: 'value' },
  );

/** When the buyer travels, such as `2026-11-30`, and the time zone in which they say so. The flow checks both. */
const TravelShape = { travelDate: z.string().max(10).optional(), timeZone: z.string().max(64).optional() };

/** `travelDate` null removes it. */
export const ChangeTravelDate = z.strictObject({ ...TravelShape, travelDate: z.string().max(10).nullable() });

/** What an account wants on its receipts. */
export const PutBilling = z.strictObject({
  name: z.string().check(...billingChecks.name),
  address: z.string().check(...billingChecks.address),
  company: z.string().check(...billingChecks.company),
  vatId: z.string().check(...billingChecks.vatId),
});

/** All notices of one order by mail. */
export const SwitchNotices = z.strictObject({ mail: z.boolean() });

/** One choice of an account. The mail with an eSIM always comes. */
export const ChooseNotice = z
  .strictObject({ topic: z.enum(NOTICE_TOPICS), channel: z.enum(NOTICE_CHANNELS), on: z.boolean() })
  .refine(({ topic, channel }) => topic !== 'esim-ready' || channel === 'push', { path: ['topic'], error: 'value' });

/** The body of an order, in a store with these currencies. */
export const createOrder = (currencies: Currencies) =>
  z
    .strictObject({
      /** Idempotency key, made by the client for one checkout: the same key returns the same order. */
      idempotencyKey: z.uuid(),
      planId: PlanId.optional(),
      /** Instead of `planId`: one eSIM for each id; an id may repeat. */
      planIds: z.array(PlanId).min(1).max(MAX_LINES).optional(),
      email: Email,
      locale: z.enum(LOCALES),
      /** "My phone supports eSIM and is unlocked." */
      deviceConfirmed: z.literal(true),
      /** The total that the buyer saw, in cents; refused with `price-changed` when it differs from the current one. */
      amount: z.int().optional(),
      currency: z.enum(currencies).optional(),
      /**
       * Versions of the texts that the buyer saw at the button; refused with `terms-changed` when one is not in force any
       * more. An order always accepts the versions in force, with or without this field.
       */
      accepted: z.strictObject({ terms: z.int(), refund: z.int(), privacy: z.int() }).optional(),
      quantity: z.literal(1).optional(),
      /** The trip that these plans are for: the order then says which eSIM is used on which day. */
      trip: Trip.optional(),
      ...TravelShape,
      /** The slug of the country or place for which these plans were chosen; refused when one does not work there. */
      forPlace: z.string().min(1).max(80).optional(),
      /** The buyer's country of residence (ISO 3166-1 alpha-2). Without it, the merchant's presumption decides the tax. */
      country: z.string().length(2).optional(),
      /** The buyer asks that the plan begins while they can still withdraw: the version of the text that they read. */
      beginConsent: z.int().optional(),
      /** Saves the card for the signed-in account: the version of the text with which the buyer agreed. */
      saveCard: z.int().optional(),
    })
    .refine(({ planId, planIds }) => planId !== undefined || planIds !== undefined, {
      path: ['planId'],
      error: 'required',
    })
    .refine(({ planId, planIds }) => planId === undefined || planIds === undefined, {
      path: ['planIds'],
      error: 'value',
    });

/** `consent`: the version of the text that its holder saw (`CARD_TEXT_VERSION`). */
export const SaveCard = z.strictObject({ consent: z.int(), locale: z.enum(LOCALES) });

/** The language of unrequested mails, such as those about a new sign-in. */
export const ChangeLocale = z.strictObject({ locale: z.enum(LOCALES) });

/** Query of a list: the page size, and `next` of the previous page. */
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.uuid().optional(),
});
const Flag = z.enum(['true', 'false']).optional();

/** `paid=true`: without orders that were never paid. */
export const ListOrders = ListQuery.extend({ paid: Flag });
/** `active=true`: in use, or not yet installed. */
export const ListEsims = ListQuery.extend({ active: Flag });

/** The contact form. The flow validates its fields with `contactForm` (src/shared/forms/contact.ts). */
export const OpenTicketBody = z.strictObject({
  /** Idempotency key, made by the browser for one form. */
  formKey: z.uuid(),
  locale: z.enum(LOCALES),
  topic: z.string().max(40),
  name: z.string().max(1_000),
  email: z.string().max(1_000),
  order: z.string().max(100),
  /** Missing in forms of 1.0.0: the page's language. */
  language: z.string().max(20).default(''),
  message: z.string().max(20_000),
  website: z.string().max(1_000),
});

export const ResendOrder = z.strictObject({ email: Email });

/** What was tried for a connection, as the address of the search has it, and what the ticket asks for. */
export const ReportConnection = z.strictObject({
  state: z.string().max(1_000),
  wants: z.enum(WANTS),
  note: z.string().max(MAX_MESSAGE_LENGTH),
});

/** Empty: the eSIM has no name of its own any more. */
export const NameEsim = z.strictObject({ name: z.string().check(...esimNameChecks) });
/** The number of a line of an order, from 1. */
const line = z.int().min(1).max(MAX_LINES);

/** A plan for the eSIM of a line, in a store with these currencies. */
export const buyTopUp = (currencies: Currencies) =>
  z.strictObject({
    /** Made by the client for one purchase: the same key returns the same order. */
    idempotencyKey: z.uuid(),
    planId: PlanId,
    /** The price that the buyer saw, in cents; refused with `price-changed` when it differs from the current one. */
    shownAmount: z.int(),
    shownCurrency: z.enum(currencies),
    /** The versions of the texts that the buyer saw; refused with `terms-changed` when one is not in force any more. */
    shownTexts: z.strictObject({ terms: z.int(), refund: z.int(), privacy: z.int() }),
    /** The language in which the texts were shown. */
    locale: z.enum(LOCALES),
    /** The buyer asks that the plan begins while they can still withdraw: the version of the text that they read. */
    beginConsent: z.int().optional(),
  });

/** What the owner of an eSIM agrees to for its auto top-up, in a store with these currencies; or that it is off. */
export const setAutoTopUp = (currencies: Currencies) =>
  z.discriminatedUnion('on', [
    z.strictObject({ on: z.literal(false) }),
    z.strictObject({
      on: z.literal(true),
      planId: PlanId,
      percent: z.literal(AUTO_TOP_UP_PERCENTS),
      /** For a calendar month (UTC), in cents. */
      cap: z.int(),
      currency: z.enum(currencies),
      /** The price that was shown, in cents; refused with `price-changed` when it is another one now. */
      shownAmount: z.int(),
      cardId: z.uuid(),
      /** The version of the text that was shown; refused with `terms-changed` when it is not in force any more. */
      consentVersion: z.int(),
      locale: z.enum(LOCALES),
      /** The buyer asks that each plan begins while they can still withdraw: the version of the text that they read. */
      beginConsent: z.int().optional(),
    }),
  ]);

/** About an eSIM whose phone has changed. */
export const OfLine = z.strictObject({ line });
export const AskReplacement = z.strictObject({ line, reason: z.enum(BUYER_REASONS) });

/** A refund by oneself: the reason is for statistics. */
export const RefundLine = z.strictObject({ reason: z.enum(UNUSED_REASONS) });

const place = z.string().trim().max(MAX_PLACE_LENGTH);
/** A request that a person decides about. */
export const AskRefund = z.strictObject({
  reason: z.enum(FAULT_REASONS),
  where: place.optional(),
  when: place.optional(),
  words: z.string().trim().max(MAX_WORDS_LENGTH).optional(),
});
