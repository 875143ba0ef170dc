import { LOCALES } from '../../shared/locale.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant } from '../../db/columns.ts';

/**
 * A customer. `localId` is the identifier of the wire (28 letters and digits); `emailKey` is the address folded for
 * comparison.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    localId: text('local_id').notNull(),
    email: text('email'),
    emailKey: text('email_key'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /**
     * The address was verified by the code of a mail alone, without a session: the ways to sign in from before may be a
     * stranger's.
     */
    verifiedByCodeAlone: boolean('verified_by_code_alone').notNull().default(false),
    /** E.164. */
    phoneNumber: text('phone_number'),
    displayName: text('display_name'),
    photoUrl: text('photo_url'),
    passwordHash: text('password_hash'),
    passwordUpdatedAt: instant('password_updated_at'),
    locale: text('locale', { enum: LOCALES }).notNull().default('en'),
    disabled: boolean('disabled').notNull().default(false),
    /** Custom claims that an administrator set; each ID token contains them. */
    customAttributes: jsonb('custom_attributes').$type<Record<string, unknown>>(),
    /** Tokens issued before this time are invalid. */
    validSince: instant('valid_since').notNull(),
    createdAt: instant('created_at').notNull(),
    lastLoginAt: instant('last_login_at').notNull(),
  },
  (t) => [
    uniqueIndex('accounts_local_id').on(t.localId),
    uniqueIndex('accounts_email_key').on(t.emailKey),
    uniqueIndex('accounts_phone_number').on(t.phoneNumber),
  ],
);

/** Sessions: each is one family of rotating refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /**
     * The name in the list of sessions, such as `Chrome, Android`; derived from the User-Agent, which is not stored.
     */
    device: text('device').notNull().default(''),
    /** The claims of the custom token that opened the session. */
    claims: jsonb('claims').$type<Record<string, unknown>>(),
    /** The second factor that was proved. */
    secondFactor: jsonb('second_factor').$type<{ kind: 'totp' | 'phone' | 'passkey' | 'recovery'; id: string }>(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    index('sessions_account').on(t.accountId),
    // For the job that ends idle and old sessions. The time of the last use changes too often for an index of its own.
    index('sessions_open')
      .on(t.createdAt)
      .where(sql`${t.revokedAt} is null`),
    index('sessions_revoked')
      .on(t.revokedAt)
      .where(sql`${t.revokedAt} is not null`),
  ],
);

/** Cookies of token sync, by SHA-256 hash: with them the server knows the account when it renders a page. */
export const sessionCookies = pgTable(
  'session_cookies',
  {
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('session_cookies_session').on(t.sessionId), index('session_cookies_expires').on(t.expiresAt)],
);

/**
 * Refresh tokens, by SHA-256 hash. A used one returns the same successor during a short grace period; later reuse ends
 * its family.
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
    /** The successor, encrypted and kept for the grace period only, so that two tabs get the same answer. */
    successorSealed: text('successor_sealed'),
  },
  (t) => [
    index('refresh_tokens_session').on(t.sessionId),
    index('refresh_tokens_used')
      .on(t.usedAt)
      .where(sql`${t.usedAt} is not null`),
    index('refresh_tokens_successor')
      .on(t.usedAt)
      .where(sql`${t.successorSealed} is not null`),
  ],
);

/** Single-use codes of mailed links, by SHA-256 hash. */
export const actionCodes = pgTable(
  'action_codes',
  {
    hash: text('hash').primaryKey(),
    kind: text('kind', {
      enum: [
        'VERIFY_EMAIL',
        'PASSWORD_RESET',
        'EMAIL_SIGNIN',
        'VERIFY_AND_CHANGE_EMAIL',
        'RECOVER_EMAIL',
        'REVERT_SECOND_FACTOR_ADDITION',
        'SECURE_ACCOUNT',
      ],
    }).notNull(),
    /** Null for a sign-in link to an address that has no account yet. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address that the code verifies. */
    email: text('email').notNull(),
    /** The address to which it changes. */
    newEmail: text('new_email'),
    /** The second factor that it removes. */
    factorId: uuid('factor_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('action_codes_account').on(t.accountId), index('action_codes_expires').on(t.expiresAt)],
);

/** Keys that sign ID tokens: the public JWK in plain text, the private JWK encrypted. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: text('public_jwk').notNull(),
  privateSealed: text('private_sealed').notNull(),
  createdAt: instant('created_at').notNull(),
  retiredAt: instant('retired_at'),
});

/** Linked accounts at other providers. `rawId` is the provider's own identifier. */
export const providerLinks = pgTable(
  'provider_links',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text('provider', { enum: ['google.com', 'facebook.com'] }).notNull(),
    rawId: text('raw_id').notNull(),
    email: text('email'),
    displayName: text('display_name'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.provider] }),
    uniqueIndex('provider_links_raw').on(t.provider, t.rawId),
    index('provider_links_email').on(sql`lower(${t.email})`),
  ],
);

/** Second factors of accounts; the secret of an authenticator app is in `totp_secrets`. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['totp', 'phone'] }).notNull(),
    displayName: text('display_name'),
    /** E.164, of a phone. */
    phoneNumber: text('phone_number'),
    /** The wire's identifier, if an administrator or an import gave one; otherwise it is `id`. */
    givenId: text('given_id'),
    enrolledAt: instant('enrolled_at').notNull(),
  },
  (t) => [
    uniqueIndex('second_factors_account').on(t.accountId, t.phoneNumber),
    uniqueIndex('second_factors_given').on(t.accountId, t.givenId),
  ],
);

/**
 * Popups in progress at a provider. The opener's session id, which is needed to read the answer, is stored as a hash.
 * The provider's answer is encrypted until it is fetched, once.
 */
export const providerRequests = pgTable(
  'provider_requests',
  {
    stateHash: text('state_hash').primaryKey(),
    provider: text('provider', { enum: ['google.com', 'facebook.com'] }).notNull(),
    sessionHash: text('session_hash').notNull(),
    eventId: text('event_id').notNull(),
    /** Encrypted JSON: PKCE verifier and nonce. */
    secretsSealed: text('secrets_sealed').notNull(),
    /** Hash of the one-time code that the popup passes to its opener. */
    codeHash: text('code_hash'),
    /** Encrypted JSON: the person from the provider. */
    resultSealed: text('result_sealed'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [uniqueIndex('provider_requests_code').on(t.codeHash), index('provider_requests_expires').on(t.expiresAt)],
);

/**
 * Browsers that have signed in to an account (hash of a random cookie). A sign-in from another one is mailed to the
 * owner.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.deviceHash] }),
    index('known_devices_device').on(t.deviceHash, t.firstSeenAt),
  ],
);

/** Audit log of security events. Never a password, token, code or address in plain text; outlives the account. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    accountId: uuid('account_id'),
    kind: text('kind').notNull(),
    detail: jsonb('detail').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    at: instant('at').notNull(),
  },
  (t) => [index('security_events_account').on(t.accountId, t.at), index('security_events_at').on(t.at)],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Photos of accounts, re-encoded and served by us under their hash. */
export const accountPhotos = pgTable(
  'account_photos',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of `content`: part of the URL, which makes it immutable for caches. */
    hash: text('hash').notNull(),
    content: bytes('content').notNull(),
    width: integer('width').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('account_photos_hash').on(t.hash)],
);
