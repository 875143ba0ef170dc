import { randomBytes } from 'node:crypto';
import { isEmail } from '../../shared/email.ts';
import type { Call, Endpoint, ToolkitPorts } from './call.ts';
import { profile, signInAnswer, signInMethods, tokenSet } from './presenters.ts';
import { proofOf } from './proof.ts';
import {
  createAuthUriRequest,
  customTokenRequest,
  emailLinkRequest,
  read,
  signInRequest,
  signUpRequest,
  tokenRequest,
} from './requests.ts';
import { WireError } from './wire-error.ts';

/** Calls that open a session or continue one. */
export function createSignInCalls(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    'POST v1/accounts:signUp': (call) => signUp(ports, call),
    'POST v1/accounts:signInWithPassword': (call) => signInWithPassword(ports, call),
    'POST v1/accounts:signInWithEmailLink': (call) => signInWithEmailLink(ports, call),
    'POST v1/accounts:signInWithCustomToken': (call) => signInWithCustomToken(ports, call),
    'POST v1/accounts:createAuthUri': (call) => createAuthUri(ports, call),
    'POST v1/token': (call) => token(ports, call),
  };
}

async function signUp({ config, identity, flows }: ToolkitPorts, call: Call) {
  const { fields, locale, caller } = call;
  const { idToken, localId, email, password, displayName } = read(signUpRequest, fields);
  if (localId !== undefined) throw new WireError('UNEXPECTED_PARAMETER : User ID');
  const { account, tokens } = await createOrLink();
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.localId,
    ...profile(account),
    ...tokenSet(tokens),
  };

  async function createOrLink() {
    if (idToken !== undefined) {
      const who = await identity.accountOfIdToken(idToken);
      return flows.changePassword.link({ who, email: email ?? '', password: password ?? '', address: caller.address });
    }
    if (email !== undefined || password !== undefined)
      return flows.signUp({
        email: givenAddress(email),
        password: password ?? '',
        displayName,
        locale,
        caller,
        proof: proofOf(call),
      });
    // Without an address and a password the call means an anonymous account.
    if (!config.identity.anonymous) throw new WireError('ADMIN_ONLY_OPERATION');
    return flows.signUpAnonymously({ locale, caller });
  }
}

async function signInWithPassword({ flows }: ToolkitPorts, call: Call) {
  const { caller } = call;
  const { email, password = '' } = read(signInRequest, call.fields);
  const { account, answer } = await flows.signIn({
    email: givenAddress(email),
    password,
    caller,
    proof: proofOf(call),
  });
  const { email: address, displayName, photoUrl: profilePicture } = profile(account);
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: account.localId,
    email: address,
    displayName,
    profilePicture,
    registered: true,
    ...signInAnswer(account, answer),
  };
}

/** As at the hosted service, an empty address is invalid; only an absent one is missing. */
function givenAddress(email: string | undefined): string {
  if (email === '') throw new WireError('INVALID_EMAIL');
  return email ?? '';
}

async function signInWithEmailLink({ flows }: ToolkitPorts, { fields, locale, caller }: Call) {
  const { email = '', oobCode = '', idToken } = read(emailLinkRequest, fields);
  if (email === '') throw new WireError('MISSING_EMAIL');
  if (oobCode === '') throw new WireError('MISSING_OOB_CODE');
  const { account, answer, isNewUser } = await flows.signInWithEmailLink({
    email,
    code: oobCode,
    idToken,
    locale,
    caller,
  });
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    email: account.email,
    localId: account.localId,
    isNewUser,
    ...signInAnswer(account, answer),
  };
}

async function signInWithCustomToken({ flows }: ToolkitPorts, { fields, locale, caller }: Call) {
  const { token = '' } = read(customTokenRequest, fields);
  const { tokens, isNewUser } = await flows.signInWithCustomToken({ token, locale, caller });
  return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser, ...tokenSet(tokens) };
}

/**
 * The sign-in methods of the account with an address, or with a linked provider that has it. Enumeration protection hides
 * them.
 */
async function createAuthUri({ config, identity }: ToolkitPorts, { fields }: Call) {
  const { identifier = '', continueUri = '', sessionId } = read(createAuthUriRequest, fields);
  if (identifier === '') throw new WireError('MISSING_IDENTIFIER');
  if (continueUri === '') throw new WireError('MISSING_CONTINUE_URI');
  if (!isEmail(identifier)) throw new WireError('INVALID_IDENTIFIER');
  if (!URL.canParse(continueUri)) throw new WireError('INVALID_CONTINUE_URI');
  const answer = {
    kind: 'identitytoolkit#CreateAuthUriResponse',
    sessionId: sessionId ?? randomBytes(20).toString('base64url'),
  };
  if (config.identity.enumerationProtection) return answer;
  const account = (await identity.accountByEmail(identifier)) ?? (await identity.accountByLinkedEmail(identifier));
  const sessions = account ? await identity.listSessions(account.id) : [];
  const usesLinks = sessions.some(({ provider }) => provider === 'emailLink');
  const methods = account ? signInMethods(account, { usesLinks }) : [];
  return {
    ...answer,
    registered: account !== null,
    allProviders: [...new Set(methods.map((method) => (method === 'emailLink' ? 'password' : method)))],
    signinMethods: methods,
  };
}

/** Only the token endpoint uses snake_case. */
async function token({ identity, config }: ToolkitPorts, { fields }: Call) {
  const { grantType, refreshToken } = read(tokenRequest, fields);
  if (grantType === undefined || grantType === '') throw new WireError('MISSING_GRANT_TYPE');
  if (grantType !== 'refresh_token') throw new WireError('INVALID_GRANT_TYPE');
  if (refreshToken === undefined || refreshToken === '') throw new WireError('MISSING_REFRESH_TOKEN');
  const next = await identity.refresh(refreshToken);
  return {
    access_token: next.idToken,
    expires_in: String(next.expiresIn),
    token_type: 'Bearer',
    refresh_token: next.refreshToken,
    id_token: next.idToken,
    user_id: next.localId,
    project_id: config.identity.projectId,
  };
}
