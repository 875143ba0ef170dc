import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Issuer, startIssuer } from '#test/support/issuer.ts';
import { createHostedTokens } from '../modules/identity/identity.ts';
import { createIssuerKeys } from './issuer-keys.ts';

const PROJECT = 'shop-project';
let issuer: Issuer;
let now: number;

beforeAll(async () => {
  issuer = await startIssuer(PROJECT);
});
afterAll(() => issuer.stop());
beforeEach(() => {
  Object.assign(issuer.state, { cacheControl: 'public, max-age=3600', down: false, asked: 0 });
  now = Date.now();
});

const keysAt = (url: URL) => createIssuerKeys({ url, clock: () => now });
const readerOf = (url = issuer.x509Url) =>
  createHostedTokens({ keys: keysAt(url), projectId: PROJECT, clock: () => new Date() });

test.each(['x509Url', 'jwkUrl'] as const)('tokens are verified with the keys that %s publishes', async (form) => {
  const token = await issuer.token({
    sub: 'person-1',
    email: 'Ann@example.com',
    email_verified: true,
    name: 'Ann',
    firebase: { sign_in_provider: 'google.com' },
  });
  expect(await readerOf(issuer[form]).read(token)).toMatchObject({
    localId: 'person-1',
    email: 'Ann@example.com',
    emailVerified: true,
    displayName: 'Ann',
    provider: 'google.com',
  });
});

test.each<[string, Record<string, unknown>, object?]>([
  ['another issuer', { iss: 'https://securetoken.google.com/other' }],
  ['another project', { aud: 'other' }],
  ['expired', { exp: Math.floor(Date.now() / 1000) - 1 }],
  ['from the future', { iat: Math.floor(Date.now() / 1000) + 60 }],
  ['a sign-in in the future', { auth_time: Math.floor(Date.now() / 1000) + 60 }],
  ['no sign-in', { auth_time: undefined }],
  ['nobody', { sub: '' }],
  ['too long a name for an account', { sub: 'x'.repeat(129) }],
  ['an unknown key', {}, { kid: 'key-0' }],
  ['no key', {}, { kid: undefined }],
])('a token of %s is refused', async (_what, claims, header = {}) => {
  expect(await readerOf().read(await issuer.token({ sub: 'person-1', ...claims }, { header }))).toBeNull();
});

test('a token without a signature, or with a changed claim, is refused', async () => {
  const reader = readerOf();
  const [header, payload, signature] = (await issuer.token({ sub: 'person-1' })).split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = encode({ ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), sub: 'person-2' });
  for (const token of [
    `${encode({ alg: 'none' })}.${payload}.`,
    `${header}.${forged}.${signature}`,
    `${header}.${payload}.`,
    'nonsense',
    '',
  ])
    expect(await reader.read(token)).toBeNull();
});

test('keys are cached as long as their Cache-Control allows, and concurrent callers share one request', async () => {
  const keys = keysAt(issuer.x509Url);
  await Promise.all(Array.from({ length: 20 }, () => keys.key('key-1')));
  expect(issuer.state.asked).toBe(1);
  now += 3_599_000;
  await keys.key('key-1');
  expect(issuer.state.asked).toBe(1);
  now += 2_000;
  await keys.key('key-1');
  expect(issuer.state.asked).toBe(2);
});

test('an unknown key reloads the set, at most every 30 seconds', async () => {
  const rotating = await startIssuer(PROJECT);
  const keys = createIssuerKeys({ url: rotating.x509Url, clock: () => now });
  expect(await keys.key('key-1')).not.toBeNull();
  rotating.rotate('key-2');
  expect(await keys.key('key-2')).toBeNull();
  expect(rotating.state.asked).toBe(1);
  now += 31_000;
  expect(await keys.key('key-2')).not.toBeNull();
  expect(await keys.key('key-1')).toBeNull();
  for (let i = 0; i < 20; i++) await keys.key(`made-up-${i}`);
  expect(rotating.state.asked).toBe(2);
  await rotating.stop();
});

test('during an outage of their address, known keys are used for another hour; then verification is unavailable', async () => {
  const keys = keysAt(issuer.x509Url);
  await keys.key('key-1');
  issuer.state.down = true;
  now += 3_700_000;
  expect(await keys.key('key-1')).not.toBeNull();
  expect(issuer.state.asked).toBe(2);
  now += 3_600_000;
  await expect(keys.key('key-1')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(keysAt(issuer.x509Url).key('key-1')).rejects.toMatchObject({ code: 'unavailable' });
  issuer.state.down = false;
  expect(await keys.key('key-1')).not.toBeNull();
});
