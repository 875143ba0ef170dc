import type { Page } from '@playwright/test';
import { BROWSER_STORAGE } from '#src/shared/browser-storage.ts';
import { openAuth, signIn } from '../browser/account-pages.ts';
import { createAccount, freshEmail } from '../support/accounts.ts';
import { expect, test } from '../browser/browser.ts';
import { bought } from '../support/shop.ts';

/* Only a phone or a tablet is offered a copy. */
test.use({ isMobile: true, hasTouch: true });

type Stored = { kind: 'cookie' | 'local' | 'session' | 'indexed' | 'cache'; name: string };

/** The names of everything that the page stores in the browser. */
async function storedIn(page: Page): Promise<Stored[]> {
  const cookies = (await page.context().cookies()).map(({ name }): Stored => ({ kind: 'cookie', name }));
  const others = await page.evaluate(async (): Promise<Stored[]> => {
    const all = (kind: Stored['kind'], names: (string | undefined)[]) =>
      names.flatMap((name) => (name === undefined ? [] : [{ kind, name }]));
    return [
      ...all('local', Object.keys(localStorage)),
      ...all('session', Object.keys(sessionStorage)),
      ...all(
        'indexed',
        (await indexedDB.databases()).map(({ name }) => name),
      ),
      ...all('cache', await caches.keys()),
    ];
  });
  return [...cookies, ...others];
}

test('the shop stores exactly what the privacy policy lists', async ({ page, world }) => {
  const found: Stored[] = [];
  const look = async () => void found.push(...(await storedIn(page)));

  // A guest sets language, appearance and phone, and places an order.
  await page.goto('/');
  await page.getByRole('button', { name: /^Appearance/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.goto('/help/installation#samsung');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cairn_phone'))).toBe('samsung');
  await page.goto('/checkout/france-3gb');
  await page.getByLabel('Email').first().fill(freshEmail());
  await page.getByLabel('My phone supports eSIM and is unlocked').check();
  await look();
  await page.getByRole('button', { name: 'Pay $11.00' }).click();
  await page.waitForURL((url) => url.origin === new URL(world.stripe.url).origin);
  await page.goto('/');
  await look();

  // An account uses a requested link, a sign-in, an offline eSIM and a shared device.
  const account = await createAccount(world.app);
  await bought(world.app, { email: account.email }, { authorization: `Bearer ${account.idToken}` });
  await openAuth(page);
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`A sign-in link is on its way to ${account.email}`)).toBeVisible();
  await look();
  await signIn(page, account);
  await page.getByRole('button', { name: 'Keep on this phone' }).click();
  await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
  await look();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await openAuth(page);
  await page.getByLabel('Not my device').check();
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await look();

  const rowOf = ({ kind, name }: Stored) =>
    BROWSER_STORAGE.find(({ kinds, pattern }) => (kinds as readonly string[]).includes(kind) && pattern.test(name));
  expect(found.filter((each) => !rowOf(each))).toEqual([]);
  const rows = new Set(found.map((each) => rowOf(each)?.name));
  // Passkeys do not work on an IP address: passkeys.spec.ts covers that row. push.spec.ts covers its own.
  expect(BROWSER_STORAGE.map(({ name }) => name).filter((name) => !rows.has(name))).toEqual(['push', 'passkeyOffer']);
});
