import type { Db } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import { foldEmail, isEmail } from '../../shared/email.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { createActionCodes } from './action-codes.ts';
import { IdentityFault, isIdentityFault } from './fault.ts';
import { createIdTokens, inSeconds } from './id-tokens.ts';
import { checkNewPassword, MAX_PASSWORD_LENGTH } from './password-policy.ts';
import type { Passwords } from './passwords.ts';
import { createSessions } from './sessions.ts';
import { createSigningKeys } from './signing-keys.ts';
import * as store from './store.ts';
import type { IdentityModule, TokenSet } from './types.ts';

export type { IdentityFault } from './fault.ts';
export type { Account, IdentityModule, TokenSet } from './types.ts';

export type IdentityConfig = {
  /** Origin of links and of the tokens' issuer. */
  publicUrl: string;
  identity: { apiKey: string; projectId: string; refreshGraceSeconds: number; verifyLinkHours: number; minPasswordLength: number };
};

/** How long used tokens, ended sessions and old codes are kept, so that a late reuse is still recognised. */
const KEPT_DAYS = 30;

/** The identity module: accounts, sessions, tokens and mailed codes. Ports: the password pool, the list of common passwords, the clock. */
export function createIdentity(ports: {
  db: Db;
  vault: Vault;
  passwords: Passwords;
  commonPasswords: ReadonlySet<string>;
  config: IdentityConfig;
  clock?: () => Date;
}): IdentityModule {
  const { db, vault, passwords, commonPasswords, config, clock = () => new Date() } = ports;
  const { apiKey, projectId, refreshGraceSeconds, verifyLinkHours, minPasswordLength } = config.identity;
  const policy = { minLength: minPasswordLength, maxLength: MAX_PASSWORD_LENGTH };
  const keys = createSigningKeys({ db, vault });
  const idTokens = createIdTokens({ keys, issuer: `${config.publicUrl}/identity`, audience: projectId, clock });
  const sessions = createSessions({ db, vault, graceSeconds: refreshGraceSeconds, clock });
  const codes = createActionCodes({ db, publicUrl: config.publicUrl, apiKey, lifetimeHours: verifyLinkHours, clock });

  const identity: IdentityModule = {
    passwordPolicy: policy,
    publicKeys: async () => ({ keys: await keys.publicJwks() }),

    checkNewCredentials({ email, password }) {
      const emailKey = checkedEmail(email);
      if (password === '') throw new IdentityFault('MISSING_PASSWORD');
      checkNewPassword(password, { policy, common: commonPasswords, emailKey });
    },

    async prepareCredentials({ email, password }) {
      identity.checkNewCredentials({ email, password });
      const emailKey = foldEmail(email);
      if (await store.credentialsOf(db, emailKey)) throw new IdentityFault('EMAIL_EXISTS');
      // Lower case, as the hosted service keeps and answers it.
      return { email: email.trim().toLowerCase(), emailKey, passwordHash: await passwords.hash(password) };
    },

    async createAccount(tx, { email, emailKey, passwordHash, displayName = null, locale }) {
      const now = clock();
      const account = await store.insertAccount(tx, {
        id: uuidv7(),
        localId: newLocalId(),
        email,
        emailKey,
        displayName,
        passwordHash,
        passwordUpdatedAt: now,
        locale,
        validSince: now,
        createdAt: now,
        lastLoginAt: now,
      });
      if (!account) throw new IdentityFault('EMAIL_EXISTS');
      return account;
    },

    openSession: (tx, account, provider) => sessions.open(tx, account, provider),
    issueIdToken: (account, session) => idTokens.issue(account, { provider: session.provider, authTime: session.createdAt }),

    async checkPassword({ email, password }) {
      const emailKey = checkedEmail(email);
      if (password === '') throw new IdentityFault('MISSING_PASSWORD');
      const found = password.length > MAX_PASSWORD_LENGTH * 2 ? null : await store.credentialsOf(db, emailKey);
      if (!(await passwords.matches(found?.passwordHash ?? null, password)) || !found) throw new IdentityFault('INVALID_LOGIN_CREDENTIALS');
      if (found.account.disabled) throw new IdentityFault('USER_DISABLED');
      return found.account;
    },

    async signIn(account, provider) {
      const { session, refreshToken } = await db.transaction(async (tx) => {
        await store.updateAccount(tx, account.id, { lastLoginAt: clock() });
        return sessions.open(tx, account, provider);
      });
      return { ...(await identity.issueIdToken(account, session)), refreshToken };
    },

    async refresh(token) {
      const { session, account, refreshToken } = await sessions.rotate(token);
      return { ...(await identity.issueIdToken(account, session)), refreshToken, localId: account.localId };
    },

    async verifyIdToken(token) {
      try {
        const { account, authTime } = await identity.accountOfIdToken(token);
        return { accountId: account.id, localId: account.localId, email: account.email, emailVerified: account.emailVerified, authTime };
      } catch (error) {
        if (isIdentityFault(error)) return null;
        throw error;
      }
    },

    // One indexed read per call, nothing cached: a closed account or a moved `validSince` counts at once.
    async accountOfIdToken(token) {
      const { localId, issuedAtSeconds, authTime } = await idTokens.read(token);
      const account = await store.accountByLocalId(db, localId);
      if (!account) throw new IdentityFault('USER_NOT_FOUND');
      if (account.disabled) throw new IdentityFault('USER_DISABLED');
      if (issuedAtSeconds < inSeconds(account.validSince)) throw new IdentityFault('TOKEN_EXPIRED');
      return { account, authTime };
    },

    account: (accountId) => store.accountById(db, accountId),

    async updateProfile(accountId, change) {
      const account = await store.updateAccount(db, accountId, change);
      if (!account) throw new IdentityFault('USER_NOT_FOUND');
      return account;
    },

    async renew(account, authTime): Promise<TokenSet> {
      const { session, refreshToken } = await db.transaction((tx) => sessions.open(tx, account, 'password', authTime));
      return { ...(await identity.issueIdToken(account, session)), refreshToken };
    },

    createVerifyCode: codes.createVerifyCode,
    applyVerifyCode: codes.applyVerifyCode,

    cleanUp: () => {
      const now = clock().getTime();
      const graceOver = new Date(now - refreshGraceSeconds * 1000);
      return store.deleteDeadRows(db, { graceOver, oldest: new Date(now - KEPT_DAYS * 86_400_000) });
    },
  };
  return identity;
}

/** The folded address. Throws IdentityFault MISSING_EMAIL or INVALID_EMAIL. */
function checkedEmail(email: string): string {
  if (email === '') throw new IdentityFault('MISSING_EMAIL');
  if (!isEmail(email)) throw new IdentityFault('INVALID_EMAIL');
  return foldEmail(email);
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 28 letters and digits, as the hosted service makes them; 6 random bits pick one of 62, so values above are drawn again. */
function newLocalId(): string {
  let id = '';
  while (id.length < 28) {
    for (const byte of crypto.getRandomValues(new Uint8Array(28))) {
      const letter = ALPHANUMERIC[byte & 63];
      if (letter !== undefined && id.length < 28) id += letter;
    }
  }
  return id;
}
