import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';
import { accounts } from '../identity/schema.ts';

/** Public keys with which accounts sign in (WebAuthn credentials). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The authenticator's identifier of the credential (base64url). */
    credentialId: text('credential_id').notNull(),
    /** COSE public key (base64url). */
    publicKey: text('public_key').notNull(),
    /** The last signature counter; 0 for authenticators without one. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    /** True when the authenticator syncs it to the person's other devices. */
    synced: boolean('synced').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_account').on(t.accountId)],
);

/** Open challenges, and the single-use tokens of answered ones. Both by SHA-256 hash. */
export const passkeyCeremonies = pgTable(
  'passkey_ceremonies',
  {
    id: id(),
    kind: text('kind', { enum: ['enrol', 'sign-in'] }).notNull(),
    /** The account whose passkey is required; null for any account. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    challengeHash: text('challenge_hash').notNull(),
    usedAt: instant('used_at'),
    /** The passkey that answered the challenge. */
    passkeyId: uuid('passkey_id').references(() => passkeys.id, { onDelete: 'cascade' }),
    /** Hash of the token that was issued for the answer. */
    tokenHash: text('token_hash'),
    /** Expiry of the challenge; after the answer, of the token. */
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('passkey_ceremonies_token').on(t.tokenHash),
    index('passkey_ceremonies_expires').on(t.expiresAt),
    index('passkey_ceremonies_account').on(t.accountId),
    index('passkey_ceremonies_passkey').on(t.passkeyId),
  ],
);
