import type { Db, Queryable, Tx } from '../../db/database.ts';
import { hashSecret, newSecret, type Vault } from '../../db/vault.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';
import { IdentityError } from './error.ts';
import * as store from './provider-store.ts';
import type { LinkedProviderId } from './types.ts';

/** What a provider says of somebody who has just signed in there. `raw` is its own answer, for the wire's `rawUserInfo`. */
export type ProviderPerson = {
  provider: LinkedProviderId;
  /** The provider's own identifier of the account. */
  rawId: string;
  email: string | null;
  /** True only when the provider says that it has verified the address. */
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
  raw: Record<string, unknown>;
  /** The provider's tokens, which the SDK hands to the page that asked. */
  tokens: ProviderTokens;
};

/** The person as a provider identified them, and when. */
export type Proof = { person: ProviderPerson; provenAt: Date };

export type ProviderTokens = { idToken?: string; accessToken?: string };

/** What may go wrong at a provider, as the `code` of what a client throws. */
export type ProviderErrorCode = 'provider-cancelled' | 'provider-refused' | 'provider-nonce' | 'provider-unavailable';

/** Port: one provider's authorization-code flow. Every method throws an error with a `ProviderErrorCode`. */
export type ProviderClient = {
  /** The address of the consent page. */
  start(request: { redirectUri: string; state: string; nonce: string; verifier: string; locale: Locale }): Promise<URL>;
  /** Trades the code in the address the person came back to. */
  finish(answer: { callbackUrl: URL; state: string; nonce: string; verifier: string }): Promise<ProviderPerson>;
  /** Who these tokens, which a client got elsewhere, speak for; they must have been made for this site. `nonce` is the one the ID token was asked for with. */
  check(tokens: ProviderTokens & { nonce?: string }): Promise<ProviderPerson>;
};

/** What a popup was opened for (the SDK's own names). */
export type PopupPurpose = 'signInViaPopup' | 'linkViaPopup' | 'reauthViaPopup';

/** Why a popup ends without a result. */
export type PopupErrorCode = 'user-cancelled' | 'internal-error' | 'network-request-failed';

/** What the popup tells its opener: a one-time code, or why there is none. */
export type PopupOutcome = { eventId: string; locale: Locale } & ({ code: string } | { fault: PopupErrorCode });

export type Providers = {
  isConfigured(provider: LinkedProviderId): boolean;
  /** Notes a popup and answers the consent page's address. Throws AppError `unavailable` when the provider is away. */
  begin(popup: {
    provider: LinkedProviderId;
    eventId: string;
    sessionHash: string;
    purpose: PopupPurpose;
    locale: Locale;
  }): Promise<URL>;
  /** Where a person came back from a provider. Null for a state that we did not make, that is over, or that was used before. */
  complete(callbackUrl: URL): Promise<PopupOutcome | null>;
  /** Trades the one-time code for the person, for whoever has the opener's session id. Throws IdentityError INVALID_IDP_RESPONSE. */
  redeem(given: { code: string; sessionId: string }): Promise<Proof & { purpose: PopupPurpose }>;
  /** Who a provider's tokens speak for. Throws IdentityError INVALID_IDP_RESPONSE, MISSING_OR_INVALID_NONCE or OPERATION_NOT_ALLOWED, AppError `unavailable`. */
  check(provider: LinkedProviderId, tokens: ProviderTokens & { nonce?: string }): Promise<Proof>;
  /** The proof in a sealed text that says what the provider said, for 10 minutes from when it said so. */
  sealPending(proof: Proof): string;
  /** Throws IdentityError INVALID_PENDING_TOKEN. */
  openPending(token: string): Proof;
  /** The account that signs in as this person. */
  ownerOf(db: Queryable, person: Pick<ProviderPerson, 'provider' | 'rawId'>): Promise<string | null>;
  /** Links the person to the account, in place of another account of the same provider. Throws IdentityError FEDERATED_USER_ID_ALREADY_LINKED. */
  link(tx: Tx, accountId: string, person: ProviderPerson): Promise<void>;
  /** Deletes popups that are over. */
  cleanUp(): Promise<void>;
};

/** How long a person may take at the provider, how long the one-time code and a sealed person hold. */
const LIFETIME_MS = 10 * 60_000;

type Secrets = { nonce: string; verifier: string; purpose: PopupPurpose; locale: Locale };
/** A proof as JSON, which is how it is sealed. */
type SealedProof = { person: ProviderPerson; provenAt: number };

/** Sign-in through other providers: popups on their way there and back, and whose account theirs is. Ports: one client per provider that is set up. */
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
      // Claimed before anything is asked: of two visits with the same state, one goes on.
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
      // The session id is part of the search: without it the code is neither worth anything nor used up.
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

/** A client's fault as the wire knows it. */
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
