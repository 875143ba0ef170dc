import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';

/** The merchant's programs that may administer accounts, one RSA key each. The private half is never stored. */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    id: id(),
    /**
     * Its name on the wire, such as `backend@cairn.service-accounts.internal`; never reused, also after a revocation.
     */
    clientEmail: text('client_email').notNull(),
    keyId: text('key_id').notNull(),
    /** PEM (SPKI). */
    publicKey: text('public_key').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [uniqueIndex('service_accounts_client_email').on(t.clientEmail)],
);

/** Access tokens of service accounts, by SHA-256 hash. */
export const serviceAccountTokens = pgTable(
  'service_account_tokens',
  {
    hash: text('hash').primaryKey(),
    serviceAccountId: uuid('service_account_id')
      .notNull()
      .references(() => serviceAccounts.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('service_account_tokens_account').on(t.serviceAccountId),
    index('service_account_tokens_expires').on(t.expiresAt),
  ],
);

/** Used assertions with an identifier (`jti`): none is accepted twice. `hash` of issuer and identifier. */
export const usedAssertions = pgTable(
  'used_assertions',
  { hash: text('hash').primaryKey(), expiresAt: instant('expires_at').notNull() },
  (t) => [index('used_assertions_expires').on(t.expiresAt)],
);
