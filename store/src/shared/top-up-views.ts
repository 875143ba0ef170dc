import * as z from 'zod';
import { AutoTopUpView } from './auto-top-up-view.ts';
import { MoneyView } from './money-view.ts';
import { TOP_UP_REASONS } from './top-up.ts';
import { SavedCardView, Unlimited } from './views.ts';

/* Schemas of the API's answers about plans that are added to eSIMs. */

/** A plan that can be added to an eSIM now. */
const TopUpChoice = z.strictObject({
  planId: z.string(),
  /** 0 for an unlimited plan. */
  dataMb: z.int(),
  unlimited: Unlimited,
  days: z.int(),
  price: MoneyView,
  /** What the eSIM has then: data, null without a limit; and its end, null while the days of its plans have not begun. */
  after: z.strictObject({ leftMb: z.int().nullable(), until: z.iso.datetime().nullable() }),
});

/** What can be added to an eSIM. `reason`: why nothing can; `choices` is empty exactly when it is set. */
export const TopUpsView = z.strictObject({
  choices: z.array(TopUpChoice),
  reason: z.enum(TOP_UP_REASONS).nullable(),
  /** True where the buyer is asked to request that the plan begins while they can withdraw. */
  asksConsent: z.boolean(),
});

/** What can be agreed to for the auto top-up of an eSIM. */
export const AutoTopUpAnswer = TopUpsView.extend({
  /** Null where the eSIM can't have one. */
  autoTopUp: AutoTopUpView.nullable(),
  /** The saved cards of the account. */
  cards: z.array(SavedCardView.omit({ autoTopUps: true })),
});

export type TopUpsView = z.infer<typeof TopUpsView>;
export type TopUpChoice = z.infer<typeof TopUpChoice>;
export type AutoTopUpAnswer = z.infer<typeof AutoTopUpAnswer>;
