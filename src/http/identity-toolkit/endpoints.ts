import type { RequestVerifyEmail } from '../../flows/verify-email.ts';
import type { SignIn } from '../../flows/sign-in.ts';
import type { SignUp } from '../../flows/sign-up.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import type { Locale } from '../../shared/locale.ts';
import { profile, providers, tokenSet, userInfo } from './presenters.ts';
import { lookupRequest, read, sendOobCodeRequest, signInRequest, signUpRequest, tokenRequest, updateRequest, type Fields } from './requests.ts';
import { invalidArgument, notImplemented, WireError } from './wire-error.ts';

export type ToolkitPorts = {
  config: { publicUrl: string; identity: { apiKey: string; projectId: string } };
  identity: IdentityModule;
  signUp: SignUp;
  signIn: SignIn;
  requestVerifyEmail: RequestVerifyEmail;
};

/** One call of the wire: its fields in camelCase, the language for mails, and where it came from. */
export type Call = { fields: Fields; locale: Locale; clientAddress: string };
export type Endpoint = (call: Call) => Promise<object>;

/** Method and path of every call that is built; what each one takes and answers is the reference's section 3. */
export function createEndpoints(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    'POST v1/accounts:signUp': (call) => signUp(ports, call),
    'POST v1/accounts:signInWithPassword': (call) => signInWithPassword(ports, call),
    'POST v1/accounts:lookup': (call) => lookup(ports, call),
    'POST v1/accounts:update': (call) => update(ports, call),
    'POST v1/accounts:sendOobCode': (call) => sendOobCode(ports, call),
    'POST v1/token': (call) => token(ports, call),
    'GET v1/projects': async () => projects(ports),
    'GET v2/passwordPolicy': async () => passwordPolicy(ports),
    'GET v2/recaptchaConfig': async () => recaptchaConfig(ports),
  };
}

async function signUp({ signUp }: ToolkitPorts, { fields, locale, clientAddress }: Call) {
  const { idToken, localId, email, password, displayName } = read(signUpRequest, fields);
  if (localId !== undefined) throw new WireError('UNEXPECTED_PARAMETER : User ID');
  if (idToken !== undefined) throw notImplemented();
  // Neither address nor password asks for an anonymous account.
  if (email === undefined && password === undefined) throw new WireError('ADMIN_ONLY_OPERATION');
  const { account, tokens } = await signUp({ email: email ?? '', password: password ?? '', displayName, locale, clientAddress });
  return { kind: 'identitytoolkit#SignupNewUserResponse', localId: account.localId, ...profile(account), ...tokenSet(tokens) };
}

async function signInWithPassword({ signIn }: ToolkitPorts, { fields, clientAddress }: Call) {
  const { email = '', password = '' } = read(signInRequest, fields);
  const { account, tokens } = await signIn({ email, password, clientAddress });
  const { email: address, displayName, photoUrl: profilePicture } = profile(account);
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: account.localId,
    email: address,
    displayName,
    profilePicture,
    registered: true,
    ...tokenSet(tokens),
  };
}

async function lookup({ identity }: ToolkitPorts, { fields }: Call) {
  const { idToken } = read(lookupRequest, fields);
  if (idToken === undefined) throw new WireError('MISSING_ID_TOKEN');
  const { account } = await identity.accountOfIdToken(idToken);
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [userInfo(account)] };
}

async function update({ identity }: ToolkitPorts, { fields }: Call) {
  const wish = read(updateRequest, fields);
  if (wish.oobCode !== undefined) {
    const account = await identity.applyVerifyCode(wish.oobCode);
    return { kind: UPDATED, localId: account.localId, ...profile(account), emailVerified: account.emailVerified };
  }
  if (wish.idToken === undefined) throw new WireError('INVALID_ID_TOKEN');
  if ([wish.email, wish.password, wish.deleteProvider, wish.linkProviderUserInfo, wish.phoneNumber].some((each) => each !== undefined)) {
    throw notImplemented();
  }
  const cleared = (wish.deleteAttribute ?? []).map(clearedField);
  const { account: before, authTime } = await identity.accountOfIdToken(wish.idToken);
  const account = await identity.updateProfile(before.id, {
    ...(wish.displayName === undefined ? {} : { displayName: wish.displayName }),
    ...(wish.photoUrl === undefined ? {} : { photoUrl: wish.photoUrl }),
    ...Object.fromEntries(cleared.map((field) => [field, null])),
  });
  return {
    kind: UPDATED,
    localId: account.localId,
    ...profile(account),
    emailVerified: account.emailVerified,
    providerUserInfo: providers(account),
    ...(wish.returnSecureToken ? tokenSet(await identity.renew(account, authTime)) : {}),
  };
}

const UPDATED = 'identitytoolkit#SetAccountInfoResponse';

function clearedField(attribute: string): 'displayName' | 'photoUrl' {
  if (attribute === 'DISPLAY_NAME') return 'displayName';
  if (attribute === 'PHOTO_URL') return 'photoUrl';
  if (/^(EMAIL|PASSWORD|PROVIDER|PHONE|PHONE_NUMBER|RAW_USER_INFO|USER_ATTRIBUTE_NAME_UNSPECIFIED)$/.test(attribute)) throw notImplemented();
  throw invalidArgument('Invalid value for deleteAttribute.');
}

async function sendOobCode({ requestVerifyEmail }: ToolkitPorts, { fields, locale }: Call) {
  const { requestType, idToken } = read(sendOobCodeRequest, fields);
  if (requestType === undefined) throw new WireError('MISSING_REQ_TYPE');
  if (['PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL'].includes(requestType)) throw notImplemented();
  if (requestType !== 'VERIFY_EMAIL') throw new WireError('INVALID_REQ_TYPE');
  if (idToken === undefined) throw new WireError('MISSING_ID_TOKEN');
  const { email } = await requestVerifyEmail({ idToken, locale });
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
}

/** The token endpoint alone speaks snake_case. */
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

function projects({ config }: ToolkitPorts) {
  return { projectId: config.identity.projectId, authorizedDomains: [new URL(config.publicUrl).hostname] };
}

/** What the hosted service counts as non-alphanumeric; we ask for none of them. */
const NON_ALPHANUMERIC = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~'];

function passwordPolicy({ identity }: ToolkitPorts) {
  const { minLength, maxLength } = identity.passwordPolicy;
  return {
    schemaVersion: 1,
    // As the hosted service answers when only lengths are set: too short a password is then WEAK_PASSWORD.
    enforcementState: 'OFF',
    forceUpgradeOnSignin: false,
    allowedNonAlphanumericCharacters: NON_ALPHANUMERIC,
    customStrengthOptions: { minPasswordLength: minLength, maxPasswordLength: maxLength },
  };
}

/** Everything off: the SDK then loads no script from elsewhere. */
function recaptchaConfig({ config }: ToolkitPorts) {
  return {
    recaptchaKey: `projects/${config.identity.projectId}/keys/none`,
    recaptchaEnforcementState: ['EMAIL_PASSWORD_PROVIDER', 'PHONE_PROVIDER'].map((provider) => ({ provider, enforcementState: 'OFF' })),
  };
}
