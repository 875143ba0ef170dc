import { createAccount } from '../support/accounts.ts';
import { signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { until } from '../support/wire.ts';

/**
 * How long a sign-in counts as recent, in seconds: short, but long enough for the change to continue on a slow machine.
 */
const RECENT_SECONDS = 5;
test.use({ settings: { IDENTITY_RECENT_LOGIN_SECONDS: String(RECENT_SECONDS) } });

const NEW_PASSWORD = 'seven lakes beyond the ridge';

const WORDS = {
  en: {
    section: 'Password',
    change: 'Change password',
    password: 'New password',
    confirmation: 'Confirm Password',
    save: 'Save password',
    saved: 'Password saved',
    proof: 'Is it really you?',
    own: 'Password',
    go: 'Continue',
    wrong: 'Wrong password.',
  },
  fr: {
    section: 'Mot de passe',
    change: 'Changer le mot de passe',
    password: 'Nouveau mot de passe',
    confirmation: 'Confirmez le mot de passe',
    save: 'Enregistrer',
    saved: 'Mot de passe enregistré',
    proof: 'Est-ce bien vous\u202f?',
    own: 'Mot de passe',
    go: 'Continuer',
    wrong: 'Mot de passe incorrect.',
  },
};

forEachLanguage((language) => {
  const w = WORDS[language];

  test('a sensitive change asks for a fresh sign-in and then continues by itself', async ({
    page,
    world,
    browserErrors,
  }) => {
    // The browser logs a console error for every refusal by the server.
    browserErrors.expect(/status of 400/);
    const account = await createAccount(world.app);
    await signIn(page, account, language);
    const signedIn = Date.now();
    await page.goto('/profile/settings');
    const section = page.getByRole('region', { name: w.section, exact: true });
    await section.getByRole('button', { name: w.change }).click();
    await section.getByLabel(w.password, { exact: true }).fill(NEW_PASSWORD);
    await section.getByLabel(w.confirmation, { exact: true }).fill(NEW_PASSWORD);
    await until(() => Date.now() > signedIn + (RECENT_SECONDS + 1) * 1000, { what: 'the sign-in is old' });
    await section.getByRole('button', { name: w.save, exact: true }).click();

    const proof = page.getByRole('dialog', { name: w.proof });
    const own = proof.getByLabel(w.own, { exact: true });
    await expect(own).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(proof).toBeHidden();
    await expect(section.getByRole('alert')).toHaveCount(0);

    await section.getByRole('button', { name: w.save, exact: true }).click();
    await own.fill('not this one');
    await proof.getByRole('button', { name: w.go, exact: true }).click();
    await expect(proof.getByRole('alert')).toHaveText(w.wrong);
    await own.fill(account.password);
    await own.press('Enter');
    await expect(page.getByText(w.saved)).toBeVisible();
    await expect(proof).toBeHidden();
  });
});
