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

/** A password and the hash it is to be checked against; null where the address has no account. */
export type Credentials = {
  password: string;
  known: { account: Account; passwordHash: string | null } | null;
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
