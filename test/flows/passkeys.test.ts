import { sql } from 'drizzle-orm';
import {
  applyActionCode,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  updateProfile,
  type User,
} from 'firebase/auth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AccountPage } from '#src/http/api/account-views.ts';
import { linkIn, mailTo } from '#test/support/account-mails.ts';
import { createAccount } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { createAuthenticator } from '#test/support/authenticator.ts';
import { rows } from '#test/support/books.ts';
import { passkeyApi } from '#test/support/passkeys.ts';
import { ENDED, seen } from '#test/support/refusals.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

/** Passkeys with a software authenticator and the stock SDK, which receives a custom token. Custom tokens are off. */
let world: World;
let api: ReturnType<typeof passkeyApi>;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await startBuiltWorld();
  api = passkeyApi(world.app);
});
afterAll(() => world.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function browser(url = world.app.url) {
  const auth = sdkClient(url);
  clients.push(auth);
  return auth;
}

/** A user who signed in with a password and has a passkey. */
async function person() {
  const account = await createAccount(world.app);
  const { user } = await signInWithEmailAndPassword(browser(), account.email, account.password);
  return { ...account, user, ...(await api.enrol(await user.getIdToken())) };
}

const pageOf = async (user: User) => {
  const answer = await fetch(`${world.app.url}/api/account`, {
    headers: { authorization: `Bearer ${await user.getIdToken()}` },
  });
  return (await answer.json()) as AccountPage;
};

const eventsOf = async (user: User) =>
  (
    await rows(
      world,
      sql`select kind from security_events where account_id = (select id from accounts where local_id = ${user.uid}) order by at`,
    )
  ).map(({ kind }) => kind);

describe('a passkey', () => {
  test('signs in on another device without typing, once per token, as a recent sign-in with both factors', async () => {
    const { user, authenticator, id } = await person();
    const { json } = await api.signIn(await api.answer(authenticator));
    const elsewhere = browser();
    const signedIn = await signInWithCustomToken(elsewhere, json.customToken!);
    expect(signedIn.user.uid).toBe(user.uid);
    const { claims, signInSecondFactor } = await signedIn.user.getIdTokenResult();
    expect(signInSecondFactor).toBe('passkey');
    expect(claims['firebase']).toMatchObject({ sign_in_provider: 'custom', second_factor_identifier: id });
    await updateProfile(signedIn.user, { displayName: 'Ada' });
    expect((await pageOf(signedIn.user)).recentLoginSeconds).toBeGreaterThan(0);
    expect((await seen(signInWithCustomToken(browser(), json.customToken!)))[0]).toBe('auth/invalid-custom-token');
    await signedIn.user.getIdToken(true);
    expect((await signedIn.user.getIdTokenResult()).signInSecondFactor).toBe('passkey');
  });

  test('is listed, renamed and removed; removal ends its sessions, and each change notifies the owner', async () => {
    const { email, user, authenticator, id } = await person();
    await mailTo(world, email, 'A passkey was added to your account');
    const { json } = await api.signIn(await api.answer(authenticator));
    const other = (await signInWithCustomToken(browser(), json.customToken!)).user;
    const idToken = await user.getIdToken();
    expect((await api.call(`/${id}`, { method: 'PUT', idToken, body: { name: ' My phone ' } })).status).toBe(200);
    for (const name of ['', '\0', '\uD800', 'x'.repeat(61)])
      expect((await api.call(`/${id}`, { method: 'PUT', idToken, body: { name } })).status).toBe(400);
    expect((await pageOf(user)).passkeys).toMatchObject([{ id, name: 'My phone', synced: false }]);
    const unused = (await api.signIn(await api.answer(authenticator))).json.customToken!;

    expect((await api.call(`/${id}`, { method: 'DELETE', idToken })).status).toBe(204);
    expect((await pageOf(user)).passkeys).toEqual([]);
    expect(await seen(other.getIdToken(true))).toEqual(ENDED);
    expect((await seen(signInWithCustomToken(browser(), unused)))[0]).toBe('auth/invalid-custom-token');
    expect(await api.signIn(await api.answer(authenticator))).toMatchObject({
      status: 404,
      json: { error: { code: 'passkey-unknown' } },
    });
    expect((await mailTo(world, email, 'A passkey was removed from your account')).text).toContain('“My phone”');
    expect(await eventsOf(user)).toEqual(
      expect.arrayContaining(['passkey-added', 'passkey-renamed', 'passkey-removed']),
    );
  });

  test('that another person added is removed by the undo link in the mail', async () => {
    const { email, user, authenticator } = await person();
    const mail = await mailTo(world, email, 'A passkey was added to your account');
    const unused = (await api.signIn(await api.answer(authenticator))).json.customToken!;
    await applyActionCode(browser(), new URL(linkIn(mail)).searchParams.get('oobCode')!);
    expect(await seen(user.getIdToken(true))).toEqual(ENDED);
    expect((await api.signIn(await api.answer(authenticator))).status).toBe(404);
    expect((await seen(signInWithCustomToken(browser(), unused)))[0]).toBe('auth/invalid-custom-token');
  });

  test('of another person is removed when an address is verified', async () => {
    const { email, authenticator } = await person();
    await world.db.transaction(async (tx) => {
      const account = (await world.services.identity.accountByEmail(email, tx))!;
      expect(await world.services.identityFlows.claimAddress(tx, account)).toMatchObject({ dropped: true });
    });
    expect((await api.signIn(await api.answer(authenticator))).status).toBe(404);
  });

  test('that was cloned is removed when both copies are used; its sessions end, and the owner is notified', async () => {
    const { email, user, authenticator } = await person();
    const copy = authenticator.copy();
    const { json } = await api.signIn(await api.answer(authenticator));
    const other = (await signInWithCustomToken(browser(), json.customToken!)).user;
    // A forged assertion with an old counter proves nothing, so it removes nothing.
    const forged = await api.answer(createAuthenticator(world.app.url));
    forged.response.id = (await api.answer(authenticator, { counter: 1 })).response.id;
    expect((await api.signIn(forged)).status).toBe(400);
    expect((await pageOf(user)).passkeys).toHaveLength(1);

    expect((await api.signIn(await api.answer(copy))).json.error?.code).toBe('passkey-refused');
    expect((await pageOf(user)).passkeys).toEqual([]);
    expect(await seen(other.getIdToken(true))).toEqual(ENDED);
    await mailTo(world, email, 'We removed a passkey from your account');
  });

  test('is deleted with the account', async () => {
    const { user, authenticator } = await person();
    await user.delete();
    expect((await api.signIn(await api.answer(authenticator))).status).toBe(404);
  });
});

describe('refused', () => {
  const REFUSED = { status: 400, json: { error: { code: 'passkey-refused' } } };
  const EXPIRED = { status: 400, json: { error: { code: 'passkey-expired' } } };

  test('an assertion with a wrong origin, relying party, challenge or account, or without user verification', async () => {
    const { authenticator } = await person();
    for (const lies of [
      { origin: 'https://cairn.example' },
      { rpId: 'cairn.example' },
      { verified: false },
      { challenge: 'bm90LXRoaXMtb25l' },
      { userHandle: Buffer.from('somebody else').toString('base64url') },
    ])
      expect(await api.signIn(await api.answer(authenticator, lies)), JSON.stringify(lies)).toMatchObject(REFUSED);
    const tampered = await api.answer(authenticator);
    tampered.response.response.signature = tampered.response.response.signature.slice(0, -8) + 'AAAAAAAA';
    expect(await api.signIn(tampered)).toMatchObject(REFUSED);
    expect((await api.signIn(await api.answer(authenticator))).status).toBe(200);
  });

  test("a new credential with a wrong origin, without user verification, or for another user's ceremony", async () => {
    const [{ idToken }, other] = [await createAccount(world.app), await createAccount(world.app)];
    for (const lies of [{ origin: 'https://cairn.example' }, { verified: false }, { challenge: 'bm90LXRoaXMtb25l' }]) {
      const body = await api.newCredential(createAuthenticator(world.app.url), idToken, lies);
      expect(await api.call('', { idToken, body }), JSON.stringify(lies)).toMatchObject(REFUSED);
    }
    const body = await api.newCredential(createAuthenticator(world.app.url), idToken);
    expect(await api.call('', { idToken: other.idToken, body })).toMatchObject(REFUSED);
    expect(await api.call('', { idToken, body })).toMatchObject(EXPIRED);
  });

  test('an authenticator that is already registered, and more passkeys than the limit', async () => {
    const { user, authenticator } = await person();
    const idToken = await user.getIdToken();
    const body = await api.newCredential(authenticator, idToken);
    expect(await api.call('', { idToken, body })).toMatchObject(REFUSED);
    const late = await api.newCredential(createAuthenticator(world.app.url), idToken);
    await world.db.execute(
      sql`insert into passkeys select gen_random_uuid(), account_id, credential_id || n, public_key, 0, transports, synced, name, created_at
        from passkeys, generate_series(1, 19) as n where account_id = (select id from accounts where local_id = ${user.uid})`,
    );
    expect(await api.call('', { idToken, body: late })).toMatchObject({ status: 409 });
    expect(await api.call('/enrolment', { idToken })).toMatchObject({ json: { error: { code: 'too-many-passkeys' } } });
  });

  test('a challenge that is expired, of the other kind, unknown, or malformed', async () => {
    const { user, authenticator } = await person();
    const old = await api.answer(authenticator);
    await world.db.execute(
      sql`update passkey_ceremonies set expires_at = now() - interval '1 minute' where id = ${old.ceremony}`,
    );
    expect(await api.signIn(old)).toMatchObject(EXPIRED);
    const enrolment = await api.newCredential(createAuthenticator(world.app.url), await user.getIdToken());
    expect(await api.signIn(enrolment)).toMatchObject(EXPIRED);
    expect(await api.signIn({ ...old, ceremony: crypto.randomUUID() })).toMatchObject(EXPIRED);
    const answer = await api.answer(authenticator);
    expect((await api.signIn({ ...answer, response: {} })).status).toBe(400);
    expect((await api.signIn({ ...answer, response: { ...answer.response, id: '\0' } })).status).toBe(400);
    expect((await api.signIn({ ...answer, response: { id: answer.response.id } })).status).toBe(400);
  });

  test('a token that is one minute old', async () => {
    const { authenticator } = await person();
    const answer = await api.answer(authenticator);
    const { json } = await api.signIn(answer);
    const [{ left } = { left: 0 }] = await rows<{ left: number }>(
      world,
      sql`select extract(epoch from expires_at - now())::float as left from passkey_ceremonies where id = ${answer.ceremony}`,
    );
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60);
    await world.db.execute(
      sql`update passkey_ceremonies set expires_at = now() - interval '1 minute' where id = ${answer.ceremony}`,
    );
    expect((await seen(signInWithCustomToken(browser(), json.customToken!)))[0]).toBe('auth/invalid-custom-token');
  });

  test('a token of a disabled account', async () => {
    const { email, authenticator } = await person();
    const { json } = await api.signIn(await api.answer(authenticator));
    await world.db.execute(sql`update accounts set disabled = true where email = ${email}`);
    expect((await seen(signInWithCustomToken(browser(), json.customToken!)))[0]).toBe('auth/user-disabled');
  });

  test("changes without a sign-in, after an old sign-in, and to another account's passkeys", async () => {
    const { user, id } = await person();
    const other = await createAccount(world.app);
    for (const [path, method] of [
      ['/enrolment', 'POST'],
      ['', 'POST'],
      [`/${id}`, 'PUT'],
      [`/${id}`, 'DELETE'],
    ] as const) {
      const body =
        method === 'PUT'
          ? { name: 'x' }
          : path === ''
            ? { ceremony: crypto.randomUUID(), response: { id: 'x' } }
            : undefined;
      expect((await api.call(path, { method, body })).status, path).toBe(401);
      expect((await api.call(path, { method, body, idToken: 'x.y.z' })).status, path).toBe(401);
      if (path === `/${id}`) expect((await api.call(path, { method, body, idToken: other.idToken })).status).toBe(404);
    }
    expect((await pageOf(user)).passkeys).toHaveLength(1);
    await world.db.execute(
      sql`update sessions set created_at = now() - interval '1 hour' where account_id = (select id from accounts where local_id = ${user.uid})`,
    );
    const idToken = await user.getIdToken(true);
    expect(await api.call('/enrolment', { idToken })).toMatchObject({
      status: 403,
      json: { error: { code: 'requires-recent-login' } },
    });
  });

  test('re-authentication with a passkey of another account', async () => {
    const [one, another] = [await person(), await person()];
    const idToken = await one.user.getIdToken();
    expect(await api.signIn(await api.answer(another.authenticator, {}, idToken))).toMatchObject(REFUSED);
    expect((await api.signIn(await api.answer(one.authenticator, {}, idToken))).status).toBe(200);
  });
});

test('when two processes get the same assertion or token concurrently, one accepts it', async () => {
  const second = await startBeside(world);
  try {
    const { authenticator } = await person();
    const answer = await api.answer(authenticator);
    const both = [api, passkeyApi({ url: second.url })];
    const answers = await Promise.all([...both, ...both, ...both].map((each) => each.signIn(answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const token = answers.find(({ status }) => status === 200)!.json.customToken!;
    const outcomes = await Promise.allSettled(
      [world.app.url, second.url, world.app.url, second.url].map((url) => signInWithCustomToken(browser(url), token)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  } finally {
    await second.stop();
  }
});
