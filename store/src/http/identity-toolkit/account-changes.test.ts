import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';

let world: IdentityWorld;
/** Without enumeration protection, which would refuse direct changes of an address. */
let open: IdentityWorld;
let serial = 0;

beforeAll(async () => {
  [world, open] = await Promise.all([
    startIdentity({ settings: { anonymous: true } }),
    startIdentity({ settings: { enumerationProtection: false } }),
  ]);
});
afterAll(() => Promise.all([world.stop(), open.stop()]));
beforeEach(() => {
  for (const each of [world, open]) {
    each.clock.ahead = 0;
    each.mails.length = 0;
  }
});

const PASSWORD = 'correct horse';
const newEmail = () => `person-${++serial}@example.com`;
const post = async (path: string, body: object, of = world) => (await of.call(path, body)).json;
const signUp = (of = world, email = newEmail()) => post('v1/accounts:signUp', { email, password: PASSWORD }, of);
const update = (body: object, of = world) => post('v1/accounts:update', { returnSecureToken: true, ...body }, of);
const lookup = async (idToken: string, of = world) =>
  (await of.call('v1/accounts:lookup', { idToken })).json as unknown as {
    users: Record<string, unknown>[];
    error?: { message: string };
  };
const message = (answer: { error?: { message: string } }) => answer.error?.message;
const LATE = 301_000;

const ADMINISTRATORS: [fields: object, refusal: string][] = [
  [{ linkProviderUserInfo: { rawId: '1234' } }, 'MISSING_PROVIDER_ID'],
  [{ linkProviderUserInfo: { provider_id: 'google.com' } }, 'MISSING_RAW_ID'],
  [
    { linkProviderUserInfo: { providerId: 'google.com', rawId: '1234' } },
    'INSUFFICIENT_PERMISSION : Link a provider by signInWithIdp.',
  ],
  [{ phoneNumber: '+33600000000' }, 'INSUFFICIENT_PERMISSION : Set a number by signInWithPhoneNumber.'],
  [{ customAttributes: '{"role":"desk"}' }, 'INSUFFICIENT_PERMISSION'],
  [{ disableUser: false }, 'OPERATION_NOT_ALLOWED'],
];
test.each(ADMINISTRATORS)('%j is refused, because only an administrator may change it', async (fields, refusal) => {
  const { idToken, localId } = await signUp();
  expect(message(await update({ idToken, displayName: 'Ana', ...fields }))).toBe(refusal);
  expect(await world.identity.accountByLocalId(localId!)).toMatchObject({
    displayName: null,
    providers: [],
    phoneNumber: null,
    customAttributes: null,
  });
});

describe('a new password', () => {
  test('ends every other session and returns new tokens of the same sign-in', async () => {
    const { email, idToken, refreshToken } = await signUp();
    const elsewhere = await post('v1/accounts:signInWithPassword', { email, password: PASSWORD });
    world.clock.ahead = 2_000;
    const changed = await update({ idToken, password: 'another one' });
    expect(changed).toMatchObject({
      kind: 'identitytoolkit#SetAccountInfoResponse',
      email,
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    });
    expect(decodeJwt(changed.idToken!).auth_time).toBe(decodeJwt(idToken!).auth_time);
    for (const dead of [idToken, elsewhere.idToken]) expect(message(await lookup(dead!))).toBe('TOKEN_EXPIRED');
    for (const dead of [refreshToken, elsewhere.refreshToken])
      expect(message(await post('v1/token', { grantType: 'refresh_token', refreshToken: dead }))).toBe('TOKEN_EXPIRED');
    expect(Number((await lookup(changed.idToken!)).users[0]!.validSince)).toBeGreaterThan(decodeJwt(idToken!).iat!);
    expect(await post('v1/token', { grantType: 'refresh_token', refreshToken: changed.refreshToken })).toHaveProperty(
      'id_token',
    );
    expect(await post('v1/accounts:signInWithPassword', { email, password: 'another one' })).toHaveProperty('idToken');
    expect(world.mails.map(({ kind, to }) => `${kind} ${to}`)).toContain(`password-changed ${email}`);
  });

  test('must meet the policy and needs a recent sign-in; a new token of an old sign-in is refused', async () => {
    const { idToken, refreshToken } = await signUp();
    expect(message(await update({ idToken, password: 'five5' }))).toMatch(/^WEAK_PASSWORD/);
    expect(message(await update({ idToken, password: '' }))).toBe('MISSING_PASSWORD');
    world.clock.ahead = LATE;
    expect(message(await update({ idToken, password: 'another one' }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    const { id_token: fresh } = await post('v1/token', { grantType: 'refresh_token', refreshToken });
    expect(message(await update({ idToken: fresh, password: 'another one' }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    expect(await update({ idToken: fresh, displayName: 'Ana' })).toMatchObject({ displayName: 'Ana' });
  });

  test('and an address upgrade an anonymous account of any age', async () => {
    const guest = await post('v1/accounts:signUp', { returnSecureToken: true });
    expect(guest).toEqual({
      kind: 'identitytoolkit#SignupNewUserResponse',
      localId: expect.any(String),
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    });
    const [before] = (await lookup(guest.idToken!)).users;
    expect(before).toMatchObject({ localId: guest.localId, providerUserInfo: [] });
    expect(before).not.toHaveProperty('email');
    expect(message(await update({ idToken: guest.idToken, password: PASSWORD }))).toBe('MISSING_EMAIL');

    world.clock.ahead = LATE;
    const taken = await signUp();
    expect(
      message(await post('v1/accounts:signUp', { idToken: guest.idToken, email: taken.email, password: PASSWORD })),
    ).toBe('EMAIL_EXISTS');
    const email = newEmail();
    const upgraded = await post('v1/accounts:signUp', { idToken: guest.idToken, email, password: PASSWORD });
    expect(upgraded).toMatchObject({ localId: guest.localId, email, refreshToken: expect.any(String) });
    expect(decodeJwt(upgraded.idToken!)).toMatchObject({ firebase: { sign_in_provider: 'password' } });
    expect(decodeJwt(upgraded.idToken!)).not.toHaveProperty('provider_id');
    expect((await lookup(upgraded.idToken!)).users[0]).toMatchObject({
      email,
      emailVerified: false,
      passwordHash: 'UkVEQUNURUQ=',
      providerUserInfo: [{ providerId: 'password' }],
    });
    expect(world.mails.at(-1)).toMatchObject({ kind: 'verify-email', to: email });
    expect(
      message(await post('v1/accounts:signUp', { idToken: upgraded.idToken, email: newEmail(), password: PASSWORD })),
    ).toMatch(/^OPERATION_NOT_ALLOWED/);
  });
});

describe('a direct change of the address', () => {
  test('is refused under enumeration protection; the same address is no change', async () => {
    const { email, idToken } = await signUp();
    expect(message(await update({ idToken, email: newEmail() }))).toBe(
      'OPERATION_NOT_ALLOWED : Please verify the new email before changing email.',
    );
    expect(message(await update({ idToken, email: 'nonsense' }))).toBe('INVALID_EMAIL');
    expect(await update({ idToken, email: email!.toUpperCase() })).toMatchObject({ email });
    expect(await lookup(idToken!)).toHaveProperty('users');
  });

  test('without it: takes effect at once, unverified; other sessions end, both addresses get a mail', async () => {
    const { email: old, idToken } = await signUp(open);
    const code = (await open.mailedLink('verify-email'))!.searchParams.get('oobCode');
    await post('v1/accounts:update', { oobCode: code }, open);
    const email = newEmail();
    const changed = await update({ idToken, email, password: 'and a password' }, open);
    expect(changed).toMatchObject({ email, emailVerified: false, idToken: expect.any(String) });
    expect(message(await lookup(idToken!, open))).toBe('TOKEN_EXPIRED');
    expect((await lookup(changed.idToken!, open)).users[0]).toMatchObject({ email, emailVerified: false });
    expect(open.mails.map(({ kind, to }) => `${kind} ${to}`)).toEqual(
      expect.arrayContaining([`email-changed ${old}`, `verify-email ${email}`]),
    );
    const { email: other } = await signUp(open);
    expect(message(await update({ idToken: changed.idToken, email: other }, open))).toBe('EMAIL_EXISTS');
    open.clock.ahead = LATE;
    expect(message(await update({ idToken: changed.idToken, email: newEmail() }, open))).toBe(
      'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
    );
  });
});

describe('unlinking', () => {
  test('removes a way to sign in, also the last one, after a recent sign-in', async () => {
    const { email, idToken, localId } = await signUp();
    const { rows } = await world.pool.query('select id from accounts where local_id = $1', [localId]);
    await world.pool.query("insert into provider_links values ($1, 'google.com', 'g-1', 'g@example.com', 'G', now())", [
      rows[0].id,
    ]);
    expect((await lookup(idToken!)).users[0]).toMatchObject({
      providerUserInfo: [
        { providerId: 'google.com', rawId: 'g-1', federatedId: 'g-1', email: 'g@example.com', displayName: 'G' },
        { providerId: 'password' },
      ],
    });
    const left = await post('v1/accounts:update', { idToken, deleteProvider: ['password'] });
    expect((left.providerUserInfo as unknown as { providerId: string }[]).map(({ providerId }) => providerId)).toEqual([
      'google.com',
    ]);
    expect(message(await post('v1/accounts:signInWithPassword', { email, password: PASSWORD }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    );
    const none = await post('v1/accounts:update', { idToken, delete_provider: ['google.com', 'phone'] });
    expect(none.providerUserInfo).toEqual([]);
    expect(await lookup(idToken!)).toHaveProperty('users');
    expect(
      (await world.identity.securityEvents(rows[0].id)).filter(({ kind }) => kind === 'provider-unlinked'),
    ).toHaveLength(2);
    world.clock.ahead = LATE;
    expect(message(await post('v1/accounts:update', { idToken, deleteProvider: ['google.com'] }))).toBe(
      'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
    );
  });
});

describe('delete', () => {
  test('needs a recent sign-in, deletes the account with all dependent rows, keeps the audit log and sends a mail', async () => {
    const { email, idToken, refreshToken, localId } = await signUp();
    const accountId = (await world.identity.accountByLocalId(localId!))!.id;
    expect(message(await post('v1/accounts:delete', {}))).toBe('MISSING_ID_TOKEN');
    expect(message(await post('v1/accounts:delete', { idToken: 'x.y.z' }))).toBe('INVALID_ID_TOKEN');
    world.clock.ahead = LATE;
    expect(message(await post('v1/accounts:delete', { idToken }))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    world.clock.ahead = 0;
    expect(await post('v1/accounts:delete', { idToken })).toEqual({ kind: 'identitytoolkit#DeleteAccountResponse' });
    expect(message(await lookup(idToken!))).toBe('USER_NOT_FOUND');
    expect(message(await post('v1/accounts:delete', { idToken }))).toBe('USER_NOT_FOUND');
    expect(message(await post('v1/token', { grantType: 'refresh_token', refreshToken }))).toBe('INVALID_REFRESH_TOKEN');
    expect(world.mails.at(-1)).toMatchObject({ kind: 'account-deleted', to: email });
    for (const table of ['sessions', 'known_devices', 'action_codes'])
      expect((await world.pool.query(`select 1 from ${table} where account_id = $1`, [accountId])).rows).toEqual([]);
    expect((await world.identity.securityEvents(accountId)).map(({ kind }) => kind)).toEqual([
      'account-deleted',
      'signed-up',
    ]);
    expect(await signUp(world, email)).toHaveProperty('idToken');
  });
});

describe('revokeToken', () => {
  const revoke = (idToken: string | undefined, token: string | undefined, tokenType = 'REFRESH_TOKEN') =>
    post('v2/accounts:revokeToken', { providerId: 'apple.com', tokenType, token, idToken });

  test('ends the session of a refresh token, or of an ID token, of the same account', async () => {
    const { email, idToken } = await signUp();
    const [one, two] = await Promise.all(
      [1, 2].map(() => post('v1/accounts:signInWithPassword', { email, password: PASSWORD })),
    );
    expect(await revoke(idToken, one!.refreshToken)).toEqual({});
    expect(message(await post('v1/token', { grantType: 'refresh_token', refreshToken: one!.refreshToken }))).toBe(
      'TOKEN_EXPIRED',
    );
    expect(await revoke(idToken, two!.idToken, 'ACCESS_TOKEN')).toEqual({});
    expect(message(await lookup(two!.idToken!))).toBe('TOKEN_EXPIRED');
    expect(await lookup(idToken!)).toHaveProperty('users');
    expect(message(await revoke(undefined, one!.refreshToken))).toBe('MISSING_ID_TOKEN');
  });

  test('ignores a token of another account', async () => {
    const [mine, other] = [await signUp(), await signUp()];
    for (const token of [other.refreshToken, other.idToken, 'nonsense', undefined])
      expect(await revoke(mine.idToken, token)).toEqual({});
    expect(await post('v1/token', { grantType: 'refresh_token', refreshToken: other.refreshToken })).toHaveProperty(
      'id_token',
    );
  });
});
