import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../db/columns.ts';

/** Proofs of work that were redeemed, by the signature of their challenge: each is worth one call, in all processes. */
export const captchaProofs = pgTable(
  'captcha_proofs',
  {
    signature: text('signature').primaryKey(),
    /** When the challenge expires, after which the row means nothing. */
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('captcha_proofs_expires').on(t.expiresAt)],
);
