import type { Page } from '@playwright/test';
import { createAccount, freshEmail, GOOD_PASSWORD } from '../support/accounts.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../support/browser.ts';
import { messages, until } from '../support/wire.ts';

const WORDS = {
  en: {
    welcome: 'Welcome Back',
    welcomeText: 'Sign in to access your eSIM dashboard',
    create: 'Create Account',
    createText: 'Join us to manage your global connectivity',
    email: 'Email',
    password: 'Password',
    confirmation: 'Confirm Password',
    show: 'Show password',
    hide: 'Hide password',
    hint: 'At least 6 characters.',
    signIn: 'Sign In',
    signUp: 'Sign Up',
    toSignUp: "Don't have an account? Sign Up",
    toSignIn: 'Already have an account? Sign In',
    google: 'Continue with Google',
    facebook: 'Continue with Facebook',
    mismatch: 'Passwords do not match',
    wrong: 'Wrong email or password.',
    taken: 'An account with this email already exists. Sign in instead.',
    common: 'This password is too easy to guess. Choose another one.',
    notSetUp: (name: string) => `${name} sign-in isn’t set up on this site yet.`,
    offline: /couldn’t reach the store/,
    confirm: 'Confirm my address',
    confirmed: 'Your address is confirmed',
    used: /already used or is not complete/,
    again: 'Send it again',
    unknownLink: 'This link does nothing here',
    noEsims: 'No Active eSIMs',
  },
  fr: {
    welcome: 'Content de vous revoir',
    welcomeText: 'Connectez-vous pour accéder à vos eSIM',
    create: 'Créer un compte',
    createText: 'Rejoignez-nous pour gérer votre connexion partout dans le monde',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    confirmation: 'Confirmez le mot de passe',
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
    hint: '6 caractères au minimum.',
    signIn: 'Se connecter',
    signUp: 'S’inscrire',
    toSignUp: 'Pas encore de compte\u202f? Inscrivez-vous',
    toSignIn: 'Déjà un compte\u202f? Connectez-vous',
    google: 'Continuer avec Google',
    facebook: 'Continuer avec Facebook',
    mismatch: 'Les mots de passe ne correspondent pas',
    wrong: 'Adresse e-mail ou mot de passe incorrect.',
    taken: /Un compte existe déjà/,
    common: /trop facile à deviner/,
    notSetUp: (name: string) => new RegExp(`connexion avec ${name}`, 'i'),
    offline: /injoignable/,
    confirm: 'Confirmer mon adresse',
    confirmed: 'Votre adresse est confirmée',
    used: /déjà servi/,
    again: 'Renvoyer le lien',
    unknownLink: 'Ce lien ne mène à rien ici',
    noEsims: 'Aucune eSIM active',
  },
};

/** Calls of the identity wire that would sign somebody in or up. */
function attemptsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/accounts:sign/.test(request.url())) calls.push(request.url());
  });
  return calls;
}

/** The page, once it answers to clicks. */
async function openAuth(page: Page, submit: string): Promise<void> {
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: submit, exact: true })).toBeEnabled();
}

forEachLanguage((language) => {
  const w = WORDS[language];
  const email = (page: Page) => page.getByLabel(w.email, { exact: true });
  const password = (page: Page) => page.getByLabel(w.password, { exact: true });
  const confirmation = (page: Page) => page.getByLabel(w.confirmation, { exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const alert = (page: Page) => page.getByRole('alert');

  async function fillIn(page: Page, values: { email: string; password: string; confirmation?: string }) {
    await email(page).fill(values.email);
    await password(page).fill(values.password);
    if (values.confirmation !== undefined) await confirmation(page).fill(values.confirmation);
  }

  test('the form changes between signing in and signing up, and keeps what was typed', async ({ page, complaints }) => {
    await openAuth(page, w.signIn);
    await expect(page.getByRole('heading', { level: 1, name: w.welcome })).toBeVisible();
    await expect(page.getByText(w.welcomeText)).toBeVisible();
    await expect(confirmation(page)).toHaveCount(0);
    await expect(email(page)).toHaveAttribute('type', 'email');
    await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
    await expectAccessible(page);

    await fillIn(page, { email: 'amara@example.com', password: 'kept' });
    await page.getByRole('link', { name: w.toSignUp, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: w.create })).toBeVisible();
    await expect(page.getByText(w.createText)).toBeVisible();
    await expect(confirmation(page)).toBeVisible();
    await expect(page.getByText(w.hint)).toBeVisible();
    await expect(password(page)).toHaveAttribute('autocomplete', 'new-password');
    await expect(email(page)).toHaveValue('amara@example.com');
    await expect(password(page)).toHaveValue('kept');
    await expectAccessible(page);

    await page.getByRole('link', { name: w.toSignIn, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: w.welcome })).toBeVisible();
    await expect(email(page)).toHaveValue('amara@example.com');
    expect(complaints).toEqual([]);
  });

  test('the eye shows and hides the password', async ({ page }) => {
    await openAuth(page, w.signIn);
    await password(page).fill('a secret');
    await button(page, w.show).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await button(page, w.hide).click();
    await expect(password(page)).toHaveAttribute('type', 'password');
    await expect(password(page)).toHaveValue('a secret');
  });

  test('signing up leads to the profile, which is empty, and a second visit to /auth as well', async ({ page, complaints }) => {
    await openAuth(page, w.signIn);
    await page.getByRole('link', { name: w.toSignUp }).click();
    await fillIn(page, { email: freshEmail(), password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD });
    await button(page, w.signUp).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('heading', { name: w.noEsims })).toBeVisible();
    await page.goto('/auth');
    await expect(page).toHaveURL(/\/profile$/);
    expect(complaints).toEqual([]);
  });

  test('signing in by Enter leads to the profile; going back does not lead to the form', async ({ page, world }) => {
    const account = await createAccount(world.app);
    await page.goto('/plans');
    await openAuth(page, w.signIn);
    await fillIn(page, account);
    await password(page).press('Enter');
    await expect(page).toHaveURL(/\/profile$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/plans$/);
  });

  test('passwords that differ make no request', async ({ page }) => {
    const attempts = attemptsOf(page);
    await openAuth(page, w.signIn);
    await page.getByRole('link', { name: w.toSignUp }).click();
    await fillIn(page, { email: freshEmail(), password: GOOD_PASSWORD, confirmation: 'something else' });
    await button(page, w.signUp).click();
    await expect(alert(page)).toHaveText(w.mismatch);
    await expectAccessible(page);
    expect(attempts).toEqual([]);
    await page.getByRole('link', { name: w.toSignIn }).click();
    await expect(alert(page)).toHaveCount(0);
  });

  test('an empty or malformed e-mail makes no request', async ({ page }) => {
    const attempts = attemptsOf(page);
    await openAuth(page, w.signIn);
    await button(page, w.signIn).click();
    await fillIn(page, { email: 'no address', password: 'x' });
    await button(page, w.signIn).click();
    expect(await email(page).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    expect(attempts).toEqual([]);
  });

  test('a wrong password is said in the alert, and the form can be used at once', async ({ page, world }) => {
    const account = await createAccount(world.app);
    await openAuth(page, w.signIn);
    await fillIn(page, { ...account, password: 'not this one' });
    await password(page).press('Enter');
    await expect(alert(page)).toHaveText(w.wrong);
    await expect(password(page)).toBeFocused();
    await password(page).fill(account.password);
    await button(page, w.signIn).click();
    await expect(page).toHaveURL(/\/profile$/);
  });

  test('an address that is taken and a password that everyone uses are refused with a sentence', async ({ page, world }) => {
    const account = await createAccount(world.app);
    await openAuth(page, w.signIn);
    await page.getByRole('link', { name: w.toSignUp }).click();
    await fillIn(page, { email: account.email, password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD });
    await button(page, w.signUp).click();
    await expect(alert(page)).toHaveText(w.taken);
    await fillIn(page, { email: freshEmail(), password: 'password1', confirmation: 'password1' });
    await button(page, w.signUp).click();
    await expect(alert(page)).toHaveText(w.common);
  });

  test('all buttons are disabled while a request runs', async ({ page, world }) => {
    const account = await createAccount(world.app);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/accounts:signInWithPassword**', async (route) => {
      await held;
      await route.continue();
    });
    await openAuth(page, w.signIn);
    await fillIn(page, account);
    await button(page, w.signIn).click();
    await expect(button(page, w.signIn)).toHaveAttribute('aria-busy', 'true');
    for (const name of [w.signIn, w.google, w.facebook, w.show]) await expect(button(page, name)).toBeDisabled();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(1);
    release();
    await expect(page).toHaveURL(/\/profile$/);
  });

  test('without a connection the alert says so', async ({ page }) => {
    await page.route('**/accounts:signInWithPassword**', (route) => route.abort());
    await openAuth(page, w.signIn);
    await fillIn(page, { email: freshEmail(), password: 'x' });
    await button(page, w.signIn).click();
    await expect(alert(page)).toHaveText(w.offline);
    await expect(button(page, w.signIn)).toBeEnabled();
  });

  test('Google and Facebook say that they are not set up', async ({ page }) => {
    await openAuth(page, w.signIn);
    await button(page, w.google).click();
    await expect(alert(page)).toHaveText(w.notSetUp('Google'));
    await button(page, w.facebook).click();
    await expect(alert(page)).toHaveText(w.notSetUp('Facebook'));
  });

  test('a mailed link proves the address on a click, once', async ({ page, world, complaints }) => {
    const account = await createAccount(world.app, language);
    await openAuth(page, w.signIn);
    await fillIn(page, account);
    await button(page, w.signIn).click();
    await expect(page).toHaveURL(/\/profile$/);

    const link = await until(async () => (await messages(world.mail, account.email))[0]?.links.find((each) => each.includes('/auth/action')));
    await page.goto(link);
    await expectAccessible(page);
    await button(page, w.confirm).click();
    await expect(page.getByRole('heading', { level: 1, name: w.confirmed })).toBeVisible();
    expect(complaints).toEqual([]);

    await page.goto(link);
    await button(page, w.confirm).click();
    await expect(alert(page)).toContainText(w.used);
    // The address is confirmed: there is nothing to send again.
    await expect(button(page, w.again)).toHaveCount(0);
  });

  test('a used-up link can be asked for again by whoever is signed in', async ({ page, world }) => {
    const account = await createAccount(world.app);
    await openAuth(page, w.signIn);
    await fillIn(page, account);
    await button(page, w.signIn).click();
    await expect(page).toHaveURL(/\/profile$/);
    await page.goto('/auth/action?mode=verifyEmail&oobCode=nonsense');
    await button(page, w.confirm).click();
    await expect(alert(page)).toContainText(w.used);
    await button(page, w.again).click();
    await until(async () => (await messages(world.mail, account.email)).length >= 2);
  });

  test('a mailed link for something else says that it leads nowhere', async ({ page }) => {
    await page.goto('/auth/action?mode=resetPassword&oobCode=x');
    await expect(page.getByRole('heading', { level: 1, name: w.unknownLink })).toBeVisible();
    await expectAccessible(page);
  });
});

test('before hydration nothing is sent, and what was typed is kept', async ({ page }) => {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('Email', { exact: true }).fill('early@example.com');
  await password.fill('typed early');
  await password.press('Enter');
  await page.getByRole('link', { name: "Don't have an account? Sign Up" }).click();
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeEnabled();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('early@example.com');
  await expect(password).toHaveValue('typed early');
  expect(page.url()).not.toContain('typed');
});
