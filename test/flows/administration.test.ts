import { signInWithCustomToken, signInWithEmailAndPassword, signInWithEmailLink } from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { sql } from 'drizzle-orm';
import { decodeJwt, importPKCS8, SignJWT } from 'jose';
import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#src/db/embedded/port.ts';
import { createAdministration } from '#src/http/administration/administration.ts';
import { createServiceAccounts, type KeyFile } from '#src/modules/service-accounts/service-accounts.ts';
import { freshEmail, GOOD_PASSWORD } from '../support/accounts.ts';
import { type AdminClient, adminClient, listenerFetch } from '../support/admin-client.ts';
import { sdkClient } from '../support/auth-client.ts';
import { exportedUser, FIREBASE_HASHES } from '../support/firebase-export.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let keyFile: KeyFile;
let admin: AdminClient;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await startWorld({
    ADMIN_LISTEN: `https://127.0.0.1:${await freePort()},http://127.0.0.1:${await freePort()}`,
    IDENTITY_TOKEN_ISSUER: 'https://securetoken.google.com/cairn',
  });
  keyFile = (await world.services.serviceAccounts.create({ name: 'backend', by: 'test' }))!;
  admin = await adminClient(world, keyFile);
});
afterAll(async () => {
  for (const each of open) await each.close();
  await admin?.close();
  await world?.close();
});

/** The stock SDK of browsers. */
function browser() {
  const auth = sdkClient(world.app.url);
  open.push(auth);
  return auth;
}

/** An account with a password, and a browser that is signed in to it. */
async function traveller() {
  const email = freshEmail();
  const { uid } = await admin.auth.createUser({ email, password: GOOD_PASSWORD, emailVerified: true });
  const auth = browser();
  const { user } = await signInWithEmailAndPassword(auth, email, GOOD_PASSWORD);
  return { uid, email, auth, user };
}

const kindsOf = async (uid: string) => {
  const account = await world.services.identity.accountByLocalId(uid);
  return (await world.services.identity.securityEvents(account!.id)).map(({ kind, detail }) => [kind, detail.by]);
};

describe('accounts, by firebase-admin', () => {
  test('are made with all that was given, found by each of their names, and deleted', async () => {
    const email = freshEmail();
    const given = { email, phoneNumber: '+15555550100', displayName: 'Ada', photoURL: 'https://example.com/a.png' };
    const made = await admin.auth.createUser({ uid: 'ada', ...given, password: GOOD_PASSWORD, disabled: true });
    expect(made).toMatchObject({ uid: 'ada', ...given, emailVerified: false, disabled: true });
    expect((await admin.auth.getUserByEmail(email.toUpperCase())).uid).toBe('ada');
    expect((await admin.auth.getUserByPhoneNumber('+15555550100')).uid).toBe('ada');
    const several = await admin.auth.getUsers([{ uid: 'ada' }, { email }, { uid: 'nobody' }]);
    expect(several.users.map(({ uid }) => uid)).toEqual(['ada']);
    expect(several.notFound).toEqual([{ uid: 'nobody' }]);
    expect(await kindsOf('ada')).toEqual([['created-by-administrator', keyFile.client_email]]);

    await admin.auth.deleteUser('ada');
    await expect(admin.auth.getUser('ada')).rejects.toMatchObject({ code: 'auth/user-not-found' });
    await expect(admin.auth.deleteUser('ada')).rejects.toMatchObject({ code: 'auth/user-not-found' });
    const again = await signInWithEmailAndPassword(browser(), email, GOOD_PASSWORD).catch((error: unknown) => error);
    expect(again).toMatchObject({ code: 'auth/invalid-credential' });
  });

  test('are refused under a name, address or number that somebody has, and with a weak password', async () => {
    const { uid, email } = await traveller();
    await admin.auth.updateUser(uid, { phoneNumber: '+15555550101' });
    const codes = await Promise.all(
      [
        { uid },
        { email },
        { phoneNumber: '+15555550101' },
        { email: freshEmail(), password: 'password' },
        { phoneNumber: '+0' },
      ].map((input) => admin.auth.createUser(input).catch((error: { code: string }) => error.code)),
    );
    expect(codes).toEqual([
      'auth/uid-already-exists',
      'auth/email-already-exists',
      'auth/phone-number-already-exists',
      'auth/password-does-not-meet-requirements',
      'auth/invalid-phone-number',
    ]);
    const other = await admin.auth.createUser({});
    await expect(admin.auth.updateUser(other.uid, { email })).rejects.toMatchObject({
      code: 'auth/email-already-exists',
    });
    await expect(admin.auth.updateUser(other.uid, { phoneNumber: '+15555550101' })).rejects.toMatchObject({
      code: 'auth/phone-number-already-exists',
    });
  });

  test('change in every field, and give fields back', async () => {
    const { uid } = await traveller();
    const email = freshEmail();
    const phone = { phoneNumber: '+15555550102' };
    const full = { email, ...phone, displayName: 'Grace', photoURL: 'https://example.com/g.png', emailVerified: true };
    expect(await admin.auth.updateUser(uid, full)).toMatchObject(full);
    const link = { providerId: 'google.com', uid: 'g-4711', email, displayName: 'Grace' };
    expect((await admin.auth.updateUser(uid, { providerToLink: link })).providerData).toContainEqual(
      expect.objectContaining({ providerId: 'google.com', uid: 'g-4711' }),
    );
    expect((await admin.auth.getUserByProviderUid('google.com', 'g-4711')).uid).toBe(uid);
    const other = await admin.auth.createUser({});
    // A code that firebase-admin has no name for.
    await expect(admin.auth.updateUser(other.uid, { providerToLink: link })).rejects.toMatchObject({
      httpResponse: { data: { error: { message: 'FEDERATED_USER_ID_ALREADY_LINKED' } } },
    });
    const emptied = await admin.auth.updateUser(uid, {
      displayName: null,
      photoURL: null,
      phoneNumber: null,
      providersToUnlink: ['google.com'],
    });
    expect([emptied.displayName, emptied.photoURL, emptied.phoneNumber]).toEqual([undefined, undefined, undefined]);
    expect(emptied.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
    expect(await kindsOf(uid)).toContainEqual(['changed-by-administrator', keyFile.client_email]);
    await expect(admin.auth.updateUser('nobody', { displayName: 'x' })).rejects.toMatchObject({
      code: 'auth/user-not-found',
    });
  });

  test('end what is open: a password and an address, a closed account, revoked tokens', async () => {
    const { uid, user, email } = await traveller();
    await admin.auth.updateUser(uid, { password: `${GOOD_PASSWORD} again` });
    await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });

    const second = await signInWithEmailAndPassword(browser(), email, `${GOOD_PASSWORD} again`);
    await admin.auth.updateUser(uid, { email: `new-${email}` });
    await expect(second.user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });

    const third = await signInWithEmailAndPassword(browser(), `new-${email}`, `${GOOD_PASSWORD} again`);
    await admin.auth.revokeRefreshTokens(uid);
    await expect(third.user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });

    const fourth = await signInWithEmailAndPassword(browser(), `new-${email}`, `${GOOD_PASSWORD} again`);
    await admin.auth.updateUser(uid, { disabled: true });
    await expect(fourth.user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-disabled' });
  });

  test('carry custom claims into the next ID token; names that tokens use are refused, and more than 1,000 bytes', async () => {
    const { uid, user } = await traveller();
    await admin.auth.setCustomUserClaims(uid, { role: 'guide', level: 3 });
    expect(decodeJwt(await user.getIdToken(true))).toMatchObject({ role: 'guide', level: 3, sub: uid });
    expect((await admin.auth.getUser(uid)).customClaims).toEqual({ role: 'guide', level: 3 });
    await expect(admin.auth.setCustomUserClaims(uid, { email: 'x@example.com' })).rejects.toMatchObject({
      code: 'auth/reserved-claim',
    });
    // The SDK counts letters; we count bytes, as the hosted service says.
    await expect(admin.auth.setCustomUserClaims(uid, { note: 'é'.repeat(600) })).rejects.toMatchObject({
      code: 'auth/claims-too-large',
    });
    await admin.auth.setCustomUserClaims(uid, null);
    expect(decodeJwt(await user.getIdToken(true))).not.toHaveProperty('role');
  });

  test('get phones as second factors, and lose them; the secret of an authenticator app is not taken', async () => {
    const { uid, email } = await traveller();
    const factor = (phoneNumber: string) => ({ factorId: 'phone' as const, phoneNumber, displayName: 'Work' });
    const enrolled = await admin.auth.updateUser(uid, {
      multiFactor: { enrolledFactors: [factor('+15555550110'), factor('+15555550111')] },
    });
    expect(enrolled.multiFactor!.enrolledFactors.map((each) => each.toJSON())).toEqual([
      expect.objectContaining({ phoneNumber: '+15555550110', displayName: 'Work' }),
      expect.objectContaining({ phoneNumber: '+15555550111' }),
    ]);
    const signIn = await signInWithEmailAndPassword(browser(), email, GOOD_PASSWORD).catch((error: unknown) => error);
    expect(signIn).toMatchObject({ code: 'auth/multi-factor-auth-required' });
    expect((await admin.auth.updateUser(uid, { multiFactor: { enrolledFactors: null } })).multiFactor).toBeUndefined();
    await signInWithEmailAndPassword(browser(), email, GOOD_PASSWORD);
  });

  test('imports accounts with their old passwords, lists them page by page, and deletes those that are disabled', async () => {
    const { salt, passwordHash, ...moved } = await exportedUser(1, { password: 'from elsewhere' });
    const user = {
      uid: moved.localId,
      email: moved.email,
      customClaims: { tier: 'gold' },
      passwordHash: Buffer.from(passwordHash, 'base64'),
      passwordSalt: Buffer.from(salt, 'base64'),
    };
    const hash = {
      algorithm: 'SCRYPT' as const,
      key: Buffer.from(FIREBASE_HASHES['hash-key'], 'base64'),
      saltSeparator: Buffer.from(FIREBASE_HASHES['salt-separator'], 'base64'),
      rounds: Number(FIREBASE_HASHES.rounds),
      memoryCost: Number(FIREBASE_HASHES['mem-cost']),
    };
    const others = ['moved-b', 'moved-c'].map((uid) => ({ uid }));
    const result = await admin.auth.importUsers(
      [user, ...others, { uid: 'moved-d', email: user.email.toUpperCase() }],
      {
        hash,
      },
    );
    expect(result).toMatchObject({ successCount: 3, failureCount: 1 });
    expect(result.errors).toMatchObject([
      { index: 3, error: { code: 'auth/invalid-user-import', message: expect.stringContaining('email exists') } },
    ]);

    const first = await admin.auth.listUsers(1);
    const rest = await admin.auth.listUsers(1_000, first.pageToken);
    const listed = [...first.users, ...rest.users];
    expect(listed.map(({ uid }) => uid)).toEqual(expect.arrayContaining([user.uid, 'moved-b', 'moved-c']));
    expect(listed.find(({ uid }) => uid === user.uid)).toMatchObject({
      customClaims: { tier: 'gold' },
      passwordHash: user.passwordHash.toString('base64url'),
      passwordSalt: user.passwordSalt.toString('base64url'),
    });

    const client = sdkClient(world.app.url);
    expect((await signInWithEmailAndPassword(client, user.email, 'from elsewhere')).user.uid).toBe(user.uid);
    await client.close();
    // Hashed anew by that sign-in.
    const again = (await admin.auth.listUsers()).users.find(({ uid }) => uid === user.uid);
    expect(again!.passwordHash).not.toBe(user.passwordHash.toString('base64url'));

    // The stock SDK always forces; without it only the disabled ones go.
    expect(await admin.auth.deleteUsers([user.uid, 'moved-b', 'unheard-of'])).toMatchObject({ successCount: 3 });
    await expect(admin.auth.getUser('moved-b')).rejects.toMatchObject({ code: 'auth/user-not-found' });
  });
});

describe('tokens, by firebase-admin', () => {
  test('a custom token of the key signs in with its claims; revoking the key ends that', async () => {
    const other = (await world.services.serviceAccounts.create({ name: 'short-lived', by: 'test' }))!;
    const program = await adminClient(world, other);
    open.push(program);
    const token = await program.auth.createCustomToken('guest-1', { tier: 'gold' });
    const { user } = await signInWithCustomToken(browser(), token);
    expect(decodeJwt(await user.getIdToken())).toMatchObject({ sub: 'guest-1', tier: 'gold' });

    const key = await importPKCS8(other.private_key, 'RS256');
    const aud = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
    const signed = (claims: object) =>
      new SignJWT({ uid: 'guest-1', aud, iss: other.client_email, sub: other.client_email, ...claims })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key);
    const codeOf = async (text: string) =>
      signInWithCustomToken(browser(), text).then(
        () => 'signed in',
        (error: { code: string }) => error.code,
      );
    expect(await codeOf(await signed({}))).toBe('signed in');
    expect(await codeOf(await signed({ iss: 'x@y', sub: 'x@y' }))).toBe('auth/custom-token-mismatch');
    expect(await codeOf(await signed({ aud: 'cairn' }))).toBe('auth/custom-token-mismatch');
    expect(await codeOf(await signed({ sub: 'somebody' }))).toBe('auth/invalid-custom-token');
    expect(await codeOf(await signed({ iss: keyFile.client_email, sub: keyFile.client_email }))).toBe(
      'auth/invalid-custom-token',
    );
    await world.services.serviceAccounts.revoke({ name: 'short-lived', by: 'test' });
    expect(await codeOf(token)).toBe('auth/invalid-custom-token');
    await expect(program.auth.getUser('guest-1')).rejects.toThrow(/invalid_grant: Invalid JWT Signature/);
  });

  test('an ID token is verified by our keys; after a revocation checkRevoked says so', async () => {
    const { uid, user } = await traveller();
    const idToken = await user.getIdToken();
    expect(await admin.auth.verifyIdToken(idToken, true)).toMatchObject({ uid, aud: 'cairn' });
    // Seconds are all that the claims of both hold.
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan((decodeJwt(idToken).iat ?? 0) + 1);
    await admin.auth.revokeRefreshTokens(uid);
    expect(await admin.auth.verifyIdToken(idToken)).toMatchObject({ uid });
    await expect(admin.auth.verifyIdToken(idToken, true)).rejects.toMatchObject({ code: 'auth/id-token-revoked' });
    const forged = `${idToken.slice(0, -8)}AAAAAAAA`;
    await expect(admin.auth.verifyIdToken(forged)).rejects.toThrow(/invalid signature/);
  });

  test('a session cookie is made of an open session, verified by our keys, and ends with the account’s tokens', async () => {
    const { uid, user } = await traveller();
    const idToken = await user.getIdToken();
    const cookie = await admin.auth.createSessionCookie(idToken, { expiresIn: 14 * 86_400_000 });
    const { iat, exp } = decodeJwt(cookie);
    expect(exp! - iat!).toBe(14 * 86_400);
    expect(await admin.auth.verifySessionCookie(cookie, true)).toMatchObject({ uid });
    // It is no ID token, here or anywhere.
    await expect(admin.auth.verifyIdToken(cookie)).rejects.toMatchObject({ code: 'auth/argument-error' });
    expect(await world.services.identity.verifyIdToken(cookie)).toBeNull();
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan(iat! + 1);
    await admin.auth.revokeRefreshTokens(uid);
    await expect(admin.auth.verifySessionCookie(cookie, true)).rejects.toMatchObject({
      code: 'auth/session-cookie-revoked',
    });
    await expect(admin.auth.createSessionCookie(idToken, { expiresIn: 300_000 })).rejects.toMatchObject({
      code: 'auth/id-token-expired',
    });
  });

  test('links are answered instead of mailed, and work once', async () => {
    const { email, uid } = await traveller();
    const settings = { url: `${world.app.url}/profile`, handleCodeInApp: true };
    const signIn = await admin.auth.generateSignInWithEmailLink(email, settings);
    const { user } = await signInWithEmailLink(browser(), email, signIn);
    expect(user.uid).toBe(uid);
    const again = await signInWithEmailLink(browser(), email, signIn).catch((error: unknown) => error);
    expect(again).toMatchObject({ code: 'auth/invalid-action-code' });
    expect(new URL(await admin.auth.generatePasswordResetLink(email)).searchParams.get('mode')).toBe('resetPassword');
    expect(new URL(await admin.auth.generateEmailVerificationLink(email)).searchParams.get('mode')).toBe('verifyEmail');
    const change = await admin.auth.generateVerifyAndChangeEmailLink(email, freshEmail());
    expect(new URL(change).searchParams.get('mode')).toBe('verifyAndChangeEmail');
    const codes = await Promise.all(
      [
        admin.auth.generatePasswordResetLink(freshEmail()),
        admin.auth.generateEmailVerificationLink(freshEmail()),
        admin.auth.generateVerifyAndChangeEmailLink(email, email),
        admin.auth.generatePasswordResetLink(email, { url: 'https://elsewhere.example/' }),
      ].map((link) => link.catch((error: { code: string }) => error.code)),
    );
    expect(codes).toEqual([
      'auth/email-not-found',
      'auth/user-not-found',
      'auth/email-already-exists',
      'auth/unauthorized-continue-uri',
    ]);
    const { rows } = await world.db.execute<{ kind: string }>(sql`select kind from mails where recipient = ${email}`);
    expect(rows.filter(({ kind }) => kind !== 'new-device')).toEqual([]);
  });
});

describe('the project, by firebase-admin', () => {
  test('its configuration is answered; the password policy is changed here, other fields say where they are set', async () => {
    const manager = admin.auth.projectConfigManager();
    expect((await manager.getProjectConfig()).toJSON()).toMatchObject({
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      passwordPolicyConfig: { enforcementState: 'OFF', constraints: { minLength: 6 } },
    });
    const policy = { enforcementState: 'ENFORCE' as const, constraints: { minLength: 9, requireNumeric: true } };
    await manager.updateProjectConfig({ passwordPolicyConfig: policy });
    // Every process follows within a second.
    await expect
      .poll(async () => (await manager.getProjectConfig()).toJSON())
      .toMatchObject({ passwordPolicyConfig: policy });
    await expect(admin.auth.createUser({ email: freshEmail(), password: 'no digits' })).rejects.toMatchObject({
      code: 'auth/password-does-not-meet-requirements',
    });
    await manager.updateProjectConfig({ passwordPolicyConfig: { enforcementState: 'OFF' } });
    await expect
      .poll(async () => (await manager.getProjectConfig()).toJSON())
      .toMatchObject({ passwordPolicyConfig: { enforcementState: 'OFF' } });
    await expect(
      manager.updateProjectConfig({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } }),
    ).rejects.toThrow(/emailPrivacyConfig is set by IDENTITY_ENUMERATION_PROTECTION/);
  });

  test('other providers are not offered, and there are no tenants', async () => {
    const { auth } = admin;
    expect(await auth.listProviderConfigs({ type: 'oidc' })).toEqual({ providerConfigs: [] });
    expect(await auth.listProviderConfigs({ type: 'saml' })).toEqual({ providerConfigs: [] });
    const oidc = { providerId: 'oidc.x', enabled: true, clientId: 'x', issuer: 'https://x.example' };
    const codes = await Promise.all(
      [
        auth.getProviderConfig('oidc.x'),
        auth.deleteProviderConfig('saml.x'),
        auth.createProviderConfig(oidc),
        auth.tenantManager().listTenants(),
        auth.tenantManager().createTenant({ displayName: 'tenant' }),
        auth.tenantManager().getTenant('tenant-1'),
        auth.tenantManager().authForTenant('tenant-1').getUser('x'),
      ].map((call) => call.catch((error: { code: string }) => error.code)),
    );
    expect(codes).toEqual([
      'auth/configuration-not-found',
      'auth/configuration-not-found',
      'auth/operation-not-allowed',
      'auth/invalid-project-id',
      'auth/invalid-project-id',
      'auth/tenant-not-found',
      'auth/tenant-not-found',
    ]);
    const { json } = await call('/v2/projects/cairn/defaultSupportedIdpConfigs');
    expect(json.defaultSupportedIdpConfigs.map(({ name }: { name: string }) => name.split('/').at(-1))).toEqual([
      'google.com',
      'facebook.com',
    ]);
    expect(JSON.stringify(json)).not.toContain(world.env.GOOGLE_CLIENT_SECRET);
  });

  test('accounts are counted, and listed by a page', async () => {
    const { email } = await traveller();
    const query = (fields: object) => call('/v1/projects/cairn/accounts:query', fields).then(({ json }) => json);
    const all = await query({ returnUserInfo: false });
    const page = await query({ sortBy: 'CREATED_AT', order: 'DESC', limit: '2' });
    expect(Number(all.recordsCount)).toBeGreaterThan(2);
    expect(page.userInfo).toHaveLength(2);
    expect(page.userInfo[0]).toMatchObject({ email });
    expect((await query({ expression: [{ email }] })).userInfo).toHaveLength(1);
    expect((await call('/v1/projects/cairn/accounts:query', { limit: '501' })).status).toBe(400);
  });
});

describe('the listener', () => {
  test('takes an assertion of a key that works, made for it, just now, once by its identifier', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const token = world.services.config.administration!.tokenUri;
    const good = { iss: keyFile.client_email, aud: token, iat: seconds, exp: seconds + 3_600 };
    const jti = { ...good, jti: 'one' };
    expect(await grant(jti)).toMatchObject({ status: 200, json: { token_type: 'Bearer', expires_in: 900 } });
    expect(await grant(jti)).toEqual(refusal('Invalid JWT: jti was used before.'));
    // Two programs that start within one second sign the same bytes.
    expect((await Promise.all([grant(good), grant(good)])).map(({ status }) => status)).toEqual([200, 200]);

    const late = /in a reasonable timeframe/;
    expect(await grant({ ...good, iat: seconds - 301 })).toEqual(refusal(late));
    expect(await grant({ ...good, iat: seconds + 310, exp: seconds + 900 })).toEqual(refusal(late));
    expect((await grant({ ...good, iat: seconds - 290, exp: seconds + 60 })).status).toBe(200);
    expect((await grant({ ...good, iat: seconds + 290, exp: seconds + 900 })).status).toBe(200);
    expect(await grant({ ...good, exp: seconds + 3_601 })).toEqual(refusal(late));
    expect(await grant({ ...good, aud: 'https://elsewhere.example/token' })).toEqual(refusal(/audience/));
    expect(await grant({ ...good, sub: 'ada' })).toEqual(refusal(/sub must be the service account/));
    expect(await grant({ ...good, iss: 'nobody@cairn' })).toEqual(refusal('Invalid JWT Signature.'));
    expect(await grant(good, 'HS256')).toEqual(refusal('Invalid JWT Signature.'));
    const other = (await world.services.serviceAccounts.create({ name: 'other-key', by: 'test' }))!;
    expect(await grant({ ...good, iss: other.client_email })).toEqual(refusal('Invalid JWT Signature.'));
    const bare = await listenerFetch(world, '/token', { method: 'POST', body: 'grant_type=password' });
    expect(bare).toMatchObject({ status: 400, json: { error: 'unsupported_grant_type' } });
  });

  test('of two processes one takes an assertion with an identifier', async () => {
    const settings = { projectId: 'cairn', tokenUris: [world.services.config.administration!.tokenUri] };
    const process = () => createServiceAccounts({ db: world.db, audit: async () => undefined, ...settings });
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: keyFile.client_email,
      aud: settings.tokenUris[0],
      iat: seconds,
      exp: seconds + 60,
      jti: 'two',
    };
    const assertion = await sign(claims);
    const tries = await Promise.allSettled(
      [process(), process()].flatMap((each) => Array.from({ length: 10 }, () => each.grant(assertion))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('answers nobody without a token of ours, nor about another project, and no path that it does not know', async () => {
    const lookup = '/v1/projects/cairn/accounts:lookup';
    const post = (headers: Record<string, string>) =>
      listenerFetch(world, lookup, { method: 'POST', headers, body: '{}' });
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: 'Bearer owner', host: 'evil.example' }])
      expect(await post(headers)).toMatchObject({ status: 401, json: { error: { status: 'UNAUTHENTICATED' } } });
    expect(await call('/v1/projects/other/accounts:lookup', {})).toMatchObject({ status: 403 });
    expect(await call('/v1/projects/cairn/accounts:fly', {})).toMatchObject({ status: 404 });
    expect(await call('/v1/projects/cairn/accounts:lookup', { localId: ['a'], tenantId: 't' })).toMatchObject({
      status: 400,
      json: { error: { message: 'TENANT_ID_MISMATCH' } },
    });
    // The store itself knows none of it.
    const store = await fetch(`${world.app.url}/v1/projects/cairn/accounts:lookup`, { method: 'POST', body: '{}' });
    expect(store.status).not.toBe(200);
  });

  test('takes the emulator’s owner in the sandbox, on this machine, and never in live mode', async () => {
    const http = world.services.config.administration!.listen.find(({ protocol }) => protocol === 'http:')!;
    process.env.FIREBASE_AUTH_EMULATOR_HOST = http.host;
    const app = initializeApp({ projectId: 'cairn' }, 'emulated');
    try {
      expect((await getAuth(app).createUser({ uid: 'by-owner' })).uid).toBe('by-owner');
    } finally {
      delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
      await deleteApp(app);
    }
    const { services } = world;
    const live = createAdministration({
      ...services,
      config: { ...services.config, mode: 'live' },
      log: { info: () => undefined, error: () => undefined },
    });
    const owner = { authorization: 'Bearer owner', host: '127.0.0.1' };
    const path = 'http://127.0.0.1/v1/projects/cairn/accounts:lookup';
    const outgoing = { setHeader: () => undefined };
    const answer = await live.request(path, { method: 'POST', headers: owner }, { outgoing } as never);
    expect(answer.status).toBe(401);
  });

  test('shows the key once: no table, and no line of the audit log, holds a part of it', async () => {
    const secret = keyFile.private_key.split('\n')[5]!;
    const { rows } = await world.db.execute<{ text: string }>(
      sql`select s::text as text from service_accounts s union all select e::text from security_events e`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
    expect(rows.some(({ text }) => text.includes('service-account-created'))).toBe(true);
  });
});

async function sign(claims: object, algorithm: 'RS256' | 'HS256' = 'RS256'): Promise<string> {
  const key =
    algorithm === 'HS256'
      ? new TextEncoder().encode(createPublicKey(keyFile.private_key).export({ type: 'spki', format: 'pem' }) as string)
      : await importPKCS8(keyFile.private_key, 'RS256');
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: algorithm }).sign(key);
}

async function grant(claims: object, algorithm?: 'RS256' | 'HS256') {
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: await sign(claims, algorithm) };
  return listenerFetch(world, '/token', { method: 'POST', body: new URLSearchParams(form).toString() });
}

function refusal(description: string | RegExp) {
  const text = typeof description === 'string' ? description : expect.stringMatching(description);
  return { status: 400, json: { error: 'invalid_grant', error_description: text } };
}

/** A call with a token of the key: POST with fields, GET without. */
async function call(path: string, fields?: object) {
  const { accessToken } = await world.services.serviceAccounts.grant(
    await sign({
      iss: keyFile.client_email,
      aud: 'https://oauth2.googleapis.com/token',
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 60,
    }),
  );
  return listenerFetch(world, path, {
    method: fields ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${accessToken}` },
    ...(fields && { body: JSON.stringify(fields) }),
  });
}
