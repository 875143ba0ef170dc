import { devices as phones } from '@playwright/test';
import { expect, expectAccessible, test } from '../browser/browser.ts';
import { FULL_ONLY } from '../support/full.ts';

test('by keyboard, a misspelt model gets its verdict while typing, and the place of sale changes it', async ({
  page,
  browser,
  world,
}) => {
  await page.goto('/help/devices');
  const field = page.getByLabel('Phone model');
  const result = page.getByRole('region', { name: 'Result' });
  const said = result.getByRole('status');
  // A letter typed before hydration would be lost.
  await expect(async () => {
    await field.fill('');
    await field.press('g');
    await expect(result).toContainText('Which one is it?', { timeout: 3_000 });
  }).toPass();
  await page.keyboard.type('alxy s23');
  await expect(said).toHaveText('Samsung Galaxy S23: Yes, in most countries');
  await expect(result).toContainText('We read “galxy s23” as Samsung Galaxy S23.');
  await page.getByRole('combobox', { name: 'Bought in' }).selectOption({ label: 'Mainland China' });
  await expect(said).toHaveText('Samsung Galaxy S23: No, not the version sold in mainland China');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/help\/devices\?model=galxy(?:\+|%20)s23&in=CN$/);
  await expect(field).toHaveValue('galxy s23');
  await expectAccessible(page);

  await field.fill('Nokia 3310');
  await expect(result.getByRole('heading', { name: 'We do not know this model' })).toBeVisible();
  await expect(result.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/contact');

  // On a phone, the page shows what the user agent tells and asks only the remaining question.
  const context = await browser.newContext({ ...phones['iPhone 15'], baseURL: world.app.url, locale: 'en-US' });
  const phone = await context.newPage();
  await phone.goto('/help/devices#this');
  await expect(phone.getByText('This is an iPhone')).toBeVisible();
  await phone.getByRole('button', { name: 'No', exact: true }).press('Enter');
  await expect(phone.getByRole('status').filter({ hasText: 'Then it has no eSIM.' })).toBeVisible();
  await expectAccessible(phone);

  // The steps for this phone are open, and chosen steps stay open.
  await phone.goto('/help/installation');
  await expect(phone.getByRole('heading', { level: 2, name: 'On a Samsung Galaxy' })).toBeHidden();
  await phone.getByRole('link', { name: 'Samsung Galaxy' }).press('Enter');
  await expect(phone.getByRole('heading', { level: 2, name: 'On a Samsung Galaxy' })).toBeVisible();
  await phone.goto('/help/installation');
  await expect(phone.getByRole('heading', { level: 2, name: 'On a Samsung Galaxy' })).toBeVisible();
  await expect(phone.getByRole('heading', { level: 2, name: 'On an iPhone' })).toBeHidden();
  await context.close();
});

test('without scripts the installation shows the steps of one phone, the first or that of the URL', async ({
  browser,
  world,
}) => {
  const context = await browser.newContext({ baseURL: world.app.url, locale: 'en-US', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/help/installation');
  const shown = page.getByRole('heading', { level: 2, name: /^On / });
  await expect(shown).toHaveText(['On an iPhone']);
  await page.getByRole('link', { name: 'Google Pixel' }).click();
  await expect(shown).toHaveText(['On a Google Pixel']);
  await context.close();
});

test('the steps that a script chooses replace those of the URL', FULL_ONLY, async ({ page }) => {
  await page.goto('/help/installation#samsung');
  const shown = page.getByRole('heading', { level: 2, name: /^On / });
  await expect(shown).toHaveText(['On a Samsung Galaxy']);
  await page.getByRole('link', { name: 'Google Pixel' }).click();
  await expect(shown).toHaveText(['On a Google Pixel']);
});
