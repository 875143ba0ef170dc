import {
  ActionCodeURL,
  applyActionCode,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeRecaptchaConfig,
  sendEmailVerification,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  updateEmail,
  updateProfile,
  validatePassword,
} from 'firebase/auth';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sdkClient } from '#test/support/auth-client.ts';
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

const PASSWORD = 'a walk of 12 cairns';
const newEmail = () => `traveller-${++serial}@example.com`;

function client(options: Parameters<typeof sdkClient>[1] = {}, of: World = world) {
  const auth = sdkClient(of.app.url, options);
  clients.push(auth);
  return auth;
}

describe('the stock SDK against our server', () => {
  test('signs up, is signed in at once, signs out and signs in again', async () => {
    const auth = client();
    const email = newEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email.toUpperCase(), PASSWORD);
    expect(auth.currentUser).toBe(user);
    expect(user).toMatchObject({
      email,
      emailVerified: false,
      displayName: null,
      photoURL: null,
      isAnonymous: false,
      tenantId: null,
    });
    expect(user.providerData).toMatchObject([{ providerId: 'password', email }]);
    expect(Date.parse(user.metadata.creationTime!)).toBeGreaterThan(Date.now() - 60_000);

    await signOut(auth);
    expect(auth.currentUser).toBeNull();
    const again = await signInWithEmailAndPassword(auth, email, PASSWORD);
    expect(again.user.uid).toBe(user.uid);
    expect((await again.user.getIdTokenResult()).claims).toMatchObject({
      sub: user.uid,
      email,
      firebase: { sign_in_provider: 'password' },
    });
  });

  test('maps our errors to its own codes', async () => {
    const auth = client();
    const email = newEmail();
    await createUserWithEmailAndPassword(auth, email, PASSWORD);
    const refusals: [() => Promise<unknown>, string][] = [
      [() => createUserWithEmailAndPassword(auth, email, PASSWORD), 'auth/email-already-in-use'],
      [() => createUserWithEmailAndPassword(auth, 'nonsense', PASSWORD), 'auth/invalid-email'],
      [() => createUserWithEmailAndPassword(auth, newEmail(), 'five5'), 'auth/weak-password'],
      [() => createUserWithEmailAndPassword(auth, newEmail(), 'password'), 'auth/password-does-not-meet-requirements'],
      [() => createUserWithEmailAndPassword(auth, newEmail(), ''), 'auth/missing-password'],
      [() => signInWithEmailAndPassword(auth, email, 'not the password'), 'auth/invalid-credential'],
      [() => signInWithEmailAndPassword(auth, newEmail(), PASSWORD), 'auth/invalid-credential'],
      [() => signInAnonymously(client()), 'auth/admin-restricted-operation'],
      [() => applyActionCode(auth, 'nonsense'), 'auth/invalid-action-code'],
      [() => updateEmail(auth.currentUser!, newEmail()), 'auth/operation-not-allowed'],
      [() => signInWithCredential(client(), GoogleAuthProvider.credential('a.b.c')), 'auth/invalid-credential'],
      [() => signInWithEmailAndPassword(client({ apiKey: 'another' }), email, PASSWORD), 'auth/invalid-api-key'],
    ];
    for (const [call, code] of refusals) await expect(call(), code).rejects.toMatchObject({ code });
  });

  test('keeps its session over a reload and over a server outage', async () => {
    const storage = new Map<string, unknown>();
    const { user } = await createUserWithEmailAndPassword(client({ storage }), newEmail(), PASSWORD);
    const reloaded = client({ storage: new Map(storage) });
    await reloaded.authStateReady();
    expect(reloaded.currentUser?.uid).toBe(user.uid);

    await world.db.execute(sql`alter table accounts rename to accounts_away`);
    try {
      const inTrouble = client({ storage: new Map(storage) });
      await inTrouble.authStateReady();
      expect(inTrouble.currentUser?.uid).toBe(user.uid);
      await expect(inTrouble.currentUser!.getIdToken(true)).rejects.toMatchObject({
        code: 'auth/network-request-failed',
      });
      expect(inTrouble.currentUser?.uid).toBe(user.uid);
    } finally {
      await world.db.execute(sql`alter table accounts_away rename to accounts`);
    }
  });

  test('signs out at the next load when the account was deleted', async () => {
    const storage = new Map<string, unknown>();
    const { user } = await createUserWithEmailAndPassword(client({ storage }), newEmail(), PASSWORD);
    await world.db.execute(sql`update accounts set disabled = true where local_id = ${user.uid}`);
    const reloaded = client({ storage });
    await reloaded.authStateReady();
    expect(reloaded.currentUser).toBeNull();
    await expect(signInWithEmailAndPassword(client(), user.email!, PASSWORD)).rejects.toMatchObject({
      code: 'auth/user-disabled',
    });
  });

  test('two tabs refresh concurrently and both stay signed in; reuse of the old token later ends the session', async () => {
    const storage = new Map<string, unknown>();
    const first = client({ storage });
    const { user } = await createUserWithEmailAndPassword(first, newEmail(), PASSWORD);
    const [second, thief] = [client({ storage: new Map(storage) }), client({ storage: new Map(storage) })];
    await Promise.all([second.authStateReady(), thief.authStateReady()]);

    await Promise.all([user.getIdToken(true), second.currentUser!.getIdToken(true)]);
    expect(second.currentUser!.refreshToken).toBe(user.refreshToken);
    await Promise.all([user.reload(), second.currentUser!.reload()]);

    // Ends the grace period.
    await world.db.execute(
      sql`update refresh_tokens set used_at = used_at - interval '301 seconds' where used_at is not null`,
    );
    await expect(thief.currentUser!.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });
    expect(thief.currentUser).toBeNull();
    await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });
    expect(first.currentUser).toBeNull();
  });

  test('sets name and photo, and clears them', async () => {
    const auth = client();
    const { user } = await createUserWithEmailAndPassword(auth, newEmail(), PASSWORD);
    await updateProfile(user, { displayName: 'Zoé 🏔', photoURL: 'https://img.example/z.png' });
    await user.reload();
    expect(user).toMatchObject({ displayName: 'Zoé 🏔', photoURL: 'https://img.example/z.png' });
    expect((await user.getIdTokenResult()).claims).toMatchObject({
      name: 'Zoé 🏔',
      picture: 'https://img.example/z.png',
    });
    await updateProfile(user, { displayName: null, photoURL: null });
    await user.reload();
    expect(user).toMatchObject({ displayName: null, photoURL: null });
    await expect(user.getIdToken(true)).resolves.toBeTypeOf('string');
  });

  test('reads our reCAPTCHA configuration and calls nothing of Google', async () => {
    await expect(initializeRecaptchaConfig(client())).resolves.toBeUndefined();
  });

  test('reads our password policy', async () => {
    const auth = client();
    expect(await validatePassword(auth, 'five5')).toMatchObject({ isValid: false, meetsMinPasswordLength: false });
    expect(await validatePassword(auth, 'sixsix')).toMatchObject({ isValid: true });
  });
});

describe('verifying an address', () => {
  const mailTo = (email: string, count = 1) =>
    until(async () => {
      const mails = await messages(world.mail, email);
      return mails.length >= count && mails.at(-1);
    });

  test('sign-up mails a link in the language of the page; its code verifies the address once', async () => {
    const auth = client();
    auth.languageCode = 'fr';
    const email = newEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
    const mail = await mailTo(email);
    const link = mail.links.find((each) => each.includes('/auth/action'))!;
    expect(new URL(link).origin).toBe(world.app.url);
    const action = ActionCodeURL.parseLink(link)!;
    expect(action).toMatchObject({ operation: 'VERIFY_EMAIL', apiKey: 'cairn-web', languageCode: 'fr' });

    await applyActionCode(client(), action.code);
    await user.reload();
    expect(user.emailVerified).toBe(true);
    expect((await user.getIdTokenResult(true)).claims.email_verified).toBe(true);
    await expect(applyActionCode(client(), action.code)).rejects.toMatchObject({ code: 'auth/invalid-action-code' });
  });

  test('another mail can be requested, and an old link says that it has expired', async () => {
    const auth = client();
    const email = newEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
    await mailTo(email);
    await sendEmailVerification(user);
    const link = (await mailTo(email, 2)).links.find((each) => each.includes('/auth/action'))!;
    await world.db.execute(sql`update action_codes set expires_at = now() - interval '1 second'`);
    await expect(applyActionCode(auth, ActionCodeURL.parseLink(link)!.code)).rejects.toMatchObject({
      code: 'auth/expired-action-code',
    });
  });
});

test('a rate limit reaches the SDK as too-many-requests', async () => {
  const strict = await startBuiltWorld({
    LIMIT_SIGN_UPS_PER_HOUR: '1',
    LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: '2',
    LIMIT_VERIFY_MAILS_PER_HOUR: '1',
  });
  try {
    const auth = client({}, strict);
    const email = newEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
    await expect(createUserWithEmailAndPassword(auth, newEmail(), PASSWORD)).rejects.toMatchObject({
      code: 'auth/too-many-requests',
    });
    await sendEmailVerification(user);
    await expect(sendEmailVerification(user)).rejects.toMatchObject({ code: 'auth/too-many-requests' });
    for (let i = 0; i < 2; i++)
      await expect(signInWithEmailAndPassword(auth, email, 'wrong')).rejects.toMatchObject({
        code: 'auth/invalid-credential',
      });
    await expect(signInWithEmailAndPassword(auth, email, PASSWORD)).rejects.toMatchObject({
      code: 'auth/too-many-requests',
    });
    expect(auth.currentUser?.uid).toBe(user.uid);
  } finally {
    await strict.close();
  }
});

test('the API identifies a user by the ID token', async () => {
  const { user } = await createUserWithEmailAndPassword(client(), newEmail(), PASSWORD);
  const ask = (token: string) => fetch(`${world.app.url}/api/esims`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask(await user.getIdToken())).status).toBe(200);
  expect((await ask('a.b.c')).status).toBe(401);
});

test('no table contains a password or a token in clear text', async () => {
  const { user } = await createUserWithEmailAndPassword(client(), newEmail(), PASSWORD);
  const tables = await world.db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables.rows) {
    const { rows } = await world.db.execute<{ text: string | null }>(
      sql`select string_agg(t::text, ' ') as text from ${sql.raw(name)} t`,
    );
    expect(rows[0]!.text ?? '', name).not.toContain(PASSWORD);
    expect(rows[0]!.text ?? '', name).not.toContain(user.refreshToken);
  }
});
