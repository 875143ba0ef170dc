import type { Db } from '../../../db/database.ts';
import { hashSecret, newSecret, type Vault } from '../../../db/vault.ts';
import { codeOf } from '../../../shared/errors.ts';
import type { Locale } from '../../../shared/locale.ts';
import { IdentityError } from '../error.ts';
import type { LinkedProviderId } from '../types.ts';
import { clientOf, failed, type Proof, type ProviderClients, type ProviderPerson } from './client.ts';
import * as store from './store.ts';

/** The purpose of a popup (the SDK's own names). */
type PopupPurpose = 'signInViaPopup' | 'linkViaPopup' | 'reauthViaPopup';

/** Why a popup ends without a result. */
type PopupErrorCode = 'user-cancelled' | 'internal-error' | 'network-request-failed';

/** The message of the popup to its opener: a one-time code, or the reason why there is none. */
type PopupOutcome = { eventId: string; locale: Locale } & ({ code: string } | { fault: PopupErrorCode });

/** Lifetime of a popup at the provider and of its one-time code. */
const LIFETIME_MS = 10 * 60_000;

type Ports = { db: Db; vault: Vault; clients: ProviderClients; publicUrl: string; clock: () => Date };
type Secrets = { nonce: string; verifier: string; purpose: PopupPurpose; locale: Locale };
/** What a popup ends with, as JSON, before encryption. */
type Result = { person: ProviderPerson; provenAt: number; purpose: PopupPurpose };
type NewPopup = {
  provider: LinkedProviderId;
  eventId: string;
  sessionHash: string;
  purpose: PopupPurpose;
  locale: Locale;
};

/** The state of popups at a provider. */
export function createPopups(ports: Ports) {
  const { db, clock } = ports;
  return {
    /** Stores a popup and returns the consent page's URL. Throws AppError `unavailable` when the provider is down. */
    begin: (popup: NewPopup) => begin(ports, popup),
    /** Handles the callback from a provider. Null for a state that is unknown, expired or used. */
    complete: (callbackUrl: URL) => complete(ports, callbackUrl),
    /**
     * Exchanges the one-time code for the person; requires the opener's session id. Throws IdentityError
     * INVALID_IDP_RESPONSE.
     */
    redeem: (given: { code: string; sessionId: string }) => redeem(ports, given),
    /** Deletes expired popups. */
    cleanUp: () => store.deleteRequests(db, clock()),
  };
}

async function begin({ db, vault, clients, publicUrl, clock }: Ports, popup: NewPopup): Promise<URL> {
  const { provider, eventId, sessionHash, purpose, locale } = popup;
  const { secret: state, hash: stateHash } = newSecret();
  const secrets: Secrets = { nonce: newSecret().secret, verifier: newSecret().secret, purpose, locale };
  const redirectUri = `${publicUrl}/oauth/callback`;
  const address = await clientOf(clients, provider)
    .start({ redirectUri, state, nonce: secrets.nonce, verifier: secrets.verifier, locale })
    .catch(failed);
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const secretsSealed = vault.seal(JSON.stringify(secrets), secretsContext(stateHash));
  await store.insertRequest(db, { stateHash, provider, sessionHash, eventId, secretsSealed, createdAt, expiresAt });
  return address;
}

async function complete({ db, vault, clients, clock }: Ports, callbackUrl: URL): Promise<PopupOutcome | null> {
  const state = callbackUrl.searchParams.get('state') ?? '';
  const stateHash = hashSecret(state);
  const { secret: code, hash: codeHash } = newSecret();
  // Claimed before the provider is called: of two visits with the same state, one continues.
  const request = await store.claimRequest(db, { stateHash, codeHash, now: clock() });
  if (!request) return null;
  const { eventId } = request;
  const secrets = JSON.parse(vault.open(request.secretsSealed, secretsContext(stateHash))) as Secrets;
  const { nonce, verifier, purpose, locale } = secrets;
  try {
    const person = await clientOf(clients, request.provider).finish({ callbackUrl, state, nonce, verifier });
    const result: Result = { person, provenAt: clock().getTime(), purpose };
    await store.keepResult(db, stateHash, vault.seal(JSON.stringify(result), resultContext(codeHash)));
    return { eventId, locale, code };
  } catch (error) {
    const fault = POPUP_ERRORS[codeOf(error) ?? ''];
    if (!fault) throw error;
    return { eventId, locale, fault };
  }
}

async function redeem(
  { db, vault, clock }: Ports,
  { code, sessionId }: { code: string; sessionId: string },
): Promise<Proof & { purpose: PopupPurpose }> {
  const codeHash = hashSecret(code);
  // The session id is part of the query: without it the code neither works nor is used up.
  const sealed = await db.transaction((tx) =>
    store.takeResult(tx, { codeHash, sessionHash: hashSecret(sessionId), now: clock() }),
  );
  if (sealed === null)
    throw new IdentityError('INVALID_IDP_RESPONSE', 'The code is unknown, used, too old or not of this session.');
  const result = JSON.parse(vault.open(sealed, resultContext(codeHash))) as Result;
  return { ...result, provenAt: new Date(result.provenAt) };
}

const secretsContext = (stateHash: string) => `provider-request:${stateHash}`;
const resultContext = (codeHash: string) => `provider-result:${codeHash}`;

const POPUP_ERRORS: Record<string, PopupErrorCode> = {
  'provider-cancelled': 'user-cancelled',
  'provider-refused': 'internal-error',
  'provider-nonce': 'internal-error',
  'provider-unavailable': 'network-request-failed',
  OPERATION_NOT_ALLOWED: 'internal-error',
};
