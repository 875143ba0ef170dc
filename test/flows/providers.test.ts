import { eq, sql } from 'drizzle-orm';
import {
  GoogleAuthProvider,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithEmailAndPassword,
  unlink,
} from 'firebase/auth';
import type { FirebaseError } from 'firebase/app';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#src/modules/identity/schema.ts';
import { createAccount, freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import {
  facebookToken,
  googleIdToken,
  signInByPopup,
  signInWithIdp,
  type SandboxPerson,
} from '#test/support/providers.ts';
import { messages, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
let serial = 0;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await startBuiltWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const newPerson = (more: Partial<SandboxPerson> = {}): SandboxPerson => ({
  email: freshEmail(),
  name: 'Amina Diallo',
  sub: `9${String(++serial).padStart(12, '0')}`,
  ...more,
});
const popup = (provider: 'google.com' | 'facebook.com', person: SandboxPerson, more = {}) =>
  signInByPopup(world, provider, person, more);
const accountOf = async (localId: unknown) => (await world.services.identity.accountByLocalId(String(localId)))!;
const eventsOf = async (localId: unknown) =>
  (await world.services.identity.securityEvents((await accountOf(localId)).id)).map(({ kind }) => kind);

const REQUEST_URI = 'http://localhost';
const NO_TOKEN = { id_token: 'a.b.c' };
/** A signed token, but not signed by Google. */
const FORGED = 'eyJhbGciOiJSUzI1NiIsImtpZCI6Im5vbmUifQ.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const byCredential = (post: Record<string, string>) => ({
  requestUri: REQUEST_URI,
  postBody: String(new URLSearchParams(post)),
});

function client() {
  const auth = sdkClient(world.app.url);
  clients.push(auth);
  return auth;
}

/** Signs up with a password, and verifies the address on request. */
async function passwordAccount({ verified }: { verified: boolean }) {
  const account = await createAccount(world.app);
  if (verified) await world.db.update(accounts).set({ emailVerified: true }).where(eq(accounts.email, account.email));
  return account;
}

/** The SDK's error for a response: the site's page gets it from the popup call. */
async function sdkError(work: Promise<unknown>): Promise<FirebaseError> {
  return work.then(
    () => Promise.reject(new Error('it worked')),
    (error: FirebaseError) => error,
  );
}

describe('a user without an account', () => {
  test('gets one from Google: the address is verified, and the photo is copied to our server', async () => {
    const person = newPerson();
    const { status, json } = await popup('google.com', person);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      kind: 'identitytoolkit#VerifyAssertionResponse',
      providerId: 'google.com',
      federatedId: `https://accounts.google.com/${person.sub}`,
      isNewUser: true,
      email: person.email,
      emailVerified: true,
      displayName: 'Amina Diallo',
      expiresIn: '3600',
      oauthIdToken: expect.any(String),
      oauthAccessToken: expect.any(String),
      refreshToken: expect.any(String),
    });
    expect(JSON.parse(String(json['rawUserInfo']))).toMatchObject({ id: person.sub, email: person.email });
    expect(await accountOf(json['localId'])).toMatchObject({
      email: person.email,
      emailVerified: true,
      displayName: 'Amina Diallo',
      hasPassword: false,
      providers: [{ provider: 'google.com', rawId: person.sub }],
    });
    expect(await eventsOf(json['localId'])).toEqual(['signed-up']);

    const photoUrl = await until(async () => (await accountOf(json['localId'])).photoUrl, {
      what: 'the photo is ours',
    });
    expect(photoUrl).toMatch(new RegExp(`^${world.app.url}/photos/[0-9a-f]{64}\\.webp$`));
    const { users } = await lookup(String(json['idToken']));
    expect(users[0]).toMatchObject({
      photoUrl,
      providerUserInfo: [{ providerId: 'google.com', rawId: person.sub, email: person.email }],
    });
  });

  test('gets one from Facebook, whose addresses still need verification', async () => {
    const person = newPerson();
    const { json } = await popup('facebook.com', person);
    expect(json).toMatchObject({
      providerId: 'facebook.com',
      isNewUser: true,
      email: person.email,
      emailVerified: false,
    });
    expect(await accountOf(json['localId'])).toMatchObject({
      emailVerified: false,
      providers: [{ provider: 'facebook.com' }],
    });
    await until(async () => (await messages(world.mail, person.email!)).length === 1, {
      what: 'the verification mail',
    });
  });

  test('gets one account, even when several popups finish concurrently', async () => {
    const idToken = await googleIdToken(world, newPerson());
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        signInWithIdp(world.app, byCredential({ id_token: idToken, providerId: 'google.com' })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(new Set(answers.map(({ json }) => json['localId'])).size).toBe(1);
    expect(answers.filter(({ json }) => json['isNewUser'] === true)).toHaveLength(1);
  });
});

test('a returning user has the same account, even after the address changed at the provider', async () => {
  const person = newPerson();
  const first = await popup('google.com', person);
  const again = await popup('google.com', { ...person, email: freshEmail() });
  expect(again.json).toMatchObject({ localId: first.json['localId'], isNewUser: false });
  expect((await accountOf(first.json['localId'])).email).toBe(person.email);
});

describe('an address with an account', () => {
  test('not verified: the provider that verified it takes it over, and the owner is notified', async () => {
    const squatted = await passwordAccount({ verified: false });
    await world.db.update(accounts).set({ displayName: 'Mallory' }).where(eq(accounts.email, squatted.email));
    const { json } = await popup('google.com', newPerson({ email: squatted.email }));
    expect(json).toMatchObject({ isNewUser: false, email: squatted.email });
    expect(await accountOf(json['localId'])).toMatchObject({
      emailVerified: true,
      hasPassword: false,
      displayName: 'Amina Diallo',
      providers: [{ provider: 'google.com' }],
    });
    // The person who signed up with it is signed out on every device.
    expect((await sdkError(signInWithEmailAndPassword(client(), squatted.email, GOOD_PASSWORD))).code).toBe(
      'auth/invalid-credential',
    );
    expect(await world.services.identity.verifyIdToken(squatted.idToken)).toBeNull();
    expect(await eventsOf(json['localId'])).toContain('account-claimed');
    await until(async () => (await messages(world.mail, squatted.email)).length >= 2, {
      what: 'a mail about the removed password beside the verification',
    });
  });

  test("the takeover and the removal of the previous user's data happen in one transaction", async () => {
    const squatted = await passwordAccount({ verified: false });
    await world.db.execute(sql`
      create function no_deletion() returns trigger language plpgsql as 'begin raise exception ''no''; end';
      create trigger no_deletion before delete on account_photos for each statement execute function no_deletion()`);
    // 503 in plain text.
    await expect(popup('google.com', newPerson({ email: squatted.email }))).rejects.toThrow('not valid JSON');
    await world.db.execute(sql`drop function no_deletion cascade`);
    expect(await world.services.identity.accountByEmail(squatted.email)).toMatchObject({
      emailVerified: false,
      hasPassword: true,
      providers: [],
    });
  });

  test('not verified and linked to another person at another provider: that link is removed, too', async () => {
    const stranger = newPerson();
    const { json: first } = await popup('facebook.com', stranger);
    const { json } = await popup('google.com', newPerson({ email: stranger.email }));
    expect(json['localId']).toBe(first['localId']);
    expect((await accountOf(json['localId'])).providers).toMatchObject([{ provider: 'google.com' }]);
    expect(await world.services.identity.verifyIdToken(String(first['idToken']))).toBeNull();
    // A sign-in with Facebook now finds another person's account and needs confirmation.
    expect((await popup('facebook.com', stranger)).json).toMatchObject({ needConfirmation: true });
  });

  test('verified: its owner signs in first and then links; after that Google signs in to it', async () => {
    const owner = await passwordAccount({ verified: true });
    const person = newPerson({ email: owner.email });
    const { status, json } = await popup('google.com', person);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      needConfirmation: true,
      verifiedProvider: ['password'],
      email: owner.email,
      providerId: 'google.com',
      pendingToken: expect.any(String),
    });
    expect(json).not.toHaveProperty('idToken');
    expect(json).not.toHaveProperty('refreshToken');

    const auth = client();
    const credential = OAuthProvider.credentialFromJSON({
      providerId: 'google.com',
      signInMethod: 'google.com',
      idToken: json['oauthIdToken'],
      accessToken: json['oauthAccessToken'],
      pendingToken: json['pendingToken'],
    });
    // The provider's result alone does not sign in to the owner's account.
    const conflict = await sdkError(signInWithCredential(auth, credential));
    expect(conflict.code).toBe('auth/account-exists-with-different-credential');
    expect(conflict.customData).toMatchObject({
      email: owner.email,
      _tokenResponse: { verifiedProvider: ['password'] },
    });

    const { user } = await signInWithEmailAndPassword(auth, owner.email, GOOD_PASSWORD);
    await linkWithCredential(user, OAuthProvider.credentialFromError(conflict)!);
    expect(user.providerData.map(({ providerId }) => providerId).sort()).toEqual(['google.com', 'password']);
    expect((await user.getIdTokenResult(true)).claims['firebase']).toMatchObject({
      identities: { email: [owner.email], 'google.com': [person.sub] },
    });
    expect(await eventsOf(user.uid)).toContain('provider-linked');
    expect((await popup('google.com', person)).json).toMatchObject({ localId: user.uid, isNewUser: false });
  });

  test.each([true, false])(
    '(verified: %s) is never opened by a provider that has not verified it',
    async (verified) => {
      const owner = await passwordAccount({ verified });
      const { json } = await popup('facebook.com', newPerson({ email: owner.email }));
      expect(json).toMatchObject({ needConfirmation: true, verifiedProvider: ['password'] });
      const unverified = await popup('google.com', newPerson({ email: owner.email, email_verified: false }));
      expect(unverified.json).toMatchObject({ needConfirmation: true });
      expect((await world.services.identity.accountByEmail(owner.email))!.providers).toEqual([]);
    },
  );
});

describe('linking', () => {
  test('adds a provider to the signed-in account, whatever its address, and unlinking removes it', async () => {
    const owner = await passwordAccount({ verified: true });
    const person = newPerson();
    const { json } = await popup('facebook.com', person, { idToken: owner.idToken, purpose: 'linkViaPopup' });
    expect(json).toMatchObject({
      isNewUser: false,
      providerId: 'facebook.com',
      idToken: expect.any(String),
      refreshToken: expect.any(String),
    });
    expect(await accountOf(json['localId'])).toMatchObject({
      email: owner.email,
      providers: [{ provider: 'facebook.com', rawId: person.sub }],
    });

    const auth = client();
    const { user } = await signInWithEmailAndPassword(auth, owner.email, GOOD_PASSWORD);
    await unlink(user, 'facebook.com');
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
    const { json: later } = await popup('facebook.com', person);
    expect(later['localId']).not.toBe(user.uid);
  });
});

describe('re-authentication', () => {
  test('works with the linked identity and creates no account for another one', async () => {
    const person = newPerson();
    const { json } = await popup('google.com', person);
    expect((await popup('google.com', person, { purpose: 'reauthViaPopup' })).json).toMatchObject({
      localId: json['localId'],
      isNewUser: false,
    });

    // The SDK maps this code to auth/user-mismatch. USER_NOT_FOUND would sign the user out.
    const stranger = newPerson();
    expect(await popup('google.com', stranger, { purpose: 'reauthViaPopup' })).toMatchObject({
      status: 400,
      json: { error: { message: 'EMAIL_NOT_FOUND' } },
    });
    expect(await world.services.identity.accountByEmail(stranger.email!)).toBeNull();
  });

  test('by credential: the same user, another account, and no account', async () => {
    const [me, other] = [newPerson(), newPerson()];
    const auth = client();
    const { user } = await signInWithCredential(auth, GoogleAuthProvider.credential(await googleIdToken(world, me)));
    await signInWithIdp(
      world.app,
      byCredential({ id_token: await googleIdToken(world, other), providerId: 'google.com' }),
    );
    await reauthenticateWithCredential(user, GoogleAuthProvider.credential(await googleIdToken(world, me)));
    const mismatch = await sdkError(
      reauthenticateWithCredential(user, GoogleAuthProvider.credential(await googleIdToken(world, other))),
    );
    expect(mismatch.code).toBe('auth/user-mismatch');
    const nobody = await signInWithIdp(world.app, {
      ...byCredential({ id_token: await googleIdToken(world, newPerson()), providerId: 'google.com' }),
      autoCreate: false,
    });
    expect(nobody).toMatchObject({ status: 400, json: { error: { message: 'USER_NOT_FOUND' } } });
  });
});

describe('with a credential obtained outside the popup', () => {
  test('Google: accepts an ID token for our client with its nonce', async () => {
    const person = newPerson();
    const plain = await signInWithIdp(
      world.app,
      byCredential({ id_token: await googleIdToken(world, person), providerId: 'google.com' }),
    );
    expect(plain).toMatchObject({ status: 200, json: { email: person.email, isNewUser: true } });
    const withNonce = await googleIdToken(world, person, 'a nonce');
    for (const [nonce, status] of [
      ['a nonce', 200],
      ['another', 400],
      [undefined, 400],
    ] as const) {
      const answer = await signInWithIdp(
        world.app,
        byCredential({ id_token: withNonce, providerId: 'google.com', ...(nonce && { nonce }) }),
      );
      expect(answer.status).toBe(status);
      if (status === 400) expect(answer.json).toMatchObject({ error: { message: 'MISSING_OR_INVALID_NONCE' } });
    }
  });

  test('Facebook: accepts an access token for our app', async () => {
    const person = newPerson();
    const answer = await signInWithIdp(
      world.app,
      byCredential({ access_token: await facebookToken(world, person), providerId: 'facebook.com' }),
    );
    expect(answer).toMatchObject({
      status: 200,
      json: { providerId: 'facebook.com', federatedId: `http://facebook.com/${person.sub}` },
    });
  });

  test.each([
    ['nothing', {}, 'MISSING_REQUEST_URI'],
    ['an invalid address', { requestUri: 'nowhere' }, 'INVALID_REQUEST_URI'],
    ['no credential', { requestUri: REQUEST_URI }, 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
    ['another provider', byCredential({ ...NO_TOKEN, providerId: 'apple.com' }), 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
    ['no token', byCredential({ providerId: 'google.com' }), 'INVALID_CREDENTIAL_OR_PROVIDER_ID'],
    ['an invalid ID token', byCredential({ ...NO_TOKEN, providerId: 'google.com' }), 'INVALID_IDP_RESPONSE'],
    ['a forged ID token', byCredential({ id_token: FORGED, providerId: 'google.com' }), 'INVALID_IDP_RESPONSE'],
    [
      'an access token of Google',
      byCredential({ access_token: 'abcdefgh', providerId: 'google.com' }),
      'INVALID_IDP_RESPONSE',
    ],
    [
      'an unknown access token of Facebook',
      byCredential({ access_token: 'EAAabcdefgh', providerId: 'facebook.com' }),
      'INVALID_IDP_RESPONSE',
    ],
    ['an invalid pending token', { requestUri: REQUEST_URI, pendingToken: 'v1.test.a.b' }, 'INVALID_PENDING_TOKEN'],
    ['a session without a code', { requestUri: REQUEST_URI, sessionId: 'x' }, 'INVALID_IDP_RESPONSE'],
    [
      'an error response of the provider',
      { requestUri: `${REQUEST_URI}?error=access_denied`, sessionId: 'x' },
      'USER_CANCELLED',
    ],
  ])('%s is refused', async (_what, body, code) => {
    const { status, json } = await signInWithIdp(world.app, body);
    expect(status).toBe(400);
    expect((json['error'] as { message: string }).message.split(' : ')[0]).toBe(code);
  });
});

async function lookup(idToken: string): Promise<{ users: Record<string, unknown>[] }> {
  const answer = await fetch(`${world.app.url}/identity/v1/accounts:lookup?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
  });
  return (await answer.json()) as { users: Record<string, unknown>[] };
}
