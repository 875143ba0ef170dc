import { beforeEach, expect, test } from 'vitest';
import { translator } from '../../i18n/i18n.ts';
import { authErrorMessage } from './auth-error-message.ts';
import { lastWireFailure, watchRefusals } from './wire-failure.ts';

const HOST = 'shop.example/identity';
const SIGN_IN = `https://${HOST}/v1/accounts:signInWithPassword?key=k`;
const t = translator('en');

let answer: () => Promise<Response>;
const watched = watchRefusals(HOST, () => answer());
const post = (address = SIGN_IN) => watched(address, { method: 'POST' });
const refusal = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }));

/** The errors of the SDK: with a code, or a plain one when it would have loaded a captcha. */
const coded = (code: string) => Object.assign(new Error(`Firebase: Error (auth/${code}).`), { code: `auth/${code}` });
const PLAIN = new Error('reCAPTCHA Enterprise site key undefined');

// Each POST starts again.
beforeEach(async () => {
  answer = () => Promise.resolve(Response.json({}));
  await post();
});

test('a refusal that the SDK turns into an error without a code keeps its text', async () => {
  answer = refusal(400, { error: { code: 400, message: 'MISSING_RECAPTCHA_TOKEN' } });
  const response = await post();
  expect(await response.json()).toMatchObject({ error: { message: 'MISSING_RECAPTCHA_TOKEN' } });
  // The SDK then fetches the captcha's configuration: a read, which must not hide the refusal.
  answer = () => Promise.resolve(Response.json({}));
  await watched(`https://${HOST}/v2/recaptchaConfig?key=k`, { method: 'GET' });
  for (const error of [PLAIN, coded('internal-error')])
    expect(authErrorMessage(error, t)).toBe('We couldn’t check that you are a person. Reload the page and try again.');
});

test('a plain 500 is a server error, a plain 429 says to wait; only an unreachable server is a connection error', async () => {
  answer = () => Promise.resolve(new Response('Internal Server Error', { status: 500 }));
  await post();
  expect(authErrorMessage(coded('network-request-failed'), t)).toMatch(/went wrong on our side/);
  answer = () => Promise.resolve(new Response('slow down', { status: 429 }));
  await post();
  expect(authErrorMessage(coded('network-request-failed'), t)).toMatch(/Too many attempts/);
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(post()).rejects.toThrow('Failed to fetch');
  expect(authErrorMessage(coded('network-request-failed'), t)).toMatch(/Check your connection/);
});

test('an error with its own code, and an unknown refusal, are unchanged', async () => {
  answer = refusal(400, { error: { message: 'WEAK_PASSWORD : Password should be at least 8 characters' } });
  await post();
  expect(lastWireFailure()).toEqual({ status: 400, code: 'WEAK_PASSWORD' });
  expect(authErrorMessage(coded('popup-blocked'), t)).toMatch(/blocked the sign-in window/);
  answer = refusal(400, { error: { message: 'SOMETHING_NEW' } });
  await post();
  expect(authErrorMessage(PLAIN, t)).toBe('Failed to authenticate');
});

test('calls to other addresses have no effect', async () => {
  answer = refusal(503, { error: { message: 'TRY_AGAIN' } });
  await post('https://shop.example/api/orders');
  expect(lastWireFailure()).toBeUndefined();
});
