import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBlockingHook } from '#src/adapters/blocking-hook.ts';
import type { Tx } from '#src/db/database.ts';
import { hashSecret } from '#src/db/vault.ts';
import type { Blocking } from '#src/flows/signing-in/admission.ts';
import type { ProviderClient, ProviderPerson } from '#src/modules/identity/providers/providers.ts';
import { passkeyCeremonies, passkeys } from '#src/modules/passkeys/schema.ts';
import { uuidv7 } from '#src/shared/ids.ts';
import { BLOCKING_SECRET, says, startBlockingEndpoint } from '#test/support/blocking-endpoint.ts';
import { PROJECT, startIdentity, type IdentityWorld } from '#test/support/identity.ts';

const SECRET = 'a secret of at least 32 characters';
const PASSWORD = 'correct horse';
let endpoint: Awaited<ReturnType<typeof startBlockingEndpoint>>;
let world: IdentityWorld;
let blocking: Blocking;
let serial = 0;

/** A fake of Google whose ID tokens are the person as JSON. */
const google: ProviderClient = {
  start: () => Promise.reject(new Error('no popups here')),
  finish: () => Promise.reject(new Error('no popups here')),
  check: ({ idToken = '' }) => Promise.resolve(JSON.parse(idToken) as ProviderPerson),
};

beforeAll(async () => {
  endpoint = await startBlockingEndpoint();
  const { url } = endpoint;
  blocking = { hook: createBlockingHook({ url, secret: BLOCKING_SECRET, timeoutMs: 2_000 }), onFailure: 'closed' };
  world = await startIdentity({
    google,
    blocking: { hook: (question) => blocking.hook(question), onFailure: 'closed' },
    settings: { anonymous: true, customTokens: true, customTokenSecret: SECRET },
  });
});
afterAll(async () => {
  await world.stop();
  await endpoint.close();
});
beforeEach(() => {
  endpoint.reply = says({ allow: true });
  endpoint.before = async () => {};
  endpoint.questions.length = 0;
  world.mails.length = 0;
});

const newEmail = () => `blocked-${++serial}@example.com`;
const post = async (path: string, body: object, headers?: Record<string, string>) =>
  (await world.call(path, body, headers)).json;
const message = (answer: { error?: { message: string } }) => answer.error?.message;
const accounts = async () => Number((await world.pool.query('select count(*) from accounts')).rows[0].count);
const sessions = async () => Number((await world.pool.query('select count(*) from sessions')).rows[0].count);
const signUp = (email = newEmail()) => post('v1/accounts:signUp', { email, password: PASSWORD });
const signIn = (email: string, headers?: Record<string, string>) =>
  post('v1/accounts:signInWithPassword', { email, password: PASSWORD }, headers);
const customToken = (uid: string) =>
  new SignJWT({ uid })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(PROJECT)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET));

/** A token from an answered ceremony. */
async function passkeyToken(localId: string): Promise<string> {
  const account = (await world.identity.accountByLocalId(localId))!;
  const [passkeyId, token] = [uuidv7(), `passkey_${'x'.repeat(20)}${++serial}`];
  const now = new Date();
  await world.db.insert(passkeys).values({
    id: passkeyId,
    accountId: account.id,
    credentialId: passkeyId,
    publicKey: '',
    counter: 0,
    transports: [],
    synced: false,
    name: 'Phone',
    createdAt: now,
  });
  await world.db.insert(passkeyCeremonies).values({
    id: uuidv7(),
    kind: 'sign-in',
    challengeHash: 'x',
    usedAt: now,
    passkeyId,
    tokenHash: hashSecret(token),
    expiresAt: new Date(now.getTime() + 60_000),
  });
  return token;
}

/** Every way to sign in: prepares it, then returns the sign-in call, which may be repeated. */
const WAYS: [
  string,
  'sign-up' | 'sign-in',
  () => Promise<() => Promise<Record<string, string> & { error?: { message: string } }>>,
][] = [
  [
    'a password',
    'sign-in',
    async () => {
      const email = newEmail();
      await signUp(email);
      return () => signIn(email);
    },
  ],
  [
    'a password in a browser that the account knows',
    'sign-in',
    async () => {
      const email = newEmail();
      const { headers } = await world.call('v1/accounts:signUp', { email, password: PASSWORD });
      const cookie = headers.get('set-cookie')!.split(';')[0]!;
      return () => signIn(email, { cookie });
    },
  ],
  [
    'a new account',
    'sign-up',
    async () => {
      const email = newEmail();
      return () => signUp(email);
    },
  ],
  ['no account at all', 'sign-up', async () => () => post('v1/accounts:signUp', { returnSecureToken: true })],
  [
    'a mailed link',
    'sign-up',
    async () => {
      const email = newEmail();
      await post('v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email });
      const oobCode = (await world.mailedLink('email-sign-in'))!.searchParams.get('oobCode')!;
      return () => post('v1/accounts:signInWithEmailLink', { email, oobCode });
    },
  ],
  [
    'Google',
    'sign-up',
    async () => {
      const person = {
        provider: 'google.com',
        rawId: `g-${++serial}`,
        email: newEmail(),
        emailVerified: true,
        displayName: null,
        photoUrl: null,
        raw: {},
        tokens: {},
      };
      const postBody = String(new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(person) }));
      return () =>
        post('v1/accounts:signInWithIdp', { requestUri: 'http://localhost', postBody, returnSecureToken: true });
    },
  ],
  [
    'a custom token',
    'sign-up',
    async () => {
      const token = await customToken(`partner-${++serial}`);
      return () => post('v1/accounts:signInWithCustomToken', { token, returnSecureToken: true });
    },
  ],
  [
    'a passkey',
    'sign-in',
    async () => {
      const token = await passkeyToken((await signUp())['localId']!);
      return () => post('v1/accounts:signInWithCustomToken', { token, returnSecureToken: true });
    },
  ],
];

describe.each(WAYS)('with %s', (_way, event, prepare) => {
  test('the merchant can refuse it without side effects, and allow it', async () => {
    const attempt = await prepare();
    const before = [await accounts(), await sessions()];
    world.mails.length = endpoint.questions.length = 0;
    endpoint.reply = says({ allow: false });
    expect(message(await attempt())).toBe('LOGIN_BLOCKED');
    expect([await accounts(), await sessions()]).toEqual(before);
    expect(world.mails).toEqual([]);
    endpoint.reply = says({ allow: true });
    expect(await attempt()).toMatchObject({ idToken: expect.any(String) });
    expect(endpoint.questions.map((each) => each.event)).toEqual([event, event]);
    expect(await sessions()).toBe(before[1]! + 1);
  });
});

test('with a phone number the code is used up, and nothing else happens', async () => {
  const phoneNumber = '+33612099001';
  const before = await accounts();
  endpoint.reply = says({ allow: false });
  const { sessionInfo } = await post('v1/accounts:sendVerificationCode', { phoneNumber });
  const attempt = () => post('v1/accounts:signInWithPhoneNumber', { sessionInfo, code: world.textedCode(phoneNumber) });
  expect(message(await attempt())).toBe('LOGIN_BLOCKED');
  expect(endpoint.questions).toMatchObject([{ event: 'sign-up', provider: 'phone', account: { phoneNumber } }]);
  expect(await accounts()).toBe(before);
});

test('with a second factor the endpoint is asked once both are proved, and the code of a refused sign-in stays valid', async () => {
  const email = newEmail();
  const { idToken, localId } = await signUp(email);
  const account = (await world.identity.accountByLocalId(localId!))!;
  await world.db.transaction((tx) => world.identity.markVerified(tx, account.id));
  const enrolment = await post('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey, sessionInfo } = (enrolment as unknown as { totpSessionInfo: Record<string, string> })
    .totpSessionInfo;
  const code = (ahead: number) =>
    new TOTP({ secret: Secret.fromBase32(sharedSecretKey!) }).generate({ timestamp: Date.now() + ahead });
  const totpVerificationInfo = { sessionInfo, verificationCode: code(0) };
  await post('v2/accounts/mfaEnrollment:finalize', { idToken, displayName: 'App', totpVerificationInfo });
  endpoint.questions.length = 0;
  const pending = await signIn(email);
  expect(endpoint.questions).toEqual([]);
  const [{ mfaEnrollmentId }] = (pending as unknown as { mfaInfo: [{ mfaEnrollmentId: string }] }).mfaInfo;
  const finalize = () =>
    post('v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential: pending['mfaPendingCredential'],
      mfaEnrollmentId,
      totpVerificationInfo: { verificationCode: code(30_000) },
    });
  endpoint.reply = says({ allow: false });
  expect(message(await finalize())).toBe('LOGIN_BLOCKED');
  endpoint.reply = says({ allow: true });
  expect(await finalize()).toMatchObject({ idToken: expect.any(String) });
  expect(endpoint.questions).toMatchObject([1, 2].map(() => ({ event: 'sign-in', secondFactor: 'totp' })));
});

test('the endpoint is not asked about a wrong password, a linked provider, or a refresh', async () => {
  const email = newEmail();
  const { refreshToken, idToken } = await signUp(email);
  endpoint.questions.length = 0;
  await post('v1/accounts:signInWithPassword', { email, password: 'not the password' });
  await post('v1/token', { grantType: 'refresh_token', refreshToken });
  await post('v1/accounts:update', { idToken, password: 'another horse', returnSecureToken: true });
  expect(endpoint.questions).toEqual([]);
});

test('no transaction is open during the request, and the work is done once', async () => {
  const email = newEmail();
  const open: unknown[] = [];
  endpoint.before = async () => {
    const { rows } = await world.pool.query(
      "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    open.push(...rows);
  };
  await signUp(email);
  await signIn(email);
  expect(open).toEqual([]);
  expect(endpoint.questions.map(({ event }) => event)).toEqual(['sign-up', 'sign-in']);
  expect(world.mails.map(({ kind }) => kind)).toEqual(['verify-email', 'new-device']);
});

test("refusals write one audit line per window, with the endpoint's reason", async () => {
  const email = newEmail();
  const { localId } = await signUp(email);
  endpoint.reply = says({ allow: false, reason: 'chargebacks' });
  for (const _ of [1, 2]) expect(message(await signIn(email))).toBe('LOGIN_BLOCKED');
  const { id } = (await world.identity.accountByLocalId(localId!))!;
  const lines = (await world.identity.securityEvents(id)).filter(({ kind }) => kind === 'sign-in-blocked');
  expect(lines).toMatchObject([{ detail: { provider: 'password', isNew: false, reason: 'chargebacks' } }]);
});

test('while the endpoint fails, sign-ins are refused, or admitted if configured so', async () => {
  const email = newEmail();
  await signUp(email);
  endpoint.reply = says({ allow: true }, 503);
  expect(message(await signIn(email))).toMatch(/^BLOCKING_FUNCTION_ERROR_RESPONSE : /);
  blocking.hook = () => Promise.reject(new Error('closed'));
  expect(message(await signIn(email))).toMatch(/^BLOCKING_FUNCTION_ERROR_RESPONSE : /);
  const lenient = await startIdentity({ blocking: { ...blocking, onFailure: 'open' } });
  const answer = await lenient.call('v1/accounts:signUp', { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  await lenient.stop();
});

test('a session opens in no transaction but that of an admission: the types say so', () => {
  type Given = Parameters<typeof world.flows.startSession>[0];
  const isPlainRefused: Tx extends Given ? false : true = true;
  expect(isPlainRefused).toBe(true);
});
