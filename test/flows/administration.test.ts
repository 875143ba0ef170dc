import {
  createUserWithEmailAndPassword,
  multiFactor,
  signInWithCustomToken,
  signInWithEmailAndPassword,
} from 'firebase/auth';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshEmail, GOOD_PASSWORD } from '../support/accounts.ts';
import { type Administered, startAdministered } from '../support/administered.ts';
import { sdkClient } from '../support/auth-client.ts';
import { exportedUser, FIREBASE_HASHES } from '../support/firebase-export.ts';

let here: Administered;
let world: Administered['world'];
let keyFile: Administered['keyFile'];
let admin: Administered['admin'];

beforeAll(async () => {
  here = await startAdministered();
  ({ world, keyFile, admin } = here);
});
afterAll(() => here?.close());

const kindsOf = async (uid: string) => {
  const account = await world.services.identity.accountByLocalId(uid);
  return (await world.services.identity.securityEvents(account!.id)).map(({ kind, detail }) => [kind, detail.by]);
};

describe('accounts with firebase-admin', () => {
  test('are created with all given fields, found by every identifier, and deleted', async () => {
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
    const again = await signInWithEmailAndPassword(here.browser(), email, GOOD_PASSWORD).catch(
      (error: unknown) => error,
    );
    expect(again).toMatchObject({ code: 'auth/invalid-credential' });
  });

  test('are refused with a taken id, address or number, or a weak password', async () => {
    const { uid, email } = await here.traveller();
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

  test('every field can be changed and cleared', async () => {
    const { uid } = await here.traveller();
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
    // firebase-admin has no error name for this code.
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

  test('a new password or address, a disabled account and a revocation end the sessions', async () => {
    const { uid, user, email } = await here.traveller();
    await admin.auth.updateUser(uid, { password: `${GOOD_PASSWORD} again` });
    await expect(user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });

    const second = await signInWithEmailAndPassword(here.browser(), email, `${GOOD_PASSWORD} again`);
    await admin.auth.updateUser(uid, { email: `new-${email}` });
    await expect(second.user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });

    const third = await signInWithEmailAndPassword(here.browser(), `new-${email}`, `${GOOD_PASSWORD} again`);
    await admin.auth.revokeRefreshTokens(uid);
    await expect(third.user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-token-expired' });

    const fourth = await signInWithEmailAndPassword(here.browser(), `new-${email}`, `${GOOD_PASSWORD} again`);
    await admin.auth.updateUser(uid, { disabled: true });
    await expect(fourth.user.getIdToken(true)).rejects.toMatchObject({ code: 'auth/user-disabled' });
  });

  test('phones are added and removed as second factors; a TOTP secret is refused', async () => {
    const { uid, email } = await here.traveller();
    const factor = (phoneNumber: string) => ({ factorId: 'phone' as const, phoneNumber, displayName: 'Work' });
    const enrolled = await admin.auth.updateUser(uid, {
      multiFactor: { enrolledFactors: [factor('+15555550110'), factor('+15555550111')] },
    });
    expect(enrolled.multiFactor!.enrolledFactors.map((each) => each.toJSON())).toEqual([
      expect.objectContaining({ phoneNumber: '+15555550110', displayName: 'Work' }),
      expect.objectContaining({ phoneNumber: '+15555550111' }),
    ]);
    const signIn = await signInWithEmailAndPassword(here.browser(), email, GOOD_PASSWORD).catch(
      (error: unknown) => error,
    );
    expect(signIn).toMatchObject({ code: 'auth/multi-factor-auth-required' });
    expect((await admin.auth.updateUser(uid, { multiFactor: { enrolledFactors: null } })).multiFactor).toBeUndefined();
    await signInWithEmailAndPassword(here.browser(), email, GOOD_PASSWORD);
  });

  test('accounts are imported with their old password hashes, listed in pages, and deleted when disabled', async () => {
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
    // That sign-in rehashed the password.
    const again = (await admin.auth.listUsers()).users.find(({ uid }) => uid === user.uid);
    expect(again!.passwordHash).not.toBe(user.passwordHash.toString('base64url'));

    // The stock SDK always sets `force`. Without it, only disabled accounts are deleted.
    expect(await admin.auth.deleteUsers([user.uid, 'moved-b', 'unheard-of'])).toMatchObject({ successCount: 3 });
    await expect(admin.auth.getUser('moved-b')).rejects.toMatchObject({ code: 'auth/user-not-found' });
  });
});

describe('an import with firebase-admin', () => {
  const since = (date: string) => new Date(date).toUTCString();

  test('keeps given times and identifiers, and invents none', async () => {
    const metadata = { creationTime: since('2023-01-02'), lastSignInTime: since('2024-03-04') };
    const factor = { factorId: 'phone' as const, displayName: 'Work', enrollmentTime: since('2023-05-06') };
    const phones = [
      { ...factor, uid: 'work', phoneNumber: '+15555550160' },
      { ...factor, uid: 'work too', phoneNumber: '+15555550160' },
    ];
    const bare = { factorId: 'phone' as const, uid: 'work', phoneNumber: '+15555550160' };
    const person = (uid: string) => ({ uid, email: freshEmail(), emailVerified: true });
    const result = await admin.auth.importUsers([
      { ...person('dated'), metadata, multiFactor: { enrolledFactors: phones } },
      // As the hosted service exports an account that never signed in.
      { ...person('undated'), multiFactor: { enrolledFactors: [bare] } },
    ]);
    expect(result).toMatchObject({ successCount: 2 });
    const dated = await admin.auth.getUser('dated');
    expect(dated.metadata).toMatchObject(metadata);
    expect(dated.multiFactor!.enrolledFactors.map((each) => each.toJSON())).toEqual([phones[0]]);
    const undated = await admin.auth.getUser('undated');
    expect(undated.metadata.lastSignInTime).toBeNull();
    expect(undated.multiFactor!.enrolledFactors).toMatchObject([{ uid: 'work', enrollmentTime: null }]);

    const token = await admin.auth.createCustomToken('undated');
    const { user } = await signInWithCustomToken(here.browser(), token);
    expect(multiFactor(user).enrolledFactors).toMatchObject([{ uid: 'work', phoneNumber: '+15555550160' }]);
    const headers = { authorization: `Bearer ${await user.getIdToken()}` };
    const settings = await fetch(`${world.app.url}/api/account`, { headers });
    expect(await settings.json()).toMatchObject({ secondFactors: [{ id: 'work', addedAt: null }] });
    expect(Date.parse((await admin.auth.getUser('undated')).metadata.lastSignInTime)).toBeGreaterThan(0);
  });

  test('keeps an account without what the store has no place for, and says so for each', async () => {
    const apple = { providerId: 'apple.com', uid: '000123.abc' };
    const google = { providerId: 'google.com', uid: 'g-0815' };
    const email = freshEmail();
    const rows = [
      { uid: 'by-apple', email, displayName: 'Ada', providerData: [apple, google], customClaims: { name: 'Captain' } },
      { uid: 'apple-only', providerData: [apple], customClaims: { email: 'x@example.com', role: 'guide' } },
      { uid: 'whole', providerData: [{ ...google, uid: 'g-0816' }] },
    ];
    expect(await admin.auth.importUsers(rows)).toMatchObject({ successCount: 3, failureCount: 0 });
    expect(await admin.auth.getUser('by-apple')).toMatchObject({
      customClaims: { name: 'Captain' },
      providerData: [{ providerId: 'google.com', uid: 'g-0815' }],
    });
    expect((await admin.auth.getUser('apple-only')).customClaims).toEqual({ role: 'guide' });
    const token = await admin.auth.createCustomToken('by-apple');
    const { user } = await signInWithCustomToken(here.browser(), token);
    expect(decodeJwt(await user.getIdToken())).toMatchObject({ name: 'Captain', sub: 'by-apple', email });

    const said = async (uid: string) => {
      const account = await world.services.identity.accountByLocalId(uid);
      const [event] = (await world.services.identity.securityEvents(account!.id)).filter(
        ({ kind }) => kind === 'imported',
      );
      return event!.detail.leftOut;
    };
    const link = 'link to apple.com: not offered here';
    const only = `${link}, and no other way to sign in`;
    const claim = 'custom claim email: ID tokens have a claim of this name';
    expect([await said('by-apple'), await said('apple-only'), await said('whole')]).toEqual([
      link,
      `${only}; ${claim}`,
      undefined,
    ]);
    const providerUserInfo = [{ providerId: 'apple.com', rawId: '000123.abd' }];
    const users = [{ localId: 'more' }, { localId: 'more-apple', email: freshEmail(), providerUserInfo }];
    expect((await here.call('/v1/projects/cairn/accounts:batchCreate', { users })).json).toEqual({
      kind: 'identitytoolkit#UploadAccountResponse',
      leftOut: [{ index: 1, localId: 'more-apple', message: link }],
    });
  });
});

describe('the project with firebase-admin', () => {
  test('the configuration is readable; only the password policy is writable here, and other fields name where they are set', async () => {
    const manager = admin.auth.projectConfigManager();
    expect((await manager.getProjectConfig()).toJSON()).toMatchObject({
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      passwordPolicyConfig: { enforcementState: 'OFF', constraints: { minLength: 6 } },
    });
    const policy = { enforcementState: 'ENFORCE' as const, constraints: { minLength: 9, requireNumeric: true } };
    const weak = () => createUserWithEmailAndPassword(here.browser(), freshEmail(), 'walks without digits');
    await weak();
    const answer = await manager.updateProjectConfig({ passwordPolicyConfig: policy });
    expect(answer.toJSON()).toMatchObject({ passwordPolicyConfig: policy });
    expect((await manager.getProjectConfig()).toJSON()).toMatchObject({ passwordPolicyConfig: policy });
    await expect(weak()).rejects.toMatchObject({ code: 'auth/password-does-not-meet-requirements' });
    // A change of one field keeps the others, also those that apply only while the policy is enforced.
    const patch = (passwordPolicyConfig: object) =>
      here.call('/v2/projects/cairn/config?updateMask=passwordPolicyConfig', { passwordPolicyConfig }, 'PATCH');
    await patch({ passwordPolicyEnforcementState: 'OFF' });
    await weak();
    await patch({ passwordPolicyEnforcementState: 'ENFORCE' });
    await expect(weak()).rejects.toMatchObject({ code: 'auth/password-does-not-meet-requirements' });
    await manager.updateProjectConfig({ passwordPolicyConfig: { enforcementState: 'OFF' } });
    expect((await manager.getProjectConfig()).toJSON()).toMatchObject({
      passwordPolicyConfig: { enforcementState: 'OFF', constraints: { minLength: 6, requireNumeric: false } },
    });
    await expect(
      manager.updateProjectConfig({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } }),
    ).rejects.toThrow(/emailPrivacyConfig is set by IDENTITY_ENUMERATION_PROTECTION/);
  });

  test('the server also validates what the library validates', async () => {
    const { uid, email } = await here.traveller();
    const idToken = await signInWithEmailAndPassword(here.browser(), email, GOOD_PASSWORD).then(({ user }) =>
      user.getIdToken(),
    );
    const said = async (path: string, fields: object) =>
      (await here.call(`/v1/projects/cairn/${path}`, fields)).json.error;
    const enrollments = ['+15555550110', '+15555550111'].map((phoneInfo) => ({ phoneInfo, mfaEnrollmentId: 'same' }));
    expect(await said('accounts:update', { localId: uid, mfa: { enrollments } })).toMatchObject({
      message: 'DUPLICATE_MFA_ENROLLMENT_ID',
    });
    expect(await said('accounts', { mfaInfo: [{ phoneInfo: '5555' }] })).toMatchObject({
      message: 'INVALID_MFA_PHONE_NUMBER : Invalid format.',
    });
    expect(await said('accounts', { idToken, localId: uid })).toMatchObject({
      message: 'UNEXPECTED_PARAMETER : User ID',
    });
    // Of two factors with one number the first counts, and a new account's identifiers are ours.
    const mfaInfo = ['first', 'second'].map((displayName) => ({
      phoneInfo: '+15555550112',
      displayName,
      mfaEnrollmentId: 'given',
    }));
    await here.call('/v1/projects/cairn/accounts', { localId: 'one-phone', mfaInfo });
    const [factor, ...others] = (await admin.auth.getUser('one-phone')).multiFactor!.enrolledFactors;
    expect([factor!.displayName, others]).toEqual(['first', []]);
    expect(factor!.uid).not.toBe('given');
    const link = (providerUserInfo: object) =>
      said('accounts:update', { localId: uid, linkProviderUserInfo: providerUserInfo });
    expect(await link({ rawId: '1' })).toMatchObject({ message: 'MISSING_PROVIDER_ID' });
    expect(await link({ providerId: 'google.com' })).toMatchObject({ message: 'MISSING_RAW_ID' });
    expect(await link({ providerId: 'apple.com', rawId: '1' })).toMatchObject({
      message: 'INVALID_PROVIDER_ID : Google and Facebook are the only providers.',
    });
    // A link is sent to the address of a token's account, as it is for a plain address.
    const made = await here.call('/v1/projects/cairn/accounts:sendOobCode', {
      requestType: 'VERIFY_EMAIL',
      idToken,
      returnOobLink: true,
    });
    expect(made.json).toMatchObject({ email, oobCode: expect.any(String) });
  });

  test('other providers are refused, and tenants do not exist', async () => {
    const { auth } = admin;
    expect(await auth.listProviderConfigs({ type: 'oidc' })).toEqual({ providerConfigs: [] });
    expect(await auth.listProviderConfigs({ type: 'saml' })).toEqual({ providerConfigs: [] });
    expect(await auth.tenantManager().listTenants()).toEqual({ tenants: [] });
    const oidc = { providerId: 'oidc.x', enabled: true, clientId: 'x', issuer: 'https://x.example' };
    const codes = await Promise.all(
      [
        auth.getProviderConfig('oidc.x'),
        auth.deleteProviderConfig('saml.x'),
        auth.createProviderConfig(oidc),
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
      'auth/tenant-not-found',
      'auth/tenant-not-found',
    ]);
    const { json } = await here.call('/v2/projects/cairn/defaultSupportedIdpConfigs');
    expect(json.defaultSupportedIdpConfigs!.map(({ name }) => name.split('/').at(-1))).toEqual([
      'google.com',
      'facebook.com',
    ]);
    expect(JSON.stringify(json)).not.toContain(world.env.GOOGLE_CLIENT_SECRET);
  });

  test('accounts are counted and listed one page at a time', async () => {
    const { email } = await here.traveller();
    const query = (fields: object) => here.call('/v1/projects/cairn/accounts:query', fields).then(({ json }) => json);
    const all = await query({ returnUserInfo: false });
    const page = await query({ sortBy: 'CREATED_AT', order: 'DESC', limit: '2' });
    expect(Number(all.recordsCount)).toBeGreaterThan(2);
    expect(page.userInfo).toHaveLength(2);
    expect(page.userInfo![0]).toMatchObject({ email });
    expect((await query({ expression: [{ email }] })).userInfo).toHaveLength(1);
    expect((await here.call('/v1/projects/cairn/accounts:query', { limit: '501' })).status).toBe(400);
  });
});
