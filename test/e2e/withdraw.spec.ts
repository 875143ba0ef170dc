import { withdraw as english } from '#src/i18n/en/withdraw.ts';
import { withdraw as french } from '#src/i18n/fr/withdraw.ts';
import { anotherBrowser } from '../browser/account-pages.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { openAsGuest } from '../browser/esim-page.ts';
import { FULL_ONLY } from '../support/full.ts';
import { bought, look } from '../support/shop.ts';
import { messages, until } from '../support/wire.ts';

/* The withdrawal function: in the words of the law, by keyboard, without an account. */

/** The law's own words, and those of the page that carries out. */
const WORDS = {
  en: { link: 'Withdraw from contract here', confirm: 'Confirm withdrawal', back: '$11.00 back', of: english },
  fr: {
    link: 'Renoncer au contrat ici',
    confirm: 'Confirmer la rétractation',
    back: /^11,00\s\$US remboursés$/,
    of: french,
  },
};

forEachLanguage((language) => {
  const words = WORDS[language];
  const prefix = language === 'fr' ? '/fr' : '';

  test('a guest withdraws from the footer of a page, and the mailbox carries it out', async ({
    page,
    world,
    browser,
  }) => {
    const buyer = await bought(world.app, { locale: language });
    await page.goto(`${prefix}/help`);
    await page.getByRole('contentinfo').getByRole('link', { name: words.link, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${prefix}/withdraw$`));
    await expect(page.getByRole('heading', { level: 1, name: words.link })).toBeVisible();
    await expectAccessible(page);

    // Empty, it names each field and sends nothing.
    const confirm = page.getByRole('button', { name: words.confirm, exact: true });
    await confirm.press('Enter');
    const name = page.getByLabel(words.of.form.name, { exact: true });
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(words.of.faults.nameMissing);
    await name.fill('Ana Lima');
    await page.getByLabel(words.of.form.order, { exact: true }).fill(buyer.order.number);
    await page.getByLabel(words.of.form.email, { exact: true }).fill(buyer.email);
    await confirm.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: words.of.sent.title })).toBeVisible();
    await expect(page.getByText('Ana Lima')).toBeVisible();
    await expect(page.getByText(words.of.declaration.yourTime)).toBeVisible();
    await expectAccessible(page);

    const mail = await until(
      async () => (await messages(world.mail, buyer.email)).find(({ text }) => text.includes('/withdrawals/')),
      { what: 'the confirmation' },
    );
    const other = await anotherBrowser(browser, world, language);
    await other.goto(mail.links.find((each) => each.includes('/withdrawals/'))!);
    await expect(other.getByRole('heading', { level: 1, name: words.of.link.title })).toBeVisible();
    await expect(other.getByText(words.back)).toBeVisible();
    await expectAccessible(other);
    await other.getByRole('button', { name: words.of.link.mine, exact: true }).press('Enter');
    await expect(other.getByRole('heading', { level: 1, name: words.of.link.proved })).toBeVisible();
    await expectAccessible(other);
    await other.context().close();
    await until(async () => (await look(world.app, buyer)).status === 'refunded', { what: 'the price is back' });
  });

  test('the owner of an order chooses on its page what to withdraw from', FULL_ONLY, async ({ page, world }) => {
    const buyer = await bought(world.app, {
      locale: language,
      planId: undefined,
      planIds: ['france-3gb', 'spain-1gb'],
    });
    await openAsGuest(page, world, buyer);
    await page.getByRole('main').getByRole('link', { name: words.link, exact: true }).press('Enter');
    const lines = page.getByRole('group', { name: words.of.form.what });
    await expect(lines.getByRole('checkbox')).toHaveCount(2);
    await page.getByLabel(words.of.form.name, { exact: true }).fill('Ana Lima');
    await page.getByRole('button', { name: words.confirm, exact: true }).click();
    await expect(lines).toHaveAccessibleDescription(words.of.faults.lines);
    await lines.getByRole('checkbox').nth(1).press('Space');
    await expectAccessible(page);
    await page.getByRole('button', { name: words.confirm, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.of.sent.title })).toBeVisible();
    await expect(page.getByText(words.of.sent.owner)).toBeVisible();
  });

  test('the model form can be printed, and a wrong link leads on', FULL_ONLY, async ({ page, browserErrors }) => {
    browserErrors.expect(/status of 404/);
    await page.goto(`${prefix}/withdraw/form`);
    await expect(page.getByRole('heading', { level: 1, name: words.of.model.title })).toBeVisible();
    await expect(page.getByRole('button', { name: words.of.model.print })).toBeEnabled();
    await expectAccessible(page);
    await page.goto('/withdrawals/AAAA');
    await expect(page.getByRole('heading', { level: 1, name: words.of.link.wrong })).toBeVisible();
    await expectAccessible(page);
  });
});
