import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  multiFactor,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  updatePassword,
} from 'firebase/auth';
import { Secret, TOTP } from 'otpauth';
import { codeIn, mailTo } from '#test/support/account-mails.ts';
import { freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { spawnBuilt, type SpawnedApp } from '#test/support/process.ts';
import { comeBack, handlerRequest, next, openPopup, refusalOf, signInWithIdp } from '#test/support/providers.ts';
import { ENDED, MANY, seen, USED, WRONG } from '#test/support/refusals.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

/** Two processes on one database behave as one: each sees what the other did. The first process is the test's own. */
let world: World;
let second: SpawnedApp;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await startBuiltWorld({
    LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: '4',
    LIMIT_LINK_MAILS_PER_EMAIL: '3',
    LIMIT_VERIFY_MAILS_PER_HOUR: '2',
  });
  second = await spawnBuilt({
    ...world.env,
    PORT: String(await freePort()),
    PUBLIC_URL: world.services.config.publicUrl,
  });
});
afterAll(async () => {
  await second.kill('SIGTERM');
  await world.close();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

type Options = Parameters<typeof sdkClient>[1];

/** A browser whose requests the load balancer sends to the first or the second process. */
function at(copy: 1 | 2, options: Options = {}) {
  const auth = sdkClient(copy === 1 ? world.app.url : second.url, options);
  clients.push(auth);
  return auth;
}

async function person(options: Options = {}) {
  const email = freshEmail();
  const auth = at(1, options);
  return { auth, email, user: (await createUserWithEmailAndPassword(auth, email, GOOD_PASSWORD)).user };
}

/** Refreshes once at a process. Returns the new token or the error code. */
async function refresh(copy: 1 | 2, refreshToken: string): Promise<string> {
  const url = copy === 1 ? world.app.url : second.url;
  const answer = await fetch(`${url}/identity/v1/token?key=cairn-web`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  const json = (await answer.json()) as { refresh_token?: string; error?: { message: string } };
  return json.refresh_token ?? json.error!.message;
}

test('an account created at one process is the same at the other', async () => {
  const { email, user } = await person();
  const there = await signInWithEmailAndPassword(at(2), email, GOOD_PASSWORD);
  expect(there.user.uid).toBe(user.uid);
  expect(await seen(createUserWithEmailAndPassword(at(2), email, GOOD_PASSWORD))).toMatchObject({
    0: 'auth/email-already-in-use',
  });
});

test('rate limits are shared: wrong passwords at either process count for both', async () => {
  const { email } = await person();
  // Concurrently at both: four attempts in all.
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      seen(signInWithEmailAndPassword(at(turn % 2 === 0 ? 1 : 2), email, `wrong ${turn}`)),
    ),
  );
  expect(outcomes.filter(([code]) => code === WRONG[0])).toHaveLength(4);
  expect(outcomes.filter(([code]) => code === MANY[0])).toHaveLength(8);
  for (const copy of [1, 2] as const)
    expect(await seen(signInWithEmailAndPassword(at(copy), email, GOOD_PASSWORD))).toEqual(MANY);
});

test('rate limits are shared: mail requests at either process count for both', async () => {
  const email = freshEmail();
  for (const copy of [1, 2, 1] as const) await sendPasswordResetEmail(at(copy), email);
  for (const copy of [1, 2] as const) expect(await seen(sendPasswordResetEmail(at(copy), email))).toEqual(MANY);

  const { auth, user } = await person();
  const storage = new Map<string, unknown>();
  const there = at(2, { storage });
  await there.updateCurrentUser(user);
  await sendEmailVerification(user);
  await sendEmailVerification(there.currentUser!);
  expect(await seen(sendEmailVerification(user))).toEqual(MANY);
  expect(await seen(sendEmailVerification(there.currentUser!))).toEqual(MANY);
  expect(auth.currentUser).toBe(user);
});

test('a token used at both concurrently has one successor, also later in the grace period', async () => {
  const { user } = await person();
  const successors = await Promise.all(([1, 2, 1, 2, 2, 1] as const).map((copy) => refresh(copy, user.refreshToken)));
  expect(new Set(successors).size).toBe(1);
  expect(await refresh(2, user.refreshToken)).toBe(successors[0]);
  expect(await refresh(1, successors[0]!)).toMatch(/^[\w-]{40,}$/);
});

test('a token reused at the other process after the grace period ends its family at both', async () => {
  const { auth, user } = await person();
  const stolen = user.refreshToken;
  await user.getIdToken(true);
  await world.db.execute(
    sql`update refresh_tokens set used_at = used_at - interval '301 seconds' where used_at is not null`,
  );
  expect(await refresh(2, stolen)).toBe('TOKEN_EXPIRED');
  expect(await seen(user.getIdToken(true))).toEqual(ENDED);
  expect(auth.currentUser).toBeNull();
});

test('a revocation at one process applies at the other at once', async () => {
  const { email, user } = await person();
  const { user: other } = await signInWithEmailAndPassword(at(2), email, GOOD_PASSWORD);
  await other.reload();
  await updatePassword(user, 'another walk of 30 cairns');
  expect(await seen(other.reload())).toEqual(ENDED);

  const { user: third } = await signInWithEmailAndPassword(at(2), email, 'another walk of 30 cairns');
  const answer = await fetch(`${world.app.url}/api/account/sign-out-everywhere`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await user.getIdToken()}` },
  });
  expect(answer.ok).toBe(true);
  expect(await seen(third.getIdToken(true))).toEqual(ENDED);
});

test('a code from one process works at the other, once, even when both get it concurrently', async () => {
  const { auth, email, user } = await person();
  const code = codeIn(await mailTo(world, email, 'Confirm your email address'));
  const outcomes = await Promise.allSettled([
    applyActionCode(at(1), code),
    applyActionCode(at(2), code),
    applyActionCode(at(2), code),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await seen(applyActionCode(at(2), code))).toEqual(USED);
  await user.reload();
  expect(user.emailVerified).toBe(true);

  await sendPasswordResetEmail(auth, email);
  const reset = codeIn(await mailTo(world, email, 'Choose a new password'));
  const resets = await Promise.allSettled(
    ([1, 2] as const).map((copy) => confirmPasswordReset(at(copy), reset, `new password of copy ${copy}`)),
  );
  const winner = resets.findIndex(({ status }) => status === 'fulfilled') + 1;
  expect(resets.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await signInWithEmailAndPassword(at(2), email, `new password of copy ${winner}`)).user.uid).toBe(user.uid);
});

/** An account with an authenticator app, and the second-factor calls at either process. */
async function withApp() {
  const { email, user } = await person();
  await applyActionCode(at(1), codeIn(await mailTo(world, email, 'Confirm your email address')));
  await user.reload();
  await user.getIdToken(true);
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
  const totp = new TOTP({ secret: Secret.fromBase32(secret.secretKey) });
  // The code that the app shows, `steps` periods later. One period early is accepted.
  const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code(0)), 'App');
  const mfaEnrollmentId = multiFactor(user).enrolledFactors[0]!.uid;
  const call = async (copy: 1 | 2, path: string, body: object) => {
    const answer = await fetch(`${copy === 1 ? world.app.url : second.url}/identity/${path}?key=cairn-web`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { idToken?: string; mfaPendingCredential?: string; error?: { message: string } };
  };
  return {
    code,
    /** The password sign-in, at the first process. */
    pending: async () =>
      (await call(1, 'v1/accounts:signInWithPassword', { email, password: GOOD_PASSWORD })).mfaPendingCredential!,
    /** `signed in`, or the error code. */
    finish: async (copy: 1 | 2, mfaPendingCredential: string, verificationCode: string) => {
      const totpVerificationInfo = { verificationCode };
      const body = { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo };
      const { idToken, error } = await call(copy, 'v2/accounts/mfaSignIn:finalize', body);
      return idToken === undefined ? error!.message : 'signed in';
    },
  };
}

test('a second factor has five attempts at both together, and its code opens one session', async () => {
  const { code, pending, finish } = await withApp();
  const guessed = await pending();
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => finish(turn % 2 === 0 ? 1 : 2, guessed, '000000')),
  );
  expect(guesses.filter((outcome) => outcome === 'INVALID_CODE')).toHaveLength(5);
  expect(guesses).not.toContain('signed in');
  for (const copy of [1, 2] as const) expect(await finish(copy, guessed, code(0))).not.toBe('signed in');

  // One code for two sign-ins, at both processes.
  const [one, other] = [await pending(), await pending()];
  const shown = code(1);
  const outcomes = await Promise.all([
    finish(1, one, shown),
    finish(2, one, shown),
    finish(1, other, shown),
    finish(2, other, shown),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'signed in')).toHaveLength(1);
});

test('a popup that began at one process ends at the other', async () => {
  await next(world.oauth, 'google.com', { person: { email: freshEmail(), name: 'Amina Diallo', sub: '900000000077' } });
  const popup = await openPopup(world.app, 'google.com');
  const { code } = await comeBack(popup);
  const request = handlerRequest(world.app, popup, code);
  const outcomes = await Promise.all([signInWithIdp(second, request), signInWithIdp(world.app, request)]);
  expect(outcomes.filter(({ json }) => 'idToken' in json)).toHaveLength(1);
  expect(outcomes.filter(({ json }) => String(refusalOf(json)).startsWith('INVALID_IDP_RESPONSE'))).toHaveLength(1);
});

test("signing keys are shared: each process verifies the other's tokens, also through a rotation", async () => {
  const keysOf = async (url: string) => (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
  const { email } = await person();
  for (const [signs, reads] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const token = await (await signInWithEmailAndPassword(at(signs), email, GOOD_PASSWORD)).user.getIdToken();
    const keys = await keysOf(reads === 1 ? world.app.url : second.url);
    expect((await jwtVerify(token, createLocalJWKSet(keys), { audience: 'cairn' })).payload['email']).toBe(email);
  }
  expect(await keysOf(second.url)).toEqual(await keysOf(world.app.url));

  // The key is a month old. Both new processes see that and create one successor together.
  await world.db.execute(sql`update signing_keys set created_at = created_at - interval '31 days'`);
  const copies = await Promise.all([startBeside(world), startBeside(world)]);
  try {
    const [a, b] = await Promise.all(copies.map(({ url }) => keysOf(url)));
    expect(a).toEqual(b);
    expect(a!.keys).toHaveLength(2);
    // A new key is published before it signs.
    const token = await (await signInWithEmailAndPassword(at(1), email, GOOD_PASSWORD)).user.getIdToken();
    expect((await jwtVerify(token, createLocalJWKSet(a!), { audience: 'cairn' })).payload['email']).toBe(email);
    expect(a!.keys.map(({ kid }) => kid)).toContain(decodeProtectedHeader(token).kid);
  } finally {
    await Promise.all(copies.map((copy) => copy.stop()));
  }
});
