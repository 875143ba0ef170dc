import { createAccount } from '../support/accounts.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { bought } from '../support/shop.ts';

const WORDS = {
  en: {
    email: 'Email',
    password: 'Password',
    signIn: 'Sign In',
    place: 'Japan',
    ofPlan: 'Asia plan',
    line: 'Asia - 3GB for Japan',
    install: 'Install',
    ready: 'Your Japan eSIM is ready',
  },
  fr: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    place: 'Japon',
    ofPlan: 'Forfait Asie',
    line: 'Asie - 3\u00a0Go pour le Japon',
    install: 'Installer',
    ready: 'Votre eSIM Japon est prête',
  },
};

forEachLanguage((language) => {
  const words = WORDS[language];

  test('a plan of Asia that was bought for Japan is the one for Japan in the profile and on its page', async ({
    page,
    world,
  }) => {
    const account = await createAccount(world.app, language);
    await bought(
      world.app,
      { planId: 'asia-3gb', forPlace: 'japan', email: account.email },
      { authorization: `Bearer ${account.idToken}` },
    );
    await page.goto('/auth');
    await page.getByLabel(words.email, { exact: true }).fill(account.email);
    await page.getByLabel(words.password, { exact: true }).fill(account.password);
    await page.getByRole('button', { name: words.signIn, exact: true }).click();
    const card = page.getByRole('article', { name: words.place });
    await expect(card.getByText(words.ofPlan)).toBeVisible();
    await expect(page.getByText(words.line)).toBeVisible();
    await expectAccessible(page);
    await card.getByRole('link', { name: words.install }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.ready })).toBeVisible();
    await expect(page.getByText(words.ofPlan)).toBeVisible();
    await expect(page.getByText(words.line)).toBeVisible();
    await expectAccessible(page);
  });
});
