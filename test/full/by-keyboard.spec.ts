import type { Locator, Page } from '@playwright/test';
import { MESSAGES } from '#src/i18n/i18n.ts';
import { createAccount, freshEmail } from '../support/accounts.ts';
import { signIn } from '../browser/account-pages.ts';
import { expect, forEachLanguage, test } from '../browser/browser.ts';
import { asBuyer, orderIn } from '../browser/pages.ts';
import { becomes } from '../support/shop.ts';

/** Use of the pages by keyboard only, and what their live regions announce. No pointer is used here. */
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

/** Presses a key on an element until it has an effect. A key pressed before hydration is lost. */
async function pressUntil(target: Locator, key: string, done: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await target.press(key, { timeout: 3_000 });
    await done();
  }).toPass();
}

const focusIsIn = (container: Locator) => container.evaluate((element) => element.contains(document.activeElement));

/**
 * A dialog by the ARIA Authoring Practices: it has a name, the focus moves into it and stays there, Escape closes it,
 * and the focus returns to its opener.
 */
async function expectDialog(page: Page, opener: Locator, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name, exact: true });
  await expect(opener).toBeEnabled();
  await pressUntil(opener, 'Enter', () => expect(dialog).toBeVisible({ timeout: 3_000 }));
  expect(await focusIsIn(dialog), 'focus starts in the dialog').toBe(true);
  for (const key of [...Array<string>(12).fill('Tab'), 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    const inside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    );
    expect(inside, `focus after ${key}`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

forEachLanguage((language) => {
  const words = MESSAGES[language];

  test('a page opened by a link has the focus on its heading, and the next Tab goes into its content', async ({
    page,
  }) => {
    await page.goto('/');
    const heading = page.getByRole('heading', { level: 1 });
    const link = page.getByRole('contentinfo').getByRole('link', { name: words.chrome.footer.plans.data, exact: true });
    await pressUntil(link, 'Enter', () => expect(page).toHaveURL(/\/plans\/data$/, { timeout: 3_000 }));
    await expect(heading).toHaveText(words.data.title);
    await expect(heading).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await focusIsIn(page.getByRole('main'))).toBe(true);
    await page.goBack();
    await expect(heading).toBeFocused();
  });

  test('dialogs have a name, trap the focus, close by Escape and return the focus', async ({ page, world }) => {
    const main = page.getByRole('main');
    await page.goto('/checkout/france-3gb');
    await expectDialog(
      page,
      // The dialog has a button with the same name.
      main.getByRole('button', { name: language === 'fr' ? 'Connectez-vous' : 'Sign In', exact: true }).first(),
      words.auth.dialog.title,
    );
    await signIn(page, await createAccount(world.app, language), language);
    await expectDialog(page, main.getByRole('button', { name: words.profile.edit, exact: true }), words.profile.edit);
    await page.goto('/profile/settings');
    await expectDialog(
      page,
      main.getByRole('button', { name: words.settings.sessions.everywhere, exact: true }),
      words.settings.sessions.ask,
    );
    await expectDialog(
      page,
      main.getByRole('button', { name: words.settings.delete.ask, exact: true }),
      words.settings.delete.askTitle,
    );
    const { buyer, path } = await orderIn(world, 'ready', language);
    await becomes(world.app, buyer, 'fulfilled');
    await asBuyer(page, world, buyer);
    await page.goto(path);
    await expectDialog(
      page,
      main.getByRole('button', { name: words.order.qr.email, exact: true }),
      words.order.resend.title_one,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/plans');
    await expectDialog(page, main.getByRole('button', { name: words.shop.filters.title }), words.shop.filters.title);
  });

  test('a search announces its results, and that there are none', async ({ page }) => {
    await page.goto('/plans');
    const main = page.getByRole('main');
    const search = main.getByRole('searchbox', { name: words.plans.search.label });
    await search.focus();
    await page.keyboard.type('japan', { delay: 20 });
    await expect(main.getByRole('status').filter({ hasText: /\d/ })).toContainText(
      language === 'fr' ? 'Japon' : 'Japan',
    );
    await expect(search).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('zzz', { delay: 20 });
    await expect(main.getByRole('status').filter({ hasText: 'zzz' })).toHaveText(
      words.shop.none.title.replace('{{query}}', 'zzz'),
    );
    await page.keyboard.press('Tab');
    await expect(main.getByRole('button', { name: words.plans.search.clear })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
  });

  test('filters are set by keys and keep the focus, and the count follows', async ({ page }) => {
    await page.goto('/plans?q=japon');
    const filters = page.getByRole('complementary', { name: words.shop.filters.title });
    const count = page.getByRole('main').getByRole('status').filter({ hasText: /\d/ });
    const before = await count.textContent();
    const gigabytes = filters.getByRole('group', { name: words.shop.filters.data }).getByRole('radio');
    await pressUntil(gigabytes.first(), 'ArrowUp', () => expect(page).toHaveURL(/data=/, { timeout: 3_000 }));
    await expect(gigabytes.last()).toBeFocused();
    await expect(count).not.toHaveText(before ?? '');
  });

  test('the tabs of the coverage page move by arrow keys, and each panel has the name of its tab', async ({ page }) => {
    await page.goto('/coverage');
    const tabs = page.getByRole('tablist', { name: words.coverage.regions.label }).getByRole('tab');
    const [first, second] = [tabs.first(), tabs.nth(1)];
    await pressUntil(first, 'ArrowRight', () => expect(second).toBeFocused({ timeout: 3_000 }));
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName((await second.textContent()) ?? '');
    await page.keyboard.press('End');
    await expect(tabs.last()).toBeFocused();
    await page.keyboard.press('Home');
    await expect(first).toBeFocused();
  });

  test('the calculator: each slider announces its activity and its unit, and the sum is announced again', async ({
    page,
  }) => {
    await page.goto('/plans/data?to=france');
    const sliders = page.getByRole('main').getByRole('slider');
    for (const slider of await sliders.all()) await expect(slider).toHaveAccessibleName(/minutes/);
    const sum = page.getByRole('main').locator('[aria-live=polite]').first();
    const before = (await sum.textContent()) ?? '';
    await pressUntil(sliders.first(), 'End', () => expect(sum).not.toHaveText(before, { timeout: 3_000 }));
  });

  test('forms: a missing value is announced at its field, which has the focus; an error of the server keeps the focus', async ({
    page,
    browserErrors,
  }) => {
    browserErrors.expect(/ERR_FAILED/);
    await page.goto('/checkout/france-3gb');
    const form = page.getByRole('main').locator('form');
    const email = form.getByRole('textbox', { name: words.checkout.email.label });
    const device = form.getByRole('checkbox');
    await expect(email).toHaveAttribute('autocomplete', 'email');
    const pay = form.getByRole('button', { name: /11/ });
    await expect(pay).toBeEnabled();
    await pay.press('Enter');
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(new RegExp(words.checkout.email.missing));
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.type(freshEmail());
    await page.keyboard.press('Enter');
    await expect(device).toBeFocused();
    await expect(device).toHaveAccessibleDescription(words.checkout.device.missing);
    await page.keyboard.press('Space');
    await expect(device).toBeChecked();
    await page.route('**/api/orders', (route) => route.abort());
    await pay.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(pay).toBeFocused();
  });

  test('sign-in and sign-up: password managers recognise the fields, pasting works, and an error is announced', async ({
    page,
    browserErrors,
  }) => {
    // The refused password.
    browserErrors.expect(/status of 400 .*\/identity\//);
    await page.goto('/auth');
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await expect(field(words.auth.email)).toHaveAttribute('autocomplete', /email|username/);
    await expect(field(words.auth.password)).toHaveAttribute('autocomplete', 'current-password');
    const submit = page.getByRole('button', { name: words.auth.signIn.submit, exact: true });
    await expect(submit).toBeEnabled();
    await submit.press('Enter');
    await expect(field(words.auth.email)).toBeFocused();
    await page.keyboard.type('traveller@example.com');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    await field(words.auth.password).focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect(field(words.auth.password)).toHaveValue('traveller@example.com');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(field(words.auth.password)).toBeFocused();

    const toggle = page.getByRole('link', { name: words.auth.signIn.toggle });
    await toggle.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.auth.signUp.title);
    for (const name of [words.auth.password, words.auth.confirmPassword])
      await expect(field(name)).toHaveAttribute('autocomplete', 'new-password');
    const eye = page.getByRole('button', { name: words.auth.showPassword }).first();
    await eye.press('Space');
    await expect(page.getByRole('button', { name: words.auth.hidePassword })).toHaveAttribute('aria-pressed', 'true');
  });

  test('a guest buys by keyboard only, from the search to the payment page', async ({ page }) => {
    await page.goto('/');
    const search = page.getByRole('main').getByRole('searchbox');
    await search.focus();
    await page.keyboard.type('france');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/plans\?q=france/);
    const select = page
      .getByRole('main')
      .getByRole('link', { name: /France 3/ })
      .first();
    await select.press('Enter');
    await expect(page).toHaveURL(/\/plans\/local\/france/);
    const get = page.getByRole('complementary').getByRole('link', { name: words.plans.offer.get });
    await pressUntil(get, 'Enter', () => expect(page).toHaveURL(/\/checkout\//, { timeout: 3_000 }));
    const form = page.getByRole('main').locator('form');
    await form.getByRole('textbox').first().focus();
    await page.keyboard.type(freshEmail());
    await form.getByRole('checkbox').press('Space');
    const pay = form.locator('[type=submit]');
    await expect(pay).toBeEnabled();
    await pay.press('Enter');
    await page.waitForURL(/\/c\/pay\//);
  });
});
