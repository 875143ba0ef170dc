import type * as z from 'zod';
import type { SignedInAs } from '../../flows/account/change-email.ts';
import type { Account, TokenSet } from '../../modules/identity/identity.ts';
import type { Call, Endpoint, ToolkitPorts } from './call.ts';
import { profile, providers, tokenSet, userInfo } from './presenters.ts';
import { idTokenRequest, read, revokeTokenRequest, updateRequest } from './requests.ts';
import { invalidArgument, notImplemented, WireError } from './wire-error.ts';

/** Calls about the account of the signed-in user, or of a mailed code. */
export function createAccountCalls(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    'POST v1/accounts:lookup': (call) => lookup(ports, call),
    'POST v1/accounts:update': (call) => update(ports, call),
    'POST v1/accounts:delete': (call) => deleteAccount(ports, call),
    'POST v2/accounts:revokeToken': (call) => revokeToken(ports, call),
  };
}

async function lookup({ identity }: ToolkitPorts, { fields }: Call) {
  const { idToken } = read(idTokenRequest, fields);
  if (idToken === undefined) throw new WireError('MISSING_ID_TOKEN');
  const { account } = await identity.accountOfIdToken(idToken);
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [userInfo(account)] };
}

async function update(ports: ToolkitPorts, { fields, caller }: Call) {
  const { identity, flows } = ports;
  const request = read(updateRequest, fields);
  if (request.oobCode !== undefined) {
    const { oobCode: code, idToken } = request;
    const account = await flows.applyCode({ code, idToken, address: caller.address });
    return { kind: UPDATED, localId: account.localId, ...profile(account), emailVerified: account.emailVerified };
  }
  if (request.idToken === undefined) throw new WireError('INVALID_ID_TOKEN');
  const who = await identity.accountOfIdToken(request.idToken);
  refuseOthersFields(request);
  const change = profileChange(request);
  const { account, tokens, session } = await changed(ports, who, {
    ...request,
    change,
    deleteProvider: [
      ...(request.deleteProvider ?? []),
      ...(request.deleteAttribute.some((each) => PHONE.test(each)) ? ['phone'] : []),
    ],
  });
  const fresh = tokens ?? (request.returnSecureToken ? await identity.renew(account, session) : null);
  return {
    kind: UPDATED,
    localId: account.localId,
    ...profile(account),
    emailVerified: account.emailVerified,
    providerUserInfo: providers(account),
    ...(fresh ? tokenSet(fresh) : {}),
  };
}

const UPDATED = 'identitytoolkit#SetAccountInfoResponse';

/**
 * Refuses what only an administrator may change. The rawId of a link is a claim without proof: an owner links a provider
 * by `signInWithIdp`, and a phone number by its code.
 */
function refuseOthersFields(request: z.output<typeof updateRequest>): void {
  const { linkProviderUserInfo: link, phoneNumber, customAttributes, disableUser } = request;
  if (link && !link.providerId) throw new WireError('MISSING_PROVIDER_ID');
  if (link && !link.rawId) throw new WireError('MISSING_RAW_ID');
  if (isGiven(disableUser)) throw new WireError('OPERATION_NOT_ALLOWED');
  if (link) throw new WireError('INSUFFICIENT_PERMISSION : Link a provider by signInWithIdp.');
  if (isGiven(phoneNumber)) throw new WireError('INSUFFICIENT_PERMISSION : Set a number by signInWithPhoneNumber.');
  if (isGiven(customAttributes)) throw new WireError('INSUFFICIENT_PERMISSION');
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

type Changes = {
  change: ReturnType<typeof profileChange>;
  deleteProvider?: string[] | null;
  email?: string;
  password?: string;
  /** Only its presence matters. */
  validSince?: string;
};
type Changed = { account: Account; session: SignedInAs['session']; tokens: TokenSet | null };

/**
 * The changes run in sequence: a new address or password ends the session, and the next step continues with its
 * replacement.
 */
async function changed(
  { identity, flows }: ToolkitPorts,
  start: SignedInAs,
  { change, deleteProvider, email, password, validSince }: Changes,
): Promise<Changed> {
  let who = start;
  let tokens: TokenSet | null = null;
  if (email !== undefined) {
    ({ tokens } = await flows.changeEmail({ who, email }));
    if (tokens) who = await identity.accountOfIdToken(tokens.idToken);
  }
  if (password !== undefined) {
    ({ tokens } = await flows.changePassword.change({ who, password }));
    who = await identity.accountOfIdToken(tokens.idToken);
  }
  // A new address or password has ended all other tokens.
  if (validSince !== undefined && tokens === null) {
    ({ tokens } = await flows.revokeOtherTokens(who));
    who = await identity.accountOfIdToken(tokens.idToken);
  }
  if (deleteProvider?.length) who = { ...who, account: await flows.unlink({ who, providers: deleteProvider }) };
  if (Object.keys(change).length > 0) who = { ...who, account: await identity.updateProfile(who.account.id, change) };
  return { account: who.account, session: who.session, tokens };
}

/** `deleteProvider` also removes a phone number, because it is a way to sign in. */
const PHONE = /^PHONE(_NUMBER)?$/;

type OrderRequest = { displayName?: string | null; photoUrl?: string | null; deleteAttribute: string[] };

function profileChange({ displayName, photoUrl, deleteAttribute }: OrderRequest): {
  displayName?: string | null;
  photoUrl?: string | null;
} {
  return {
    ...(displayName === undefined ? {} : { displayName }),
    ...(photoUrl === undefined ? {} : { photoUrl }),
    ...Object.fromEntries(
      deleteAttribute.filter((attribute) => !PHONE.test(attribute)).map((attribute) => [clearedField(attribute), null]),
    ),
  };
}

function clearedField(attribute: string): 'displayName' | 'photoUrl' {
  if (attribute === 'DISPLAY_NAME') return 'displayName';
  if (attribute === 'PHOTO_URL') return 'photoUrl';
  if (/^(EMAIL|PASSWORD|PROVIDER|RAW_USER_INFO)$/.test(attribute)) throw notImplemented();
  throw invalidArgument('Invalid value for deleteAttribute.');
}

async function deleteAccount({ identity, flows }: ToolkitPorts, { fields }: Call) {
  const { idToken } = read(idTokenRequest, fields);
  if (idToken === undefined) throw new WireError('MISSING_ID_TOKEN');
  await flows.deleteAccount(await identity.accountOfIdToken(idToken));
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}

/**
 * The SDK always sends `apple.com`, which is not supported here. As our extension, the call revokes one of our own
 * tokens.
 */
async function revokeToken({ flows }: ToolkitPorts, { fields }: Call) {
  const { idToken, token = '' } = read(revokeTokenRequest, fields);
  if (idToken === undefined) throw new WireError('MISSING_ID_TOKEN');
  await flows.revokeToken({ idToken, token });
  return {};
}
