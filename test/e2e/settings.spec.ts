import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { MESSAGES } from '#src/i18n/i18n.ts';
import { createAccount, freshEmail, GOOD_PASSWORD, type TestAccount } from '../support/accounts.ts';
import { anotherBrowser, confirmAddress, mailedLink, mailedLinks, openAuth, signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, forEachLanguage, type Language, test } from '../browser/browser.ts';
import { next } from '../support/providers.ts';
import { FULL_ONLY } from '../support/full.ts';
import { WORDS } from '../browser/settings-words.ts';

const NEW_PASSWORD = 'seven lakes beyond the ridge';
const SIGN_IN_ENDED = /status of 400 .*\/identity\//;

/** Signs in and opens the settings by the card on the profile. */
async function openSettings(page: Page, account: TestAccount, language: Language = 'en'): Promise<void> {
  await signIn(page, account, language);
  await page.getByRole('link', { name: WORDS[language].settings, exact: true }).click();
  await expect(page).toHaveURL(/\/profile\/settings$/);
  await expect(page.getByText(WORDS[language].thisDevice)).toBeVisible();
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const photo = (format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#0052ff' } })
    .toFormat(format)
    .toBuffer();

forEachLanguage((language) => {
  const w = WORDS[language];
  const [personal = '', address = '', password = ''] = w.sections;
  const [sessions = '', , goodbye = ''] = w.sections.slice(-3);

  test('the settings are one page, and a new name is saved', async ({ page, world }) => {
    await openSettings(page, await createAccount(world.app), language);
    for (const name of w.sections)
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    // A browser that can have no passkey here, as at an IP address, gets no button but the way to one.
    await expect(page.getByText(/this browser cannot create one\.|ce navigateur ne peut pas en créer\./)).toBeVisible();
    await expectAccessible(page);
    await section(page, personal).getByLabel(w.name, { exact: true }).fill('Éloïse D.');
    await section(page, personal).getByRole('button', { name: w.saveName }).click();
    await expect(page.getByText(w.nameSaved)).toBeVisible();
    await expect(section(page, sessions).getByRole('listitem')).toHaveCount(2); // sign-up created the other one
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // On a phone the links to the sections are a row that scrolls.
    await page.setViewportSize({ width: 390, height: 844 });
    const links = page.getByRole('navigation', { name: w.contents }).getByRole('link');
    await expect(links.first()).toBeInViewport();
    await links.filter({ hasText: goodbye }).click();
    await expect(page.getByRole('heading', { level: 2, name: goodbye })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
  });

  test('a photo is chosen, previewed, saved, shown on the profile and removed', FULL_ONLY, async ({ page, world }) => {
    await openSettings(page, await createAccount(world.app), language);
    const own = section(page, personal);
    await own.getByLabel(w.addPhoto).setInputFiles({
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await expect(own.getByText(w.photoType)).toBeVisible();
    await own.getByLabel(w.addPhoto).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await photo() });
    await expect(own.getByRole('img', { name: w.preview })).toBeVisible();
    await expectAccessible(page);
    await own.getByRole('button', { name: w.usePhoto }).click();
    await expect(page.getByText(w.photoSaved)).toBeVisible();
    await page.goto('/profile');
    const shown = page.locator('img.avatar');
    await expect(shown).toHaveAttribute('src', new RegExp(`^${world.app.url}/photos/\\w+\\.webp$`));
    expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(256);
    await page.goto('/profile/settings');
    await own.getByRole('button', { name: w.removePhoto, exact: true }).click();
    await expect(own.getByText(w.addPhoto)).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shown).toHaveCount(0);
  });

  test('a new address takes effect when its link is opened, and the old address can undo it', async ({
    page,
    world,
    browserErrors,
  }) => {
    browserErrors.expect(SIGN_IN_ENDED);
    const account = await createAccount(world.app, language);
    const wanted = freshEmail();
    await confirmAddress(world, account); // an unconfirmed old address cannot undo the change
    await openSettings(page, account, language);
    await section(page, address).getByRole('button', { name: w.changeAddress }).click();
    await page.getByLabel(w.newAddress).fill(wanted);
    await page.getByRole('button', { name: w.send }).click();
    await expect(page.getByRole('status').filter({ hasText: wanted })).toBeVisible();
    await expect(section(page, address).getByText(account.email)).toBeVisible();

    await page.goto(await mailedLink(world, wanted, 'verifyAndChangeEmail'));
    await expect(page.getByText(wanted)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: w.useAddress }).click();
    await expect(page.getByRole('heading', { level: 1, name: w.addressChanged })).toBeVisible();

    await page.goto(await mailedLink(world, account.email, 'recoverEmail'));
    await expect(page.getByText(account.email)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: w.restore }).click();
    await expect(page.getByRole('heading', { level: 1, name: w.restored })).toBeVisible();
    const warnings = await mailedLinks(world, account.email, 'resetPassword');
    await page.getByRole('button', { name: w.mailPassword }).click();
    await page.goto(await mailedLink(world, account.email, 'resetPassword', warnings));
    await page.getByLabel(w.newPassword, { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel(w.confirmation, { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: w.saveNewPassword }).click();
    await expect(page.getByRole('heading', { level: 1, name: w.passwordChanged })).toBeVisible();
    await signIn(page, { email: account.email, password: NEW_PASSWORD }, language);
    await expect(page.getByText(account.email, { exact: true })).toBeVisible();
  });

  test(
    'a new password ends the session in the other browser but not this one',
    FULL_ONLY,
    async ({ page, browser, world, browserErrors }) => {
      browserErrors.expect(SIGN_IN_ENDED);
      const account = await createAccount(world.app, language);
      const elsewhere = await anotherBrowser(browser, world, language);
      await signIn(elsewhere, account, language);
      await openSettings(page, account, language);
      const own = section(page, password);
      await own.getByRole('button', { name: w.changePassword }).click();
      await own.getByLabel(w.newPassword, { exact: true }).fill(NEW_PASSWORD);
      await own.getByLabel(w.confirmation, { exact: true }).fill(NEW_PASSWORD);
      await own.getByRole('button', { name: w.savePassword, exact: true }).click();
      await expect(page.getByText(w.passwordSaved)).toBeVisible();
      await expect(section(page, sessions).getByRole('listitem')).toHaveCount(1);
      await elsewhere.reload();
      await expect(elsewhere).toHaveURL(/\/auth$/);
      await page.reload();
      await expect(page.getByText(w.thisDevice)).toBeVisible();
      await signIn(elsewhere, { email: account.email, password: NEW_PASSWORD }, language);
      await elsewhere.context().close();
    },
  );

  test(
    'Sign out everywhere asks first, then ends all sessions',
    FULL_ONLY,
    async ({ page, browser, world, browserErrors }) => {
      browserErrors.expect(SIGN_IN_ENDED);
      const account = await createAccount(world.app, language);
      const elsewhere = await anotherBrowser(browser, world, language);
      await signIn(elsewhere, account, language);
      await openSettings(page, account, language);
      await page.getByRole('button', { name: w.everywhere }).click();
      const dialog = page.getByRole('dialog', { name: w.everywhereAsk });
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: w.everywhere }).click();
      await dialog.getByRole('button', { name: w.everywhere }).click();
      await expect(page).toHaveURL(/\/auth$/);
      await elsewhere.reload();
      await expect(elsewhere).toHaveURL(/\/auth$/);
      await elsewhere.context().close();
    },
  );

  test('deleting the account lists what is deleted and what is kept, then deletes it', async ({
    page,
    world,
    browserErrors,
  }) => {
    browserErrors.expect(SIGN_IN_ENDED);
    const account = await createAccount(world.app, language);
    await openSettings(page, account, language);
    await section(page, goodbye).getByRole('button', { name: w.deleteAccount }).click();
    const dialog = page.getByRole('dialog', { name: w.deleteAsk });
    await expect(dialog.getByText(w.kept)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: w.deleteForGood }).click();
    await expect(page).toHaveURL(`${world.app.url}/`);
    await expect(page.getByText(w.deleted)).toBeVisible();
    await openAuth(page, language);
    const { email, password } = MESSAGES[language].auth;
    await page.getByLabel(email, { exact: true }).fill(account.email);
    await page.getByLabel(password, { exact: true }).fill(GOOD_PASSWORD);
    await page.getByLabel(password, { exact: true }).press('Enter');
    await expect(page.getByRole('alert')).toHaveText(w.refused);
  });
});

test('the personal data downloads as a file', FULL_ONLY, async ({ page, world }) => {
  const account = await createAccount(world.app);
  await openSettings(page, account);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining(['account', 'orders', 'esims', 'consents', 'securityEvents']),
  );
  expect(data['account']).toMatchObject({ email: account.email });
  await expect(page.getByText('Your data is downloaded')).toBeVisible();
});

test('a photo that is too large is not uploaded', FULL_ONLY, async ({ page, world }) => {
  await openSettings(page, await createAccount(world.app));
  await page
    .getByLabel('Add a photo')
    .setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(page.getByText('This photo is larger than 5 MB. Choose a smaller one.')).toBeVisible();
  await page
    .getByLabel('Add a photo')
    .setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('This file can’t be read as a photo. Choose another one.')).toBeVisible();
});

test('a language chosen in the settings applies at once', FULL_ONLY, async ({ page, world }) => {
  await openSettings(page, await createAccount(world.app));
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible();
});

test(
  'a language chosen in the settings also applies to mails; one chosen in the menu is only offered for mails',
  FULL_ONLY,
  async ({ page, world }) => {
    await openSettings(page, await createAccount(world.app));
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
    await expect(page.getByText('Nos e-mails vous sont envoyés en anglais.')).toBeVisible();
    await page.getByRole('button', { name: 'Recevoir les e-mails en français' }).click();
    await expect(page.getByText('Nos e-mails vous sont envoyés en anglais.')).toBeHidden();
    await page.getByRole('combobox', { name: 'Langue', exact: true }).selectOption('en');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 2, name: 'Signed-in sessions' })).toBeVisible();
    await expect(page.getByText('We write our emails to you in')).toBeHidden();
  },
);

test(
  'settings that fail to load can be retried; a signed-out visitor is redirected to /auth',
  FULL_ONLY,
  async ({ page, world, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED/);
    await page.goto('/profile/settings');
    await expect(page).toHaveURL(/\/auth$/);
    await page.route('**/api/account', (route) => route.abort());
    await signIn(page, await createAccount(world.app));
    await page.goto('/profile/settings');
    const alert = page.getByRole('alert').filter({ hasText: 'We could not load your settings' });
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/account');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This device')).toBeVisible();
  },
);

test(
  'Google is linked and unlinked; removing the last sign-in method asks first',
  FULL_ONLY,
  async ({ page, world }) => {
    await next(world.oauth, 'google.com', {
      person: { email: freshEmail(), name: 'Amara Diallo', sub: `s${Date.now()}` },
    });
    await openAuth(page);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await page.goto('/profile/settings');
    const linked = section(page, 'Linked accounts');
    await next(world.oauth, 'facebook.com', {
      person: { email: freshEmail(), name: 'Amara D.', sub: `${Date.now()}` },
    });
    await linked.getByRole('button', { name: 'Link Facebook', exact: true }).click();
    await expect(page.getByText('Facebook is linked')).toBeVisible();
    await linked.getByRole('button', { name: 'Unlink Facebook', exact: true }).click();
    await expect(page.getByText('Facebook is no longer linked')).toBeVisible();

    await linked.getByRole('button', { name: 'Unlink Google', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Unlink Google?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();

    const password = section(page, 'Password');
    await password.getByRole('button', { name: 'Set a password' }).click();
    await password.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await password.getByLabel('Confirm Password', { exact: true }).fill(NEW_PASSWORD);
    await password.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Password saved')).toBeVisible();
    await expect(password.getByRole('button', { name: 'Change password' })).toBeVisible();
    await linked.getByRole('button', { name: 'Unlink Google', exact: true }).click();
    await expect(page.getByText('Google is no longer linked')).toBeVisible();
  },
);

test('the settings can resend the confirmation mail', FULL_ONLY, async ({ page, world }) => {
  const account = await createAccount(world.app);
  await openSettings(page, account);
  const earlier = [await mailedLink(world, account.email, 'verifyEmail')];
  await page.getByRole('button', { name: 'Send the confirmation email again' }).click();
  await expect(page.getByText(/^Sent\./)).toBeVisible();
  await mailedLink(world, account.email, 'verifyEmail', earlier);
});
