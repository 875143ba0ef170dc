import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { accounts, secondFactors } from '../identity/schema.ts';

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/**
 * Encrypted secrets of authenticator apps. `lastStep` is the newest time step whose code was accepted, which prevents
 * reuse.
 */
export const totpSecrets = pgTable('totp_secrets', {
  factorId: uuid('factor_id')
    .primaryKey()
    .references(() => secondFactors.id, { onDelete: 'cascade' }),
  secretSealed: text('secret_sealed').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
});

/** Authenticator apps during their set-up, by the SHA-256 hash of the wire's `sessionInfo`. */
export const totpEnrolments = pgTable(
  'totp_enrolments',
  {
    hash: text('hash').primaryKey(),
    accountId: accountId(),
    secretSealed: text('secret_sealed').notNull(),
    triesLeft: integer('tries_left').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('totp_enrolments_account').on(t.accountId), index('totp_enrolments_expires').on(t.expiresAt)],
);

/** Sign-ins that wait for their second step, by the SHA-256 hash of the wire's `mfaPendingCredential`. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    hash: text('hash').primaryKey(),
    accountId: accountId(),
    /** The sign-in method of the first factor. */
    provider: text('provider').notNull(),
    /** The account's value at that moment: a change of password or address ends the sign-in. */
    validSince: instant('valid_since').notNull(),
    triesLeft: integer('tries_left').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('pending_sign_ins_account').on(t.accountId), index('pending_sign_ins_expires').on(t.expiresAt)],
);

/** Recovery codes, as a keyed hash: each replaces a second factor once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    accountId: accountId(),
    hash: text('hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [uniqueIndex('recovery_codes_account').on(t.accountId, t.hash)],
);
