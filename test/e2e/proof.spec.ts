import { openAuth } from '../browser/account-pages.ts';
import { createAccount } from '../support/accounts.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';

// The first two attempts of three need no proof of work. The third does.
test.use({ settings: { CAPTCHA: 'on', CAPTCHA_FROM_PERCENT: '60', LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: '3' } });

const WORDS = {
  en: { email: 'Email', password: 'Password', submit: 'Sign In', working: /^Checking that you are not a robot/ },
  fr: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    working: /^Nous vérifions que vous n’êtes pas un robot/,
  },
};

forEachLanguage((language) => {
  const w = WORDS[language];

  test('close to a rate limit the page solves a proof of work by itself and signs in', async ({ page, world }) => {
    const { email, password } = await createAccount(world.app);
    for (let i = 0; i < 2; i++)
      await page.request.post('/identity/v1/accounts:signInWithPassword?key=cairn-web', {
        data: { email, password: `wrong ${i}` },
      });
    // Holds the solver until the page was checked.
    let goOn = () => {};
    const looked = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/assets/worker-*.js', async (route) => {
      await looked;
      await route.continue();
    });

    await openAuth(page, language);
    await page.getByLabel(w.email, { exact: true }).fill(email);
    await page.getByLabel(w.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: w.submit, exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: w.working })).toBeVisible();
    await expectAccessible(page);
    goOn();

    await expect(page).toHaveURL(/\/profile$/);
    const proof = (await page.context().cookies()).find(({ name }) => name === 'cairn_proof');
    expect(proof).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
  });
});
