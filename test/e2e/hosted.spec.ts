import type { Page } from '@playwright/test';
import { openAuth } from '../browser/account-pages.ts';
import { test as base, expect, expectAccessible } from '../browser/browser.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { bought } from '../support/shop.ts';

const PROJECT = 'hosted-shop';
const test = base.extend<object, { issuer: Issuer }>({
  issuer: [
    async ({ playwright: _playwright }, use) => {
      const issuer = await startIssuer(PROJECT);
      await use(issuer);
      await issuer.stop();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ issuer }, use) =>
      use({
        IDENTITY_SERVICE: 'google',
        IDENTITY_PROJECT_ID: PROJECT,
        IDENTITY_API_KEY: 'hosted-key',
        IDENTITY_AUTH_DOMAIN: 'hosted-shop.firebaseapp.com',
        IDENTITY_KEYS_URL: issuer.jwkUrl.href,
      }),
    { scope: 'worker' },
  ],
});

/** Answers the calls of the stock SDK in place of Google's service. Returns the list of the calls. */
async function standIn(page: Page, issuer: Issuer, person: { sub: string; email: string }): Promise<string[]> {
  const calls: string[] = [];
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  await page.route(/^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com\//, async (route) => {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
    const { pathname, searchParams } = new URL(request.url());
    calls.push(`${pathname} ${searchParams.get('key')}`);
    const user = { localId: person.sub, email: person.email, emailVerified: true, displayName: 'Ann' };
    const facts = { ...user, providerUserInfo: [{ providerId: 'password', federatedId: person.email }] };
    const tokens = async () => ({
      idToken: await issuer.token({ ...person, email_verified: true, name: 'Ann' }),
      refreshToken: 'refresh-1',
      expiresIn: '3600',
    });
    const json = pathname.endsWith(':lookup') ? { users: [facts] } : { ...user, ...(await tokens()) };
    return route.fulfill({ json, headers: cors });
  });
  return calls;
}

test('with accounts at Google, the stock SDK signs in there, orders belong to the mirrored account, and settings show only what applies', async ({
  page,
  issuer,
  browserErrors,
}) => {
  browserErrors.expect(/^request to https:\/\/identitytoolkit\.googleapis\.com$/);
  const person = { sub: 'hosted-ann', email: 'ann@example.com' };
  const calls = await standIn(page, issuer, person);

  await openAuth(page);
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Email me a sign-in link' })).toHaveCount(0);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('kept by Google');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText('Ann', { exact: true }).first()).toBeVisible();
  expect(calls).toEqual(['/v1/accounts:signInWithPassword hosted-key', '/v1/accounts:lookup hosted-key']);

  await page.goto('/profile/settings');
  await expect(page.getByText('Google’s identity service keeps your sign-in')).toBeVisible();
  await expect(page.getByRole('region')).toHaveCount(4);
  for (const name of ['Personal', 'Language', 'Delete my account'])
    await expect(page.getByRole('region', { name: new RegExp(name) })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the owner of an order finds the reason for no connection, and asks about another country', async ({
  page,
  world,
  issuer,
  browserErrors,
}) => {
  browserErrors.expect(/^request to https:\/\/identitytoolkit\.googleapis\.com$/);
  // The page itself has no session: the server answers 404, and the page asks as the account.
  browserErrors.expect(/status of 404/);
  const person = { sub: 'hosted-bea', email: 'bea@example.com' };
  await standIn(page, issuer, person);
  const token = await issuer.token({ ...person, email_verified: true });
  const buyer = await bought(world.app, { email: person.email }, { authorization: `Bearer ${token}` });
  await openAuth(page);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('kept by Google');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);

  await page.goto(`/orders/${buyer.order.id}`);
  await page.getByRole('main').getByRole('link', { name: 'No connection?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Let us find the reason' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Is the eSIM on this phone?' })).toBeVisible();
  await page.getByRole('link', { name: 'Yes, it is there' }).click();
  await expect(page.getByRole('heading', { name: 'Where are you?' })).toBeVisible();
  await expect(page).toHaveURL(/tried=installed-yes-/);
  await page.getByLabel('Country').selectOption({ label: 'Japan' });
  await page.getByRole('button', { name: 'I am here' }).click();
  await expect(page.getByRole('heading', { name: 'This plan does not work in Japan' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/orders/${buyer.order.id}/connection?line=1`);
  await page.getByText('Ask support now').click();
  await page.getByLabel('Anything else? (optional)').fill('Pixel 8');
  await page.getByRole('button', { name: 'Ask support', exact: true }).click();
  await expect(page.getByText(/Support has your request [0-9A-Z]{8}/)).toBeVisible();

  await page.goto(`/orders/${buyer.order.id}/country?line=1&in=JP`);
  await expect(page.getByText('Your France eSIM does not work in Japan')).toBeVisible();
  await expectAccessible(page);
});
