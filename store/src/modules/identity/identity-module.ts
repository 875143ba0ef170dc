import type { Queryable, Tx } from '../../db/database.ts';
import type { Locale } from '../../shared/locale.ts';
import type { PasswordPolicy } from '../password-policy/password-policy.ts';
import type { IdentityAdministration } from './administration/administration.ts';
import type {
  Account,
  CodeFacts,
  CodeKind,
  CodeSubject,
  Credentials,
  Identity,
  MailedCode,
  NewPhoneFactor,
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
  SignedIn,
  SignInProvider,
  TokenSet,
} from './types.ts';

/** The interface of the module; `createIdentity` (identity.ts) implements it. */
export type IdentityModule = {
  /** The current password policy. */
  passwordPolicy(): Promise<PasswordPolicy>;
  readonly administration: IdentityAdministration;
  /** Public keys of ID tokens as a JWK set. */
  publicKeys(): Promise<{ keys: Record<string, unknown>[] }>;
  /** Public keys of session cookies as a JWK set. */
  cookieKeys(): Promise<{ keys: Record<string, unknown>[] }>;

  /**
   * Checks an address and a password against the rules only. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL,
   * MISSING_PASSWORD, WEAK_PASSWORD or PASSWORD_DOES_NOT_MEET_REQUIREMENTS.
   */
  checkNewCredentials(input: { email: string; password: string }): Promise<void>;
  /**
   * Makes the same checks, checks that the address is free, then hashes the password. Also throws IdentityError
   * EMAIL_EXISTS or AppError `unavailable`.
   */
  prepareCredentials(input: { email: string; password: string }): Promise<NewCredentials>;
  /**
   * Checks a new password for the account with this address and hashes it. Throws IdentityError MISSING_PASSWORD,
   * WEAK_PASSWORD or PASSWORD_DOES_NOT_MEET_REQUIREMENTS, AppError `unavailable`.
   */
  preparePassword(password: string, email: string | null): Promise<string>;
  /** Normalises an address (trimmed, lower case). Throws IdentityError MISSING_EMAIL or INVALID_EMAIL. */
  checkEmail(email: string): string;
  /**
   * Inserts the account. Throws IdentityError EMAIL_EXISTS when the address is taken, PHONE_NUMBER_EXISTS when an
   * account without an address has a taken number; also in a race.
   */
  createAccount(tx: Tx, input: NewAccount): Promise<Account>;
  account(accountId: string): Promise<Account | null>;
  /** The account, locked until the transaction ends. Throws IdentityError USER_NOT_FOUND or USER_DISABLED. */
  lockAccount(tx: Tx, accountId: string): Promise<Account>;
  accountByEmail(email: string, tx?: Tx): Promise<Account | null>;
  accountByLocalId(localId: string): Promise<Account | null>;
  /** The account that linked a provider with this address, whatever its own address is. */
  accountByLinkedEmail(email: string): Promise<Account | null>;
  /** The account that signs in with this number (E.164). */
  accountByPhone(phoneNumber: string, tx?: Tx): Promise<Account | null>;

  /**
   * Opens a session with its first refresh token and stores the time of the sign-in. Flows use `start-session.ts`,
   * which also handles devices and the audit log.
   */
  openSession(db: Queryable, account: Account, session: NewSession): Promise<OpenedSession>;
  /** Signs the ID token of an open session. */
  issueIdToken(account: Account, session: Session): Promise<{ idToken: string; expiresIn: number }>;
  /** A session cookie for back ends, which verify it with `cookieKeys` and the account's `validSince`. */
  issueCookie(account: Account, session: Session, seconds: number): Promise<string>;
  /**
   * Validates the form of an address and a password. Throws IdentityError MISSING_EMAIL, INVALID_EMAIL or
   * MISSING_PASSWORD.
   */
  credentialsOf(input: { email: string; password: string }): {
    /** Reads the stored hash and the policy; takes the same time for unknown accounts. */
    find(): Promise<Credentials>;
    /** The same; null unless a browser with this secret has signed in to the account before. */
    findOnDevice(deviceSecret: string): Promise<Credentials | null>;
  };
  /**
   * Returns the account if the password is correct. Throws IdentityError INVALID_LOGIN_CREDENTIALS, USER_DISABLED, or,
   * when the policy forces an upgrade, PASSWORD_DOES_NOT_MEET_REQUIREMENTS for a correct but weak password. Takes the
   * same time for unknown accounts. Without enumeration protection: EMAIL_NOT_FOUND or INVALID_PASSWORD.
   */
  checkPassword(credentials: Credentials): Promise<Account>;
  /**
   * Opens a session and signs its ID token if the account knows the browser, so that no mail is needed. Otherwise
   * returns null and does nothing.
   */
  signInOnKnownDevice(account: Account, session: NewSession): Promise<TokenSet | null>;
  /**
   * Exchanges a refresh token for its successor. Throws IdentityError INVALID_REFRESH_TOKEN, TOKEN_EXPIRED or
   * USER_DISABLED.
   */
  refresh(refreshToken: string): Promise<TokenSet & { localId: string }>;

  /**
   * The account of a Bearer token; null for a token that is forged, expired, of an ended session or of a disabled
   * account. `locale` is the language of an account that is mirrored by this call.
   */
  verifyIdToken(token: string, locale?: Locale): Promise<Identity | null>;
  /**
   * The account and session of an ID token, for the wire. Throws IdentityError INVALID_ID_TOKEN, TOKEN_EXPIRED,
   * USER_NOT_FOUND or USER_DISABLED.
   */
  accountOfIdToken(token: string): Promise<{ account: Account; authTime: Date; issuedAt: Date; session: Session }>;
  readonly cookies: SessionCookies;
  /**
   * Throws IdentityError CREDENTIAL_TOO_OLD_LOGIN_AGAIN when the last sign-in is too old for a security-sensitive
   * change, or did not prove a second factor of an account that has one.
   */
  requireRecentLogin(who: SignedIn): void;
  /**
   * The same for adding a way to sign in. An anonymous account without any may add its first one at any time, because
   * it cannot sign in again.
   */
  requireRecentLoginToAdd(who: SignedIn): void;
  /** Seconds for which a sign-in still counts as recent; 0 after that. */
  recentLoginSeconds(authTime: Date): number;
  /**
   * Locks the caller's account for a change of its ways to sign in. Throws IdentityError TOKEN_EXPIRED when its password
   * or address changed, or the session ended, since the token was read; CREDENTIAL_TOO_OLD_LOGIN_AGAIN when the account
   * has a second factor by now and the session has proved none; USER_NOT_FOUND or USER_DISABLED.
   */
  lockSignedIn(tx: Tx, who: Omit<SignedIn, 'authTime'>): Promise<Account>;
  /** Changes the sign-in provider of a session; its next tokens contain it. */
  setSessionProvider(tx: Tx, sessionId: string, provider: SignInProvider): Promise<void>;
  /**
   * Forgets known browsers: the next sign-in of each is mailed to the owner, and its wrong passwords count as a
   * stranger's.
   */
  forgetDevices(tx: Tx, accountId: string): Promise<void>;
  /** New tokens for an open session; the time of its sign-in stays. */
  renew(account: Account, session: Session): Promise<TokenSet>;

  updateProfile(accountId: string, change: ProfileChange, tx?: Tx): Promise<Account>;
  /**
   * Sets or replaces the password (a hash of `preparePassword`), or removes it (null), and moves `validSince`. The
   * caller ends the sessions.
   */
  setPassword(tx: Tx, accountId: string, passwordHash: string | null): Promise<Account>;
  /**
   * Marks the address as verified. `byCodeAlone`: by the code of a mail, without a session of the account or another
   * proof that the person who has the address also has the ways to sign in.
   */
  markVerified(tx: Tx, accountId: string, how?: { byCodeAlone: boolean }): Promise<Account>;
  /** Changes the address and moves `validSince`. Throws IdentityError EMAIL_EXISTS. */
  changeEmail(
    tx: Tx,
    accountId: string,
    change: { email: string; verified: boolean; byCodeAlone?: boolean },
  ): Promise<Account>;
  /** Sets the verified number (E.164) of an account, or removes it. Throws IdentityError PHONE_NUMBER_EXISTS. */
  setPhoneNumber(tx: Tx, accountId: string, phoneNumber: string | null): Promise<Account>;
  /**
   * Called when a person has proved an address. Unless the account's owner has proved it before, its password, linked
   * providers, phone number, second factors and sessions may belong to a stranger who signed up with that address, so
   * they end (see `isUnclaimed`). The address becomes verified. `dropped`: true when the account had a password, a linked
   * provider or a phone number.
   */
  claimAddress(tx: Tx, account: Account): Promise<{ account: Account; dropped: boolean }>;
  /**
   * Removes ways to sign in: `password`, `phone` or linked providers; others are ignored. Sessions opened that way end,
   * except `exceptSession`.
   */
  unlink(tx: Tx, accountId: string, providers: readonly string[], keep?: { exceptSession: string }): Promise<Account>;
  /** Adds a second factor to the account, which the caller has locked and checked. */
  addSecondFactor(
    tx: Tx,
    accountId: string,
    factor: Pick<SecondFactor, 'kind' | 'displayName' | 'phoneNumber'>,
  ): Promise<SecondFactor>;
  /** Replaces all second factors of the account, which the caller has locked and checked, by these phones. */
  setPhoneFactors(tx: Tx, accountId: string, phones: readonly NewPhoneFactor[]): Promise<Account>;
  /** Removes some second factors, or all of them. */
  removeSecondFactors(tx: Tx, accountId: string, ids?: readonly string[]): Promise<Account>;
  /** Changes the second factor that a session has proved; its next tokens contain it. */
  setSessionFactor(tx: Tx, sessionId: string, factor: ProvedFactor | null): Promise<void>;
  /** Deletes the account with its dependent rows; the audit log stays. */
  deleteAccount(tx: Tx, accountId: string): Promise<void>;

  /** Open sessions, last used first. */
  listSessions(accountId: string): Promise<SessionView[]>;
  /**
   * Ends sessions; with `factor`, those that this enrolment opened. Their refresh tokens and ID tokens are invalid at
   * once. Returns the number of ended sessions.
   */
  revokeSessions(tx: Tx, accountId: string, options?: { except?: string; factor?: string }): Promise<number>;
  /** Ends the session that a refresh token or an ID token of this account belongs to; false for any other text. */
  revokeByToken(accountId: string, token: string): Promise<boolean>;

  /**
   * Creates a single-use code and its link; the caller has validated `continueUrl`. `unhurried`: a longer life, for a
   * mail that may be read late.
   */
  createCode(
    kind: CodeKind,
    subject: CodeSubject & { locale: Locale; continueUrl?: string; unhurried?: boolean },
  ): Promise<MailedCode>;
  /** The facts of a code, without using it. Throws IdentityError INVALID_OOB_CODE or EXPIRED_OOB_CODE. */
  inspectCode(code: string): Promise<CodeFacts>;
  /** Redeems a code of this kind. Throws IdentityError INVALID_OOB_CODE or EXPIRED_OOB_CODE. */
  takeCode(tx: Tx, code: string, kind: CodeKind): Promise<CodeFacts>;

  /**
   * The uid and the claims of a custom token. Throws IdentityError MISSING_CUSTOM_TOKEN, INVALID_CUSTOM_TOKEN,
   * CREDENTIAL_MISMATCH, MISSING_IDENTIFIER, FORBIDDEN_CLAIM, CLAIMS_TOO_LARGE, INVALID_CLAIMS or OPERATION_NOT_ALLOWED
   * (not configured).
   */
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

  /**
   * Re-encodes a picture (PNG, JPEG or WebP) and makes it the account's photo; with `onlyFirst`, only if it has none.
   * Throws AppError `invalid-input`, `unavailable`.
   */
  setPhoto(accountId: string, picture: Uint8Array, options?: { onlyFirst?: boolean }): Promise<Account>;
  clearPhoto(accountId: string, tx?: Tx): Promise<Account>;
  /** A photo (WebP) by its hash. */
  photo(hash: string): Promise<Buffer | null>;

  /** Ends idle sessions and deletes obsolete rows: old codes, tokens, ended sessions and retired keys. */
  cleanUp(): Promise<void>;
};
