import {
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updatePassword,
  validatePassword,
} from 'firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ops as opsOn } from '#test/support/ops.ts';
import { passwordPolicies } from '#src/modules/password-policy/schema.ts';
import { codeIn, mailTo } from '#test/support/account-mails.ts';
import { freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { BLOCKING_SECRET, says, startBlockingEndpoint } from '#test/support/blocking-endpoint.ts';
import { EASY, seen, WRONG } from '#test/support/refusals.ts';
import { until } from '#test/support/wire.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

/** The password policy set by ops and seen by the stock SDK, at two processes, with a merchant's blocking endpoint. */
let world: World;
let endpoint: Awaited<ReturnType<typeof startBlockingEndpoint>>;
let beside: Awaited<ReturnType<typeof startBeside>>;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  endpoint = await startBlockingEndpoint();
  world = await startBuiltWorld({ BLOCKING_HOOK_URL: endpoint.url.href, BLOCKING_HOOK_SECRET: BLOCKING_SECRET });
  beside = await startBeside(world);
});
afterAll(async () => {
  await beside.stop();
  await world.close();
  await endpoint.close();
});
beforeEach(() => world.db.delete(passwordPolicies));
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function client(url = world.app.url) {
  const auth = sdkClient(url);
  clients.push(auth);
  return auth;
}

const ops = (line: string) => opsOn(world, line);

/** Waits until both processes return this policy. */
async function inForce(policy: Record<string, unknown>): Promise<void> {
  for (const { url } of [world.app, beside])
    await until(async () => {
      const answer = await fetch(`${url}/identity/v2/passwordPolicy?key=cairn-web`);
      const { customStrengthOptions, ...state } = (await answer.json()) as Record<string, object>;
      const found = { ...state, ...customStrengthOptions } as Record<string, unknown>;
      return Object.entries(policy).every(([name, value]) => found[name] === value);
    });
}

const UNMET = [
  'auth/password-does-not-meet-requirements',
  'This password doesn’t meet the requirements. See what it is missing.',
  'Ce mot de passe ne remplit pas les conditions. Voyez ce qui lui manque.',
];

test('a policy applies to every new password in both processes until it is changed', async () => {
  await inForce({ enforcementState: 'OFF', minPasswordLength: 6 });
  await ops('identity policy set minPasswordLength=10 containsNumericCharacter=true enforcementState=ENFORCE --by ana');
  await inForce({ enforcementState: 'ENFORCE', minPasswordLength: 10, containsNumericCharacter: true });
  const auth = client(beside.url);
  expect(await validatePassword(auth, GOOD_PASSWORD)).toMatchObject({
    isValid: false,
    containsNumericCharacter: false,
  });
  const email = freshEmail();
  expect(await seen(createUserWithEmailAndPassword(auth, email, GOOD_PASSWORD))).toEqual(UNMET);
  expect((await seen(createUserWithEmailAndPassword(auth, email, '1short')))[0]).toBe(UNMET[0]);

  const { user } = await createUserWithEmailAndPassword(auth, email, `${GOOD_PASSWORD} 1`);
  expect(await seen(updatePassword(user, GOOD_PASSWORD))).toEqual(UNMET);
  await sendPasswordResetEmail(auth, email);
  const code = codeIn(await mailTo(world, email, 'Choose a new password'));
  expect(await seen(confirmPasswordReset(auth, code, GOOD_PASSWORD))).toEqual(UNMET);
  // Our own minimum applies beside the policy.
  expect(await seen(confirmPasswordReset(auth, code, '0123456789'))).toEqual(EASY);
  await confirmPasswordReset(auth, code, `${GOOD_PASSWORD} 2`);

  await ops('identity policy set enforcementState=OFF minPasswordLength=6 --by li');
  await inForce({ enforcementState: 'OFF', minPasswordLength: 6, containsNumericCharacter: undefined });
  await createUserWithEmailAndPassword(client(), freshEmail(), GOOD_PASSWORD);
  expect((await ops('identity policy history')).map((line) => line.replace(/ \S+Z /, ''))).toEqual([
    '2  by li  minPasswordLength=6 enforcementState=OFF',
    expect.stringMatching(/^1 {2}by ana {2}minPasswordLength=10 .*containsNumericCharacter=true .*ENFORCE/),
  ]);
});

test('with a forced upgrade a correct but weak password cannot sign in; the SDK fetches its policy again', async () => {
  const email = freshEmail();
  const signedIn = (await createUserWithEmailAndPassword(client(), email, GOOD_PASSWORD)).user;
  const auth = client();
  expect(await validatePassword(auth, GOOD_PASSWORD)).toMatchObject({ isValid: true });
  await ops('identity policy set minPasswordLength=8 containsNumericCharacter=true enforcementState=ENFORCE');
  await inForce({ enforcementState: 'ENFORCE' });
  await signInWithEmailAndPassword(client(), email, GOOD_PASSWORD);

  await ops('identity policy set forceUpgradeOnSignin=true');
  await inForce({ forceUpgradeOnSignin: true });
  expect(await seen(signInWithEmailAndPassword(auth, email, GOOD_PASSWORD))).toEqual(UNMET);
  await until(async () => (await validatePassword(auth, GOOD_PASSWORD)).containsNumericCharacter === false);
  expect(await seen(signInWithEmailAndPassword(auth, email, 'not the password'))).toEqual(WRONG);
  const proof = EmailAuthProvider.credential(email, GOOD_PASSWORD);
  expect((await seen(reauthenticateWithCredential(signedIn, proof)))[0]).toBe(UNMET[0]);
  await signedIn.getIdToken(true);

  await sendPasswordResetEmail(auth, email);
  const code = codeIn(await mailTo(world, email, 'Choose a new password'));
  await confirmPasswordReset(auth, code, `${GOOD_PASSWORD} 3`);
  expect((await signInWithEmailAndPassword(auth, email, `${GOOD_PASSWORD} 3`)).user.uid).toBe(signedIn.uid);
});

test('a refusal by the merchant and a failed endpoint have messages in both languages', async () => {
  await inForce({ enforcementState: 'OFF' });
  const email = freshEmail();
  endpoint.questions.length = 0;
  endpoint.reply = says({ allow: false });
  const blocked = [
    'auth/login-blocked',
    'This sign-in was blocked. Contact support if it was you.',
    'Cette connexion a été bloquée. Si c’était bien vous, contactez l’assistance.',
  ];
  expect(await seen(createUserWithEmailAndPassword(client(), email, GOOD_PASSWORD))).toEqual(blocked);
  endpoint.reply = says({ allow: true });
  await createUserWithEmailAndPassword(client(beside.url), email, GOOD_PASSWORD);
  endpoint.reply = says({ allow: false });
  expect(await seen(signInWithEmailAndPassword(client(beside.url), email, GOOD_PASSWORD))).toEqual(blocked);
  endpoint.reply = says({}, 500);
  expect(await seen(signInWithEmailAndPassword(client(), email, GOOD_PASSWORD))).toEqual([
    'auth/internal-error',
    'Something went wrong on our side. Try again in a moment.',
    'Un problème est survenu de notre côté. Réessayez dans un instant.',
  ]);
  endpoint.reply = says({ allow: true });
  expect(endpoint.questions.map(({ event, account }) => [event, account.email])).toEqual(
    ['sign-up', 'sign-up', 'sign-in', 'sign-in'].map((event) => [event, email]),
  );
});
