import type { Locale } from '../../shared/locale.ts';

/** The other providers through which an account can sign in. */
export type LinkedProviderId = 'google.com' | 'facebook.com';

/** An account at another provider; `rawId` is that provider's own identifier. */
export type LinkedProvider = {
  provider: LinkedProviderId;
  rawId: string;
  email: string | null;
  displayName: string | null;
};

/**
 * A second factor. `wireId` is the identifier of the wire: the one that an administrator or an import gave, otherwise
 * our `id`; unique within the account. `phoneNumber` (E.164) for a phone, null otherwise.
 */
export type SecondFactor = {
  id: string;
  wireId: string;
  kind: 'totp' | 'phone';
  displayName: string | null;
  phoneNumber: string | null;
  enrolledAt: Date;
};

/** A phone as a second factor. Without `id` it is a new one; without `wireId` the wire shows our identifier. */
export type NewPhoneFactor = {
  id?: string;
  wireId?: string;
  phoneNumber: string;
  displayName: string | null;
  /** Now, if undefined. */
  enrolledAt?: Date;
};

/** A customer's account for other modules; never contains the password's hash. */
export type Account = {
  id: string;
  /** The wire's identifier: 28 letters and digits, or the `uid` of a custom token. */
  localId: string;
  email: string | null;
  emailVerified: boolean;
  /**
   * The address was verified by the code of a mail alone: its password, sessions and other ways to sign in may be a
   * stranger's (docs/decisions/0051-proved-addresses.md).
   */
  verifiedByCodeAlone: boolean;
  /** E.164. */
  phoneNumber: string | null;
  displayName: string | null;
  photoUrl: string | null;
  hasPassword: boolean;
  passwordUpdatedAt: Date | null;
  /** In the order of linking. */
  providers: LinkedProvider[];
  /** In the order of enrolment. With at least one, a sign-in needs a second step. */
  secondFactors: SecondFactor[];
  locale: Locale;
  disabled: boolean;
  /** Custom claims that an administrator set; each ID token contains them. */
  customAttributes: Record<string, unknown> | null;
  validSince: Date;
  createdAt: Date;
  lastLoginAt: Date;
};

/** The account of a valid ID token, read now (not from the token's older claims). */
export type Identity = {
  accountId: string;
  localId: string;
  email: string | null;
  emailVerified: boolean;
  /** The time of the last sign-in of this person. */
  authTime: Date;
  /** The time at which the session was opened. */
  sessionStartedAt: Date;
  /** The session (claim `sid`) of the token: this device in the list of sessions. */
  sessionId: string;
  /** True when the account has a second factor and the session has proved none. */
  lacksFactor: boolean;
};

/** How a session was opened. Equals the token's `sign_in_provider`, except that `emailLink` reports `password`. */
export type SignInProvider = 'password' | 'emailLink' | LinkedProviderId | 'phone' | 'anonymous' | 'custom';

/** A second factor that was proved; `id` is its enrolment. */
export type ProvedFactor = { kind: 'totp' | 'phone' | 'passkey' | 'recovery'; id: string };

/**
 * A session. `createdAt` is the time of the sign-in (the tokens' `auth_time`); `claims` are those of a custom token.
 */
export type Session = {
  id: string;
  accountId: string;
  provider: SignInProvider;
  device: string;
  claims: Record<string, unknown> | null;
  secondFactor: ProvedFactor | null;
  createdAt: Date;
};

/** The signed-in caller, read from an ID token. `session` is null where Google stores the identities. */
export type SignedIn = { account: Account; authTime: Date; session: Session | null };

/** Cookies of token sync: they tell the server the account before the SDK has loaded. */
export type SessionCookies = {
  /** Lifetime of a cookie after it was granted or renewed, in seconds. */
  readonly seconds: number;
  /**
   * The secret of a cookie for this session: the current one if it belongs to this session, otherwise a new one that
   * replaces it. Throws IdentityError TOKEN_EXPIRED for a token older than 300 seconds.
   */
  grant(token: { session: Session; issuedAt: Date }, held: string | null): Promise<string>;
  /** The account of a cookie; null once it, its session or its account has ended. */
  holder(secret: string): Promise<Pick<Identity, 'accountId' | 'sessionStartedAt'> | null>;
  end(secret: string): Promise<void>;
};

/** A session in its owner's list. */
export type SessionView = { id: string; provider: SignInProvider; device: string; createdAt: Date; lastUsedAt: Date };

/**
 * Input for a new session. `device` such as `Chrome, Android`; `authTime` when the sign-in was earlier than now.
 * `signIn` for a real sign-in, which the audit log records: `isNew` when the account was just created, `deviceSecret`
 * from the browser's cookie, null for a caller without cookies.
 */
export type NewSession = {
  provider: SignInProvider;
  device?: string;
  authTime?: Date;
  claims?: Record<string, unknown> | null;
  secondFactor?: ProvedFactor | null;
  signIn?: { isNew: boolean; deviceSecret: string | null };
};

/** `knewDevice`: this browser has signed in to the account before. */
export type OpenedSession = { session: Session; refreshToken: string; knewDevice: boolean };

/** The result of every sign-in. `expiresIn` in seconds. */
export type TokenSet = { idToken: string; refreshToken: string; expiresIn: number };

/** A password and the stored hash for its check; null where the address has no account. */
export type Credentials = {
  password: string;
  known: { account: Account; passwordHash: string | null } | null;
};

/** A valid address and a hashed password for a new account. */
export type NewCredentials = { email: string; passwordHash: string };

/** A new account. Without `localId` it gets a random one. */
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

/** Changes of the profile; `null` clears a field, a missing field stays. `locale` is the language of our mails. */
export type ProfileChange = { displayName?: string | null; photoUrl?: string | null; locale?: Locale };

/** The wire's kinds, and our SECURE_ACCOUNT, which leaves the mailbox as the only way to sign in. */
export type CodeKind =
  | 'VERIFY_EMAIL'
  | 'PASSWORD_RESET'
  | 'EMAIL_SIGNIN'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'REVERT_SECOND_FACTOR_ADDITION'
  | 'SECURE_ACCOUNT';

/**
 * The subject of a mailed code. `email` is the address that it verifies (for RECOVER_EMAIL: that it restores),
 * `newEmail` the one to which it changes, `factorId` the second factor that it removes.
 */
export type CodeSubject = {
  accountId: string | null;
  email: string;
  newEmail?: string | null;
  factorId?: string | null;
};

/** The facts of a valid code. */
export type CodeFacts = {
  kind: CodeKind;
  accountId: string | null;
  email: string;
  newEmail: string | null;
  factorId: string | null;
};

/** A new single-use link for a mail to `email`; it works for `minutes`. */
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

/** Details of an audit line. Never a password, token, code or address in plain text. */
export type SecurityEventDetail = Record<string, string | number | boolean | null>;
export type SecurityEvent = { kind: string; detail: SecurityEventDetail; at: Date };
