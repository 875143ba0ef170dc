import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIdentity, type IdentityWorld } from '#test/support/identity.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.ahead = 0;
  world.mails.length = 0;
});

let last = 0;
/** A number that no test has used yet. */
const freshNumber = () => `+336120${String((last += 1)).padStart(5, '0')}`;

async function send(phoneNumber: string, more: object = {}) {
  const { json } = await world.call('v1/accounts:sendVerificationCode', { phoneNumber, ...more });
  return json['sessionInfo']!;
}
const signIn = (body: object) => world.call('v1/accounts:signInWithPhoneNumber', body);
/** Sends a code and enters it. */
async function prove(phoneNumber: string, more: object = {}) {
  const sessionInfo = await send(phoneNumber);
  return signIn({ sessionInfo, code: world.textedCode(phoneNumber.replaceAll(' ', '')), ...more });
}
const signUp = async (email: string) =>
  (await world.call('v1/accounts:signUp', { email, password: 'a long walk', returnSecureToken: true })).json;
const lookup = async (idToken: string) =>
  (await world.call('v1/accounts:lookup', { idToken })).json as unknown as { users: Record<string, unknown>[] };
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a number signs in', () => {
  it('to a new account, and to the same one the next time', async () => {
    const number = freshNumber();
    const first = await prove(`${number.slice(0, 3)} ${number.slice(3)}`);
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ phoneNumber: number, isNewUser: true, expiresIn: '3600' });
    expect(decodeJwt(first.json['idToken']!)).toMatchObject({
      phone_number: number,
      firebase: { sign_in_provider: 'phone', identities: { phone: [number] } },
    });
    const again = await prove(number);
    expect(again.json).toMatchObject({ localId: first.json['localId'], isNewUser: false });
    const { users } = await lookup(again.json['idToken']!);
    expect(users[0]).toMatchObject({
      phoneNumber: number,
      providerUserInfo: [{ providerId: 'phone', rawId: number, phoneNumber: number }],
    });
  });

  it('once per code, for five minutes, with the secret of its own text', async () => {
    const number = freshNumber();
    const sessionInfo = await send(number);
    const code = world.textedCode(number);
    expect((await signIn({ sessionInfo: 'x', code })).json.error.message).toBe('INVALID_SESSION_INFO');
    expect((await signIn({ code })).json.error.message).toBe('MISSING_SESSION_INFO');
    expect((await signIn({ sessionInfo })).json.error.message).toBe('MISSING_CODE');
    expect((await signIn({ sessionInfo, code })).status).toBe(200);
    expect((await signIn({ sessionInfo, code })).json.error.message).toBe('SESSION_EXPIRED');
    const late = await send(number);
    world.clock.ahead = 300_001;
    expect((await signIn({ sessionInfo: late, code: world.textedCode(number) })).json.error.message).toBe(
      'SESSION_EXPIRED',
    );
  });

  it('never after five wrong guesses, also when they are concurrent', async () => {
    const number = freshNumber();
    const sessionInfo = await send(number);
    const code = world.textedCode(number);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => signIn({ sessionInfo, code: wrong(code) })));
    const said = guesses.map(({ json }) => json.error.message);
    expect(said.filter((message) => message === 'INVALID_CODE')).toHaveLength(5);
    expect(said.filter((message) => message === 'SESSION_EXPIRED')).toHaveLength(15);
    expect((await signIn({ sessionInfo, code })).json.error.message).toBe('SESSION_EXPIRED');
  });

  it('once when the correct code is sent concurrently', async () => {
    const number = freshNumber();
    const sessionInfo = await send(number);
    const code = world.textedCode(number);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn({ sessionInfo, code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('to one account when two texts of a new number are answered concurrently', async () => {
    const number = freshNumber();
    const codes = [];
    for (let text = 0; text < 2; text += 1)
      codes.push({ sessionInfo: await send(number), code: world.textedCode(number) });
    const answers = await Promise.all(codes.map(signIn));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ json }) => json['localId'])).size).toBe(1);
  });

  it('again for REAUTH, which never creates an account', async () => {
    const number = freshNumber();
    expect((await prove(number, { operation: 'REAUTH' })).json.error.message).toBe('USER_NOT_FOUND');
    const { json } = await prove(number);
    expect((await prove(number, { operation: 'REAUTH' })).json['localId']).toBe(json['localId']);
  });
});

describe('a number added to an account', () => {
  it('is mailed to the owner, replaces another one, and is removed by unlink', async () => {
    const { idToken } = await signUp('joins@example.com');
    const [one, other] = [freshNumber(), freshNumber()];
    const linked = await prove(one, { idToken });
    expect(linked.json).toMatchObject({ phoneNumber: one, isNewUser: false });
    expect(world.mails.at(-1)).toMatchObject({ kind: 'provider-linked', detail: { provider: 'phone' } });
    const elsewhere = (await prove(one)).json;
    const replaced = await prove(other, { idToken: linked.json['idToken'] });
    expect((await lookup(replaced.json['idToken']!)).users[0]).toMatchObject({ phoneNumber: other });
    // The new holder of the old number is signed out.
    expect((await world.call('v1/accounts:lookup', { idToken: elsewhere['idToken'] })).json.error.message).toBe(
      'TOKEN_EXPIRED',
    );
    const { json } = await world.call('v1/accounts:update', {
      idToken: replaced.json['idToken'],
      deleteProvider: ['phone'],
      returnSecureToken: true,
    });
    const { users } = await lookup(json['idToken']!);
    expect(users[0]).not.toHaveProperty('phoneNumber');
    expect(world.mails.at(-1)).toMatchObject({ kind: 'provider-unlinked', detail: { provider: 'phone' } });
  });

  it('is removed by deleteAttribute as well', async () => {
    const { json } = await prove(freshNumber());
    const attributes = { idToken: json['idToken'], deleteAttribute: ['PHONE', 'DISPLAY_NAME'] };
    expect((await world.call('v1/accounts:update', attributes)).status).toBe(200);
    expect((await lookup(json['idToken']!)).users[0]).not.toHaveProperty('phoneNumber');
  });

  it('needs a recent sign-in, which is checked before the code is used up', async () => {
    const { idToken } = await signUp('late@example.com');
    const number = freshNumber();
    world.clock.ahead = 301_000;
    const sessionInfo = await send(number);
    const code = world.textedCode(number);
    expect((await signIn({ sessionInfo, code, idToken })).json.error.message).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
    expect((await signIn({ sessionInfo, code })).status).toBe(200);
  });

  it('of another account can only sign in to that one, by a temporary proof that works once', async () => {
    const number = freshNumber();
    const holder = (await prove(number)).json;
    const { idToken } = await signUp('wants@example.com');
    const refused = await prove(number, { idToken });
    expect(refused.status).toBe(200);
    expect(Object.keys(refused.json).toSorted()).toEqual(['phoneNumber', 'temporaryProof', 'temporaryProofExpiresIn']);
    const { temporaryProof } = refused.json;
    const use = (more: object) => signIn({ temporaryProof, phoneNumber: number, ...more });
    expect((await use({ idToken })).json.error.message).toBe('PHONE_NUMBER_EXISTS');
    expect((await use({ phoneNumber: freshNumber() })).json.error.message).toBe('INVALID_TEMPORARY_PROOF');
    expect((await use({ phoneNumber: null })).json.error.message).toBe('MISSING_PHONE_NUMBER');
    expect((await use({})).json['localId']).toBe(holder['localId']);
    expect((await use({})).json.error.message).toBe('INVALID_TEMPORARY_PROOF');
  });

  it('is removed when the owner of the unverified address takes the account over', async () => {
    const { idToken, localId } = await signUp('taken-over@example.com');
    const number = freshNumber();
    await prove(number, { idToken });
    await world.call('v1/accounts:sendOobCode', {
      requestType: 'EMAIL_SIGNIN',
      email: 'taken-over@example.com',
      continueUrl: 'https://store.example/auth/action',
    });
    const link = await world.mailedLink('email-sign-in');
    const owner = await world.call('v1/accounts:signInWithEmailLink', {
      email: 'taken-over@example.com',
      oobCode: link!.searchParams.get('oobCode'),
    });
    expect(owner.json['localId']).toBe(localId);
    expect((await prove(number)).json['localId']).not.toBe(localId);
  });
});

const REFUSED_NUMBERS = [
  ['', 'INVALID_PHONE_NUMBER'],
  ['0612345678', 'INVALID_PHONE_NUMBER'],
  ['+33612', 'INVALID_PHONE_NUMBER'],
  ['+33612345678 ext 3', 'INVALID_PHONE_NUMBER'],
  // A premium number, a satellite phone, a disabled country.
  ['+33899123456', 'INVALID_PHONE_NUMBER'],
  ['+88213300001', 'INVALID_PHONE_NUMBER'],
  ['+18765551234', 'OPERATION_NOT_ALLOWED'],
] as const;

describe('sendVerificationCode', () => {
  it.each(REFUSED_NUMBERS)('a code is refused for %j', async (phoneNumber, code) => {
    const before = world.texts.length;
    const { json } = await world.call('v1/accounts:sendVerificationCode', { phoneNumber });
    expect(json.error.message.split(' : ')[0]).toBe(code);
    expect(world.texts).toHaveLength(before);
  });
});
