import { signInWithCustomToken, signInWithEmailLink } from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { decodeJwt, importPKCS8, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ops as opsOn } from '#test/support/ops.ts';
import type { AdminPorts } from '#src/http/administration/admin-call.ts';
import { createAdminEndpoints } from '#src/http/administration/administration.ts';
import { createAdministration } from '#src/http/administration/administration.ts';
import { createServiceAccounts, type KeyFile } from '#src/modules/service-accounts/service-accounts.ts';
import { freshEmail } from '../support/accounts.ts';
import { adminClient, listenerFetch } from '../support/admin-client.ts';
import { type Administered, refusal, startAdministered } from '../support/administered.ts';

let here: Administered;
let world: Administered['world'];
let keyFile: Administered['keyFile'];
let admin: Administered['admin'];

beforeAll(async () => {
  here = await startAdministered();
  ({ world, keyFile, admin } = here);
});
afterAll(() => here?.close());

describe('tokens with firebase-admin', () => {
  test('a custom token of the key signs in with its claims; revoking the key ends the session', async () => {
    const other = (await world.services.serviceAccounts.create({ name: 'short-lived', by: 'test' }))!;
    const program = await adminClient(world, other);
    here.open.push(program);
    const token = await program.auth.createCustomToken('guest-1', { tier: 'gold' });
    const { user } = await signInWithCustomToken(here.browser(), token);
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
      signInWithCustomToken(here.browser(), text).then(
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

  test('custom claims appear in the next ID token; reserved names and more than 1,000 bytes are refused', async () => {
    const { uid, user } = await here.traveller();
    await admin.auth.setCustomUserClaims(uid, { role: 'guide', level: 3 });
    expect(decodeJwt(await user.getIdToken(true))).toMatchObject({ role: 'guide', level: 3, sub: uid });
    expect((await admin.auth.getUser(uid)).customClaims).toEqual({ role: 'guide', level: 3 });
    await expect(admin.auth.setCustomUserClaims(uid, { email: 'x@example.com' })).rejects.toMatchObject({
      code: 'auth/reserved-claim',
    });
    // The SDK counts characters. The server counts bytes, as the hosted service does.
    await expect(admin.auth.setCustomUserClaims(uid, { note: 'é'.repeat(600) })).rejects.toMatchObject({
      code: 'auth/claims-too-large',
    });
    // As at the hosted service, a claim may replace the name of the profile.
    await admin.auth.updateUser(uid, { displayName: 'Ada' });
    await admin.auth.setCustomUserClaims(uid, { name: 'Captain' });
    expect(decodeJwt(await user.getIdToken(true))).toMatchObject({ name: 'Captain' });
    await admin.auth.setCustomUserClaims(uid, null);
    const last = decodeJwt(await user.getIdToken(true));
    expect(last).toMatchObject({ name: 'Ada' });
    expect(last).not.toHaveProperty('role');
  });

  test('an ID token verifies with our public keys; after a revocation checkRevoked reports it', async () => {
    const { uid, user } = await here.traveller();
    const idToken = await user.getIdToken();
    expect(await admin.auth.verifyIdToken(idToken, true)).toMatchObject({ uid, aud: 'cairn' });
    // Claims have a resolution of one second.
    await expect.poll(() => Date.now() / 1000).toBeGreaterThan((decodeJwt(idToken).iat ?? 0) + 1);
    await admin.auth.revokeRefreshTokens(uid);
    expect(await admin.auth.verifyIdToken(idToken)).toMatchObject({ uid });
    await expect(admin.auth.verifyIdToken(idToken, true)).rejects.toMatchObject({ code: 'auth/id-token-revoked' });
    const forged = `${idToken.slice(0, -8)}AAAAAAAA`;
    await expect(admin.auth.verifyIdToken(forged)).rejects.toThrow(/invalid signature/);
  });

  test("a session cookie is made from a valid session, verifies with our keys, and is revoked with the account's tokens", async () => {
    const { uid, user } = await here.traveller();
    const idToken = await user.getIdToken();
    const cookie = await admin.auth.createSessionCookie(idToken, { expiresIn: 14 * 86_400_000 });
    const { iat, exp } = decodeJwt(cookie);
    expect(exp! - iat!).toBe(14 * 86_400);
    expect(await admin.auth.verifySessionCookie(cookie, true)).toMatchObject({ uid });
    // It is not accepted as an ID token.
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

  test('links are returned instead of mailed on request, and work once', async () => {
    const { email, uid } = await here.traveller();
    const settings = { url: `${world.app.url}/profile`, handleCodeInApp: true };
    const signIn = await admin.auth.generateSignInWithEmailLink(email, settings);
    const { user } = await signInWithEmailLink(here.browser(), email, signIn);
    expect(user.uid).toBe(uid);
    const again = await signInWithEmailLink(here.browser(), email, signIn).catch((error: unknown) => error);
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
        admin.auth.generatePasswordResetLink(email, { ...settings, linkDomain: 'elsewhere.example' }),
      ].map((link) => link.catch((error: { code: string }) => error.code)),
    );
    expect(codes).toEqual([
      'auth/email-not-found',
      'auth/user-not-found',
      'auth/email-already-exists',
      'auth/unauthorized-continue-uri',
      'auth/invalid-hosting-link-domain',
    ]);
    const { rows } = await world.db.execute<{ kind: string }>(sql`select kind from mails where recipient = ${email}`);
    expect(rows.filter(({ kind }) => kind !== 'new-device')).toEqual([]);
    const answer = await here.call('/v1/projects/cairn/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });
    expect(answer.json).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email });
    // Native clients send the number of an enum: 6 is EMAIL_SIGNIN.
    const byNumber = {
      requestType: 6,
      email,
      returnOobLink: true,
      linkDomain: new URL(world.services.config.publicUrl).host,
    };
    const numbered = await here.call('/v1/projects/cairn/accounts:sendOobCode', byNumber);
    expect(new URL(numbered.json.oobLink!).searchParams.get('mode')).toBe('signIn');
    expect(
      (await here.call('/v1/projects/cairn/accounts:sendOobCode', { ...byNumber, requestType: 0 })).json,
    ).toMatchObject({
      error: { message: 'MISSING_REQ_TYPE' },
    });
    const mailed = await world.db.execute(
      sql`select kind from mails where recipient = ${email} and kind = 'password-reset'`,
    );
    expect(mailed.rows).toHaveLength(1);
  });
});

describe('the admin listener', () => {
  test('accepts a recent assertion of an active key for its audience, once per identifier', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const token = world.services.config.administration!.tokenUri;
    const good = { iss: keyFile.client_email, aud: token, iat: seconds, exp: seconds + 3_600 };
    const jti = { ...good, jti: 'one' };
    expect(await here.grant(jti)).toMatchObject({ status: 200, json: { token_type: 'Bearer', expires_in: 900 } });
    expect(await here.grant(jti)).toEqual(refusal('Invalid JWT: jti was used before.'));
    // Two programs that start in the same second sign the same bytes.
    expect((await Promise.all([here.grant(good), here.grant(good)])).map(({ status }) => status)).toEqual([200, 200]);

    const late = /in a reasonable timeframe/;
    expect(await here.grant({ ...good, iat: seconds - 301 })).toEqual(refusal(late));
    expect(await here.grant({ ...good, iat: seconds + 400, exp: seconds + 900 })).toEqual(refusal(late));
    expect((await here.grant({ ...good, iat: seconds - 290, exp: seconds + 60 })).status).toBe(200);
    expect((await here.grant({ ...good, iat: seconds + 290, exp: seconds + 900 })).status).toBe(200);
    expect(await here.grant({ ...good, exp: seconds + 3_601 })).toEqual(refusal(late));
    expect(await here.grant({ ...good, aud: 'https://elsewhere.example/token' })).toEqual(refusal(/audience/));
    expect(await here.grant({ ...good, sub: 'ada' })).toEqual(refusal(/sub must be the service account/));
    expect(await here.grant({ ...good, iss: 'nobody@cairn' })).toEqual(refusal('Invalid JWT Signature.'));
    expect(await here.grant(good, 'HS256')).toEqual(refusal('Invalid JWT Signature.'));
    const other = (await world.services.serviceAccounts.create({ name: 'other-key', by: 'test' }))!;
    expect(await here.grant({ ...good, iss: other.client_email })).toEqual(refusal('Invalid JWT Signature.'));
    const bare = await listenerFetch(world, '/token', { method: 'POST', body: 'grant_type=password' });
    expect(bare).toMatchObject({ status: 400, json: { error: 'unsupported_grant_type' } });
  });

  test('an assertion is accepted once across two processes', async () => {
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
    const assertion = await here.sign(claims);
    const tries = await Promise.allSettled(
      [process(), process()].flatMap((each) => Array.from({ length: 10 }, () => each.grant(assertion))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('refuses calls without our token, for another project, and to unknown paths', async () => {
    const lookup = '/v1/projects/cairn/accounts:lookup';
    const post = (headers: Record<string, string>) =>
      listenerFetch(world, lookup, { method: 'POST', headers, body: '{}' });
    const refused: Record<string, string>[] = [
      {},
      { authorization: 'Bearer x' },
      { authorization: 'Bearer owner', host: 'evil.example' },
    ];
    for (const headers of refused)
      expect(await post(headers)).toMatchObject({ status: 401, json: { error: { status: 'UNAUTHENTICATED' } } });
    expect(await here.call('/v1/projects/other/accounts:lookup', {})).toMatchObject({ status: 403 });
    const unknown = [
      '/v1/projects/cairn/accounts:fly',
      '/emulator/v1/projects/cairn/oobCodes',
      '/identitytoolkit/v3/relyingparty/getAccountInfo',
    ];
    for (const path of unknown) expect(await here.call(path, {})).toMatchObject({ status: 404 });
    expect(await here.call('/v1/projects/cairn/accounts:lookup', { localId: ['a'], tenantId: 't' })).toMatchObject({
      status: 400,
      json: { error: { message: 'TENANT_ID_MISMATCH' } },
    });
    // The store's own listener does not serve these paths.
    const store = await fetch(`${world.app.url}/v1/projects/cairn/accounts:lookup`, { method: 'POST', body: '{}' });
    expect(store.status).not.toBe(200);
  });

  test("accepts the emulator's owner token only in the sandbox, from this machine, and never in live mode", async () => {
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

  test('shows the key once: no table and no line of the audit log contains any part of it', async () => {
    const secret = keyFile.private_key.split('\n')[5]!;
    const { rows } = await world.db.execute<{ text: string }>(
      sql`select s::text as text from service_accounts s union all select e::text from security_events e`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
    expect(rows.some(({ text }) => text.includes('service-account-created'))).toBe(true);
  });

  test('keys are created, listed and revoked by ops, which also prints the certificate authority', async () => {
    const { administration } = world.services.config;
    const ops = (line: string) => opsOn(world, line);
    const file = JSON.parse((await ops('service-account create by-ops --by ana')).join('\n')) as KeyFile;
    expect(file).toMatchObject({ type: 'service_account', project_id: 'cairn', token_uri: administration!.tokenUri });
    const program = await adminClient(world, file);
    here.open.push(program);
    expect((await program.auth.createUser({ uid: 'for-ops' })).uid).toBe('for-ops');
    await expect(ops('service-account create by-ops')).rejects.toThrow('This name was used before.');
    expect((await ops('service-account revoke by-ops')).join()).toContain('Revoked');
    // The program still holds its access token.
    await expect(program.auth.getUser('for-ops')).rejects.toMatchObject({ httpResponse: { status: 401 } });
    await expect(ops('service-account revoke by-ops')).rejects.toThrow('already revoked');
    const listed = (await ops('service-account list')).find((line) => line.startsWith(file.client_email));
    expect(listed).toMatch(/by ana {2}revoked/);
    expect((await ops('service-account ca'))[0]).toBe('-----BEGIN CERTIFICATE-----');
  });

  test('answers malformed bodies with 400 or 404 on every call, never with a 5xx', async () => {
    const calls = Object.keys(createAdminEndpoints({} as AdminPorts)).filter((call) => !call.startsWith('GET'));
    const http = world.services.config.administration!.listen.find(({ protocol }) => protocol === 'http:')!;
    const fields =
      'localId localIds email phoneNumber password customAttributes validSince mfa mfaInfo deleteProvider users hashAlgorithm linkProviderUserInfo federatedUserId expression limit idToken validDuration requestType continueUrl';
    const names = fc.constantFrom(...fields.split(' '));
    const bodies = fc.oneof(fc.dictionary(names, fc.jsonValue(), { maxKeys: 6 }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), bodies, async (name, body) => {
        const [method = '', path = ''] = name.split(' ');
        const url = `${http.origin}/${path.replace('{p}', 'cairn').replace('{id}', 'x')}`;
        const headers = { authorization: 'Bearer owner' };
        const { status } = await fetch(url, { method, headers, body: JSON.stringify(body) });
        expect([200, 400, 404]).toContain(status);
      }),
      { numRuns: 400 },
    );
  });
});
