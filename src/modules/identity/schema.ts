import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';

/** A customer. `localId` is the identifier of the wire (28 letters and digits); `emailKey` is the address folded for comparison. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    localId: text('local_id').notNull(),
    email: text('email'),
    emailKey: text('email_key'),
    emailVerified: boolean('email_verified').notNull().default(false),
    displayName: text('display_name'),
    photoUrl: text('photo_url'),
    passwordHash: text('password_hash'),
    passwordUpdatedAt: instant('password_updated_at'),
    locale: text('locale', { enum: ['en', 'fr'] }).notNull().default('en'),
    disabled: boolean('disabled').notNull().default(false),
    /** Tokens issued before this instant are dead. */
    validSince: instant('valid_since').notNull(),
    createdAt: instant('created_at').notNull(),
    lastLoginAt: instant('last_login_at').notNull(),
  },
  (t) => [uniqueIndex('accounts_local_id').on(t.localId), uniqueIndex('accounts_email_key').on(t.emailKey)],
);

/** A sign-in: one family of rotating refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: uuid('account_id').notNull().references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [index('sessions_account').on(t.accountId)],
);

/** Refresh tokens, by SHA-256 hash. A used one answers with the same successor for a short grace, then kills its family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id').notNull().references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
    /** The successor, sealed: readable only during the grace, so that two tabs get the same answer. */
    successorSealed: text('successor_sealed'),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId)],
);

/** Single-use codes of mailed links, by SHA-256 hash. */
export const actionCodes = pgTable(
  'action_codes',
  {
    hash: text('hash').primaryKey(),
    kind: text('kind', { enum: ['VERIFY_EMAIL'] }).notNull(),
    accountId: uuid('account_id').notNull().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address the code proves. */
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('action_codes_account').on(t.accountId)],
);

/** Keys that sign ID tokens: public JWK in clear, private JWK sealed. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: text('public_jwk').notNull(),
  privateSealed: text('private_sealed').notNull(),
  createdAt: instant('created_at').notNull(),
  retiredAt: instant('retired_at'),
});
