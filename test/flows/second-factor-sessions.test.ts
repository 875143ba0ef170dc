import {
  applyActionCode,
  multiFactor,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type User,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailTo } from '#test/support/account-mails.ts';
import { createAccount, freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { type Administered, startAdministered } from '#test/support/administered.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { createAuthenticator } from '#test/support/authenticator.ts';
import { passkeyApi } from '#test/support/passkeys.ts';
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

async function wire(call: string, body: object): Promise<string> {
  const answer = await fetch(`${here.world.app.url}/identity/${call}?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { error?: { message: string } }).error?.message ?? 'done';
}

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
