import type { Page } from '@playwright/test';
import { en } from '#src/i18n/messages/en.ts';
import { fr } from '#src/i18n/messages/fr.ts';
import { createAccount } from '../support/accounts.ts';
import { expect, forEachLanguage, test } from '../support/browser.ts';
import { onDatabase } from '../support/database-access.ts';
import { asBuyer, expectGoodShape, ORDER_STATES, orderIn, PUBLIC_PAGES } from '../support/pages.ts';
import { becomes, order } from '../support/shop.ts';
import { payHosted } from '../support/wire.ts';

// Each test walks over several pages: a page is opened once, and looked at in all its widths.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** A document that answers 404 or 500 is itself an error in the browser's console. */
const beyondStatus = (complaints: string[]) =>
  complaints.filter((each) => !/Failed to load resource.*status of (404|500)/.test(each));

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

forEachLanguage((language) => {
  const words = { en, fr }[language];

  test('axe finds nothing, nothing scrolls sideways and nothing complains on any public page', async ({
    page,
    complaints,
  }) => {
    for (const path of PUBLIC_PAGES) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(heading(page)).toBeVisible();
        await expectGoodShape(page, language, path);
      });
    }
    expect(complaints).toEqual([]);
  });

  test('axe finds nothing on the second tab of the plans, on an empty search and on a form with errors', async ({
    page,
    complaints,
  }) => {
    await page.goto('/');
    await page.getByRole('tab').nth(1).click();
    await expectGoodShape(page, language, 'regions');

    await page.goto('/plans');
    await page.getByRole('searchbox').fill('zzz');
    await expect(page.getByRole('heading', { name: 'zzz' })).toBeVisible();
    await expectGoodShape(page, language, 'empty search');

    await page.goto('/checkout/france-3gb');
    await page
      .getByRole('button', { name: words.checkout.payment.pay.replace('{{total}}', '') })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.getByText(words.checkout.email.missing)).toBeVisible();
    await expectGoodShape(page, language, 'checkout with errors');

    await page.goto('/auth');
    await page.getByRole('link', { name: words.auth.signIn.toggle }).click();
    await expect(heading(page)).toHaveText(words.auth.signUp.title);
    await expectGoodShape(page, language, 'sign-up');
    await page.getByLabel(words.auth.email, { exact: true }).fill('traveller@example.com');
    await page.getByLabel(words.auth.password, { exact: true }).fill('one password');
    await page.getByLabel(words.auth.confirmPassword, { exact: true }).fill('another one');
    await page.getByRole('button', { name: words.auth.signUp.submit, exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(words.auth.mismatch);
    await expectGoodShape(page, language, 'sign-up with an alert');
    expect(complaints).toEqual([]);
  });

  test('axe finds nothing on the profile, empty and with an eSIM', async ({ page, world, complaints }) => {
    const account = await createAccount(world.app, language);
    await page.goto('/auth');
    await page.getByLabel(words.auth.email, { exact: true }).fill(account.email);
    await page.getByLabel(words.auth.password, { exact: true }).fill(account.password);
    await page.getByRole('button', { name: words.auth.signIn.submit, exact: true }).click();
    await expect(page.getByRole('heading', { name: words.profile.esims.empty })).toBeVisible();
    await expectGoodShape(page, language, 'empty profile');

    const buyer = await order(
      world.app,
      { email: account.email, locale: language },
      { authorization: `Bearer ${account.idToken}` },
    );
    await payHosted(buyer.paymentUrl);
    await becomes(world.app, buyer, 'fulfilled');
    await page.reload();
    await expect(page.getByText(words.profile.esims.status.notInstalled)).toBeVisible();
    await expectGoodShape(page, language, 'profile with an eSIM');
    expect(complaints).toEqual([]);
  });

  test('axe finds nothing on an order in any state, open or closed', async ({ page, world, complaints }) => {
    for (const state of ORDER_STATES) {
      await test.step(state, async () => {
        const { buyer, path, release } = await orderIn(world, state, language);
        try {
          if (state === 'ready') await becomes(world.app, buyer, 'fulfilled');
          await asBuyer(page, world, buyer);
          await page.goto(path);
          await expect(heading(page)).toBeVisible();
          await expectGoodShape(page, language, `order ${state}`);
        } finally {
          await release();
        }
      });
    }
    expect(complaints).toEqual([]);
    await page.context().clearCookies();
    const { path } = await orderIn(world, 'waiting', language);
    await page.goto(path);
    await expect(heading(page)).toHaveText(words.order.closed.title);
    await expectGoodShape(page, language, 'closed order');
    expect(beyondStatus(complaints)).toEqual([]);
  });

  test('axe finds nothing on the 404 and on the 500, which tells a reference and nothing else', async ({
    page,
    world,
    complaints,
  }) => {
    await page.goto('/help');
    await expect(heading(page)).toHaveText(words.chrome.notFound.title);
    await expectGoodShape(page, language, '404');

    const { buyer, path } = await orderIn(world, 'waiting', language);
    await asBuyer(page, world, buyer);
    await onDatabase(world.databaseUrl, 'alter table order_access rename to order_access_gone');
    try {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(500);
      await expect(heading(page)).toHaveText(words.chrome.serverError.title);
      await expect(page.getByText(answer!.headers()['x-request-id']!)).toBeVisible();
      expect(await answer!.text()).not.toContain('order_access');
      await expectGoodShape(page, language, '500');
    } finally {
      await onDatabase(world.databaseUrl, 'alter table order_access_gone rename to order_access');
    }
    expect(beyondStatus(complaints)).toEqual([]);
  });
});
