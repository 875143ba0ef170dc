import type { Db, Queryable, Tx } from '../../../db/database.ts';
import { hashSecret, newSecret, type Vault } from '../../../db/vault.ts';
import { AppError, codeOf } from '../../../shared/errors.ts';
import type { Locale } from '../../../shared/locale.ts';
import { IdentityError } from '../error.ts';
import * as store from './store.ts';
import type { LinkedProviderId } from '../types.ts';

/**
 * A person as the provider describes them after a sign-in. `raw` is the provider's answer, for the wire's
 * `rawUserInfo`.
 */
export type ProviderPerson = {
  provider: LinkedProviderId;
  /** The provider's own identifier of the account. */
  rawId: string;
  email: string | null;
  /** True only when the provider states that it has verified the address. */
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
  raw: Record<string, unknown>;
  /** The provider's tokens, which the SDK passes to the calling page. */
  tokens: ProviderTokens;
};

/** The person that a provider identified, and when. */
export type Proof = { person: ProviderPerson; provenAt: Date };

export type ProviderTokens = { idToken?: string; accessToken?: string };

/** Failures at a provider: the `code` of what a client throws. */
export type ProviderErrorCode = 'provider-cancelled' | 'provider-refused' | 'provider-nonce' | 'provider-unavailable';

/** Port: the authorization-code flow of one provider. Every method throws an error with a `ProviderErrorCode`. */
export type ProviderClient = {
  /** The URL of the consent page. */
  start(request: { redirectUri: string; state: string; nonce: string; verifier: string; locale: Locale }): Promise<URL>;
  /** Exchanges the code in the callback URL. */
  finish(answer: { callbackUrl: URL; state: string; nonce: string; verifier: string }): Promise<ProviderPerson>;
  /**
   * The person of tokens that a client got elsewhere; they must have been issued for this site. `nonce` is the one with
   * which the ID token was requested.
   */
  check(tokens: ProviderTokens & { nonce?: string }): Promise<ProviderPerson>;
};

/** The purpose of a popup (the SDK's own names). */
export type PopupPurpose = 'signInViaPopup' | 'linkViaPopup' | 'reauthViaPopup';

/** Why a popup ends without a result. */
export type PopupErrorCode = 'user-cancelled' | 'internal-error' | 'network-request-failed';

/** The message of the popup to its opener: a one-time code, or the reason why there is none. */
export type PopupOutcome = { eventId: string; locale: Locale } & ({ code: string } | { fault: PopupErrorCode });

export type Providers = {
  isConfigured(provider: LinkedProviderId): boolean;
  /** Stores a popup and returns the consent page's URL. Throws AppError `unavailable` when the provider is down. */
  begin(popup: {
    provider: LinkedProviderId;
    eventId: string;
    sessionHash: string;
    purpose: PopupPurpose;
    locale: Locale;
  }): Promise<URL>;
  /** Handles the callback from a provider. Null for a state that is unknown, expired or used. */
  complete(callbackUrl: URL): Promise<PopupOutcome | null>;
  /**
   * Exchanges the one-time code for the person; requires the opener's session id. Throws IdentityError
   * INVALID_IDP_RESPONSE.
   */
  redeem(given: { code: string; sessionId: string }): Promise<Proof & { purpose: PopupPurpose }>;
  /**
   * The person of a provider's tokens. Throws IdentityError INVALID_IDP_RESPONSE, MISSING_OR_INVALID_NONCE or
   * OPERATION_NOT_ALLOWED, AppError `unavailable`.
   */
  check(provider: LinkedProviderId, tokens: ProviderTokens & { nonce?: string }): Promise<Proof>;
  /** The proof as an encrypted token, valid for 10 minutes after the provider's answer. */
  sealPending(proof: Proof): string;
  /** Throws IdentityError INVALID_PENDING_TOKEN. */
  openPending(token: string): Proof;
  /** The account that is linked to this person. */
  ownerOf(db: Queryable, person: Pick<ProviderPerson, 'provider' | 'rawId'>): Promise<string | null>;
  /**
   * Links the person to the account and replaces another link of the same provider. Throws IdentityError
   * FEDERATED_USER_ID_ALREADY_LINKED.
   */
  link(tx: Tx, accountId: string, person: ProviderPerson): Promise<void>;
  /** Deletes expired popups. */
  cleanUp(): Promise<void>;
};

/** Lifetime of a popup at the provider, of the one-time code and of an encrypted proof. */
const LIFETIME_MS = 10 * 60_000;

type Secrets = { nonce: string; verifier: string; purpose: PopupPurpose; locale: Locale };
/** A proof as JSON, before encryption. */
type SealedProof = { person: ProviderPerson; provenAt: number };

/**
 * Sign-in through other providers: the state of popups, and the links between accounts. Ports: one client per
 * configured provider.
 */
export function createProviders(ports: {
  db: Db;
  vault: Vault;
  clients: Partial<Record<LinkedProviderId, ProviderClient>>;
  publicUrl: string;
  clock?: () => Date;
}): Providers {
  const { db, vault, clients, publicUrl, clock = () => new Date() } = ports;
  const redirectUri = `${publicUrl}/oauth/callback`;

  function clientOf(provider: LinkedProviderId): ProviderClient {
    const client = clients[provider];
    if (!client) throw new IdentityError('OPERATION_NOT_ALLOWED', 'This provider is not set up.');
    return client;
  }

  return {
    isConfigured: (provider) => clients[provider] !== undefined,

    async begin({ provider, eventId, sessionHash, purpose, locale }) {
      const { secret: state, hash: stateHash } = newSecret();
      const secrets: Secrets = { nonce: newSecret().secret, verifier: newSecret().secret, purpose, locale };
      const address = await clientOf(provider)
        .start({ redirectUri, state, nonce: secrets.nonce, verifier: secrets.verifier, locale })
        .catch(failed);
      const now = clock();
      const secretsSealed = vault.seal(JSON.stringify(secrets), secretsContext(stateHash));
      await store.insertRequest(db, {
        stateHash,
        provider,
        sessionHash,
        eventId,
        secretsSealed,
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
      });
      return address;
    },

    async complete(callbackUrl) {
      const state = callbackUrl.searchParams.get('state') ?? '';
      const stateHash = hashSecret(state);
      const { secret: code, hash: codeHash } = newSecret();
      // Claimed before the provider is called: of two visits with the same state, one continues.
      const request = await store.claimRequest(db, { stateHash, codeHash, now: clock() });
      if (!request) return null;
      const { eventId } = request;
      const { nonce, verifier, purpose, locale } = JSON.parse(
        vault.open(request.secretsSealed, secretsContext(stateHash)),
      ) as Secrets;
      try {
        const person = await clientOf(request.provider).finish({ callbackUrl, state, nonce, verifier });
        const result = { person, provenAt: clock().getTime(), purpose } satisfies SealedProof & {
          purpose: PopupPurpose;
        };
        await store.keepResult(db, stateHash, vault.seal(JSON.stringify(result), resultContext(codeHash)));
        return { eventId, locale, code };
      } catch (error) {
        const fault = POPUP_ERRORS[codeOf(error) ?? ''];
        if (!fault) throw error;
        return { eventId, locale, fault };
      }
    },

    async redeem({ code, sessionId }) {
      const codeHash = hashSecret(code);
      // The session id is part of the query: without it the code neither works nor is used up.
      const sealed = await db.transaction((tx) =>
        store.takeResult(tx, { codeHash, sessionHash: hashSecret(sessionId), now: clock() }),
      );
      if (sealed === null)
        throw new IdentityError('INVALID_IDP_RESPONSE', 'The code is unknown, used, too old or not of this session.');
      const result = JSON.parse(vault.open(sealed, resultContext(codeHash))) as SealedProof & { purpose: PopupPurpose };
      return { ...result, provenAt: new Date(result.provenAt) };
    },

    async check(provider, tokens) {
      const person = await clientOf(provider).check(tokens).catch(failed);
      return { person, provenAt: clock() };
    },

    sealPending: ({ person, provenAt }) =>
      vault.seal(JSON.stringify({ person, provenAt: provenAt.getTime() } satisfies SealedProof), PENDING_CONTEXT),
    openPending(token) {
      const proof = opened(vault, token);
      if (!proof || proof.provenAt + LIFETIME_MS <= clock().getTime()) throw new IdentityError('INVALID_PENDING_TOKEN');
      return { person: proof.person, provenAt: new Date(proof.provenAt) };
    },

    ownerOf: (queryable, { provider, rawId }) => store.ownerOf(queryable, provider, rawId),
    async link(tx, accountId, { provider, rawId, email, displayName }) {
      const linked = await store.linkAccount(tx, {
        accountId,
        provider,
        rawId,
        email,
        displayName,
        createdAt: clock(),
      });
      if (!linked) throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED');
    },

    cleanUp: () => store.deleteRequests(db, clock()),
  };
}

const secretsContext = (stateHash: string) => `provider-request:${stateHash}`;
const resultContext = (codeHash: string) => `provider-result:${codeHash}`;
const PENDING_CONTEXT = 'provider-pending';

const POPUP_ERRORS: Record<string, PopupErrorCode> = {
  'provider-cancelled': 'user-cancelled',
  'provider-refused': 'internal-error',
  'provider-nonce': 'internal-error',
  'provider-unavailable': 'network-request-failed',
  OPERATION_NOT_ALLOWED: 'internal-error',
};

/** Converts a client's error to an error of the wire. */
function failed(error: unknown): never {
  const code = codeOf(error) as ProviderErrorCode | undefined;
  if (code === 'provider-unavailable') throw new AppError('unavailable', { cause: error });
  if (code === 'provider-nonce') throw new IdentityError('MISSING_OR_INVALID_NONCE');
  if (code === 'provider-refused' || code === 'provider-cancelled')
    throw new IdentityError('INVALID_IDP_RESPONSE', 'The provider does not confirm this.');
  throw error;
}

function opened(vault: Vault, token: string): SealedProof | null {
  try {
    return JSON.parse(vault.open(token, PENDING_CONTEXT)) as SealedProof;
  } catch {
    return null;
  }
}
