import type { Locale } from '../../shared/locale.ts';
import type { Queryable, Tx } from '../../db/database.ts';
import type { Read } from '../../db/limits.ts';
import type { PasswordPolicy } from '../password-policy/password-policy.ts';
import type { IdentityAdministration } from './administration.ts';
import type { FoundCredentials } from './store.ts';

/** The other providers through which an account can sign in. */
export type LinkedProviderId = 'google.com' | 'facebook.com';

/** An account at another provider; `rawId` is that provider's own identifier. */
export type LinkedProvider = {
  provider: LinkedProviderId;
  rawId: string;
  email: string | null;
  displayName: string | null;
};

/** What an account asks for beside its first factor. `phoneNumber` (E.164) of a phone, null otherwise. */
export type SecondFactor = {
  id: string;
  kind: 'totp' | 'phone';
  displayName: string | null;
  phoneNumber: string | null;
  enrolledAt: Date;
};

/** A customer's account as other parts may know it; never holds the password's hash. */
export type Account = {
  id: string;
  /** The wire's identifier: 28 letters and digits, or the `uid` of a custom token. */
  localId: string;
  email: string | null;
  emailVerified: boolean;
  /** E.164. */
  phoneNumber: string | null;
  displayName: string | null;
  photoUrl: string | null;
  hasPassword: boolean;
  passwordUpdatedAt: Date | null;
  /** In the order in which they were linked. */
  providers: LinkedProvider[];
  /** In the order in which they were enrolled. With one of them, a sign-in needs a second step. */
  secondFactors: SecondFactor[];
  locale: Locale;
  disabled: boolean;
  /** Custom claims that an administrator set: they are in each ID token. */
  customAttributes: Record<string, unknown> | null;
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
  /** When the session was opened. */
  sessionStartedAt: Date;
  /** The session (claim `sid`) the token belongs to: this device in the list of sessions. */
  sessionId: string;
};

/** How a session was opened. The token's `sign_in_provider`, except that `emailLink` reports `password`. */
export type SignInProvider = 'password' | 'emailLink' | LinkedProviderId | 'phone' | 'anonymous' | 'custom';

/** A factor that was proved beside the first one; `id` is its enrolment. */
export type ProvedFactor = { kind: 'totp' | 'phone' | 'passkey' | 'recovery'; id: string };

/** A sign-in. `createdAt` is the time of the sign-in (the tokens' `auth_time`); `claims` are a custom token's own. */
export type Session = {
  id: string;
  accountId: string;
  provider: SignInProvider;
  device: string;
  claims: Record<string, unknown> | null;
  secondFactor: ProvedFactor | null;
  createdAt: Date;
};

/** Cookies of token sync: with one, the server knows who reads a page before the SDK has loaded. */
export type SessionCookies = {
  /** How long a cookie works after it was granted or renewed. */
  readonly seconds: number;
  /** The secret of a cookie for this session: the one that the browser holds, if it is this session's, or a new one in its place. Throws IdentityError TOKEN_EXPIRED for a token older than 300 seconds. */
  grant(token: { session: Session; issuedAt: Date }, held: string | null): Promise<string>;
  /** Whose cookie it is; null once it, its session or its account has ended. */
  holder(secret: string): Promise<Pick<Identity, 'accountId' | 'sessionStartedAt'> | null>;
  end(secret: string): Promise<void>;
};

/** A session as its owner sees it in a list. */
export type SessionView = { id: string; provider: SignInProvider; device: string; createdAt: Date; lastUsedAt: Date };

/**
 * What is known of a session when it is opened. `device` such as `Chrome, Android`; `authTime` when the sign-in was earlier
 * than now. `signIn` for a real sign-in, which the audit log is to hold: `isNew` when the account was just made,
 * `deviceSecret` the browser's cookie, null for a caller that keeps none.
 */
export type NewSession = {
  provider: SignInProvider;
  device?: string;
  authTime?: Date;
  claims?: Record<string, unknown> | null;
  secondFactor?: ProvedFactor | null;
  signIn?: { isNew: boolean; deviceSecret: string | null };
};

/** `knewDevice`: the account was signed in to from this browser before. */
export type OpenedSession = { session: Session; refreshToken: string; knewDevice: boolean };

/** What every sign-in answers with. `expiresIn` in seconds. */
export type TokenSet = { idToken: string; refreshToken: string; expiresIn: number };

/** A password and what it is to be checked against; null where the address has no account. */
export type Credentials = {
  password: string;
  known: { account: Account; passwordHash: string | null; policy: PasswordPolicy } | null;
};

/** A checked address and a hashed password, ready to become an account. */
export type NewCredentials = { email: string; passwordHash: string };

/** An account to be. Without `localId` it gets a random one. */
export type NewAccount = {
  email: string | null;
  emailVerified?: boolean;
  /** E.164. */
  phoneNumber?: string | null;
  passwordHash?: string | null;
  displayName?: string | null;
  photoUrl?: string | null;
  localId?: string;
  locale: Locale;
};

/** Profile fields to change; `null` clears, absent leaves alone. `locale` is the language of our mails. */
export type ProfileChange = { displayName?: string | null; photoUrl?: string | null; locale?: Locale };

/** The wire's kinds, and SECURE_ACCOUNT of ours: it leaves the account no way in but the mailbox. */
export type CodeKind =
  | 'VERIFY_EMAIL'
  | 'PASSWORD_RESET'
  | 'EMAIL_SIGNIN'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'REVERT_SECOND_FACTOR_ADDITION'
  | 'SECURE_ACCOUNT';

/** What a mailed code is for. `email` is the address it proves (of RECOVER_EMAIL: the one it restores), `newEmail` the one it changes to, `factorId` the second factor it takes away. */
export type CodeSubject = {
  accountId: string | null;
  email: string;
  newEmail?: string | null;
  factorId?: string | null;
};

/** What a code that still works says. */
export type CodeFacts = {
  kind: CodeKind;
  accountId: string | null;
  email: string;
  newEmail: string | null;
  factorId: string | null;
};

/** A fresh single-use link to be mailed to `email`; it works for `minutes`. */
export type MailedCode = { code: string; email: string; link: string; minutes: number };

/** Kinds of the audit log. */
export type SecurityEventKind =
  | 'signed-up'
  | 'signed-in'
  | 'wrong-password-limit'
  | 'sign-in-blocked'
  | 'password-changed'
  | 'email-verified'
  | 'email-changed'
  | 'email-recovered'
  | 'account-secured'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'passkey-copied'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'sessions-revoked'
  | 'refresh-token-reused'
  | 'account-claimed'
  | 'account-deleted'
  | 'created-by-administrator'
  | 'changed-by-administrator'
  | 'deleted-by-administrator'
  | 'link-made-by-administrator'
  | 'session-cookie-made'
  | 'configuration-changed'
  | 'service-account-created'
  | 'service-account-revoked'
  | 'imported'
  | 'exported';

/** Facts of an audit line. Never a password, token, code or address in clear. */
export type SecurityEventDetail = Record<string, string | number | boolean | null>;
export type SecurityEvent = { kind: string; detail: SecurityEventDetail; at: Date };

export type IdentityModule = {
  /** What holds for passwords now. */
  passwordPolicy(): Promise<PasswordPolicy>;
  readonly administration: IdentityAdministration;
  /** Public keys of ID tokens as a JWK set. */
  publicKeys(): Promise<{ keys: Record<string, unknown>[] }>;
  /** Public keys of session cookies, likewise. */
  cookieKeys(): Promise<{ keys: Record<string, unknown>[] }>;

  /** Checks an address and a password against the rules alone. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL, MISSING_PASSWORD, WEAK_PASSWORD or PASSWORD_DOES_NOT_MEET_REQUIREMENTS. */
  checkNewCredentials(input: { email: string; password: string }): Promise<void>;
  /** The same checks, then the address against the accounts, then hashes the password. Throws also IdentityError EMAIL_EXISTS or AppError `unavailable`. */
  prepareCredentials(input: { email: string; password: string }): Promise<NewCredentials>;
  /** Checks a new password for the account with this address and hashes it. Throws IdentityError MISSING_PASSWORD, WEAK_PASSWORD or PASSWORD_DOES_NOT_MEET_REQUIREMENTS, AppError `unavailable`. */
  preparePassword(password: string, email: string | null): Promise<string>;
  /** An address as accounts keep it (trimmed, lower case). Throws IdentityError MISSING_EMAIL or INVALID_EMAIL. */
  checkEmail(email: string): string;
  /** Inserts the account. Throws IdentityError EMAIL_EXISTS when the address is taken (PHONE_NUMBER_EXISTS for an account without one whose number is), also by a request that was faster. */
  createAccount(tx: Tx, input: NewAccount): Promise<Account>;
  account(accountId: string): Promise<Account | null>;
  /** The account, locked until the transaction ends. Throws IdentityError USER_NOT_FOUND or USER_DISABLED. */
  lockAccount(tx: Tx, accountId: string): Promise<Account>;
  accountByEmail(email: string, tx?: Tx): Promise<Account | null>;
  accountByLocalId(localId: string): Promise<Account | null>;
  /** The account that signs in with this number (E.164). */
  accountByPhone(phoneNumber: string, tx?: Tx): Promise<Account | null>;

  /** Opens a session and its first refresh token, and notes the time of the sign-in. Flows use `start-session.ts`, which also knows devices and writes the audit log. */
  openSession(db: Queryable, account: Account, session: NewSession): Promise<OpenedSession>;
  /** Signs the ID token that goes with an open session. */
  issueIdToken(account: Account, session: Session): Promise<{ idToken: string; expiresIn: number }>;
  /** A session cookie for back ends, which check it by `cookieKeys` and by the account's `validSince`. */
  issueCookie(account: Account, session: Session, seconds: number): Promise<string>;
  /** How to read what the password is to be checked against. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL or MISSING_PASSWORD. */
  credentialsOf(input: { email: string; password: string }): {
    read: Read<FoundCredentials>;
    /** The same, which finds nothing unless a browser with this secret signed in to the account before. */
    readOnDevice(deviceSecret: string): Read<FoundCredentials>;
    credentials(found: FoundCredentials | undefined): Credentials;
  };
  /**
   * The account these words open. Throws IdentityError INVALID_LOGIN_CREDENTIALS, USER_DISABLED, or, when the policy forces
   * an upgrade, PASSWORD_DOES_NOT_MEET_REQUIREMENTS for a right but weak password; the work is the same for unknown accounts.
   * Without enumeration protection: EMAIL_NOT_FOUND or INVALID_PASSWORD.
   */
  checkPassword(credentials: Credentials): Promise<Account>;
  /** Opens a session and signs its ID token if the account knows the browser, in which case nobody must be told; null, and nothing is done, for any other. */
  signInOnKnownDevice(account: Account, session: NewSession): Promise<TokenSet | null>;
  /** Trades a refresh token for the next one. Throws IdentityError INVALID_REFRESH_TOKEN, TOKEN_EXPIRED or USER_DISABLED. */
  refresh(refreshToken: string): Promise<TokenSet & { localId: string }>;

  /** Who a Bearer token speaks for; null for a token that is forged, expired, of an ended session or of a closed account. `locale` is the language of an account that is mirrored by this. */
  verifyIdToken(token: string, locale?: Locale): Promise<Identity | null>;
  /** The account and session of an ID token, for the wire. Throws IdentityError INVALID_ID_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND or USER_DISABLED. */
  accountOfIdToken(token: string): Promise<{ account: Account; authTime: Date; issuedAt: Date; session: Session }>;
  readonly cookies: SessionCookies;
  /** Throws IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN when the last real sign-in is too long ago for what touches an account's safety. */
  requireRecentLogin(authTime: Date): void;
  /** The same for what adds a way to sign in. An anonymous account that has none may get its first at any time: it has nothing to sign in again with. */
  requireRecentLoginToAdd(who: { account: Account; session: Session; authTime: Date }): void;
  /** Seconds for which a sign-in still counts as recent; 0 once it does not. */
  recentLoginSeconds(authTime: Date): number;
  /** Locks the account of a caller. Throws IdentityError TOKEN_EXPIRED when its password or address changed since the token was read, USER_NOT_FOUND or USER_DISABLED. */
  lockSignedIn(tx: Tx, who: { account: Account }): Promise<Account>;
  /** Changes which way in a session names: the tokens that it gets from now on say so. */
  setSessionProvider(tx: Tx, sessionId: string, provider: SignInProvider): Promise<void>;
  /** Forgets the browsers that signed in before: the next sign-in of each is reported to the owner, and its wrong passwords count as a stranger's. */
  forgetDevices(tx: Tx, accountId: string): Promise<void>;
  /** Fresh tokens for a session that is open, keeping the time of its sign-in. */
  renew(account: Account, session: Session): Promise<TokenSet>;

  updateProfile(accountId: string, change: ProfileChange, tx?: Tx): Promise<Account>;
  /** Sets or replaces the password (a hash of `preparePassword`), or removes it (null), and moves `validSince`. Sessions are the caller's business. */
  setPassword(tx: Tx, accountId: string, passwordHash: string | null): Promise<Account>;
  /** Marks the address as proven. */
  markVerified(tx: Tx, accountId: string): Promise<Account>;
  /** Changes the address and moves `validSince`. Throws IdentityError EMAIL_EXISTS. */
  changeEmail(tx: Tx, accountId: string, change: { email: string; verified: boolean }): Promise<Account>;
  /** Gives an account a proven number (E.164), or none. Throws IdentityError PHONE_NUMBER_EXISTS. */
  setPhoneNumber(tx: Tx, accountId: string, phoneNumber: string | null): Promise<Account>;
  /**
   * For whoever has just proved an address that the account never did: password, linked providers, phone number and sessions may be a
   * stranger's (who signed up with somebody else's address) and end; the address is verified. `unchanged` when it was verified already.
   */
  claimAddress(tx: Tx, account: Account): Promise<{ account: Account; dropped: boolean }>;
  /** Takes ways to sign in away: `password`, `phone` or linked providers; others are ignored. Sessions opened that way end, except one if it is named. */
  unlink(tx: Tx, accountId: string, providers: readonly string[], keep?: { exceptSession: string }): Promise<Account>;
  /** Makes something a second factor of the account, which the caller has locked and checked. */
  addSecondFactor(
    tx: Tx,
    accountId: string,
    factor: Pick<SecondFactor, 'kind' | 'displayName' | 'phoneNumber'>,
  ): Promise<SecondFactor>;
  /** Takes some second factors away, or all of them. */
  removeSecondFactors(tx: Tx, accountId: string, ids?: readonly string[]): Promise<Account>;
  /** Changes which second factor a session has proved: the tokens that it gets from now on say so. */
  setSessionFactor(tx: Tx, sessionId: string, factor: ProvedFactor | null): Promise<void>;
  /** Deletes the account with all that hangs on it; the audit log stays. */
  deleteAccount(tx: Tx, accountId: string): Promise<void>;

  /** Sessions that are open, the last used first. */
  listSessions(accountId: string): Promise<SessionView[]>;
  /** Ends sessions, with `factor` those that this enrolment opened: their refresh tokens and ID tokens are dead at once. Answers how many ended. */
  revokeSessions(tx: Tx, accountId: string, options?: { except?: string; factor?: string }): Promise<number>;
  /** Ends the session that a refresh token or an ID token of this account belongs to; false for any other text. */
  revokeByToken(accountId: string, token: string): Promise<boolean>;

  /** Creates a single-use code and the link that carries it; `continueUrl` must have been checked. `unhurried` for a link that is read whenever the mail is. */
  createCode(
    kind: CodeKind,
    subject: CodeSubject & { locale: Locale; continueUrl?: string; unhurried?: boolean },
  ): Promise<MailedCode>;
  /** What a code is for, without using it up. Throws IdentityError INVALID_OOB_CODE or EXPIRED_OOB_CODE. */
  inspectCode(code: string): Promise<CodeFacts>;
  /** Uses a code of this kind up. Throws IdentityError INVALID_OOB_CODE or EXPIRED_OOB_CODE. */
  takeCode(tx: Tx, code: string, kind: CodeKind): Promise<CodeFacts>;

  /** The uid and the claims of a custom token. Throws IdentityError MISSING_CUSTOM_TOKEN, INVALID_CUSTOM_TOKEN, CREDENTIAL_MISMATCH, MISSING_IDENTIFIER, FORBIDDEN_CLAIM, CLAIMS_TOO_LARGE, INVALID_CLAIMS or OPERATION_NOT_ALLOWED (not set up). */
  readCustomToken(token: string): Promise<{ uid: string; claims: Record<string, unknown> | null }>;

  /** Writes a line of the audit log. */
  securityEvent(
    tx: Tx | null,
    accountId: string | null,
    kind: SecurityEventKind,
    detail?: SecurityEventDetail,
  ): Promise<void>;
  /** Newest first. */
  securityEvents(accountId: string): Promise<SecurityEvent[]>;

  /** Re-encodes a picture (PNG, JPEG or WebP) and makes it the account's photo, `onlyFirst` unless it has one. Throws AppError `invalid-input`, `unavailable`. */
  setPhoto(accountId: string, picture: Uint8Array, options?: { onlyFirst?: boolean }): Promise<Account>;
  clearPhoto(accountId: string, tx?: Tx): Promise<Account>;
  /** A photo (WebP) by its hash. */
  photo(hash: string): Promise<Buffer | null>;

  /** Ends sessions that were not used for long, and deletes what no longer means anything: old codes, tokens, ended sessions and keys that sign nothing any more. */
  cleanUp(): Promise<void>;
};
