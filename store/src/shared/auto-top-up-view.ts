import * as z from 'zod';
import { AUTO_TOP_UP_REASONS, AUTO_TOP_UP_STATES } from './auto-top-up.ts';
import { MoneyView } from './money-view.ts';

/** The auto top-up of an eSIM. */
export const AutoTopUpView = z.strictObject({
  /** True for the account of the order: only that switches it on, and sees what it agreed to. */
  yours: z.boolean(),
  /** `capped`: on, and its cap leaves nothing for this month. */
  state: z.enum([...AUTO_TOP_UP_STATES, 'capped']),
  /** Why it is off or stopped; null: it never was on, or it is. */
  reason: z.enum(AUTO_TOP_UP_REASONS).nullable(),
  /** What its owner agreed to last; null: nothing yet. */
  agreed: z
    .strictObject({
      planId: z.string(),
      dataMb: z.int(),
      days: z.int(),
      price: MoneyView,
      /** Of the plan in use: so much is left when it adds a plan. */
      percent: z.int(),
      /** For a calendar month (UTC), and what of it is spent in this one. */
      cap: MoneyView,
      spent: MoneyView,
      /** Null when the card was removed. */
      cardId: z.uuid().nullable(),
      card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
    })
    .nullable(),
  /** The order whose payment waits for its owner, in the state `authentication`; null otherwise. */
  payOrderId: z.uuid().nullable(),
});

export type AutoTopUpView = z.infer<typeof AutoTopUpView>;
