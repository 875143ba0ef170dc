import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  GoogleAuthProvider,
  linkWithCredential,
  revokeAccessToken,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updateEmail,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { linkIn, mailTo } from '#test/support/account-mails.ts';
import { freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { googleIdToken } from '#test/support/providers.ts';
import { ENDED, seen, TAKEN } from '#test/support/refusals.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** A project with every setting on that is off by default: old error codes, anonymous accounts, custom tokens. */
let world: World;
const clients: { close(): Promise<void> }[] = [];
const SECRET = 'a-secret-of-at-least-thirty-two-characters';

beforeAll(async () => {
  world = await startBuiltWorld({
    IDENTITY_ENUMERATION_PROTECTION: '0',
    IDENTITY_ANONYMOUS: '1',
    IDENTITY_CUSTOM_TOKENS: '1',
    IDENTITY_CUSTOM_TOKEN_SECRET: SECRET,
  });
});
afterAll(() => world.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function client() {
  const auth = sdkClient(world.app.url);
  clients.push(auth);
  return auth;
}

async function person() {
  const auth = client();
  const email = freshEmail();
  return { auth, email, user: (await createUserWithEmailAndPassword(auth, email, GOOD_PASSWORD)).user };
}

/** A custom token for this user, signed as a back end would. */
const customToken = (uid: string, claims: Record<string, unknown> = {}, audience = 'cairn') =>
  new SignJWT({ uid, claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET));

test('without enumeration protection the old codes distinguish a wrong password from an unknown address', async () => {
  const { auth, email } = await person();
  const SAME = ['Wrong email or password.', 'Adresse e-mail ou mot de passe incorrect.'];
  expect(await seen(signInWithEmailAndPassword(auth, email, 'not the password'))).toEqual([
    'auth/wrong-password',
    ...SAME,
  ]);
  expect(await seen(signInWithEmailAndPassword(auth, freshEmail(), GOOD_PASSWORD))).toEqual([
    'auth/user-not-found',
    ...SAME,
  ]);
  expect((await seen(sendPasswordResetEmail(auth, freshEmail())))[0]).toBe('auth/user-not-found');
});

test('without enumeration protection the sign-in methods of an address are listed', async () => {
  const { auth, email } = await person();
  expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['password']);
  expect(await fetchSignInMethodsForEmail(auth, freshEmail())).toEqual([]);
});

test('the sign-in methods are listed for the address of a linked provider, too', async () => {
  const { email, user } = await person();
  const at = freshEmail();
  const token = await googleIdToken(world, { sub: '9000000004711', email: at.toUpperCase(), name: 'Ada' });
  await linkWithCredential(user, GoogleAuthProvider.credential(token));
  for (const address of [email, at])
    expect((await fetchSignInMethodsForEmail(client(), address)).sort()).toEqual(['google.com', 'password']);
});

test('a link of another domain is refused; our own may be named', async () => {
  const { auth, email } = await person();
  const send = (linkDomain: string) =>
    sendPasswordResetEmail(auth, email, { url: `${world.app.url}/profile`, linkDomain });
  expect((await seen(send('elsewhere.example')))[0]).toBe('auth/invalid-hosting-link-domain');
  await send(new URL(world.services.config.publicUrl).host);
  await mailTo(world, email, 'Choose a new password');
});

test('`validSince` ends every token and session; the caller continues with new tokens of the same sign-in', async () => {
  const { email, user } = await person();
  const { user: elsewhere } = await signInWithEmailAndPassword(client(), email, GOOD_PASSWORD);
  const update = async (idToken: string, fields: object) => {
    const answer = await fetch(`${world.app.url}/identity/v1/accounts:update?key=cairn-web`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken, ...fields }),
    });
    return (await answer.json()) as { idToken?: string; refreshToken?: string; error?: { message: string } };
  };
  const before = await user.getIdTokenResult();
  const answer = await update(before.token, { validSince: '0' });
  expect((await update(before.token, { displayName: 'Ada' })).error?.message).toBe('TOKEN_EXPIRED');
  expect(await seen(user.getIdToken(true))).toEqual(ENDED);
  expect(await seen(elsewhere.getIdToken(true))).toEqual(ENDED);
  expect(decodeJwt(answer.idToken!)).toMatchObject({ sub: user.uid, auth_time: Date.parse(before.authTime) / 1000 });
  expect(answer.refreshToken).toEqual(expect.any(String));
  expect(await update(answer.idToken!, { displayName: 'Ada' })).toMatchObject({ displayName: 'Ada' });
});

test('without enumeration protection an address changes at once, needs verification again, and a taken one is refused', async () => {
  const [{ auth, email, user }, other] = [await person(), await person()];
  const session = client();
  const { user: elsewhere } = await signInWithEmailAndPassword(session, email, GOOD_PASSWORD);
  expect(await seen(updateEmail(user, other.email))).toEqual(TAKEN);
  expect(await seen(verifyBeforeUpdateEmail(user, other.email))).toEqual(TAKEN);
  const changed = freshEmail();
  await updateEmail(user, changed);
  await user.reload();
  expect(auth.currentUser).toMatchObject({ email: changed, emailVerified: false });
  expect(await seen(elsewhere.getIdToken(true))).toEqual(ENDED);
  await mailTo(world, changed, 'Confirm your email address');
});

test('an anonymous account upgrades to a password and keeps its id', async () => {
  const auth = client();
  const { user } = await signInAnonymously(auth);
  expect(user).toMatchObject({ isAnonymous: true, email: null, providerData: [] });
  expect((await user.getIdTokenResult()).claims).toMatchObject({
    provider_id: 'anonymous',
    firebase: { sign_in_provider: 'anonymous' },
  });
  const email = freshEmail();
  const { uid } = user;
  const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, GOOD_PASSWORD));
  expect(linked.user).toMatchObject({ uid, isAnonymous: false, email });
  expect((await signInWithEmailAndPassword(client(), email, GOOD_PASSWORD)).user.uid).toBe(uid);
});

test('an anonymous account upgrades by a mailed link', async () => {
  const auth = client();
  const { user } = await signInAnonymously(auth);
  const email = freshEmail();
  await sendSignInLinkToEmail(auth, email, { url: `${world.app.url}/auth`, handleCodeInApp: true });
  const link = linkIn(await mailTo(world, email, 'Your sign-in link'));
  await linkWithCredential(user, EmailAuthProvider.credentialWithLink(email, link));
  expect(user).toMatchObject({ isAnonymous: false, email, emailVerified: true });
  expect((await seen(signInWithEmailLink(client(), email, link)))[0]).toBe('auth/invalid-action-code');
});

test('a custom token signs in its user with its claims, and is refused for another project', async () => {
  const auth = client();
  const { user } = await signInWithCustomToken(auth, await customToken('support-desk', { role: 'desk' }));
  expect(user.uid).toBe('support-desk');
  expect((await user.getIdTokenResult()).claims).toMatchObject({
    role: 'desk',
    firebase: { sign_in_provider: 'custom' },
  });
  await user.getIdToken(true);
  expect((await user.getIdTokenResult()).claims).toMatchObject({ role: 'desk' });
  expect((await signInWithCustomToken(client(), await customToken('support-desk'))).user.uid).toBe('support-desk');
  expect((await seen(signInWithCustomToken(client(), await customToken('support-desk', {}, 'another'))))[0]).toBe(
    'auth/custom-token-mismatch',
  );
  expect((await seen(signInWithCustomToken(client(), 'nonsense')))[0]).toBe('auth/invalid-custom-token');
});

test("revoking one's own token ends its session", async () => {
  const { auth, email, user } = await person();
  const { user: other } = await signInWithEmailAndPassword(client(), email, GOOD_PASSWORD);
  await revokeAccessToken(auth, other.refreshToken);
  expect(await seen(other.getIdToken(true))).toEqual(ENDED);
  await user.getIdToken(true);
});
