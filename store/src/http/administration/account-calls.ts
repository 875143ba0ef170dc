import type { AccountByAdministrator } from '../../flows/administration/create-account.ts';
import type { UpdateByAdministrator } from '../../flows/administration/update-account.ts';
import type { PhoneFactor } from '../../flows/administration/phone-factors.ts';
import type { LinkedProvider } from '../../modules/identity/identity.ts';
import { profile, providers, userInfo } from '../identity-toolkit/presenters.ts';
import { read } from '../identity-toolkit/requests.ts';
import { invalidArgument, WireError } from '../identity-toolkit/wire-error.ts';
import type { AdminCall, AdminEndpoint, AdminPorts } from './admin-call.ts';
import { createRequest, type GivenFactor, localIdRequest, lookupRequest, updateRequest } from './requests.ts';

/** Calls of an administrator about single accounts. */
export function createAccountCalls(ports: AdminPorts): Record<string, AdminEndpoint> {
  return {
    'POST v1/projects/{p}/accounts': (call) => create(ports, call),
    'POST v1/projects/{p}/accounts:lookup': (call) => lookup(ports, call),
    'POST v1/projects/{p}/accounts:update': (call) => update(ports, call),
    'POST v1/projects/{p}/accounts:delete': (call) => deleteAccount(ports, call),
  };
}

async function create({ administration }: AdminPorts, { fields, locale, by }: AdminCall) {
  const given = read(createRequest, fields);
  // An ID token selects an existing account, so a creation must not contain one.
  if (given.idToken !== undefined)
    throw new WireError(`UNEXPECTED_PARAMETER : ${given.localId === undefined ? 'ID token' : 'User ID'}`);
  const input: AccountByAdministrator = {
    ...(given.localId === undefined ? {} : { localId: given.localId }),
    email: given.email ?? null,
    emailVerified: given.emailVerified,
    phoneNumber: given.phoneNumber === undefined ? null : checkedNumber(given.phoneNumber),
    password: given.rawPassword ?? given.password ?? null,
    displayName: given.displayName ?? null,
    photoUrl: given.photoUrl === undefined ? null : checkedAddress(given.photoUrl),
    disabled: given.disabled,
    // A new account has no factor that an identifier could name: the hosted service ignores it.
    factors: (given.mfaInfo ?? []).map((factor) => ({ ...checkedFactor(factor), wireId: undefined })),
    locale,
  };
  const account = await administration.createAccount(by, input);
  return { kind: 'identitytoolkit#SignupNewUserResponse', localId: account.localId, ...profile(account) };
}

async function lookup({ identity }: AdminPorts, { fields }: AdminCall) {
  const { idToken, localId, email, phoneNumber, federatedUserId } = read(lookupRequest, fields);
  const kind = 'identitytoolkit#GetAccountInfoResponse';
  if (idToken !== undefined) return { kind, users: [userInfo((await identity.accountOfIdToken(idToken)).account)] };
  const accounts = await identity.administration.find({
    localIds: localId,
    emails: email,
    phoneNumbers: phoneNumber,
    federated: (federatedUserId ?? []).flatMap(({ providerId, rawId }) =>
      providerId === undefined || rawId === undefined ? [] : [{ provider: providerId, rawId }],
    ),
  });
  // The hosted service omits an empty list.
  return accounts.length === 0 ? { kind } : { kind, users: accounts.map(userInfo) };
}

async function update({ administration }: AdminPorts, { fields, by }: AdminCall) {
  const given = read(updateRequest, fields);
  if (given.localId === undefined) throw new WireError('MISSING_LOCAL_ID');
  const cleared = new Set(given.deleteAttribute);
  const unlink = [...(given.deleteProvider ?? []), ...(cleared.has('PHONE_NUMBER') ? ['phone'] : [])];
  const input: UpdateByAdministrator = {
    localId: given.localId,
    by,
    change: {
      ...(given.email !== undefined && { email: given.email }),
      ...(given.emailVerified !== undefined && { emailVerified: given.emailVerified }),
      ...(given.phoneNumber !== undefined && { phoneNumber: checkedNumber(given.phoneNumber) }),
      ...(given.displayName !== undefined && { displayName: given.displayName || null }),
      ...(given.photoUrl !== undefined && { photoUrl: checkedAddress(given.photoUrl) }),
      ...(cleared.has('DISPLAY_NAME') && { displayName: null }),
      ...(cleared.has('PHOTO_URL') && { photoUrl: null }),
      ...(given.disableUser !== undefined && { disabled: given.disableUser }),
      ...(given.validSince !== undefined && { validSince: checkedSeconds(given.validSince) }),
    },
    ...(given.customAttributes !== undefined && { customAttributes: given.customAttributes }),
    ...(given.password !== undefined && { password: given.password }),
    ...(cleared.has('PASSWORD') && { removePassword: true }),
    unlink,
    ...(given.mfa && { factors: checkedFactors(given.mfa.enrollments ?? []) }),
    ...(given.linkProviderUserInfo && { link: checkedLink(given.linkProviderUserInfo) }),
  };
  const account = await administration.updateAccount(input);
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: account.localId,
    ...profile(account),
    emailVerified: account.emailVerified,
    providerUserInfo: providers(account),
  };
}

async function deleteAccount({ administration }: AdminPorts, { fields, by }: AdminCall) {
  const { localId } = read(localIdRequest, fields);
  if (localId === undefined) throw new WireError('MISSING_LOCAL_ID');
  await administration.deleteAccount({ localId, by });
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}

/** Phones only: the secret of an authenticator app belongs to its owner alone. */
function checkedFactor({ mfaEnrollmentId, phoneInfo, displayName, enrolledAt }: GivenFactor): PhoneFactor {
  if (phoneInfo === undefined) throw new WireError('UNSUPPORTED_SECOND_FACTOR');
  return {
    ...(mfaEnrollmentId && { wireId: mfaEnrollmentId }),
    phoneNumber: checkedNumber(phoneInfo, 'INVALID_MFA_PHONE_NUMBER'),
    displayName: displayName ?? null,
    ...(enrolledAt && { enrolledAt: new Date(enrolledAt) }),
  };
}

/** Identifiers must be unique. */
function checkedFactors(given: readonly GivenFactor[]): PhoneFactor[] {
  const factors = given.map(checkedFactor);
  const isTwoPhones = ({ wireId, phoneNumber }: PhoneFactor) =>
    wireId !== undefined && factors.some((other) => other.wireId === wireId && other.phoneNumber !== phoneNumber);
  if (factors.some(isTwoPhones)) throw new WireError('DUPLICATE_MFA_ENROLLMENT_ID');
  return factors;
}

/** E.164. */
function checkedNumber(text: string, refusal = 'INVALID_PHONE_NUMBER'): string {
  if (!/^\+[1-9]\d{5,14}$/.test(text)) throw new WireError(`${refusal} : Invalid format.`);
  return text;
}

function checkedAddress(text: string): string | null {
  if (text === '') return null;
  if (!/^https?:\/\/\S+$/i.test(text)) throw invalidArgument('Invalid value for photoUrl.');
  return text;
}

/** Seconds since 1970, as text on the wire. */
function checkedSeconds(text: string): Date {
  if (!/^\d{1,11}$/.test(text)) throw invalidArgument('Invalid value for validSince.');
  return new Date(Number(text) * 1000);
}

type GivenLink = {
  providerId?: string | undefined;
  rawId?: string | undefined;
  email?: string | undefined;
  displayName?: string | undefined;
};

function checkedLink({ providerId, rawId, email, displayName }: GivenLink): LinkedProvider {
  if (!providerId) throw new WireError('MISSING_PROVIDER_ID');
  if (!rawId) throw new WireError('MISSING_RAW_ID');
  if (providerId !== 'google.com' && providerId !== 'facebook.com')
    throw new WireError('INVALID_PROVIDER_ID : Google and Facebook are the only providers.');
  return { provider: providerId, rawId, email: email ?? null, displayName: displayName ?? null };
}
