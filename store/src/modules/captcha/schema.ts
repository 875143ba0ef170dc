import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** Redeemed proofs of work, by the signature of their challenge: each passes once, across all processes. */
export const captchaProofs = pgTable(
  'captcha_proofs',
  {
    signature: text('signature').primaryKey(),
    /** When the challenge expires. The row is obsolete after that. */
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('captcha_proofs_expires').on(t.expiresAt)],
);
