import type { Locale } from '../../shared/locale.ts';
import type { Tx } from '../../db/database.ts';

/** A customer's account as other parts may know it; never holds the password's hash. */
export type Account = {
  id: string;
  /** The wire's identifier: 28 letters and digits. */
  localId: string;
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
  hasPassword: boolean;
  passwordUpdatedAt: Date | null;
  locale: Locale;
  disabled: boolean;
  validSince: Date;
  createdAt: Date;
  lastLoginAt: Date;
};

/** Who a valid ID token speaks for, read from the account at this moment (not from the token's older claims). */
export type Identity = {
  accountId: string;
  localId: string;
  email: string | null;
  emailVerified: boolean;
  /** When this person last really signed in. */
  authTime: Date;
};

/** How a session was opened; the token's `sign_in_provider`. */
export type SignInProvider = 'password';

export type Session = { id: string; accountId: string; provider: SignInProvider; createdAt: Date };

/** What every sign-in answers with. `expiresIn` in seconds. */
export type TokenSet = { idToken: string; refreshToken: string; expiresIn: number };

/** A checked address and a hashed password, ready to become an account. */
export type NewCredentials = { email: string; emailKey: string; passwordHash: string };

/** Profile fields to change; `null` clears, absent leaves alone. */
export type ProfileChange = { displayName?: string | null; photoUrl?: string | null };

export type PasswordPolicy = { minLength: number; maxLength: number };

/** A fresh single-use link that proves an address. */
export type VerifyCode = { code: string; email: string; link: string };

export type IdentityModule = {
  readonly passwordPolicy: PasswordPolicy;
  /** Public keys of ID tokens as a JWK set. */
  publicKeys(): Promise<{ keys: Record<string, unknown>[] }>;

  /** Checks an address and a password against the rules alone. Throws IdentityFault MISSING_EMAIL, INVALID_EMAIL, MISSING_PASSWORD, WEAK_PASSWORD or PASSWORD_DOES_NOT_MEET_REQUIREMENTS. */
  checkNewCredentials(input: { email: string; password: string }): void;
  /** The same checks, then the address against the accounts, then hashes the password. Throws also IdentityFault EMAIL_EXISTS or AppError `unavailable`. */
  prepareCredentials(input: { email: string; password: string }): Promise<NewCredentials>;
  /** Inserts the account. Throws IdentityFault EMAIL_EXISTS when another request was faster. */
  createAccount(tx: Tx, input: NewCredentials & { displayName?: string | null; locale: Locale }): Promise<Account>;
  /** Opens a session and its first refresh token. */
  openSession(tx: Tx, account: Account, provider: SignInProvider): Promise<{ session: Session; refreshToken: string }>;
  /** Signs the ID token that goes with an open session. */
  issueIdToken(account: Account, session: Session): Promise<{ idToken: string; expiresIn: number }>;
  /** The account these words open. Throws IdentityFault INVALID_LOGIN_CREDENTIALS or USER_DISABLED; the work is the same for unknown accounts. */
  checkPassword(input: { email: string; password: string }): Promise<Account>;
  /** Opens a session for an account that has just proved itself. */
  signIn(account: Account, provider: SignInProvider): Promise<TokenSet>;
  /** Trades a refresh token for the next one. Throws IdentityFault INVALID_REFRESH_TOKEN, TOKEN_EXPIRED or USER_DISABLED. */
  refresh(refreshToken: string): Promise<TokenSet & { localId: string }>;

  /** Who a Bearer token speaks for; null for a token that is forged, expired, revoked or of a closed account. */
  verifyIdToken(token: string): Promise<Identity | null>;
  /** The account of an ID token, for the wire. Throws IdentityFault INVALID_ID_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND or USER_DISABLED. */
  accountOfIdToken(token: string): Promise<{ account: Account; authTime: Date }>;
  account(accountId: string): Promise<Account | null>;
  updateProfile(accountId: string, change: ProfileChange): Promise<Account>;
  /** Fresh tokens for a person who is signed in, keeping the time of the sign-in. */
  renew(account: Account, authTime: Date): Promise<TokenSet>;

  /** A new link that proves the account's address, in the account's language unless another is named; null when there is nothing to prove any more. */
  createVerifyCode(accountId: string, locale?: Locale): Promise<VerifyCode | null>;
  /** Uses up a code and marks the address as verified. Throws IdentityFault INVALID_OOB_CODE or EXPIRED_OOB_CODE. */
  applyVerifyCode(code: string): Promise<Account>;

  /** Deletes what no longer means anything: old codes, tokens and ended sessions. */
  cleanUp(): Promise<void>;
};
