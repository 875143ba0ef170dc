import type { Db, Tx } from '../../db/database.ts';
import { hashSecret, type Vault } from '../../db/vault.ts';
import { paths } from '../../shared/paths.ts';
import type { PasswordPolicies } from '../password-policy/password-policy.ts';
import type { CommonPasswords } from './passwords/rules.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createIdentityAdministration } from './administration/administration.ts';
import { createActionCodes } from './codes/codes.ts';
import { createCustomTokens, type ServiceAccountKey } from './tokens/custom-tokens.ts';
import { IdentityError, isIdentityError } from './error.ts';
import { createIdTokens, inSeconds } from './tokens/id-tokens.ts';
import type { Passwords } from './passwords/passwords.ts';
import { createPhotos, type DrawPicture } from './photos/photos.ts';
import { createSecurityLog } from './security-store.ts';
import { createSessionCookies } from './sessions/cookies.ts';
import * as sessionStore from './sessions/store.ts';
import { createSessions, LOST_ANSWER_SECONDS } from './sessions/sessions.ts';
import { createSigningKeys, COOKIE_OVERLAP_MS } from './tokens/signing-keys.ts';
import * as store from './store.ts';
import type { IdentityModule } from './identity-module.ts';
import { keptMs } from '../../shared/retention.ts';
import type { Account, Session } from './types.ts';

export { isNews, mirrorAccount } from './accounts/hosted-accounts.ts';
export { createHostedTokens, type HostedPerson } from './tokens/hosted-tokens.ts';
export { hasAddress, isUnclaimed, numbersOf, provedAddress } from './accounts/accounts.ts';
export type { IdentityModule } from './identity-module.ts';
export type {
  Account,
  CodeKind,
  Identity,
  ProvedFactor,
  SecondFactor,
  LinkedProvider,
  Session,
  SignedIn,
  SignInProvider,
  TokenSet,
} from './types.ts';

export type IdentityConfig = {
  /** Origin of links and of the tokens' issuer. */
  publicUrl: string;
  identity: {
    apiKey: string;
    projectId: string;
    tokenIssuer: string;
    refreshGraceSeconds: number;
    verifyLinkHours: number;
    shortLinkMinutes: number;
    recoverLinkDays: number;
    recentLoginSeconds: number;
    enumerationProtection: boolean;
    customTokens: boolean;
    customTokenSecret: string | undefined;
    sessionIdleDays: number;
    sessionMaxDays: number | undefined;
    keyRotationDays: number;
  };
};

/**
 * The identity module: accounts, sessions, tokens and mailed codes. Ports: the password pool, the list of common
 * passwords, the password policy, the picture encoder, the clock.
 */
export function createIdentity(ports: {
  db: Db;
  vault: Vault;
  passwords: Passwords;
  commonPasswords: CommonPasswords;
  policies: PasswordPolicies;
  drawPicture: DrawPicture;
  serviceAccountKey: ServiceAccountKey;
  config: IdentityConfig;
  clock?: () => Date;
}): IdentityModule {
  const {
    db,
    vault,
    passwords,
    commonPasswords,
    policies,
    drawPicture,
    serviceAccountKey,
    config,
    clock = () => new Date(),
  } = ports;
  const { identity: settings, publicUrl } = config;
  const keys = createSigningKeys({ db, vault, rotationDays: settings.keyRotationDays, clock });
  const idTokens = createIdTokens({
    keys,
    issuer: settings.tokenIssuer,
    alsoFrom: [`${publicUrl}/identity`],
    audience: settings.projectId,
    clock,
  });
  const log = createSecurityLog({ db, clock });
  const sessions = createSessions({
    db,
    vault,
    log,
    graceSeconds: settings.refreshGraceSeconds,
    idleDays: settings.sessionIdleDays,
    maxDays: settings.sessionMaxDays,
    clock,
  });
  const cookies = createSessionCookies({ db, isTooOld: sessions.isTooOld, clock });
  const codes = createActionCodes({ db, publicUrl, apiKey: settings.apiKey, lifetimes: settings, clock });
  const customTokens = createCustomTokens({
    enabled: settings.customTokens,
    secret: settings.customTokenSecret,
    audience: settings.projectId,
    serviceAccountKey,
    clock,
  });
  const photos = createPhotos({ db, drawPicture, clock });
  const accounts = createAccounts({
    db,
    passwords,
    policies,
    commonPasswords,
    enumerationProtection: settings.enumerationProtection,
    clock,
  });

  const identity: IdentityModule = {
    ...accounts,
    passwordPolicy: policies.current,
    administration: createIdentityAdministration({ db, createAccount: accounts.createAccount, clock }),
    publicKeys: async () => ({ keys: await keys.publicJwks() }),
    cookieKeys: async () => ({ keys: await keys.cookieJwks() }),

    openSession: sessions.open,
    async signInOnKnownDevice(account, request) {
      // The token is signed while the database writes; without the row the token is invalid.
      const { session, refreshToken, written } = sessions.openOnKnownDevice(account, request);
      const [isKnown, token] = await Promise.all([written, idTokens.issue(account, session)]);
      return isKnown ? { ...token, refreshToken } : null;
    },
    issueIdToken: (account, session) => idTokens.issue(account, session),
    issueCookie: idTokens.issueCookie,

    async refresh(token) {
      const { session, account, refreshToken } = await sessions.rotate(token);
      return { ...(await idTokens.issue(account, session)), refreshToken, localId: account.localId };
    },

    renew: async (account, session) => ({
      ...(await idTokens.issue(account, session)),
      refreshToken: await sessions.extend(session),
    }),

    async verifyIdToken(token) {
      try {
        const { account, authTime, session } = await identity.accountOfIdToken(token);
        return {
          accountId: account.id,
          localId: account.localId,
          email: account.email,
          emailVerified: account.emailVerified,
          authTime,
          sessionStartedAt: session.createdAt,
          sessionId: session.id,
          lacksFactor: lacksFactor(account, session),
        };
      } catch (error) {
        if (isIdentityError(error)) return null;
        throw error;
      }
    },

    // One indexed read per call without a cache: a disabled account, an ended session or a moved `validSince` takes
    // effect at once.
    async accountOfIdToken(token) {
      const { localId, sessionId, issuedAtSeconds, authTime } = await idTokens.read(token);
      const known = await sessionStore.accountWithSession(db, localId, sessionId);
      if (!known) throw new IdentityError('USER_NOT_FOUND');
      const { account, found } = known;
      if (account.disabled) throw new IdentityError('USER_DISABLED');
      if (!found || found.revokedAt !== null || issuedAtSeconds < inSeconds(account.validSince))
        throw new IdentityError('TOKEN_EXPIRED');
      if (sessions.isTooOld(found.session)) throw new IdentityError('TOKEN_EXPIRED');
      return { account, authTime, issuedAt: new Date(issuedAtSeconds * 1000), session: found.session };
    },

    cookies,

    requireRecentLogin({ account, session, authTime }) {
      if (recentLoginLeft(authTime) < 0 || lacksFactor(account, session))
        throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    },
    requireRecentLoginToAdd(who) {
      const { account, session } = who;
      const hasNoWayIn =
        session?.provider === 'anonymous' &&
        account.email === null &&
        account.phoneNumber === null &&
        !account.hasPassword &&
        account.providers.length === 0;
      if (!hasNoWayIn) identity.requireRecentLogin(who);
    },
    recentLoginSeconds: (authTime) => Math.max(0, recentLoginLeft(authTime) / 1000),

    async lockSignedIn(tx, { account: before, session }) {
      const account = await accounts.lockAccount(tx, before.id);
      if (account.validSince.getTime() !== before.validSince.getTime()) throw new IdentityError('TOKEN_EXPIRED');
      if (session === null) return account;
      // Read after the lock: another session may have ended this one, or enrolled a factor, while this call waited.
      const found = await sessionStore.sessionById(tx, session.id);
      if (!found || found.revokedAt !== null) throw new IdentityError('TOKEN_EXPIRED');
      if (lacksFactor(account, found.session)) throw new IdentityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
      return account;
    },
    setSessionProvider: sessionStore.setProvider,
    setSessionFactor: sessionStore.setSecondFactor,
    forgetDevices: store.deleteDevices,
    listSessions: (accountId) => sessionStore.openSessions(db, accountId),
    revokeSessions: (tx, accountId, options) =>
      sessionStore.revokeSessionsOf(tx, accountId, { ...options, revokedAt: clock() }),
    async revokeByToken(accountId, token) {
      const sessionId =
        (await sessionStore.sessionOfRefreshToken(db, hashSecret(token), accountId)) ??
        (await sessionOfIdToken(accountId, token));
      if (sessionId === null) return false;
      await sessionStore.revokeSession(db, sessionId, clock());
      return true;
    },

    createCode: codes.create,
    inspectCode: codes.inspect,
    takeCode: codes.take,

    readCustomToken: customTokens.read,

    securityEvent: (tx, accountId, kind, detail) => log.write(tx ?? db, accountId, kind, detail),
    securityEvents: log.list,

    async setPhoto(accountId, picture, { onlyFirst = false } = {}) {
      const drawn = await photos.draw(picture);
      return db.transaction(async (tx) => {
        const account = await identity.lockAccount(tx, accountId);
        if (onlyFirst && account.photoUrl !== null) return account;
        await photos.keep(tx, accountId, drawn);
        return identity.updateProfile(accountId, { photoUrl: publicUrl + paths.photo(drawn.hash) }, tx);
      });
    },
    async clearPhoto(accountId, tx) {
      const clear = async (within: Tx) => {
        const account = await identity.updateProfile(accountId, { photoUrl: null }, within);
        await photos.clear(within, accountId);
        return account;
      };
      return tx ? clear(tx) : db.transaction(clear);
    },
    photo: photos.find,

    async cleanUp() {
      const now = clock().getTime();
      await sessions.endOver();
      const graceOver = new Date(now - Math.max(settings.refreshGraceSeconds, LOST_ANSWER_SECONDS) * 1000);
      await sessionStore.deleteDeadRows(db, { graceOver, oldest: new Date(now - keptMs('sessions')) });
      await cookies.cleanUp();
      await log.cleanUp();
      await store.deleteSigningKeys(db, new Date(now - COOKIE_OVERLAP_MS));
    },
  };

  /** Where second factors exist, a password or a mailbox alone must not change the ways to sign in. */
  const lacksFactor = (account: Account, session: Session | null): boolean =>
    account.secondFactors.length > 0 && session !== null && session.secondFactor === null;

  /** Milliseconds for which a sign-in still counts as recent; negative after that. */
  function recentLoginLeft(authTime: Date): number {
    return authTime.getTime() + settings.recentLoginSeconds * 1000 - clock().getTime();
  }

  async function sessionOfIdToken(accountId: string, token: string): Promise<string | null> {
    const owner = await identity.verifyIdToken(token);
    return owner?.accountId === accountId ? owner.sessionId : null;
  }

  return identity;
}
