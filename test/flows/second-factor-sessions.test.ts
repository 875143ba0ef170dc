import {
  applyActionCode,
  multiFactor,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type User,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailTo } from '#test/support/account-mails.ts';
import { createAccount, freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { type Administered, startAdministered } from '#test/support/administered.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { createAuthenticator } from '#test/support/authenticator.ts';
import { passkeyApi } from '#test/support/passkeys.ts';
import { codeFor } from '#test/support/phones.ts';
import { ENDED, seen } from '#test/support/refusals.ts';

/** Two sessions of one account: the owner's, and the one of a person who knows the password. */
let here: Administered;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  here = await startAdministered();
});
afterAll(() => here?.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function signIn(email: string): Promise<User> {
  const auth = sdkClient(here.world.app.url);
  clients.push(auth);
  return (await signInWithEmailAndPassword(auth, email, GOOD_PASSWORD)).user;
}

/** The owner and a thief of the password, both signed in with the password alone; the address is confirmed. */
async function ownerAndThief() {
  const { email } = await createAccount(here.world.app);
  const owner = await signIn(email);
  await here.admin.auth.updateUser(owner.uid, { emailVerified: true });
  return { email, owner, thief: await signIn(email) };
}

const begin = async (user: User) => TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
type AppSecret = Awaited<ReturnType<typeof begin>>;
const codeOf = ({ secretKey }: AppSecret) => new TOTP({ secret: Secret.fromBase32(secretKey) }).generate();
const finish = (user: User, secret: AppSecret) =>
  multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, codeOf(secret)), 'App');
const enrol = async (user: User) => finish(user, await begin(user));

const factorsOf = async (user: User) =>
  (await here.world.services.identity.accountByLocalId(user.uid))!.secondFactors.length;

async function call<T>(name: string, body: object): Promise<T & { error?: { message: string } }> {
  const answer = await fetch(`${here.world.app.url}/identity/${name}?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json() as Promise<T & { error?: { message: string } }>;
}
const wire = async (name: string, body: object): Promise<string> => (await call(name, body)).error?.message ?? 'done';

type Phone = { uid: string; phoneNumber: string; displayName?: string; enrollmentTime?: string };

/** The second factors of an account, as an administrator sets and lists them. */
const phonesOf = (uid: string) => ({
  set: (...phones: Phone[]) =>
    here.admin.auth.updateUser(uid, {
      multiFactor: { enrolledFactors: phones.map((phone) => ({ ...phone, factorId: 'phone' as const })) },
    }),
  listed: async () =>
    (await here.admin.auth.getUser(uid)).multiFactor!.enrolledFactors.map((each) => each.toJSON() as Phone),
});

async function api(path: string, idToken: string, method = 'POST'): Promise<string> {
  const answer = await fetch(`${here.world.app.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${idToken}` },
  });
  return answer.ok ? 'done' : ((await answer.json()) as { error: { code: string } }).error.code;
}

describe('enrolling a second factor', () => {
  test('ends every other session at once; the enrolling one continues as one that proved it', async () => {
    const { owner, thief } = await ownerAndThief();
    const stolen = await thief.getIdToken();
    await enrol(owner);
    expect(await seen(thief.getIdToken(true))).toEqual(ENDED);
    expect(await api('/account', stolen, 'GET')).toBe('unauthenticated');
    expect((await owner.getIdTokenResult(true)).signInSecondFactor).toBe('totp');
    expect(await api('/account/recovery-codes', await owner.getIdToken())).toBe('done');
  });

  test('voids an enrolment that another session began', async () => {
    const { owner, thief } = await ownerAndThief();
    const begun = await begin(thief);
    await enrol(owner);
    expect((await seen(finish(thief, begun)))[0]).toBe('auth/user-token-expired');
    expect(await factorsOf(owner)).toBe(1);
  });

  test('of two sessions at once adds one factor', async () => {
    const { owner, thief } = await ownerAndThief();
    const secrets = [await begin(owner), await begin(thief)] as const;
    await Promise.allSettled([finish(owner, secrets[0]), finish(thief, secrets[1])]);
    expect(await factorsOf(owner)).toBe(1);
  });

  test('voids a passkey that another session began to add', async () => {
    const { owner, thief } = await ownerAndThief();
    const passkeys = passkeyApi(here.world.app);
    const authenticator = createAuthenticator(here.world.app.url);
    const idToken = await thief.getIdToken();
    const begun = await passkeys.newCredential(authenticator, idToken);
    await enrol(owner);
    expect((await passkeys.call('', { idToken, body: begun })).status).toBe(401);
  });

  test('voids a link to another address that another session asked for', async () => {
    const { email, owner, thief } = await ownerAndThief();
    const other = freshEmail();
    await verifyBeforeUpdateEmail(thief, other);
    const code = codeIn(await mailTo(here.world, other, 'Confirm your new email address'));
    await enrol(owner);
    const anywhere = sdkClient(here.world.app.url);
    clients.push(anywhere);
    expect((await seen(applyActionCode(anywhere, code)))[0]).toBe('auth/invalid-action-code');
    expect((await here.admin.auth.getUser(owner.uid)).email).toBe(email);
  });

  test('by an administrator keeps identifier and time under another name; only a new number ends the sessions', async () => {
    const { owner } = await ownerAndThief();
    const { set, listed } = phonesOf(owner.uid);
    const enrollmentTime = new Date(Date.UTC(2024, 0, 2, 3, 4, 5)).toUTCString();
    const first = { uid: 'work', phoneNumber: '+15555550171', displayName: 'Work', enrollmentTime };
    await set(first);
    expect(await listed()).toEqual([{ ...first, factorId: 'phone' }]);
    // The signer of a custom token vouches for both factors.
    const client = sdkClient(here.world.app.url);
    clients.push(client);
    const { user } = await signInWithCustomToken(client, await here.admin.auth.createCustomToken(owner.uid));

    await set({ uid: 'work', phoneNumber: '+15555550171', displayName: 'Office' });
    expect(await listed()).toMatchObject([{ uid: 'work', displayName: 'Office', enrollmentTime }]);
    await set({ uid: 'office', phoneNumber: '+15555550171' });
    expect(await listed()).toMatchObject([{ uid: 'office', enrollmentTime }]);
    // Of two entries with one number the first counts.
    await set(
      { uid: 'office', phoneNumber: '+15555550171', displayName: 'Office' },
      { uid: 'again', phoneNumber: '+15555550171', displayName: 'Again' },
    );
    expect(await listed()).toMatchObject([{ uid: 'office', displayName: 'Office', enrollmentTime }]);
    await user.getIdToken(true);
    await user.reload();
    expect(multiFactor(user).enrolledFactors).toMatchObject([{ uid: 'office', enrollmentTime }]);

    await set({ uid: 'office', phoneNumber: '+15555550172', displayName: 'Office' });
    expect(await listed()).toMatchObject([{ uid: 'office', phoneNumber: '+15555550172', enrollmentTime }]);
    expect(await seen(user.getIdToken(true))).toEqual(ENDED);
    // Two numbers change places.
    await set({ uid: 'office', phoneNumber: '+15555550172' }, { uid: 'home', phoneNumber: '+15555550173' });
    await set({ uid: 'office', phoneNumber: '+15555550173' }, { uid: 'home', phoneNumber: '+15555550172' });
    expect((await listed()).map(({ uid, phoneNumber }) => [uid, phoneNumber]).sort()).toEqual([
      ['home', '+15555550172'],
      ['office', '+15555550173'],
    ]);
  });

  test('by an administrator: its identifier is the one of the second step, which needs no `phoneSignInInfo`', async () => {
    const { email, owner } = await ownerAndThief();
    await phonesOf(owner.uid).set({ uid: 'travel phone', phoneNumber: '+33639980071' });
    const pending = await call<{ mfaPendingCredential: string; mfaInfo: { mfaEnrollmentId: string }[] }>(
      'v1/accounts:signInWithPassword',
      { email, password: GOOD_PASSWORD },
    );
    const { mfaPendingCredential } = pending;
    const [{ mfaEnrollmentId } = {}] = pending.mfaInfo;
    expect(mfaEnrollmentId).toBe('travel phone');
    const { phoneResponseInfo } = await call<{ phoneResponseInfo: { sessionInfo: string } }>(
      'v2/accounts/mfaSignIn:start',
      { mfaPendingCredential, mfaEnrollmentId },
    );
    const code = await codeFor(here.world.sms, '+33639980071');
    const { idToken } = await call<{ idToken: string }>('v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential,
      phoneVerificationInfo: { ...phoneResponseInfo, code },
    });
    expect(decodeJwt(idToken)).toMatchObject({
      firebase: { sign_in_second_factor: 'phone', second_factor_identifier: 'travel phone' },
    });
    expect(await wire('v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId })).toBe('done');
    expect(await factorsOf(owner)).toBe(0);
  });

  test('by an administrator ends the sessions', async () => {
    const { owner } = await ownerAndThief();
    await here.admin.auth.updateUser(owner.uid, {
      multiFactor: { enrolledFactors: [{ factorId: 'phone', phoneNumber: '+15555550177' }] },
    });
    expect(await seen(owner.getIdToken(true))).toEqual(ENDED);
  });
});

describe('a session that proved one factor of an account that has a second', () => {
  /** As after an enrolment by version 1.0.0, which ended no session. */
  async function withOldSession() {
    const { email, owner } = await ownerAndThief();
    const { identity } = here.world.services;
    const { id } = (await identity.accountByLocalId(owner.uid))!;
    const factor = await here.world.db.transaction((tx) =>
      identity.addSecondFactor(tx, id, { kind: 'phone', displayName: null, phoneNumber: '+15555550178' }),
    );
    return { email, id, factor, idToken: await owner.getIdToken() };
  }

  test.for([
    ['a password', 'v1/accounts:update', { password: 'another long walk', returnSecureToken: true }],
    ['an address', 'v1/accounts:sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'x@example.com' }],
    ['the removal of the password', 'v1/accounts:update', { deleteProvider: ['password'] }],
    ['the deletion of the account', 'v1/accounts:delete', {}],
    ['another factor', 'v2/accounts/mfaEnrollment:start', { totpEnrollmentInfo: {} }],
    ['a phone number', 'v1/accounts:signInWithPhoneNumber', { sessionInfo: 'x'.repeat(43), code: '000000' }],
  ] as const)('must prove it before %s', async ([, call, body]) => {
    const { id, idToken } = await withOldSession();
    expect(await wire(call, { ...body, idToken })).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    expect(await here.world.services.identity.account(id)).toMatchObject({ hasPassword: true });
  });

  test('must prove it before the removal of that factor', async () => {
    const { id, factor, idToken } = await withOldSession();
    const removal = { idToken, mfaEnrollmentId: factor.id };
    expect(await wire('v2/accounts/mfaEnrollment:withdraw', removal)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    expect((await here.world.services.identity.account(id))!.secondFactors).toHaveLength(1);
  });

  test.for([
    ['/passkeys/enrolment', 'POST'],
    ['/account/recovery-codes', 'POST'],
    ['/account/export', 'GET'],
  ] as const)('must prove it before %s', async ([path, method]) => {
    const { idToken } = await withOldSession();
    expect(await api(path, idToken, method)).toBe('requires-recent-login');
  });
});
