import { createAccount, freshEmail } from '../support/accounts.ts';
import { anotherBrowser, confirmAddress, mailedLink, mailedLinks, openAuth, signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { next } from '../support/providers.ts';
import { messages, until } from '../support/wire.ts';
import { FULL_ONLY } from '../support/full.ts';

const NEW_PASSWORD = 'seven lakes beyond the ridge';

const WORDS = {
  en: {
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    confirmation: 'Confirm Password',
    forgot: 'Forgot password?',
    forgotTitle: 'Reset your password',
    send: 'Send the link',
    sent: (email: string) => `If ${email} has an account here`,
    back: 'Back to sign in',
    choose: 'Choose a new password',
    mismatch: 'Passwords do not match',
    strong: 'Strength: strong',
    save: 'Save the new password',
    saved: 'Your password is changed',
    toSignIn: 'Sign in',
    dead: 'This link does not work',
    used: /already been used/,
    linkAsk: 'Email me a sign-in link',
    linkSent: (email: string) => `A sign-in link is on its way to ${email}`,
    linkTitle: 'Sign in with this link',
    as: (email: string) => `You are about to sign in as ${email}.`,
    which: /Which address was the link sent to\?/,
    otherAddress: 'This link was sent to another address. Enter that one.',
  },
  fr: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    confirmation: 'Confirmez le mot de passe',
    forgot: 'Mot de passe oublié\u202f?',
    forgotTitle: 'Réinitialisez votre mot de passe',
    send: 'Envoyer le lien',
    sent: (email: string) => `Si un compte existe à l’adresse ${email}`,
    back: 'Revenir à la connexion',
    choose: 'Choisissez un nouveau mot de passe',
    mismatch: 'Les mots de passe ne correspondent pas',
    strong: 'Robustesse\u00a0: excellente',
    save: 'Enregistrer le mot de passe',
    saved: 'Votre mot de passe est modifié',
    toSignIn: 'Se connecter',
    dead: 'Ce lien ne fonctionne pas',
    used: /déjà servi/,
    linkAsk: 'Recevoir un lien par e-mail',
    linkSent: (email: string) => `Un lien de connexion vient de partir à l’adresse ${email}`,
    linkTitle: 'Connectez-vous avec ce lien',
    as: (email: string) => `Vous allez vous connecter en tant que ${email}.`,
    which: /À quelle adresse ce lien a-t-il été envoyé/,
    otherAddress: 'Ce lien a été envoyé à une autre adresse. Saisissez-la.',
  },
};

forEachLanguage((language) => {
  const w = WORDS[language];

  test('a forgotten password is reset by mail, and other sessions end', async ({
    page,
    browser,
    world,
    browserErrors,
  }) => {
    // Of the session that has ended.
    browserErrors.expect(/status of 400/);
    const account = await createAccount(world.app, language);
    const elsewhere = await anotherBrowser(browser, world, language);
    await signIn(elsewhere, account, language);

    await openAuth(page, language);
    await page.getByLabel(w.email, { exact: true }).fill(account.email);
    await page.getByRole('button', { name: w.forgot }).click();
    await expect(page.getByRole('heading', { level: 1, name: w.forgotTitle })).toBeVisible();
    await expect(page.getByLabel(w.email, { exact: true })).toHaveValue(account.email);
    await expectAccessible(page);
    const warnings = await mailedLinks(world, account.email, 'resetPassword');
    await page.getByRole('button', { name: w.send }).click();
    await expect(page.getByText(w.sent(account.email))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: w.back }).click();
    await expect(page.getByLabel(w.email, { exact: true })).toHaveValue(account.email);

    const link = await mailedLink(world, account.email, 'resetPassword', warnings);
    // A mail scanner opens the link and its page first. This does not use up the link.
    const scanner = await anotherBrowser(browser, world, language);
    await scanner.goto(link);
    await expect(scanner.getByRole('heading', { level: 1, name: w.choose })).toBeVisible();
    await scanner.context().close();

    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: w.choose })).toBeVisible();
    await expect(page.getByText(account.email)).toBeVisible();
    await page.getByLabel(w.newPassword, { exact: true }).fill(NEW_PASSWORD);
    await expect(page.getByText(w.strong)).toBeVisible();
    await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '100');
    await page.getByLabel(w.confirmation, { exact: true }).fill('something else');
    await page.getByRole('button', { name: w.save }).click();
    await expect(page.getByText(w.mismatch)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(w.confirmation, { exact: true }).fill(NEW_PASSWORD);
    await expect(page.getByText(w.mismatch)).toBeHidden();
    await page.getByRole('button', { name: w.save }).click();
    await expect(page.getByRole('heading', { level: 1, name: w.saved })).toBeVisible();

    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/auth$/);
    await elsewhere.context().close();

    await page.getByRole('link', { name: w.toSignIn, exact: true }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await signIn(page, { email: account.email, password: NEW_PASSWORD }, language);
  });

  test('a used reset link shows an error and offers a new one', FULL_ONLY, async ({ page, world, browserErrors }) => {
    browserErrors.expect(/status of 400/);
    const account = await createAccount(world.app, language);
    const identity = (path: string, body: object) =>
      page.request.post(`/identity/v1/accounts:${path}?key=cairn-web`, {
        data: body,
        headers: { 'x-firebase-locale': language },
      });
    await identity('sendOobCode', { requestType: 'PASSWORD_RESET', email: account.email });
    const link = await mailedLink(world, account.email, 'resetPassword');
    await identity('resetPassword', { oobCode: new URL(link).searchParams.get('oobCode'), newPassword: NEW_PASSWORD });
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: w.dead })).toBeVisible();
    await expect(page.getByText(w.used)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(w.email, { exact: true }).fill(account.email);
    await page.getByRole('button', { name: w.send }).click();
    await expect(page.getByText(w.sent(account.email))).toBeVisible();
    await mailedLink(world, account.email, 'resetPassword', [link]);
  });

  test(
    'a sign-in link opened in the same browser signs in with one click',
    FULL_ONLY,
    async ({ page, world, browserErrors }) => {
      // The link a second time.
      browserErrors.expect(/status of 400/);
      const email = freshEmail();
      await openAuth(page, language);
      await page.getByLabel(w.email, { exact: true }).fill(email);
      await page.getByRole('button', { name: w.linkAsk }).click();
      await page.getByRole('button', { name: w.send }).click();
      await expect(page.getByText(w.linkSent(email))).toBeVisible();

      const link = await mailedLink(world, email, 'signIn');
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: w.linkTitle })).toBeVisible();
      await expect(page.getByText(w.as(email))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: w.toSignIn, exact: true }).click();
      await expect(page).toHaveURL(/\/profile$/);
      await expect(page.getByText(email, { exact: true })).toBeVisible();

      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: w.dead })).toBeVisible();
    },
  );

  test(
    'a sign-in link opened in another browser asks for the address and accepts only the right one',
    FULL_ONLY,
    async ({ page, browser, world, browserErrors }) => {
      // The wrong address.
      browserErrors.expect(/status of 400/);
      const account = await createAccount(world.app, language);
      await openAuth(page, language);
      await page.getByLabel(w.email, { exact: true }).fill(account.email);
      await page.getByRole('button', { name: w.linkAsk }).click();
      await page.getByRole('button', { name: w.send }).click();
      const link = await mailedLink(world, account.email, 'signIn');

      const phone = await anotherBrowser(browser, world, language);
      await phone.goto(link);
      await expect(phone.getByText(w.which)).toBeVisible();
      await phone.getByLabel(w.email, { exact: true }).fill(freshEmail());
      await phone.getByRole('button', { name: w.toSignIn, exact: true }).click();
      await expect(phone.getByRole('alert')).toHaveText(w.otherAddress);
      await phone.getByLabel(w.email, { exact: true }).fill(account.email);
      await phone.getByRole('button', { name: w.toSignIn, exact: true }).click();
      await expect(phone).toHaveURL(/\/profile$/);
      await phone.context().close();
    },
  );
});

test('an address without an account gets the same answer and no mail', FULL_ONLY, async ({ page, world }) => {
  const stranger = freshEmail();
  await openAuth(page);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(stranger);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If ${stranger} has an account here`)).toBeVisible();
  const known = await createAccount(world.app);
  await page.getByLabel('Email', { exact: true }).fill(known.email);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await mailedLink(world, known.email, 'resetPassword');
  expect(await messages(world.mail, stranger)).toEqual([]);
});

test('an invalid link shows an error and offers a new one', FULL_ONLY, async ({ page, browserErrors }) => {
  browserErrors.expect(/status of 400/, /ERR_FAILED/);
  const open = async (mode: string) => page.goto(`/auth/action?mode=${mode}&oobCode=nonsense&apiKey=cairn-web`);
  await open('signIn');
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  await open('verifyAndChangeEmail');
  // Without a session the button leads to the sign-in page, because /settings redirects there.
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
  await open('recoverEmail');
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
  await page.route('**/accounts:resetPassword**', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'EXPIRED_OOB_CODE' } } }),
  );
  await open('resetPassword');
  await expect(page.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible();
  await page.unroute('**/accounts:resetPassword**');
  await page.route('**/accounts:resetPassword**', (route) => route.abort());
  await open('resetPassword');
  await expect(page.getByRole('alert')).toContainText('We could not check your link');
  await expectAccessible(page);
  await page.unroute('**/accounts:resetPassword**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
});

test(
  'the strength of a new password is shown while typing; its script loads only then',
  FULL_ONLY,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => /estimator/.test(request.url()) && asked.push(request.url()));
    await openAuth(page);
    await page.getByRole('link', { name: "Don't have an account? Sign Up" }).click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    expect(asked).toEqual([]);
    const password = page.getByLabel('Password', { exact: true });
    const meter = page.getByRole('meter', { name: 'Password strength' });
    const nextField = page.getByLabel('Confirm Password', { exact: true });
    const before = await nextField.boundingBox();
    await password.fill('abc');
    await expect(page.getByText('Strength: too short')).toBeVisible();
    await expect(meter).toHaveAttribute('aria-valuenow', '20');
    await password.fill('qwerty123');
    await expect(page.getByText('Strength: very weak')).toBeVisible();
    await password.fill(NEW_PASSWORD);
    await expect(page.getByText('Strength: strong')).toBeVisible();
    await expect(meter).toHaveAttribute('aria-valuetext', 'strong');
    // The fields below stay where they are while the meter comes.
    expect(await nextField.boundingBox()).toEqual(before);
    await expect(page.getByRole('listitem').filter({ hasText: 'No repeats' })).toContainText(', met');
    await expect(page.getByRole('main').getByRole('link', { name: 'privacy' })).toHaveAttribute(
      'href',
      '/legal/privacy',
    );
    await expectAccessible(page);
    expect(asked).toHaveLength(1);
  },
);

test(
  'when the strength script fails to load, a retry is offered and the form still works',
  FULL_ONLY,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED/);
    await page.route('**/assets/estimator*', (route) => route.abort());
    await openAuth(page);
    await page.getByRole('link', { name: "Don't have an account? Sign Up" }).click();
    await page.getByLabel('Email', { exact: true }).fill(freshEmail());
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await expect(page.getByText('The strength can’t be shown right now.')).toBeVisible();
    await page.unroute('**/assets/estimator*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Strength: strong')).toBeVisible();
    await page.getByLabel('Confirm Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page).toHaveURL(/\/profile$/);
  },
);

test('a script that does not load fails after 120 seconds, with Try again', FULL_ONLY, async ({ page }) => {
  await page.clock.install();
  let hanging = true;
  await page.route('**/assets/firebase*', (route) => (hanging ? undefined : route.continue()));
  const asked = page.waitForRequest('**/assets/firebase*');
  await page.goto('/profile');
  await asked;
  // The page clock also runs during these steps, so this test cannot show that the time-out is not too early.
  // load-chunk.test.ts shows that.
  await page.clock.runFor(100_000);
  await expect(page.getByRole('main')).toHaveText('');
  await page.clock.runFor(20_000);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Part of this page did not load.');
  await expectAccessible(page);
  hanging = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test(
  'Google sign-in for an address with an account asks for the existing sign-in method, then links Google',
  FULL_ONLY,
  async ({ page, world, browserErrors }) => {
    // A wrong password.
    browserErrors.expect(/status of 400/);
    const account = await createAccount(world.app);
    await confirmAddress(world, account);
    const person = { email: account.email, name: 'Amara Diallo', sub: `g${Date.now()}` };
    await next(world.oauth, 'google.com', { person });
    await openAuth(page);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Link Google to your account' })).toBeVisible();
    await expect(page.getByText(`${account.email} already has an account here.`)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in and link' }).click();
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in and link' }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${world.app.url}/`);

    await next(world.oauth, 'google.com', { person });
    await openAuth(page);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText(account.email, { exact: true })).toBeVisible();
  },
);

test('all buttons are disabled while a popup is open, and Cancel enables them again', FULL_ONLY, async ({ page }) => {
  await openAuth(page);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Facebook' }).click();
  await expect(page.getByText('Continue in the Facebook window.')).toBeVisible();
  for (const name of ['Sign In', 'Continue with Google', 'Continue with Facebook', 'Email me a sign-in link']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  }
  await expectAccessible(page);
  const window = await popup;
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await until(() => window.isClosed());
});
