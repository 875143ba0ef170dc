import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newsOf } from '#test/support/providers.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** What the stock SDK of an app of another origin opens (test/e2e/other-app.spec.ts signs in with it). */

let world: World;
beforeAll(async () => {
  world = await startBuiltWorld({ IDENTITY_AUTHORIZED_DOMAINS: '127.0.0.1,app.example' });
});
afterAll(() => world?.close());

const ASKED = {
  apiKey: 'cairn-web',
  appName: '[DEFAULT]',
  authType: 'signInViaPopup',
  redirectUrl: 'https://app.example/journal?day=2',
  providerId: 'google.com',
  eventId: '1234567890',
  v: '12.19.0',
  scopes: 'profile',
};
const get = (path: string) => fetch(world.app.url + path, { redirect: 'manual' });
async function handler(more: Record<string, string> = {}, without: string[] = []) {
  const query = Object.entries({ ...ASKED, ...more }).filter(([name]) => !without.includes(name));
  const answer = await get(`/__/auth/handler?${new URLSearchParams(query)}`);
  return { answer, html: await answer.text() };
}
const dataOf = (html: string, name: string) =>
  (new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

describe('the handler', () => {
  test('leads to our own start page, keeps its opener, and can’t be framed or stored', async () => {
    const { answer, html } = await handler();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(JSON.parse(dataOf(html, 'request'))).toEqual({
      app: 'cairn-web:[DEFAULT]',
      authType: 'signInViaPopup',
      redirectUrl: ASKED.redirectUrl,
      eventId: ASKED.eventId,
    });
    expect(dataOf(html, 'start')).toBe('/oauth/start?provider=google.com&purpose=signInViaPopup&lang=en');
    const start = await get(`${dataOf(html, 'start')}&eventId=1&sessionHash=${'0'.repeat(64)}`);
    expect(newsOf(await start.text()).next).toContain(world.oauth.url);
  });

  test('asks for a redirect as for a window', async () => {
    const { html } = await handler({ authType: 'reauthViaRedirect' }, ['eventId']);
    expect(dataOf(html, 'start')).toContain('purpose=reauthViaPopup');
    expect(JSON.parse(dataOf(html, 'request'))).toMatchObject({ authType: 'reauthViaRedirect' });
  });

  test.each([
    ['another key', { apiKey: 'other' }],
    ['a page of another site', { redirectUrl: 'https://elsewhere.example/' }],
    ['a name that only ends like ours', { redirectUrl: 'https://notapp.example/' }],
    ['another port', { redirectUrl: 'https://app.example:8443/' }],
    ['a user in the address', { redirectUrl: 'https://ana@app.example/' }],
    ['a user that looks like ours', { redirectUrl: 'https://app.example@elsewhere.example/' }],
    ['a script', { redirectUrl: 'javascript://app.example/%0aalert(1)' }],
    ['no address', { redirectUrl: 'app.example' }],
    ['an unknown purpose', { authType: 'unknown' }],
    ['an event id that is none', { eventId: '"><script>' }],
    ['a tenant', { tid: 'tenant-1' }],
  ])('refuses %s', async (_what, more) => {
    const { answer, html } = await handler(more);
    expect(answer.status).toBe(400);
    expect(html).toContain('This app can’t sign you in here');
    expect([dataOf(html, 'request'), dataOf(html, 'start')]).toEqual(['', '']);
  });

  test('gives the app the reason when a provider is not offered', async () => {
    const { answer, html } = await handler({ providerId: 'github.com' });
    expect(answer.status).toBe(200);
    expect(dataOf(html, 'fault')).toBe('operation-not-allowed');
  });
});

test('the frame may only be shown by authorized sites, and runs only its own script', async () => {
  const answer = await get('/__/auth/iframe?apiKey=cairn-web&appName=%5BDEFAULT%5D');
  expect(answer.status).toBe(200);
  const policy = answer.headers.get('content-security-policy')!;
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[^' ]+'; base-uri 'none'; form-action 'none'; /);
  const { port } = new URL(world.app.url);
  expect(policy.split('; ').at(-1)).toBe(
    `frame-ancestors https://127.0.0.1:* http://127.0.0.1:* https://app.example https://app.example:${port} ` +
      `https://*.app.example https://*.app.example:${port}`,
  );
  expect(answer.headers.get('x-frame-options')).toBeNull();
  // The next answer on the same connection has it again.
  expect((await get('/oauth/start')).headers.get('x-frame-options')).toBe('DENY');
});

test('the script in place of Google’s loads from pages of any site', async () => {
  const answer = await get('/__/auth/gapi.js');
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
  });
  expect(await answer.text()).toContain('CROSS_ORIGIN_IFRAMES_FILTER');
});
