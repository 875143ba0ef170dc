import type { Queryable, Tx } from '../../db/database.ts';
import type { Locale } from '../../shared/locale.ts';
import type { PasswordPolicy } from '../password-policy/password-policy.ts';
import type { IdentityAdministration } from './administration.ts';
import type {
  Account,
  CodeFacts,
  CodeKind,
  CodeSubject,
  Credentials,
  Identity,
  MailedCode,
  NewAccount,
  NewCredentials,
  NewSession,
  OpenedSession,
  ProfileChange,
  ProvedFactor,
  SecondFactor,
  SecurityEvent,
  SecurityEventDetail,
  SecurityEventKind,
  Session,
  SessionCookies,
  SessionView,
  SignInProvider,
  TokenSet,
} from './types.ts';

/** What the module offers; `createIdentity` (identity.ts) makes it. */
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
  /** Checks the form of an address and a password. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL or MISSING_PASSWORD. */
  credentialsOf(input: { email: string; password: string }): {
    /** Reads what the password is to be checked against; the work is the same for unknown accounts. */
    find(): Promise<Credentials>;
    /** The same; null unless a browser with this secret signed in to the account before. */
    findOnDevice(deviceSecret: string): Promise<Credentials | null>;
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
