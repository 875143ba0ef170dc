import type { Page } from '@playwright/test';
import { translator } from '#src/i18n/i18n.ts';
import { signInErrorWords } from '#src/web/session/auth-error-message.ts';
import { mailedLink } from '../browser/account-pages.ts';
import { createAccount, freshEmail, GOOD_PASSWORD } from '../support/accounts.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { SPECIFIED_CODES, WIRE_CODES } from '../support/wire-codes.ts';
import { FULL_ONLY } from '../support/full.ts';

// A site without providers. auth-recovery.spec.ts and providers.spec.ts test sign-in with a provider.
test.use({
  settings: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', FACEBOOK_APP_ID: '', FACEBOOK_APP_SECRET: '' },
});

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
    hint: 'At least 6 characters',
    signIn: 'Sign In',
    signUp: 'Sign Up',
    toSignUp: "Don't have an account? Sign Up",
    toSignIn: 'Already have an account? Sign In',
    google: 'Continue with Google',
    facebook: 'Continue with Facebook',
    mismatch: 'Passwords do not match',
    wrong: 'Wrong email or password.',
    notSetUp: (name: string) => `${name} sign-in isn’t set up on this site yet.`,
    confirm: 'Confirm my address',
    confirmed: 'Your address is confirmed',
    used: /already been used or is incomplete/,
    noEsims: 'No Active eSIMs',
  },
  fr: {
    welcome: 'Bon retour parmi nous',
    welcomeText: 'Connectez-vous pour accéder à vos eSIM',
    create: 'Créer un compte',
    createText: 'Rejoignez-nous pour gérer votre connexion partout dans le monde',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    confirmation: 'Confirmez le mot de passe',
    show: 'Afficher le mot de passe',
    hide: 'Masquer le mot de passe',
    hint: '6 caractères au minimum',
    signIn: 'Se connecter',
    signUp: 'S’inscrire',
    toSignUp: 'Pas encore de compte\u202f? Inscrivez-vous',
    toSignIn: 'Déjà un compte\u202f? Connectez-vous',
    google: 'Continuer avec Google',
    facebook: 'Continuer avec Facebook',
    mismatch: 'Les mots de passe ne correspondent pas',
    wrong: 'Adresse e-mail ou mot de passe incorrect.',
    notSetUp: (name: string) => new RegExp(`connexion avec ${name}`, 'i'),
    confirm: 'Confirmer mon adresse',
    confirmed: 'Votre adresse est confirmée',
    used: /déjà servi/,
    noEsims: 'Aucune eSIM active',
  },
};

/** The identity calls that sign in or sign up. */
function attemptsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/accounts:sign/.test(request.url())) calls.push(request.url());
  });
  return calls;
}

/** Opens the sign-in page and waits for hydration. */
async function openAuth(page: Page, submit: string): Promise<void> {
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: submit, exact: true })).toBeEnabled();
}

function formOf(page: Page, words: (typeof WORDS)['en' | 'fr'] = WORDS.en) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const form = {
    email: field(words.email),
    password: field(words.password),
    confirmation: field(words.confirmation),
    alert: page.getByRole('alert'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    async fillIn(values: { email: string; password: string; confirmation?: string }) {
      await form.email.fill(values.email);
      await form.password.fill(values.password);
      if (values.confirmation !== undefined) await form.confirmation.fill(values.confirmation);
    },
    async signIn(account: { email: string; password: string }) {
      await openAuth(page, words.signIn);
      await form.fillIn(account);
      await form.button(words.signIn).click();
      await expect(page).toHaveURL(/\/profile$/);
    },
  };
  return form;
}

forEachLanguage((language) => {
  const w = WORDS[language];

  test('the form switches between sign-in and sign-up and keeps the input', async ({ page }) => {
    const form = formOf(page, w);
    await openAuth(page, w.signIn);
    await expect(page.getByRole('heading', { level: 1, name: w.welcome })).toBeVisible();
    await expect(page.getByText(w.welcomeText)).toBeVisible();
    await expect(form.confirmation).toHaveCount(0);
    await expect(form.email).toHaveAttribute('type', 'email');
    await expect(form.password).toHaveAttribute('autocomplete', 'current-password');
    await expectAccessible(page);

    await form.fillIn({ email: 'amara@example.com', password: 'kept' });
    await form.link(w.toSignUp).click();
    await expect(page.getByRole('heading', { level: 1, name: w.create })).toBeVisible();
    await expect(page.getByText(w.createText)).toBeVisible();
    await expect(form.confirmation).toBeVisible();
    await expect(page.getByText(w.hint)).toBeVisible();
    await expect(form.password).toHaveAttribute('autocomplete', 'new-password');
    await expect(form.email).toHaveValue('amara@example.com');
    await expect(form.password).toHaveValue('kept');
    await expectAccessible(page);

    await form.button(w.show).first().click();
    await expect(form.password).toHaveAttribute('type', 'text');
    await form.button(w.hide).click();
    await expect(form.password).toHaveAttribute('type', 'password');

    await form.link(w.toSignIn).click();
    await expect(page.getByRole('heading', { level: 1, name: w.welcome })).toBeVisible();
    await expect(form.email).toHaveValue('amara@example.com');
  });

  test('errors show in the red alert, and a password mismatch sends no request', async ({
    page,
    world,
    browserErrors,
  }) => {
    browserErrors.expect(/status of 400/);
    const form = formOf(page, w);
    const account = await createAccount(world.app);
    const attempts = attemptsOf(page);
    await openAuth(page, w.signIn);
    await form.link(w.toSignUp).click();
    await form.fillIn({ email: freshEmail(), password: GOOD_PASSWORD, confirmation: 'something else' });
    await form.button(w.signUp).click();
    await expect(form.alert).toHaveText(w.mismatch);
    await expect(form.confirmation).toHaveAttribute('aria-invalid', 'true');
    await expect(form.confirmation).toHaveAccessibleDescription(w.mismatch);
    await expectAccessible(page);
    await form.link(w.toSignIn).click();
    await expect(form.alert).toHaveCount(0);

    await form.button(w.google).click();
    await expect(form.alert).toHaveText(w.notSetUp('Google'));
    await form.button(w.facebook).click();
    await expect(form.alert).toHaveText(w.notSetUp('Facebook'));
    expect(attempts).toEqual([]);

    await form.fillIn({ ...account, password: 'not this one' });
    await form.password.press('Enter');
    await expect(form.alert).toHaveText(w.wrong);
    await expect(form.password).toBeFocused();
  });

  test('sign-up leads to an empty profile; so does a second visit to /auth', async ({ page }) => {
    const form = formOf(page, w);
    await openAuth(page, w.signIn);
    await form.link(w.toSignUp).click();
    await form.fillIn({ email: freshEmail(), password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD });
    await form.button(w.signUp).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('heading', { name: w.noEsims })).toBeVisible();
    await page.goto('/auth');
    await expect(page).toHaveURL(/\/profile$/);
  });

  test('a mailed link confirms the address once, on a click', async ({ page, world, browserErrors }) => {
    // The link a second time.
    browserErrors.expect(/status of 400/);
    const form = formOf(page, w);
    const account = await createAccount(world.app, language);
    await form.signIn(account);
    const link = await mailedLink(world, account.email, 'verifyEmail');
    await page.goto(link);
    // The page reads the link in the browser, and has no heading before.
    await expect(form.button(w.confirm)).toBeVisible();
    await expectAccessible(page);
    await form.button(w.confirm).click();
    await expect(page.getByRole('heading', { level: 1, name: w.confirmed })).toBeVisible();

    await page.goto(link);
    await form.button(w.confirm).click();
    await expect(form.alert).toContainText(w.used);
    await expectAccessible(page);
  });
});

test('sign-in by Enter leads to the profile; Back does not return to the form', async ({ page, world }) => {
  const form = formOf(page);
  const account = await createAccount(world.app);
  await page.goto('/plans');
  await openAuth(page, 'Sign In');
  await form.fillIn(account);
  await form.password.press('Enter');
  await expect(page).toHaveURL(/\/profile$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/plans$/);
});

test('an empty or malformed email or an empty password sends no request', async ({ page }) => {
  const form = formOf(page);
  const attempts = attemptsOf(page);
  await openAuth(page, 'Sign In');
  await expect(form.email).toHaveAttribute('required');
  await expect(form.password).toHaveAttribute('required');
  await form.button('Sign In').click();
  await form.fillIn({ email: 'no address', password: 'x' });
  await form.button('Sign In').click();
  expect(await form.email.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  await form.fillIn({ email: freshEmail(), password: '' });
  await form.button('Sign In').click();
  await expect(form.password).toBeFocused();
  expect(attempts).toEqual([]);
});

/** The page handles these codes with a separate step. Other tests cover those steps. */
const STEPS = new Set(['password-does-not-meet-requirements', 'multi-factor-auth-required']);
/** Maps a code to the code on the wire. The SDK raises some codes under another name. */
const onTheWire = (code: string) =>
  WIRE_CODES.find(([, name]) => name === code)?.[0] ?? code.toUpperCase().replaceAll('-', '_');

forEachLanguage((language) => {
  const [w, t] = [WORDS[language], translator(language)];

  test('every error code of the API has its own message in the red alert', async ({ page, browserErrors }) => {
    // The SDK then tries to load a captcha of Google, which the policy forbids.
    browserErrors.expect(
      /recaptcha\/enterprise\.js.*Content Security Policy/,
      /^request to https:\/\/www\.google\.com$/,
    );
    browserErrors.expect(/status of 400/, /ERR_FAILED/);
    const form = formOf(page, w);
    await openAuth(page, w.signIn);
    await form.fillIn({ email: freshEmail(), password: 'x' });
    let code = '';
    await page.route('**/accounts:signInWithPassword**', (route) =>
      code === 'network-request-failed'
        ? route.abort()
        : route.fulfill({ status: 400, json: { error: { code: 400, message: onTheWire(code) } } }),
    );
    for (code of SPECIFIED_CODES.filter((each) => !STEPS.has(each))) {
      await form.button(w.signIn).click();
      const sentence = signInErrorWords({ code: `auth/${code}` })(t);
      expect(sentence, code).not.toBe(t('errors.fallback.auth'));
      await expect(form.alert, code).toHaveText(sentence);
    }
  });
});

test('an error shows under its field on blur and goes away once the value is valid', async ({ page }) => {
  const form = formOf(page);
  await openAuth(page, 'Sign In');
  await form.email.fill('no address');
  await form.password.focus();
  const wrong = page.getByText('Enter an email address, such as name@example.com.');
  await expect(wrong).toBeVisible();
  await expect(form.email).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await form.email.fill('right@example.com');
  await expect(wrong).toBeHidden();
  await form.button('Sign In').click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(form.password).toBeFocused();

  await form.link("Don't have an account? Sign Up").click();
  await form.fillIn({ email: 'right@example.com', password: GOOD_PASSWORD, confirmation: 'something else' });
  await form.confirmation.press('Enter');
  await expect(form.alert).toHaveText('Passwords do not match');
  await form.confirmation.fill(GOOD_PASSWORD);
  await expect(page.getByText('Passwords do not match')).toHaveCount(0);
});

test('a captcha request and a bare 500 have their own messages', FULL_ONLY, async ({ page, browserErrors }) => {
  // The SDK then tries to load a captcha of Google, which the policy forbids.
  browserErrors.expect(/recaptcha\/enterprise\.js.*Content Security Policy/, /^request to https:\/\/www\.google\.com$/);
  browserErrors.expect(/status of 400/, /status of 500/);
  const form = formOf(page);
  await openAuth(page, 'Sign In');
  await page.route('**/accounts:signInWithPassword**', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'MISSING_RECAPTCHA_TOKEN' } } }),
  );
  await form.fillIn({ email: freshEmail(), password: 'x' });
  await form.button('Sign In').click();
  await expect(form.alert).toHaveText('We couldn’t check that you are a person. Reload the page and try again.');
  await page.route('**/accounts:signInWithPassword**', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await form.button('Sign In').click();
  await expect(form.alert).toHaveText('Something went wrong on our side. Try again in a moment.');
});

test('a taken address and a common password are refused with a message', async ({ page, world, browserErrors }) => {
  browserErrors.expect(/status of 400/);
  const form = formOf(page);
  const account = await createAccount(world.app);
  await openAuth(page, 'Sign In');
  await form.link("Don't have an account? Sign Up").click();
  await form.fillIn({ email: account.email, password: GOOD_PASSWORD, confirmation: GOOD_PASSWORD });
  await form.button('Sign Up').click();
  await expect(form.alert).toHaveText('An account with this email already exists. Sign in instead.');
  await expect(form.email).toHaveAttribute('aria-invalid', 'true');
  await form.email.fill(freshEmail());
  await expect(form.email).not.toHaveAttribute('aria-invalid');
  await form.fillIn({ email: freshEmail(), password: 'password1', confirmation: 'password1' });
  await form.button('Sign Up').click();
  await expect(form.alert).toHaveText('This password is too easy to guess. Choose another one.');
  await expect(form.password).toHaveAttribute('aria-invalid', 'true');
  await expect(form.email).not.toHaveAttribute('aria-invalid');
});

test('all buttons are disabled during a request and enabled again when it fails', async ({ page, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  const form = formOf(page);
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/accounts:signInWithPassword**', async (route) => {
    await held;
    await route.abort();
  });
  await openAuth(page, 'Sign In');
  await form.fillIn({ email: freshEmail(), password: 'x' });
  await form.button('Sign In').click();
  const all = ['Sign In', 'Continue with Google', 'Continue with Facebook', 'Show password'];
  await expect(form.button('Sign In')).toHaveAttribute('aria-busy', 'true');
  for (const name of all) await expect(form.button(name)).toBeDisabled();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(1);
  release();
  await expect(form.alert).toHaveText(/couldn’t reach the store/);
  for (const name of all) await expect(form.button(name)).toBeEnabled();
});

test(
  'a signed-in user can request a new confirmation link when the old one no longer works',
  FULL_ONLY,
  async ({ page, world, browserErrors }) => {
    browserErrors.expect(/status of 400/);
    const form = formOf(page);
    const account = await createAccount(world.app);
    await form.signIn(account);
    await page.goto('/auth/action?mode=verifyEmail&oobCode=nonsense');
    await form.button('Confirm my address').click();
    const earlier = [await mailedLink(world, account.email, 'verifyEmail')];
    await form.button('Send it again').click();
    await mailedLink(world, account.email, 'verifyEmail', earlier);
  },
);

test('a mailed link that does not work says so', FULL_ONLY, async ({ page, browserErrors }) => {
  browserErrors.expect(/status of 400/);
  await page.goto('/auth/action?mode=resetPassword&oobCode=x');
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  await expectAccessible(page);
});

test('before hydration no request is sent, and the input is kept', FULL_ONLY, async ({ page }) => {
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
