import type { Db, Queryable, Tx } from '../../../db/database.ts';
import type { Vault } from '../../../db/vault.ts';
import { IdentityError } from '../error.ts';
import type { LinkedProviderId } from '../types.ts';
import {
  clientOf,
  failed,
  type Proof,
  type ProviderClients,
  type ProviderPerson,
  type ProviderTokens,
} from './client.ts';
import { createPopups } from './popups.ts';
import * as store from './store.ts';

export type { Proof, ProviderClient, ProviderErrorCode, ProviderPerson, ProviderTokens } from './client.ts';

/** Lifetime of an encrypted proof. */
const LIFETIME_MS = 10 * 60_000;

type Ports = { db: Db; vault: Vault; clients: ProviderClients; publicUrl: string; clock?: () => Date };
/** A proof as JSON, before encryption. */
type SealedProof = { person: ProviderPerson; provenAt: number };

export type Providers = ReturnType<typeof createProviders>;

/**
 * Sign-in through other providers: the state of popups, proofs, and the links between accounts. Ports: one client per
 * configured provider.
 */
export function createProviders(ports: Ports) {
  const { db, vault, clients, publicUrl, clock = () => new Date() } = ports;
  return {
    isConfigured: (provider: LinkedProviderId) => clients[provider] !== undefined,
    ...createPopups({ db, vault, clients, publicUrl, clock }),
    /**
     * The person of a provider's tokens. Throws IdentityError INVALID_IDP_RESPONSE, MISSING_OR_INVALID_NONCE or
     * OPERATION_NOT_ALLOWED, AppError `unavailable`.
     */
    async check(provider: LinkedProviderId, tokens: ProviderTokens & { nonce?: string }): Promise<Proof> {
      const person = await clientOf(clients, provider).check(tokens).catch(failed);
      return { person, provenAt: clock() };
    },

    /** The proof as an encrypted token, valid for 10 minutes after the provider's answer. */
    sealPending: ({ person, provenAt }: Proof) =>
      vault.seal(JSON.stringify({ person, provenAt: provenAt.getTime() } satisfies SealedProof), PENDING_CONTEXT),
    /** Throws IdentityError INVALID_PENDING_TOKEN. */
    openPending(token: string): Proof {
      const proof = opened(vault, token);
      if (!proof || proof.provenAt + LIFETIME_MS <= clock().getTime()) throw new IdentityError('INVALID_PENDING_TOKEN');
      return { person: proof.person, provenAt: new Date(proof.provenAt) };
    },

    /** The account that is linked to this person. */
    ownerOf: (on: Queryable, { provider, rawId }: Pick<ProviderPerson, 'provider' | 'rawId'>) =>
      store.ownerOf(on, provider, rawId),
    /**
     * Links the person to the account and replaces another link of the same provider. Throws IdentityError
     * FEDERATED_USER_ID_ALREADY_LINKED.
     */
    async link(tx: Tx, accountId: string, { provider, rawId, email, displayName }: ProviderPerson): Promise<void> {
      const link = { accountId, provider, rawId, email, displayName, createdAt: clock() };
      if (!(await store.linkAccount(tx, link))) throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED');
    },
  };
}

const PENDING_CONTEXT = 'provider-pending';

function opened(vault: Vault, token: string): SealedProof | null {
  try {
    return JSON.parse(vault.open(token, PENDING_CONTEXT)) as SealedProof;
  } catch {
    return null;
  }
}
