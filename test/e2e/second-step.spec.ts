import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { MESSAGES } from '#src/i18n/i18n.ts';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import { anotherBrowser, confirmAddress, openAuth, signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, forEachLanguage, type Language, test } from '../browser/browser.ts';
import { codeFor, textsTo, wrongCode } from '../support/phones.ts';
import { FULL_ONLY } from '../support/full.ts';

// Proof of work is on, which each text message needs.
test.use({ settings: { CAPTCHA: 'on', CAPTCHA_TRIES: '50' } });

const WORDS = {
  en: {
    email: 'Email',
    password: 'Password',
    signIn: 'Sign In',
    section: 'Two-step sign-in',
    add: 'Set up an app',
    setUp: 'Set up an authenticator app',
    openApp: 'Open my app',
    code: 'Code from the app',
    turnOn: 'Turn on',
    wrong: /This code isn’t right/,
    codes: 'Save your recovery codes',
    kept: 'I have saved them outside this phone',
    keptFirst: 'Save the codes first, then tick this box.',
    done: 'Done',
    left: '10 codes left',
    step: 'One more step',
    go: 'Continue',
    useRecovery: /Use a recovery code/,
    recoveryCode: 'Recovery code',
    remove: /^Remove Authenticator app/,
    removeIt: 'Remove',
  },
  fr: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    section: 'Connexion en deux étapes',
    add: 'Configurer une application',
    setUp: 'Configurer une application d’authentification',
    openApp: 'Ouvrir mon application',
    code: 'Code de l’application',
    turnOn: 'Activer',
    wrong: /Ce code n’est pas le bon/,
    codes: 'Enregistrez vos codes de secours',
    kept: 'Je les ai enregistrés ailleurs que sur ce téléphone',
    keptFirst: 'Enregistrez d’abord les codes, puis cochez cette case.',
    done: 'Terminé',
    left: '10 codes restants',
    step: 'Encore une étape',
    go: 'Continuer',
    useRecovery: /Utiliser un code de secours/,
    recoveryCode: 'Code de secours',
    remove: /^Retirer Application d’authentification/,
    removeIt: 'Retirer',
  },
};

/**
 * The code that the app shows, `steps` periods from now. A code works once, and the next one is accepted 30 seconds
 * early.
 */
const shown = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

async function enterPassword(page: Page, account: TestAccount, language: Language): Promise<void> {
  const w = WORDS[language];
  await openAuth(page, language);
  await page.getByLabel(w.email, { exact: true }).fill(account.email);
  await page.getByLabel(w.password, { exact: true }).fill(account.password);
  await page.getByRole('button', { name: w.signIn, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.step })).toBeVisible();
}

const sectionOf = (page: Page, name: string): Locator => page.getByRole('region', { name });

forEachLanguage((language) => {
  const w = WORDS[language];

  test('an authenticator app is set up, required at sign-in, lost, and replaced by a recovery code', async ({
    page,
    browser,
    world,
    browserErrors,
    isMobile,
  }) => {
    const account = await createAccount(world.app, language);
    await confirmAddress(world, account);
    await signIn(page, account, language);
    await page.goto('/profile/settings#factors');
    const section = sectionOf(page, w.section);
    await section.getByRole('button', { name: w.add }).click();

    const setUp = page.getByRole('dialog', { name: w.setUp });
    await expect(setUp.getByRole('img')).toBeVisible();
    await expect(setUp.getByRole('link', { name: w.openApp })).toBeVisible({ visible: isMobile });
    await expectAccessible(page);
    const key = (await setUp.getByRole('code').textContent())!;
    // Wrong codes.
    browserErrors.expect(/:finalize/);
    await setUp.getByLabel(w.code).fill('000000');
    await setUp.getByRole('button', { name: w.turnOn }).click();
    await expect(setUp.getByText(w.wrong)).toBeVisible();
    await setUp.getByLabel(w.code).fill(shown(key));
    await setUp.getByRole('button', { name: w.turnOn }).click();

    const saved = page.getByRole('dialog', { name: w.codes });
    await expect(saved.getByRole('listitem')).toHaveCount(10);
    const codes = await saved.getByRole('listitem').allTextContents();
    expect(new Set(codes).size).toBe(10);
    await expectAccessible(page);
    await saved.getByRole('button', { name: w.done }).click();
    await expect(saved.getByText(w.keptFirst)).toBeVisible();
    await saved.getByLabel(w.kept).check();
    await saved.getByRole('button', { name: w.done }).click();
    await expect(section.getByText(w.left)).toBeVisible();

    // In another browser, the password alone does not sign in.
    const other = await anotherBrowser(browser, world, language);
    await enterPassword(other, account, language);
    await expectAccessible(other);
    await other.getByLabel(w.code).fill('000000');
    await other.getByRole('button', { name: w.go }).click();
    await expect(other.getByText(w.wrong)).toBeVisible();
    await other.getByLabel(w.code).fill(shown(key, 1));
    await other.getByRole('button', { name: w.go }).click();
    await expect(other).toHaveURL(/\/profile$/);

    // The phone is lost: a recovery code signs in, and the app is removed.
    const lost = await anotherBrowser(browser, world, language);
    await enterPassword(lost, account, language);
    await lost.getByRole('button', { name: w.useRecovery }).click();
    await lost.getByLabel(w.recoveryCode).fill(codes[0]!.toUpperCase());
    await lost.getByRole('button', { name: w.go }).click();
    await expect(lost).toHaveURL(/\/profile$/);
    await lost.goto('/profile/settings#factors');
    await sectionOf(lost, w.section).getByRole('button', { name: w.remove }).click();
    await lost.getByRole('dialog').getByRole('button', { name: w.removeIt, exact: true }).click();
    await expect(sectionOf(lost, w.section).getByRole('button', { name: w.remove })).toBeHidden();
    const plain = await anotherBrowser(browser, world, language);
    await signIn(plain, account, language);
  });

  test(
    'a phone as second factor: added, texted to at sign-in, and chosen beside an app',
    FULL_ONLY,
    async ({ page, browser, world, browserErrors }) => {
      // Wrong codes.
      browserErrors.expect(/status of 400/);
      const { factors, phone, errors } = MESSAGES[language];
      const number = language === 'en' ? '+33639980301' : '+33639980401';
      const masked = `·· ${number.slice(-4, -2)} ${number.slice(-2)}`;
      const account = await createAccount(world.app, language);
      await confirmAddress(world, account);
      await signIn(page, account, language);
      await page.goto('/profile/settings#factors');
      const section = sectionOf(page, w.section);
      await section.getByRole('button', { name: factors.list.addPhone }).click();

      const adding = page.getByRole('dialog', { name: factors.list.addPhone });
      await adding.getByRole('textbox', { name: phone.number }).fill(number);
      await adding.getByRole('button', { name: phone.send }).click();
      const first = await codeFor(world.sms, number);
      const field = adding.getByRole('textbox', { name: phone.code });
      await field.fill(wrongCode(first));
      await expect(adding.getByText(errors.auth['invalid-verification-code'])).toBeVisible();
      await expectAccessible(page);
      await field.fill(first);

      const saved = page.getByRole('dialog', { name: w.codes });
      await expect(saved.getByRole('listitem')).toHaveCount(10);
      await saved.getByLabel(w.kept).check();
      await saved.getByRole('button', { name: w.done }).click();
      await expect(section.getByText(`${factors.list.phone} ${masked}`)).toBeVisible();
      await expectAccessible(page);

      // In another browser, the password alone does not sign in, and a text message is sent at once.
      const other = await anotherBrowser(browser, world, language);
      await other.setViewportSize({ width: 320, height: 640 });
      await enterPassword(other, account, language);
      await expect(other.getByText(factors.step.sent.replace('{{number}}', masked))).toBeVisible();
      const second = await codeFor(world.sms, number, 2);
      const texted = other.getByRole('textbox', { name: phone.code });
      await expect(texted).toBeFocused();
      await expectAccessible(other);
      expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await texted.pressSequentially(wrongCode(second));
      await expect(other.getByText(errors.auth['invalid-verification-code'])).toBeVisible();

      // Opening another method and going back, by keyboard, sends no second text message.
      await other.getByRole('button', { name: w.useRecovery }).press('Enter');
      await expect(other.getByLabel(w.recoveryCode)).toBeFocused();
      await other.getByRole('button', { name: factors.step.useText.replace('{{number}}', masked) }).press('Enter');
      await texted.fill(second);
      await expect(other).toHaveURL(/\/profile$/);
      expect(await textsTo(world.sms, number)).toHaveLength(2);

      // With an app, which is asked for first, the user can choose the phone.
      await section.getByRole('button', { name: w.add }).click();
      const setUp = page.getByRole('dialog', { name: w.setUp });
      await setUp.getByLabel(w.code).fill(shown((await setUp.getByRole('code').textContent())!));
      await setUp.getByRole('button', { name: w.turnOn }).click();
      await expect(section.getByRole('button', { name: w.remove })).toBeVisible();
      const both = await anotherBrowser(browser, world, language);
      await enterPassword(both, account, language);
      await expect(both.getByLabel(w.code)).toBeFocused();
      await expectAccessible(both);
      await both.getByRole('button', { name: factors.step.useText.replace('{{number}}', masked) }).click();
      await both.getByRole('textbox', { name: phone.code }).fill(await codeFor(world.sms, number, 3));
      await expect(both).toHaveURL(/\/profile$/);
    },
  );
});

test.describe('on a phone', () => {
  test.use({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });
  test(
    'the set-up of an authenticator app opens the app, because a phone can’t scan its own screen',
    FULL_ONLY,
    async ({ page, world }) => {
      const [w, account] = [WORDS.en, await createAccount(world.app)];
      await confirmAddress(world, account);
      await signIn(page, account);
      await page.goto('/profile/settings#factors');
      await sectionOf(page, w.section).getByRole('button', { name: w.add }).click();
      const setUp = page.getByRole('dialog', { name: w.setUp });
      const key = (await setUp.getByRole('code').textContent())!.replaceAll(' ', '');
      await expect(setUp.getByRole('link', { name: w.openApp })).toHaveAttribute(
        'href',
        new RegExp(`^otpauth://totp/.*secret=${key}`),
      );
      await expectAccessible(page);
    },
  );
});
