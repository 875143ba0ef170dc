import type { Db, Tx } from '../../db/database.ts';
import type { Vault } from '../../db/vault.ts';
import type { PasswordPolicies } from '../password-policy/password-policy.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createAccountFactors, createWaysIn } from './accounts/ways-in.ts';
import { createIdentityAdministration } from './administration/administration.ts';
import { createCodes } from './codes/codes.ts';
import { createPasswordChecks } from './passwords/checks.ts';
import type { CommonPasswords, Passwords } from './passwords/passwords.ts';
import { createPhotos, type DrawPicture } from './photos/photos.ts';
import { createSecurityLog } from './security-store.ts';
import { createSessions, openSessions } from './sessions/sessions.ts';
import { createTokens, type ServiceAccountKey } from './tokens/tokens.ts';
import type { SecurityEventDetail, SecurityEventKind } from './types.ts';

export { hasAddress, isUnclaimed, numbersOf, provedAddress } from './accounts/accounts.ts';
export { isNews, mirrorAccount } from './accounts/hosted-accounts.ts';
export { MAX_SECOND_FACTORS, needsSecondFactor } from './second-factor-rule.ts';
export { createHostedTokens, type HostedPerson } from './tokens/tokens.ts';
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

type Ports = {
  db: Db;
  vault: Vault;
  passwords: Passwords;
  commonPasswords: CommonPasswords;
  policies: PasswordPolicies;
  drawPicture: DrawPicture;
  serviceAccountKey: ServiceAccountKey;
  config: IdentityConfig;
  clock?: () => Date;
};

export type IdentityModule = ReturnType<typeof createIdentity>;

export type AccountBook = ReturnType<typeof createAccountBook>;

/** The accounts without what needs a key: their passwords, tokens and mailed codes. */
export function createAccountBook(ports: { db: Db; clock: () => Date }) {
  const log = createSecurityLog(ports);
  const accounts = createAccounts(ports);
  return {
    ...accounts,
    ...createAccountFactors(ports),
    administration: createIdentityAdministration({ ...ports, createAccount: accounts.createAccount }),
    /** Open sessions, last used first. */
    listSessions: (accountId: string) => openSessions(ports.db, accountId),

    /** Writes a line of the account's security events. */
    securityEvent: (
      tx: Tx | null,
      accountId: string | null,
      kind: SecurityEventKind,
      detail?: SecurityEventDetail,
    ): Promise<void> => log.write(tx ?? ports.db, accountId, kind, detail),
    /** Newest first. */
    securityEvents: log.list,
  };
}

/** Joins the rooms of this module: accounts, passwords, sessions, tokens, mailed codes, photos and administration. */
export function createIdentity(given: Ports) {
  const { publicUrl, identity: settings } = given.config;
  const ports = { ...given, publicUrl, settings, clock: given.clock ?? (() => new Date()) };
  const log = createSecurityLog(ports);
  const book = createAccountBook(ports);
  const { cleanUpKeys, ...tokens } = createTokens(ports);
  const { cleanUpCodes, ...codes } = createCodes(ports);
  const { cleanUpSessions, ...sessions } = createSessions({
    ...ports,
    log,
    tokens,
    lockAccount: book.lockAccount,
    graceSeconds: settings.refreshGraceSeconds,
    idleDays: settings.sessionIdleDays,
    maxDays: settings.sessionMaxDays,
    recentLoginSeconds: settings.recentLoginSeconds,
  });

  return {
    ...book,
    ...createWaysIn(ports),
    ...createPasswordChecks({ ...ports, enumerationProtection: settings.enumerationProtection }),
    ...tokens,
    ...sessions,
    ...codes,
    ...createPhotos({ ...ports, accounts: book }),

    /** Ends idle sessions and deletes obsolete rows: old codes, tokens, ended sessions and retired keys. */
    async cleanUp(): Promise<void> {
      await cleanUpSessions();
      await cleanUpCodes();
      await log.cleanUp();
      await cleanUpKeys();
    },
  };
}
