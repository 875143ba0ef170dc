import type { Page } from '@playwright/test';
import { test as base, expect, expectAccessible } from '../browser/browser.ts';
import { type OtherApp, startOtherApp, UNCHANGED } from '../browser/other-app.ts';
import { freshEmail } from '../support/accounts.ts';
import { next } from '../support/providers.ts';
import { control } from '../support/wire.ts';
import { FULL_ONLY } from '../support/full.ts';

/** The store at shop.localhost; travel.localhost is another site that may sign in there, elsewhere.localhost may not. */
const test = base.extend<object, { otherApp: OtherApp }>({
  otherApp: [
    async ({ playwright: _playwright }, use) => {
      const otherApp = await startOtherApp();
      await use(otherApp);
      await otherApp.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ otherApp }, use) =>
      use({ PUBLIC_URL: otherApp.shop, IDENTITY_AUTHORIZED_DOMAINS: 'shop.localhost,travel.localhost' }),
    { scope: 'worker' },
  ],
});
test.use({ ignoreHTTPSErrors: true });
test.beforeEach(async ({ world, otherApp, browserErrors }) => {
  browserErrors.expect(/^request to https:\/\/\w+\.(shop\.)?localhost:\d+$/);
  otherApp.forwardTo(world.app.url);
  await control(world.oauth, { reset: true });
});

/** Opens the app, which has found no sign-in by redirect. Returns the origins that its pages and windows ask from now on. */
async function openApp(page: Page, address: string): Promise<Set<string>> {
  const asked = new Set<string>();
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http')) asked.add(origin);
  });
  await page.goto(address);
  await expect(page.getByRole('status')).toHaveText('nobody');
  return asked;
}

test('an app of another site signs in with the stock SDK, its own popup resolver, and nothing from Google', async ({
  page,
  world,
  otherApp,
}) => {
  const app = otherApp.at('travel.localhost');
  const asked = await openApp(page, app);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Sign in with Google', exact: true }).click(),
  ]);
  const email = freshEmail();
  await popup.getByLabel('Name', { exact: true }).fill('Zoé Martin');
  await popup.getByLabel('Email', { exact: true }).fill(email);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText(`${email} by google.com`);
  await closed;
  expect([...asked].sort()).toEqual([app, otherApp.shop, new URL(world.oauth.url).origin].sort());
});

test(
  'the app learns why a window ended: declined, or a provider that is not offered',
  FULL_ONLY,
  async ({ page, world, otherApp }) => {
    await openApp(page, otherApp.at('travel.localhost'));
    await next(world.oauth, 'google.com', { error: 'access_denied' });
    await page.getByRole('button', { name: 'Sign in with Google', exact: true }).click();
    await expect(page.getByRole('status')).toHaveText('auth/user-cancelled');
    await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
    await expect(page.getByRole('status')).toHaveText('auth/operation-not-allowed');
  },
);

test(
  'without the store’s script the SDK asks Google, and doesn’t sign in',
  FULL_ONLY,
  async ({ page, otherApp, browserErrors }) => {
    browserErrors.expect(/^request to https:\/\/apis\.google\.com$/, /ERR_FAILED/);
    await page.route('https://apis.google.com/**', (route) => route.abort());
    const asked = await openApp(page, otherApp.at('travel.localhost') + UNCHANGED);
    await page.getByRole('button', { name: 'Sign in with Google', exact: true }).click();
    await expect(page.getByRole('status')).toHaveText('auth/internal-error');
    expect(asked).toContain('https://apis.google.com');
  },
);

test('an app below the store’s domain also signs in by redirect', FULL_ONLY, async ({ page, world, otherApp }) => {
  const app = otherApp.at('journal.shop.localhost');
  await openApp(page, app);
  const email = freshEmail();
  await next(world.oauth, 'google.com', { person: { email, name: 'Zoé Martin' } });
  await page.getByRole('button', { name: 'Sign in with Google on this page' }).click();
  await expect(page.getByRole('status')).toHaveText(`${email} by google.com`);
  await expect(page).toHaveURL(`${app}/`);
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('nobody');
});

test.describe('a site that is not authorized', () => {
  test(
    'can’t frame the page that hands over sign-ins, and its SDK gives up',
    FULL_ONLY,
    async ({ page, otherApp, browserErrors }) => {
      browserErrors.expect(/^console: Framing .*Content Security Policy/);
      await openApp(page, otherApp.at('elsewhere.localhost'));
      await page.getByRole('button', { name: 'Sign in with Google', exact: true }).click();
      await expect(page.getByRole('status')).toHaveText('auth/network-request-failed');
      // The API doesn't answer the SDK of such a site either, which gives up in the same words.
      await page.evaluate(
        (src) => document.body.append(Object.assign(document.createElement('iframe'), { src, name: 'hand-over' })),
        `${otherApp.shop}/__/auth/iframe?apiKey=cairn-web&appName=%5BDEFAULT%5D`,
      );
      await expect.poll(() => page.frame('hand-over')?.url()).toMatch(/^chrome-error:/);
    },
  );

  test(
    'gets nothing from a window that it opens in the name of an app',
    FULL_ONLY,
    async ({ page, world, otherApp, browserErrors }) => {
      browserErrors.expect(/^console: Framing .*Content Security Policy/);
      await openApp(page, otherApp.at('elsewhere.localhost'));
      const email = freshEmail();
      await next(world.oauth, 'google.com', { person: { email, name: 'Zoé Martin' } });
      // Frames of each kind that a page can have: the store's, its own, and one without an address.
      await page.evaluate(
        async ({ shop, query }) => {
          const sources = [`${shop}/__/auth/iframe?${query}`, `${shop}/__/auth/handler?${query}`, '/', 'about:blank'];
          const frames = sources.map((src) => Object.assign(document.createElement('iframe'), { src }));
          await Promise.all(
            frames.map(
              (frame) =>
                new Promise((loaded) => {
                  frame.addEventListener('load', loaded, { once: true });
                  document.body.append(frame);
                }),
            ),
          );
          const received: unknown[] = [];
          Object.assign(window, { received });
          for (const { contentWindow } of frames) {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', ({ data }) => received.push(data));
            port1.start();
            contentWindow!.postMessage({ type: 'cairn-auth-connect' }, '*', [port2]);
          }
          addEventListener('message', ({ data }) => received.push(data));
          for (const own of frames.slice(2))
            own.contentWindow!.addEventListener('message', ({ data }) => received.push(data));
        },
        { shop: otherApp.shop, query: handlerQuery(otherApp, 'travel.localhost') },
      );
      const popup = await openHandler(page, otherApp, 'travel.localhost');
      await expect(popup.getByRole('heading', { level: 1, name: 'You can go back' })).toBeVisible();
      // Both connections of own frames, and nothing else.
      expect(await page.evaluate(() => (window as { received?: unknown[] }).received)).toEqual([
        { type: 'cairn-auth-connect' },
        { type: 'cairn-auth-connect' },
      ]);
    },
  );

  test('is told so in a window of its own', FULL_ONLY, async ({ page, otherApp, browserErrors }) => {
    browserErrors.expect(/status of 400/);
    await openApp(page, otherApp.at('elsewhere.localhost'));
    const popup = await openHandler(page, otherApp, 'elsewhere.localhost');
    await expect(popup.getByRole('heading', { level: 1, name: 'This app can’t sign you in here' })).toBeVisible();
    await expectAccessible(popup);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Close this window' }).click();
    await closed;
  });
});

/** What the SDK of an app at this name would ask. */
function handlerQuery(otherApp: OtherApp, name: string): string {
  return String(
    new URLSearchParams({
      apiKey: 'cairn-web',
      appName: '[DEFAULT]',
      authType: 'signInViaPopup',
      redirectUrl: `${otherApp.at(name)}/`,
      providerId: 'google.com',
      eventId: '12345',
    }),
  );
}

async function openHandler(page: Page, otherApp: OtherApp, name: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(
      (address) => void window.open(address),
      `${otherApp.shop}/__/auth/handler?${handlerQuery(otherApp, name)}`,
    ),
  ]);
  return popup;
}
