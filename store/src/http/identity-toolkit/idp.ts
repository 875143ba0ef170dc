import * as z from 'zod';
import type { Limits } from '../../db/limits.ts';
import type { Caller } from '../../flows/signing-in/sign-in-facts.ts';
import type { SignInAnswer } from '../../flows/signing-in/start-session.ts';
import type { LinkProvider } from '../../flows/account/link-provider.ts';
import type { SignInWithProvider } from '../../flows/signing-in/sign-in-with-provider.ts';
import type { Account } from '../../modules/identity/identity.ts';
import type { Proof, Providers } from '../../modules/identity/providers/providers.ts';
import { codeOf } from '../../shared/errors.ts';
import type { Locale } from '../../shared/locale.ts';
import { signInAnswer } from './presenters.ts';
import { read, wireBoolean, wireText, type Fields } from './requests.ts';
import { WireError } from './wire-error.ts';

export type IdpPorts = {
  providers: Providers;
  limits: Limits;
  signInWithProvider: SignInWithProvider;
  linkProvider: LinkProvider;
};
type IdpCall = { fields: Fields; locale: Locale; caller: Caller };

const TOKEN = 16_384;

const idpRequest = z.object({
  requestUri: wireText(4_096),
  postBody: wireText(TOKEN),
  sessionId: wireText(256),
  pendingToken: wireText(TOKEN),
  idToken: wireText(TOKEN),
  autoCreate: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .nullish()
    .transform((flag) => flag ?? true),
  returnIdpCredential: wireBoolean,
});
type IdpRequest = z.output<typeof idpRequest>;

/**
 * A person proved by a provider. `autoCreate`: create a missing account. `fromPopup`: from our own window, not from a
 * credential.
 */
type Vouched = { proof: Proof; autoCreate: boolean; fromPopup: boolean };

/**
 * POST v1/accounts:signInWithIdp (reference, section 3): after a popup, with a provider's tokens, or with a pending
 * token; signs in, links (`idToken`) or re-authenticates.
 */
export async function signInWithIdp(ports: IdpPorts, { fields, locale, caller }: IdpCall): Promise<object> {
  const request = read(idpRequest, fields);
  const vouched = await vouch(ports, request, caller);
  try {
    return await answer(ports, vouched, request, { locale, caller });
  } catch (error) {
    if (!request.returnIdpCredential || !MENDABLE.has(codeOf(error) ?? '')) throw error;
    throw new WireError(codeOf(error)!, 400, { beside: credential(ports, vouched.proof) });
  }
}

/** Refusals that include the credential if requested, because the client can sign in or link with it. */
const MENDABLE = new Set(['FEDERATED_USER_ID_ALREADY_LINKED', 'EMAIL_EXISTS']);

const KIND = 'identitytoolkit#VerifyAssertionResponse';

async function answer(
  ports: IdpPorts,
  { proof, autoCreate, fromPopup }: Vouched,
  request: IdpRequest,
  from: { locale: Locale; caller: Caller },
) {
  if (request.idToken !== undefined) {
    const { account, tokens } = await ports.linkProvider({ ...proof, idToken: request.idToken });
    return signedIn(ports, proof, { account, answer: tokens, isNewUser: false });
  }
  const outcome = await ports
    .signInWithProvider({ person: proof.person, autoCreate, ...from })
    .catch((error: unknown) => {
      // From our own window, this means "not you". The SDK answers USER_NOT_FOUND by signing the user out, and turns
      // EMAIL_NOT_FOUND into auth/user-mismatch.
      if (fromPopup && codeOf(error) === 'USER_NOT_FOUND') throw new WireError('EMAIL_NOT_FOUND');
      throw error;
    });
  if (outcome.is === 'signed-in') return signedIn(ports, proof, outcome);
  // The account is not revealed: the person has not proved to own it.
  return { ...credential(ports, proof), kind: KIND, needConfirmation: true, verifiedProvider: outcome.ways };
}

function signedIn(
  ports: IdpPorts,
  proof: Proof,
  { account, answer: outcome, isNewUser }: { account: Account; answer: SignInAnswer; isNewUser: boolean },
) {
  return {
    ...credential(ports, proof),
    kind: KIND,
    localId: account.localId,
    isNewUser,
    ...signInAnswer(account, outcome),
  };
}

/** The provider's answer, from which the SDK makes a credential. */
function credential({ providers }: IdpPorts, proof: Proof) {
  const { provider, rawId, email, emailVerified, displayName, photoUrl, raw, tokens } = proof.person;
  return {
    providerId: provider,
    federatedId: FEDERATED[provider] + rawId,
    ...(email === null ? {} : { email }),
    emailVerified,
    ...(displayName === null ? {} : { displayName, fullName: displayName }),
    ...(photoUrl === null ? {} : { photoUrl }),
    rawUserInfo: JSON.stringify(raw),
    ...(tokens.idToken === undefined ? {} : { oauthIdToken: tokens.idToken }),
    ...(tokens.accessToken === undefined ? {} : { oauthAccessToken: tokens.accessToken }),
    pendingToken: providers.sealPending(proof),
  };
}

const FEDERATED = { 'google.com': 'https://accounts.google.com/', 'facebook.com': 'http://facebook.com/' } as const;

/** Determines the person. Throws WireError and IdentityError as the reference names them. */
async function vouch(ports: IdpPorts, request: IdpRequest, caller: Caller): Promise<Vouched> {
  const { requestUri, postBody, sessionId, pendingToken, autoCreate } = request;
  if (requestUri === undefined || requestUri === '') throw new WireError('MISSING_REQUEST_URI');
  const handler = URL.parse(requestUri);
  if (!handler || !/^https?:$/.test(handler.protocol)) throw new WireError('INVALID_REQUEST_URI');
  if (pendingToken !== undefined)
    return { proof: ports.providers.openPending(pendingToken), autoCreate, fromPopup: false };

  if (sessionId !== undefined) {
    if (handler.searchParams.get('error') === 'access_denied') throw new WireError('USER_CANCELLED');
    const code = handler.searchParams.get('code') ?? '';
    const { purpose, ...proof } = await ports.providers.redeem({ code, sessionId });
    return { proof, autoCreate: autoCreate && purpose !== 'reauthViaPopup', fromPopup: true };
  }

  const given = new URLSearchParams(postBody ?? '');
  const provider = given.get('providerId') ?? given.get('provider_id');
  const field = (name: string) => given.get(name) ?? undefined;
  const tokens = { idToken: field('id_token'), accessToken: field('access_token'), nonce: field('nonce') };
  if (
    (provider !== 'google.com' && provider !== 'facebook.com') ||
    (tokens.idToken === undefined && tokens.accessToken === undefined)
  ) {
    throw new WireError(
      'INVALID_CREDENTIAL_OR_PROVIDER_ID : Neither a credential of Google or Facebook nor a session.',
    );
  }
  if (!ports.providers.isConfigured(provider))
    throw new WireError('OPERATION_NOT_ALLOWED : This provider is not set up.');
  return {
    proof: await guarded(ports, caller, () => ports.providers.check(provider, tokens)),
    autoCreate,
    fromPopup: false,
  };
}

/** Invalid tokens count per network address, like wrong passwords, because each costs a call to the provider. */
function guarded<T>({ limits }: IdpPorts, { address }: Caller, work: () => Promise<T>): Promise<T> {
  return limits.countFailures({ 'wrong-passwords-per-address': address }, WRONG, work);
}

const WRONG = new Set(['INVALID_IDP_RESPONSE']);
