import type { FirebaseError } from 'firebase/app';
import {
  applyActionCode,
  checkActionCode,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorError,
  type MultiFactorResolver,
  reauthenticateWithCredential,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  TotpMultiFactorGenerator,
  type User,
} from 'firebase/auth';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFactorDesk } from '#test/support/desk.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { API_KEY, startIdentity, type IdentityWorld } from '#test/support/identity.ts';

let world: IdentityWorld;
let serial = 0;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await startIdentity({ limits: { LIMIT_WRONG_CODES_PER_ACCOUNT: 8 } });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.mails.length = 0;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

const PASSWORD = 'correct horse';

/** The stock SDK in a separate browser. */
function client() {
  const auth = sdkClient(world.url, { apiKey: API_KEY });
  opened.push(auth);
  return auth;
}

const codeOf = (secret: string, { drift = 0 } = {}) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + world.clock.ahead + drift * 30_000,
  });

/** Moves the clock to the app's next code. */
const nextCode = () => (world.clock.ahead += 30_000);

const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as FirebaseError).code,
  );

async function resolverOf(work: Promise<unknown>): Promise<MultiFactorResolver> {
  const error = await work.then(
    () => {
      throw new Error('no second step was asked for');
    },
    (reason: unknown) => reason as MultiFactorError,
  );
  expect(error.code).toBe('auth/multi-factor-auth-required');
  return getMultiFactorResolver(client(), error);
}

async function person() {
  const email = `person-${++serial}@example.com`;
  const auth = client();
  const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
  await world.pool.query('update accounts set email_verified = true where email = $1', [email]);
  return { email, auth, user };
}

async function enrol(user: User, name = 'My phone') {
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
  const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, codeOf(secret.secretKey));
  await multiFactor(user).enroll(assertion, name);
  nextCode();
  return { secret: secret.secretKey, id: multiFactor(user).enrolledFactors.at(-1)!.uid };
}

const enrolled = async () => {
  const { email, auth, user } = await person();
  return { email, auth, user, ...(await enrol(user)) };
};

const signIn = (email: string) => signInWithEmailAndPassword(client(), email, PASSWORD);
const finish = (resolver: MultiFactorResolver, id: string, code: string) =>
  resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(id, code));
const recoveryCodes = async (user: User) =>
  world.flows.makeRecoveryCodes(await world.identity.accountOfIdToken(await user.getIdToken(true)));
const events = async (email: string) => {
  const account = await world.identity.accountByEmail(email);
  return (await world.identity.securityEvents(account!.id)).map(({ kind }) => kind);
};

describe('an authenticator app', () => {
  test('is enrolled and required at the next sign-in, by the stock SDK', async () => {
    const { email, user, secret, id } = await enrolled();
    expect(multiFactor(user).enrolledFactors).toMatchObject([{ uid: id, displayName: 'My phone', factorId: 'totp' }]);
    expect((await user.getIdTokenResult()).signInSecondFactor).toBe('totp');

    const resolver = await resolverOf(signIn(email));
    expect(resolver.hints).toMatchObject([{ uid: id, displayName: 'My phone', factorId: 'totp' }]);
    const { user: again } = await finish(resolver, id, codeOf(secret));
    expect(again.uid).toBe(user.uid);
    const { claims } = await again.getIdTokenResult();
    expect(claims.firebase).toMatchObject({
      sign_in_provider: 'password',
      sign_in_second_factor: 'totp',
      second_factor_identifier: id,
    });
    expect((await again.getIdTokenResult(true)).signInSecondFactor).toBe('totp');
    expect(await events(email)).toContain('second-factor-added');
    expect(world.mails.map(({ kind }) => kind)).toContain('second-factor-added');
  });

  test('accepts one step early or late, no more, and each code once, also under concurrency', async () => {
    const { email, secret, id } = await enrolled();
    nextCode();
    expect(await failure(finish(await resolverOf(signIn(email)), id, codeOf(secret, { drift: 2 })))).toBe(
      'auth/invalid-verification-code',
    );
    await finish(await resolverOf(signIn(email)), id, codeOf(secret, { drift: -1 }));
    const late = codeOf(secret, { drift: 1 });
    const resolvers = await Promise.all(Array.from({ length: 3 }, () => resolverOf(signIn(email))));
    const outcomes = await Promise.all(resolvers.map((resolver) => failure(finish(resolver, id, late))));
    expect(outcomes.sort()).toEqual(['auth/invalid-verification-code', 'auth/invalid-verification-code', 'done']);
    // After a newer code, an older one is refused as well.
    expect(await failure(finish(await resolverOf(signIn(email)), id, codeOf(secret)))).toBe(
      'auth/invalid-verification-code',
    );
  });

  test('is set up within 15 minutes, with five tries, and only once', async () => {
    const { user } = await person();
    const start = async () => TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
    const withCode = (secret: Awaited<ReturnType<typeof start>>, code: string) =>
      failure(multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'x'));
    const first = await start();
    const tries = await Promise.all(Array.from({ length: 7 }, () => withCode(first, '000000')));
    expect(tries.filter((code) => code === 'auth/invalid-verification-code')).toHaveLength(5);
    expect(await withCode(first, codeOf(first.secretKey))).toBe('auth/invalid-verification-id');
    const second = await start();
    expect(await withCode(second, codeOf(second.secretKey))).toBe('done');
    expect(await withCode(second, codeOf(second.secretKey))).toBe('auth/invalid-verification-id');
    const third = await start();
    world.clock.ahead += 15 * 60_000;
    expect(await withCode(third, codeOf(third.secretKey))).toBe('auth/code-expired');
    expect(await failure(start())).toBe('auth/requires-recent-login');
  });

  test('needs a verified address and a suitable first factor', async () => {
    const { user, email } = await person();
    await world.pool.query('update accounts set email_verified = false where email = $1', [email]);
    const start = async (idToken: string) =>
      (await world.call('v2/accounts/mfaEnrollment:start', { idToken, totp_enrollment_info: {} })).json.error?.message;
    expect(await start(await user.getIdToken())).toMatch(/^UNVERIFIED_EMAIL/);
    const { json } = await world.call('v2/accounts/mfaEnrollment:start', { idToken: await user.getIdToken() });
    expect(json.error.message).toMatch(/^INVALID_ARGUMENT/);
    await world.pool.query('update accounts set email_verified = true where email = $1', [email]);
    expect(await start(await user.getIdToken())).toBeUndefined();
    const account = (await world.identity.accountByEmail(email))!;
    for (const provider of ['anonymous', 'custom', 'phone'] as const)
      expect(await start((await world.signIn(account, provider)).idToken)).toMatch(/^UNSUPPORTED_FIRST_FACTOR/);
  });

  test('is removed after a recent sign-in that proved a second factor; the owner gets a mail', async () => {
    const { email, user, secret, id } = await enrolled();
    // Opened recently with the password alone, before the factor was enrolled.
    const account = (await world.identity.accountByEmail(email))!;
    const older = await world.signIn(account, 'password');
    const withdraw = (idToken: string) =>
      world.call('v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId: id });
    expect((await withdraw(older.idToken)).json.error.message).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    world.clock.ahead += 600_000;
    expect(await failure(multiFactor(user).unenroll(id))).toBe('auth/requires-recent-login');
    const proof = reauthenticateWithCredential(user, EmailAuthProvider.credential(email, PASSWORD));
    await finish(await resolverOf(proof), id, codeOf(secret));
    await multiFactor(user).unenroll(id);
    expect(multiFactor(user).enrolledFactors).toEqual([]);
    expect((await user.getIdTokenResult()).signInSecondFactor).toBeNull();
    expect((await signIn(email)).user.uid).toBe(user.uid);
    expect(await failure(multiFactor(user).unenroll(id))).toBe('auth/multi-factor-info-not-found');
    expect((await world.mailedLink('second-factor-removed'))!.searchParams.get('mode')).toBe('secureAccount');
  });
});

describe('a pending credential', () => {
  const pendingOf = async (email: string) => {
    const { json } = await world.call('v1/accounts:signInWithPassword', { email, password: PASSWORD });
    expect(json).not.toHaveProperty('idToken');
    expect(json).not.toHaveProperty('refreshToken');
    return json.mfaPendingCredential!;
  };
  const finalize = async (mfaPendingCredential: string, mfaEnrollmentId: string, verificationCode: string) =>
    (
      await world.call('v2/accounts/mfaSignIn:finalize', {
        mfaPendingCredential,
        mfaEnrollmentId,
        totpVerificationInfo: { verificationCode },
      })
    ).json;

  test('works for five codes, ten minutes and one use, and for no other call', async () => {
    const { email, secret, id } = await enrolled();
    const credential = await pendingOf(email);
    const answers = await Promise.all(Array.from({ length: 7 }, () => finalize(credential, id, '000000')));
    expect(answers.map(({ error }) => error.message).sort()).toEqual([
      ...Array<string>(5).fill('INVALID_CODE'),
      ...Array<string>(2).fill('INVALID_MFA_PENDING_CREDENTIAL'),
    ]);
    expect((await finalize(credential, id, codeOf(secret))).error.message).toBe('INVALID_MFA_PENDING_CREDENTIAL');

    const second = await pendingOf(email);
    expect((await world.call('v1/accounts:lookup', { idToken: second })).json.error.message).toBe('INVALID_ID_TOKEN');
    expect((await finalize(second, id, codeOf(secret))).idToken).toEqual(expect.any(String));
    nextCode();
    expect((await finalize(second, id, codeOf(secret))).error.message).toBe('INVALID_MFA_PENDING_CREDENTIAL');

    const third = await pendingOf(email);
    world.clock.ahead += 600_000;
    expect((await finalize(third, id, codeOf(secret))).error.message).toBe('SESSION_EXPIRED');
  });

  test('ends with a change of password', async () => {
    const { email, user, secret, id } = await enrolled();
    const credential = await pendingOf(email);
    const who = await world.identity.accountOfIdToken(await user.getIdToken());
    await world.flows.changePassword.change({ who, password: 'another horse entirely' });
    expect((await finalize(credential, id, codeOf(secret))).error.message).toBe('INVALID_MFA_PENDING_CREDENTIAL');
  });

  test('needs all its parts, and wrong codes count over all credentials of an account', async () => {
    const { email, secret, id } = await enrolled();
    const message = async (body: object) =>
      (await world.call('v2/accounts/mfaSignIn:finalize', body)).json.error.message;
    const mfaPendingCredential = await pendingOf(email);
    const totpVerificationInfo = { verificationCode: '000000' };
    expect(await message({ totpVerificationInfo })).toBe('MISSING_MFA_PENDING_CREDENTIAL');
    expect(await message({ mfaPendingCredential, totpVerificationInfo })).toBe('MISSING_MFA_ENROLLMENT_ID');
    expect(await message({ mfaPendingCredential, mfaEnrollmentId: id, totpVerificationInfo: {} })).toBe('MISSING_CODE');
    expect(await message({ mfaPendingCredential, mfaEnrollmentId: 'other', totpVerificationInfo })).toBe(
      'MFA_ENROLLMENT_NOT_FOUND',
    );
    expect(await message({ mfaPendingCredential: 'nonsense', mfaEnrollmentId: id, totpVerificationInfo })).toBe(
      'INVALID_MFA_PENDING_CREDENTIAL',
    );
    for (let wrong = 0; wrong < 8; wrong++) await finalize(await pendingOf(email), id, '000000');
    expect((await finalize(await pendingOf(email), id, codeOf(secret))).error.message).toBe(
      'TOO_MANY_ATTEMPTS_TRY_LATER',
    );
  });
});

describe('the second step cannot be bypassed', () => {
  test('a mailed sign-in link requires it, and a new password by mail does not remove it', async () => {
    const { email, secret, id } = await enrolled();
    await sendSignInLinkToEmail(client(), email, { url: 'https://store.example/profile', handleCodeInApp: true });
    const link = (await world.mailedLink('email-sign-in'))!.href;
    const { user } = await finish(await resolverOf(signInWithEmailLink(client(), email, link)), id, codeOf(secret));
    expect(user.email).toBe(email);

    await world.call('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const oobCode = (await world.mailedLink('password-reset'))!.searchParams.get('oobCode');
    await world.call('v1/accounts:resetPassword', { oobCode, newPassword: PASSWORD });
    await resolverOf(signIn(email));
  });

  test('a sign-in that was checked before the enrolment opens no session after it', async () => {
    const { email, user } = await person();
    const before = (await world.identity.accountByEmail(email))!;
    await enrol(user);
    await expect(
      world.db.transaction((tx) =>
        world.identity.openSession(tx, before, { provider: 'password', signIn: { isNew: false, deviceSecret: null } }),
      ),
    ).rejects.toMatchObject({ code: 'INVALID_LOGIN_CREDENTIALS' });
  });

  test('refresh tokens of open sessions stay valid', async () => {
    const { user } = await enrolled();
    expect((await user.getIdTokenResult(true)).signInSecondFactor).toBe('totp');
  });
});

describe('recovery codes', () => {
  test('are ten, each of which replaces the app once, in any notation', async () => {
    const { email, user, id } = await enrolled();
    const codes = await recoveryCodes(user);
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}$/);
    const typed = codes[0]!.toUpperCase().replace('-', ' ');
    const resolvers = await Promise.all(Array.from({ length: 3 }, () => resolverOf(signIn(email))));
    const outcomes = await Promise.all(resolvers.map((resolver) => failure(finish(resolver, id, typed))));
    expect(outcomes.sort()).toEqual(['auth/invalid-verification-code', 'auth/invalid-verification-code', 'done']);
    expect(world.mails.map(({ kind }) => kind)).toContain('recovery-code-used');

    // A session opened with a recovery code may remove the lost app.
    const auth = client();
    const { user: back } = await finish(
      await resolverOf(signInWithEmailAndPassword(auth, email, PASSWORD)),
      id,
      codes[1]!,
    );
    await multiFactor(back).unenroll(id);
    expect((await signIn(email)).user.uid).toBe(back.uid);
  });

  test('are replaced by new ones, and never work for another account', async () => {
    const { email, user, id } = await enrolled();
    const [old] = await recoveryCodes(user);
    const [fresh] = await recoveryCodes(user);
    const other = await enrolled();
    const [strangers] = await recoveryCodes(other.user);
    for (const code of [old!, strangers!])
      expect(await failure(finish(await resolverOf(signIn(email)), id, code))).toBe('auth/invalid-verification-code');
    expect(await failure(finish(await resolverOf(signIn(email)), id, fresh!))).toBe('done');
  });
});

test('an operator can remove a lost factor; the audit log has the name, and the owner gets a mail', async () => {
  const { email } = await enrolled();
  const desk = createFactorDesk(world.db);
  const account = (await desk.accountOf(email.toUpperCase()))!;
  expect(desk.show(account)).toEqual([expect.stringMatching(/^totp .*My phone$/)]);
  expect(await desk.remove(account, 'rosa')).toEqual(['removed: 1; the owner gets a mail']);
  expect((await signIn(email)).user.email).toBe(email);
  const [event] = (await world.identity.securityEvents(account.id)).filter(
    ({ kind }) => kind === 'second-factor-removed',
  );
  expect(event!.detail).toMatchObject({ by: 'operator', operator: 'rosa' });
  const { rows } = await world.pool.query('select kind, recipient from mails where subject_id = $1', [account.id]);
  expect(rows).toEqual([{ kind: 'second-factor-removed', recipient: email }]);
});

describe('a factor that the owner did not add', () => {
  test('is removed by the mailed link, once; every session and password ends', async () => {
    const { email, id } = await enrolled();
    const link = (await world.mailedLink('second-factor-added'))!;
    expect(link.searchParams.get('mode')).toBe('revertSecondFactorAddition');
    const code = link.searchParams.get('oobCode')!;
    const auth = client();
    const info = await checkActionCode(auth, code);
    expect(info).toMatchObject({
      operation: 'REVERT_SECOND_FACTOR_ADDITION',
      data: { email, multiFactorInfo: { uid: id, factorId: 'totp' } },
    });
    await applyActionCode(auth, code);
    const account = (await world.identity.accountByEmail(email))!;
    expect(account).toMatchObject({ secondFactors: [], hasPassword: false });
    expect(await world.identity.listSessions(account.id)).toEqual([]);
    expect(await failure(applyActionCode(auth, code))).toBe('auth/invalid-action-code');
    expect(await events(email)).toContain('second-factor-removed');
  });

  test('a link of another kind does not remove the second step', async () => {
    const { email, user } = await enrolled();
    await recoveryCodes(user);
    const oobCode = (await world.mailedLink('recovery-codes-made'))!.searchParams.get('oobCode')!;
    await applyActionCode(client(), oobCode);
    const account = (await world.identity.accountByEmail(email))!;
    expect(account).toMatchObject({ hasPassword: false, secondFactors: [{ kind: 'totp' }] });
  });
});
