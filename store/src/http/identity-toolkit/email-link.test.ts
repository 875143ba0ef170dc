import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';

let world: IdentityWorld;
let serial = 0;

beforeAll(async () => {
  world = await startIdentity({ settings: { anonymous: true } });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
  world.mails.length = 0;
});

const PASSWORD = 'correct horse';
const newEmail = () => `person-${++serial}@example.com`;
const post = async (path: string, body: object) => (await world.call(path, body)).json;
const signUp = (email = newEmail()) => post('v1/accounts:signUp', { email, password: PASSWORD });
const user = async (idToken: string) =>
  ((await world.call('v1/accounts:lookup', { idToken })).json as unknown as { users: Record<string, unknown>[] })
    .users[0]!;
const message = (answer: { error: { message: string } }) => answer.error.message;

async function linkFor(email: string): Promise<string> {
  await post('v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
  return (await world.mailedLink('email-sign-in'))!.searchParams.get('oobCode')!;
}
const useLink = (email: string, oobCode: string, more: object = {}) =>
  post('v1/accounts:signInWithEmailLink', { email, oobCode, ...more });

describe('signInWithEmailLink', () => {
  test('creates an account for an unknown address and signs in to it the next time', async () => {
    const email = newEmail();
    const first = await useLink(email.toUpperCase(), await linkFor(email));
    expect(first).toEqual({
      kind: 'identitytoolkit#EmailLinkSigninResponse',
      email,
      localId: expect.any(String),
      isNewUser: true,
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresIn: '3600',
    });
    expect(decodeJwt(first.idToken!)).toMatchObject({
      email,
      email_verified: true,
      firebase: { sign_in_provider: 'password' },
    });
    expect(await user(first.idToken!)).toMatchObject({
      emailVerified: true,
      providerUserInfo: [{ providerId: 'password', email }],
    });
    expect(await user(first.idToken!)).not.toHaveProperty('passwordHash');
    expect(await useLink(email, await linkFor(email))).toMatchObject({ localId: first.localId, isNewUser: false });
  });

  test.each([
    ['no address', { oobCode: 'x' }, 'MISSING_EMAIL'],
    ['no code', { email: 'a@example.com' }, 'MISSING_OOB_CODE'],
    ['an unknown code', { email: 'a@example.com', oobCode: 'nonsense' }, 'INVALID_OOB_CODE'],
    ['a malformed address', { email: 'nonsense', oobCode: 'x' }, 'INVALID_EMAIL'],
  ])('with %s', async (_what, body, code) => {
    expect(message(await post('v1/accounts:signInWithEmailLink', body))).toBe(code);
  });

  test('a wrong address does not use the link up; the right one does; the link expires', async () => {
    const email = newEmail();
    const code = await linkFor(email);
    expect(message(await useLink(newEmail(), code))).toMatch(/^INVALID_EMAIL : /);
    expect(await useLink(email, code)).toHaveProperty('idToken');
    expect(message(await useLink(email, code))).toBe('INVALID_OOB_CODE');
    const late = await linkFor(email);
    world.clock.ahead = 3_600_001;
    expect(message(await useLink(email, late))).toBe('EXPIRED_OOB_CODE');
  });

  test('an unverified address goes to its owner: the password of the first sign-up is removed', async () => {
    const squatter = await signUp();
    const { idToken, isNewUser, localId } = await useLink(squatter.email!, await linkFor(squatter.email!));
    expect([isNewUser as unknown, localId]).toEqual([false, squatter.localId]);
    expect(await user(idToken!)).toMatchObject({ emailVerified: true });
    expect(message(await post('v1/accounts:signInWithPassword', { email: squatter.email, password: PASSWORD }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    );
    expect(message(await post('v1/accounts:lookup', { idToken: squatter.idToken }))).toBe('TOKEN_EXPIRED');
    expect(world.mails.find(({ kind }) => kind === 'password-changed')).toMatchObject({
      to: squatter.email,
      detail: { removed: 'yes' },
    });
  });

  test('an address that was verified with a session keeps its password', async () => {
    const { email, idToken } = await signUp();
    await post('v1/accounts:update', {
      idToken,
      oobCode: (await world.mailedLink('verify-email'))!.searchParams.get('oobCode'),
    });
    await useLink(email!, await linkFor(email!));
    expect(await post('v1/accounts:signInWithPassword', { email, password: PASSWORD })).toHaveProperty('idToken');
  });

  test('a disabled account gets USER_DISABLED', async () => {
    const { email } = await signUp();
    const code = await linkFor(email!);
    await world.pool.query('update accounts set disabled = true where email = $1', [email]);
    expect(message(await useLink(email!, code))).toBe('USER_DISABLED');
  });

  test('in an anonymous session, gives the account its address and upgrades it', async () => {
    const guest = await post('v1/accounts:signUp', { returnSecureToken: true });
    expect(decodeJwt(guest.idToken!)).toMatchObject({
      provider_id: 'anonymous',
      firebase: { sign_in_provider: 'anonymous' },
    });
    const email = newEmail();
    const linked = await useLink(email, await linkFor(email), { idToken: guest.idToken });
    expect([linked.localId, linked.isNewUser as unknown]).toEqual([guest.localId, false]);
    expect(decodeJwt(linked.idToken!)).toMatchObject({
      email_verified: true,
      firebase: { sign_in_provider: 'password' },
    });
    expect(await user(linked.idToken!)).toMatchObject({
      email,
      emailVerified: true,
      providerUserInfo: [{ providerId: 'password' }],
    });
  });

  test('signed in with the same address, verifies it and the session continues; an address of another account is refused', async () => {
    const [mine, other] = [await signUp(), await signUp()];
    expect(await useLink(mine.email!, await linkFor(mine.email!), { idToken: mine.idToken })).toMatchObject({
      localId: mine.localId,
    });
    expect(await user(mine.idToken!)).toMatchObject({ emailVerified: true });
    expect(await post('v1/accounts:signInWithPassword', { email: mine.email, password: PASSWORD })).toHaveProperty(
      'idToken',
    );
    const code = await linkFor(other.email!);
    expect(message(await useLink(other.email!, code, { idToken: mine.idToken }))).toBe('EMAIL_EXISTS');
    expect(await useLink(other.email!, code)).toMatchObject({ localId: other.localId });
  });
});
