import type { Page } from '@playwright/test';
import { signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { ESIM_WORDS, report } from '../browser/esim-page.ts';
import { createAccount } from '../support/accounts.ts';
import { onDatabase } from '../support/database-access.ts';
import { bought } from '../support/shop.ts';
import { messages, until } from '../support/wire.ts';

/** The wholesaler's way of writing an instant. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

/** What the page says about the eSIM: its state, the figure, the facts. */
async function shown(page: Page, left: string) {
  const main = page.getByRole('main');
  return {
    title: await page.getByRole('heading', { level: 1 }).innerText(),
    left: await main.getByRole('group', { name: left }).innerText(),
    terms: await main.getByRole('term').allInnerTexts(),
    facts: await main.getByRole('definition').allInnerTexts(),
  };
}

forEachLanguage((language) => {
  const words = ESIM_WORDS[language];

  test('who has the mailed link only sees three weeks later what the owner sees', async ({ page, browser, world }) => {
    const account = await createAccount(world.app, language);
    const bearer = { authorization: `Bearer ${account.idToken}` };
    const buyer = await bought(world.app, { email: account.email, locale: language }, bearer);
    const path = `/orders/${buyer.order.id}`;
    const link = await until(
      async () =>
        (await messages(world.mail, account.email))
          .flatMap(({ links }) => links)
          .find((each) => each.includes('/open?')),
      { what: 'the mail of the order' },
    );
    await onDatabase(
      world.databaseUrl,
      `update order_access set created_at = created_at - interval '21 days',
        expires_at = expires_at - interval '21 days' where order_id = '${buyer.order.id}'`,
    );
    await report(world, buyer, { status: 'ACTIVE', remaining: 461, expired_at: inDays(8.5) });

    await signIn(page, account, language);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: words.active })).toBeVisible();
    const context = await browser.newContext({
      baseURL: world.app.url,
      locale: language === 'fr' ? 'fr-FR' : 'en-US',
      timezoneId: 'Europe/Paris',
    });
    const guest = await context.newPage();
    await guest.goto(link);
    await expect(guest).toHaveURL(new RegExp(`${path}$`));
    await expect(guest.getByRole('heading', { level: 1, name: words.active })).toBeVisible();
    await page.reload();
    const own = await shown(page, words.left);
    expect(own.left).toContain(language === 'fr' ? 'Jour 22 sur 30' : 'Day 22 of 30');
    expect(own.facts.length).toBeGreaterThan(5);
    // The server writes times in UTC; each page then shows them in the zone of its browser.
    await expect(async () => expect(await shown(guest, words.left)).toEqual(await shown(page, words.left))).toPass();
    await expect(guest.getByRole('main').getByText(words.read)).toBeVisible();
    await expectAccessible(guest);

    // The same ways on, which open for a guest too.
    for (const name of [words.noConnection, words.changedPhone]) {
      await guest.goto(path);
      await guest.getByRole('main').getByRole('link', { name, exact: true }).press('Enter');
      await expect(guest).not.toHaveURL(new RegExp(`${path}$`));
      await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(guest.getByRole('main')).toContainText('France');
    }
    await context.close();
  });
});
