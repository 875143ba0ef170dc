import { MESSAGES } from '#src/i18n/i18n.ts';
import { paths } from '#src/shared/paths.ts';
import { anotherBrowser, mailedLink, signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { createAccount, GOOD_PASSWORD } from '../support/accounts.ts';

const NEW_PASSWORD = 'another walk of 30 cairns';

forEachLanguage((language) => {
  const { auth } = MESSAGES[language];
  const { own } = auth.action;

  test('a confirmation on another device asks for the password, and both devices stay signed in', async ({
    page,
    browser,
    world,
    browserErrors,
  }) => {
    const account = await createAccount(world.app, language);
    const laptop = await anotherBrowser(browser, world, language);
    await signIn(laptop, account, language);
    await page.goto(await mailedLink(world, account.email, 'verifyEmail'));
    await expect(page.getByRole('heading', { level: 1, name: auth.action.title })).toBeVisible();
    await expect(page.getByText(own.text.replace('{{email}}', account.email))).toBeVisible();
    await expectAccessible(page);

    const password = page.getByLabel(auth.password, { exact: true });
    browserErrors.expect(/status of 400/);
    await password.fill('not this one');
    await password.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await password.fill(GOOD_PASSWORD);
    await password.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: auth.action.done })).toBeVisible();
    await page.getByRole('link', { name: auth.action.profile }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await laptop.reload();
    await expect(laptop).toHaveURL(/\/profile$/);
  });

  test('a person who does not have the password chooses one by keyboard alone, and the stranger is signed out', async ({
    page,
    browser,
    world,
    browserErrors,
  }) => {
    // Of the session that has ended.
    browserErrors.expect(/status of 400/);
    const account = await createAccount(world.app, language);
    const stranger = await anotherBrowser(browser, world, language);
    await signIn(stranger, account, language);
    await page.goto(await mailedLink(world, account.email, 'verifyEmail'));
    await page.getByRole('button', { name: own.none }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: own.newTitle })).toBeVisible();
    await expect(page.getByLabel(auth.newPassword, { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(NEW_PASSWORD);
    await page.getByLabel(auth.confirmPassword, { exact: true }).focus();
    await page.keyboard.type(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: auth.action.done })).toBeVisible();
    await expect(page.getByText(own.newDone)).toBeVisible();
    await expectAccessible(page);

    await stranger.goto(paths.settings());
    await expect(stranger).toHaveURL(/\/auth/);
    await signIn(page, { email: account.email, password: NEW_PASSWORD }, language);
  });
});

test('a browser that is signed in to another account asks for the password of the address', async ({
  page,
  world,
  browserErrors,
}) => {
  browserErrors.expect(/status of 400/);
  const { auth } = MESSAGES.en;
  const [account, other] = [await createAccount(world.app), await createAccount(world.app)];
  await signIn(page, other);
  await page.goto(await mailedLink(world, account.email, 'verifyEmail'));
  await page.getByRole('button', { name: auth.action.confirm }).click();
  await page.getByLabel(auth.password, { exact: true }).fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: auth.action.confirm }).click();
  await expect(page.getByRole('heading', { level: 1, name: auth.action.done })).toBeVisible();
});
