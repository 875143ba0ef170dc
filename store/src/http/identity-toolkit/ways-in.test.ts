import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderClient, ProviderPerson } from '#src/modules/identity/providers/providers.ts';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';

const PASSWORD = 'correct horse';
const LATE = 301_000;
let world: IdentityWorld;
let serial = 0;

/** A fake of Google whose ID tokens are the person as JSON. */
const google: ProviderClient = {
  start: () => Promise.reject(new Error('no popups here')),
  finish: () => Promise.reject(new Error('no popups here')),
  check: ({ idToken = '' }) => Promise.resolve(JSON.parse(idToken) as ProviderPerson),
};

beforeAll(async () => {
  world = await startIdentity({
    google,
    settings: { anonymous: true, customTokens: true, customTokenSecret: 'a secret of at least 32 characters' },
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
  world.mails.length = 0;
});

const newEmail = () => `ways-${++serial}@example.com`;
const newPerson = (more: Partial<ProviderPerson> = {}): ProviderPerson => ({
  provider: 'google.com',
  rawId: `google-${++serial}`,
  email: newEmail(),
  emailVerified: true,
  displayName: 'Ana',
  photoUrl: null,
  raw: {},
  tokens: { idToken: 'theirs' },
  ...more,
});
const post = async (path: string, body: object) => (await world.call(path, body)).json;
const signUp = (email = newEmail()) => post('v1/accounts:signUp', { email, password: PASSWORD });
const anonymous = () => post('v1/accounts:signUp', { returnSecureToken: true });
const idp = (person: ProviderPerson, more: object = {}) =>
  world.call('v1/accounts:signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: String(new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(person) })),
    returnSecureToken: true,
    ...more,
  });
const message = (answer: { error?: { message: string } }) => answer.error?.message;
const claims = (idToken: string) =>
  decodeJwt(idToken) as unknown as { sid: string; firebase: { sign_in_provider: string } };
const provider = (idToken: string) => claims(idToken).firebase.sign_in_provider;
const waysOf = async (localId: string) => {
  const { hasPassword, providers } = (await world.identity.accountByLocalId(localId))!;
  return [...(hasPassword ? ['password'] : []), ...providers.map((each) => each.provider)];
};
const mailed = () => world.mails.map(({ kind, to }) => `${kind} ${to}`);
const codeIn = async (kind: Parameters<IdentityWorld['mailedLink']>[0]) =>
  (await world.mailedLink(kind))!.searchParams.get('oobCode')!;

describe('another way to sign in needs a recent sign-in', () => {
  const TOO_OLD = 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN';

  test('a linked provider, with a credential or with a new token of an old sign-in', async () => {
    const { idToken, refreshToken, localId } = await signUp();
    world.clock.ahead = LATE;
    const { id_token: fresh } = await post('v1/token', { grantType: 'refresh_token', refreshToken });
    for (const token of [idToken, fresh]) {
      const refused = await idp(newPerson(), { idToken: token });
      expect([refused.status, message(refused.json)]).toEqual([400, TOO_OLD]);
    }
    expect(await waysOf(localId!)).toEqual(['password']);
    expect(world.mails.filter(({ kind }) => kind === 'provider-linked')).toEqual([]);
  });

  test('an address with a password, for an account of a provider', async () => {
    const { json } = await idp(newPerson({ email: null, emailVerified: false }));
    world.clock.ahead = LATE;
    const email = newEmail();
    const link = () => post('v1/accounts:signUp', { idToken: json.idToken, email, password: PASSWORD });
    expect(message(await link())).toBe(TOO_OLD);
    await world.call('v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
    const oobCode = await codeIn('email-sign-in');
    expect(message(await post('v1/accounts:signInWithEmailLink', { idToken: json.idToken, email, oobCode }))).toBe(
      TOO_OLD,
    );
    world.clock.ahead = 0;
    expect(await link()).toHaveProperty('idToken');
  });

  test('an anonymous account cannot sign in again, so its first one can be added at any time', async () => {
    const guest = await anonymous();
    world.clock.ahead = LATE;
    const nameless = newPerson({ email: null, emailVerified: false });
    expect((await idp(nameless, { idToken: guest.idToken })).json).toMatchObject({ localId: guest.localId });
    // From then on the rule applies.
    const { json } = await idp(newPerson(), { idToken: guest.idToken });
    expect(message(json)).toBe(TOO_OLD);
  });
});

describe('mails about an added or removed way to sign in', () => {
  test('linked: the reverting link leaves the mailbox as the only way, ends every session, and works once', async () => {
    const { email, idToken, localId } = await signUp();
    const { json: linked } = await idp(newPerson(), { idToken });
    expect(mailed()).toContain(`provider-linked ${email}`);
    expect(world.mails.at(-1)).toMatchObject({ detail: { provider: 'google.com' } });
    const link = (await world.mailedLink('provider-linked'))!;
    expect(link.searchParams.get('mode')).toBe('secureAccount');
    const oobCode = link.searchParams.get('oobCode');
    expect(await post('v1/accounts:resetPassword', { oobCode })).toMatchObject({
      requestType: 'SECURE_ACCOUNT',
      email,
    });

    // The attacker who linked it also changes the password: the mailed link still works.
    const changed = await post('v1/accounts:update', { idToken: linked.idToken, password: 'mine from now on' });
    expect(await post('v1/accounts:update', { oobCode })).toMatchObject({ localId, email, emailVerified: true });
    expect(await waysOf(localId!)).toEqual([]);
    expect(message(await post('v1/accounts:lookup', { idToken: changed.idToken }))).toBe('TOKEN_EXPIRED');
    expect(message(await post('v1/token', { grantType: 'refresh_token', refreshToken: changed.refreshToken }))).toBe(
      'TOKEN_EXPIRED',
    );
    expect(message(await post('v1/accounts:update', { oobCode }))).toBe('INVALID_OOB_CODE');
    await world.call('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email });
    await post('v1/accounts:resetPassword', { oobCode: await codeIn('password-reset'), newPassword: PASSWORD });
    expect(await post('v1/accounts:signInWithPassword', { email, password: PASSWORD })).toHaveProperty('idToken');
  });

  test('unlinked: one mail for each that was removed, none for one that was not there', async () => {
    const { email, idToken } = await signUp();
    await idp(newPerson(), { idToken });
    world.mails.length = 0;
    await post('v1/accounts:update', { idToken, deleteProvider: ['facebook.com'] });
    expect(mailed()).toEqual([]);
    await post('v1/accounts:update', { idToken, deleteProvider: ['google.com', 'password'] });
    expect(mailed()).toEqual([`provider-unlinked ${email}`, `provider-unlinked ${email}`]);
    expect(world.mails.map(({ detail }) => detail?.['provider'])).toEqual(['google.com', 'password']);
    expect((await world.mailedLink('provider-unlinked'))!.searchParams.get('mode')).toBe('secureAccount');
  });

  test('the reverting link belongs to the address: after a change of address it is void', async () => {
    const { idToken, localId } = await signUp();
    await idp(newPerson(), { idToken });
    const oobCode = await codeIn('provider-linked');
    await world.pool.query('update accounts set email = $2, email_key = $2 where local_id = $1', [localId, newEmail()]);
    expect(message(await post('v1/accounts:update', { oobCode }))).toBe('INVALID_OOB_CODE');
    expect(await waysOf(localId!)).toEqual(['password', 'google.com']);
  });
});

test("a provider's proof from before a password change links nothing", async () => {
  const { email, idToken } = await signUp();
  const { json: stranger } = await idp(newPerson());
  const link = (by: string, pendingToken: string) =>
    post('v1/accounts:signInWithIdp', { requestUri: 'http://localhost', idToken: by, pendingToken });
  world.clock.ahead = 1_000;
  const { idToken: changed } = await post('v1/accounts:update', { idToken, password: 'another one' });
  const { json: mine } = await idp(newPerson({ email, emailVerified: false }));
  expect(mine).toHaveProperty('needConfirmation');
  expect(message(await link(changed!, stranger.pendingToken!))).toBe('INVALID_PENDING_TOKEN');
  expect(await link(changed!, mine.pendingToken!)).toHaveProperty('idToken');
});

describe('the sign-in provider in a new token', () => {
  test('is `password` once an anonymous account has one, however it was added', async () => {
    const guest = await anonymous();
    await world.pool.query('update accounts set email = $2, email_key = $2 where local_id = $1', [
      guest.localId,
      newEmail(),
    ]);
    const changed = await post('v1/accounts:update', { idToken: guest.idToken, password: PASSWORD });
    expect(provider(changed.idToken!)).toBe('password');
    expect(decodeJwt(changed.idToken!)).not.toHaveProperty('provider_id');

    const { json } = await idp(newPerson({ email: null, emailVerified: false }));
    const linked = await post('v1/accounts:signUp', { idToken: json.idToken, email: newEmail(), password: PASSWORD });
    expect(provider(linked.idToken!)).toBe('password');
  });

  test('is the linked provider, in the same session, also after a refresh', async () => {
    for (const { idToken, refreshToken } of [await anonymous(), await signUp()]) {
      const { json: linked } = await idp(newPerson(), { idToken });
      expect(provider(linked.idToken!)).toBe('google.com');
      expect(claims(linked.idToken!).sid).toBe(claims(idToken!).sid);
      const next = await post('v1/token', { grantType: 'refresh_token', refreshToken });
      expect(provider(next.id_token!)).toBe('google.com');
      expect(decodeJwt(next.id_token!)).not.toHaveProperty('provider_id');
    }
  });
});

describe('linking a provider', () => {
  test("that has verified the account's address verifies it", async () => {
    const { email, idToken, localId } = await signUp();
    await idp(newPerson({ email }), { idToken });
    expect(await world.identity.accountByLocalId(localId!)).toMatchObject({ emailVerified: true, hasPassword: true });
  });

  test('requires an open session, and does not open a disabled account', async () => {
    const person = newPerson();
    const { json } = await idp(person);
    expect(message((await idp(newPerson(), { idToken: 'a.b.c' })).json)).toBe('INVALID_ID_TOKEN');
    await world.pool.query('update accounts set disabled = true where local_id = $1', [json.localId]);
    expect(message((await idp(person)).json)).toBe('USER_DISABLED');
  });
});

describe('refusals', () => {
  test('under returnIdpCredential are 400; those that a client can resolve include the credential', async () => {
    const person = newPerson();
    await idp(person);
    const { idToken } = await signUp();
    const taken = await idp(person, { idToken, returnIdpCredential: true });
    expect(taken.status).toBe(400);
    expect(taken.json).toMatchObject({
      error: { code: 400, message: 'FEDERATED_USER_ID_ALREADY_LINKED' },
      providerId: 'google.com',
      pendingToken: expect.any(String),
    });
    expect(taken.json).not.toHaveProperty('errorMessage');
    const { email } = await signUp();
    const held = await idp(newPerson({ email, emailVerified: false }), { idToken, returnIdpCredential: true });
    expect(held).toMatchObject({ status: 400, json: { error: { message: 'EMAIL_EXISTS' }, providerId: 'google.com' } });
    const unknown = await idp(newPerson(), { autoCreate: false, returnIdpCredential: true });
    expect([unknown.status, Object.keys(unknown.json), message(unknown.json)]).toEqual([
      400,
      ['error'],
      'USER_NOT_FOUND',
    ]);
  });

  test('for a way that the account has already, provider or password', async () => {
    const { email, idToken } = await signUp();
    const person = newPerson();
    await idp(person, { idToken });
    const again = await idp(person, { idToken });
    expect([again.status, message(again.json)]).toEqual([400, 'PROVIDER_ALREADY_LINKED']);
    expect(message(await post('v1/accounts:signUp', { idToken, email, password: 'another one' }))).toBe(
      'PROVIDER_ALREADY_LINKED',
    );
    expect(await post('v1/accounts:signInWithPassword', { email, password: PASSWORD })).toHaveProperty('idToken');
  });

  test('for a verification mail without an address', async () => {
    const { idToken } = await anonymous();
    const answer = await world.call('v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    expect([answer.status, message(answer.json)]).toEqual([400, 'MISSING_EMAIL']);
  });

  test('needConfirmation reveals only what the person at the provider knows already', async () => {
    const { email } = await signUp();
    const { status, json } = await idp(newPerson({ email, emailVerified: false }));
    expect([status, json]).toMatchObject([200, { needConfirmation: true, verifiedProvider: ['password'], email }]);
    expect(json).not.toHaveProperty('localId');
  });
});
