import type { Db } from '../../../db/database.ts';
import type { Vault } from '../../../db/vault.ts';
import type { Account, Session } from '../types.ts';
import { createCustomTokens, type ServiceAccountKey } from './custom-tokens.ts';
import { createIdTokens } from './id-tokens.ts';
import { createSigningKeys } from './signing-keys.ts';

export type { ServiceAccountKey } from './custom-tokens.ts';
export { createHostedTokens, type HostedPerson, type IssuerKeys } from './hosted-tokens.ts';
export { inSeconds } from './id-tokens.ts';

type Ports = {
  db: Db;
  vault: Vault;
  publicUrl: string;
  settings: {
    projectId: string;
    tokenIssuer: string;
    customTokens: boolean;
    customTokenSecret: string | undefined;
    keyRotationDays: number;
  };
  serviceAccountKey: ServiceAccountKey;
  clock: () => Date;
};

export type Tokens = ReturnType<typeof createTokens>;

/** The signed tokens of accounts, with their keys, and those with which a back end signs users in. */
export function createTokens({ db, vault, publicUrl, settings, serviceAccountKey, clock }: Ports) {
  const audience = settings.projectId;
  const keys = createSigningKeys({ db, vault, rotationDays: settings.keyRotationDays, clock });
  const idTokens = createIdTokens({
    keys,
    issuer: settings.tokenIssuer,
    alsoFrom: [`${publicUrl}/identity`],
    audience,
    clock,
  });
  const customTokens = createCustomTokens({
    enabled: settings.customTokens,
    secret: settings.customTokenSecret,
    audience,
    serviceAccountKey,
    clock,
  });
  return {
    /** Public keys of ID tokens as a JWK set. */
    publicKeys: async (): Promise<KeySet> => ({ keys: await keys.publicJwks() }),
    /** Public keys of session cookies as a JWK set. */
    cookieKeys: async (): Promise<KeySet> => ({ keys: await keys.cookieJwks() }),
    /** Signs the ID token of an open session. */
    issueIdToken: (account: Account, session: Session) => idTokens.issue(account, session),
    /** A session cookie for back ends, which verify it with `cookieKeys` and the account's `validSince`. */
    issueCookie: (account: Account, session: Session, seconds: number) =>
      idTokens.issueCookie(account, session, seconds),
    /**
     * Verifies signature, issuer, audience and times, and returns a token's claims. Throws IdentityError
     * INVALID_ID_TOKEN or TOKEN_EXPIRED.
     */
    readIdToken: (token: string) => idTokens.read(token),
    /**
     * The uid and the claims of a custom token. Throws IdentityError MISSING_CUSTOM_TOKEN, INVALID_CUSTOM_TOKEN,
     * CREDENTIAL_MISMATCH, MISSING_IDENTIFIER, FORBIDDEN_CLAIM, CLAIMS_TOO_LARGE, INVALID_CLAIMS or
     * OPERATION_NOT_ALLOWED (not configured).
     */
    readCustomToken: (token: string) => customTokens.read(token),
    /** Deletes the keys that no valid token needs. */
    cleanUpKeys: () => keys.cleanUp(),
  };
}

type KeySet = { keys: Record<string, unknown>[] };
