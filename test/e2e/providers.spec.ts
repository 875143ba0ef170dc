import type { Page } from '@playwright/test';
import { createAccount, freshEmail, GOOD_PASSWORD } from '../support/accounts.ts';
import { type BrowserWorld, expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { onDatabase } from '../support/database-access.ts';
import { signInByPopup } from '../support/providers.ts';
import { control } from '../support/wire.ts';
import { FULL_ONLY } from '../support/full.ts';

const WORDS = {
  en: {
    google: 'Continue with Google',
    facebook: 'Continue with Facebook',
    name: 'Name',
    email: 'Email',
    submit: 'Continue',
    there: 'Cancel',
    cancel: 'Cancel',
    closed: 'The sign-in window was closed before you finished.',
    blocked: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
    refused: 'You did not allow the sign-in, so nothing was changed.',
    second: 'Another sign-in window was opened. Continue there.',
    taken: 'This email already has an account with another way to sign in. Use that one.',
    link: 'Link Google to your account',
    password: 'Password',
    signInAndLink: 'Sign in and link',
  },
  fr: {
    google: 'Continuer avec Google',
    facebook: 'Continuer avec Facebook',
    name: 'Nom',
    email: 'E-mail',
    submit: 'Continuer',
    there: 'Annuler',
    cancel: 'Annuler',
    closed: /fenêtre de connexion/,
    blocked: /navigateur a bloqué/,
    refused: /autorisé/,
    second: /autre fenêtre/,
    taken: 'Un compte existe déjà à cette adresse, avec un autre mode de connexion. Utilisez celui-là.',
    link: /Google/,
    password: 'Mot de passe',
    signInAndLink: /associer/i,
  },
} as const;

test.beforeEach(({ world }) => control(world.oauth, { reset: true }));

/** The provider's button, once the script for its click has loaded. */
async function chooseProvider(page: Page, name: string): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()]);
  return popup;
}

async function openAuth(page: Page): Promise<void> {
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: /Google/ })).toBeEnabled();
}

declare global {
  interface Window {
    opened?: { handle: Window | null; features: string | undefined };
  }
}

/** Records the windows that the page opens. */
async function watchWindows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = window.open.bind(window);
    window.open = (...given) => {
      const handle = open(...given);
      window.opened = { handle, features: given[2] };
      return handle;
    };
  });
}

/** Fills in the sandbox's consent page as a new person. */
async function becomeSomebody(
  popup: Page,
  t: (typeof WORDS)['en' | 'fr'],
  person: { name: string; email: string },
): Promise<void> {
  await popup.getByLabel(t.name, { exact: true }).fill(person.name);
  await popup.getByLabel(t.email, { exact: true }).fill(person.email);
  await popup.getByRole('button', { name: t.submit, exact: true }).click();
}

forEachLanguage((language) => {
  const t = WORDS[language];

  for (const provider of ['google', 'facebook'] as const) {
    test(`a new user signs in with ${provider} and arrives at the profile`, async ({ page }) => {
      await watchWindows(page);
      await openAuth(page);
      const popup = await chooseProvider(page, t[provider]);
      expect(await page.evaluate(() => window.opened?.features)).toMatch(/width=500,height=600/);
      await expect(popup.getByRole('heading', { level: 1, name: t[provider] })).toBeVisible();
      await expectAccessible(popup);

      const email = freshEmail();
      const closed = popup.waitForEvent('close');
      await becomeSomebody(popup, t, { name: 'Zoé Martin', email });
      await closed;
      await expect(page).toHaveURL('/profile');
      await expect(page.getByText('Zoé Martin')).toBeVisible();
      await expect(page.getByText(email).first()).toBeVisible();
    });
  }

  test('the popup opens on the click, even while its script is still loading', FULL_ONLY, async ({ page }) => {
    const script = Promise.withResolvers<void>();
    await page.route('**/assets/firebase-*.js', async (route) => {
      await script.promise;
      await route.continue();
    });
    await openAuth(page);
    const popup = await chooseProvider(page, t.google);
    expect(popup.url()).toBe('about:blank');
    script.resolve();
    await expect(popup.getByRole('heading', { level: 1, name: t.google })).toBeVisible();
    // A request is running, so every button of the page is disabled (specification, 2); the way back is a link.
    const buttons = page.getByRole('main').getByRole('button');
    expect(await buttons.count()).toBeGreaterThan(4);
    for (const button of await buttons.all()) await expect(button).toBeDisabled();
    await page.getByRole('link', { name: t.cancel, exact: true }).click();
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  test('a popup whose script fails to load is closed', FULL_ONLY, async ({ page, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED/);
    await page.route('**/assets/firebase-*.js', (route) => route.abort());
    await openAuth(page);
    const popup = await chooseProvider(page, t.google);
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect(page.getByRole('alert')).toBeVisible();
  });

  test('declining at the provider shows a message, and a retry works', FULL_ONLY, async ({ page }) => {
    await openAuth(page);
    const popup = await chooseProvider(page, t.google);
    await popup.getByRole('button', { name: t.there, exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(t.refused);
    await expect(page.getByRole('button', { name: t.google })).toBeEnabled();
  });

  test('closing the popup is reported after 8 seconds', async ({ page }) => {
    await page.clock.install();
    await watchWindows(page);
    await openAuth(page);
    const popup = await chooseProvider(page, t.google);
    await expect(popup.getByRole('heading', { level: 1 })).toBeVisible();
    // Pauses the page's clock far enough ahead of its current time.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000));
    await page.clock.runFor(700); // long enough to see the popup at the provider
    await popup.close();
    await expect.poll(() => page.evaluate(() => window.opened?.handle?.closed)).toBe(true);
    await page.clock.runFor(7_900);
    await expect(page.getByRole('alert')).toHaveCount(0);
    // The SDK polls every 2 seconds and then waits for 8.
    await page.clock.runFor(2_200);
    await expect(page.getByRole('alert')).toContainText(t.closed);
  });

  test('a blocked popup is reported at once', FULL_ONLY, async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await openAuth(page);
    await page.getByRole('button', { name: t.facebook }).click();
    await expect(page.getByRole('alert')).toContainText(t.blocked);
  });

  test('an address with an account leads to sign-in and linking', async ({ page, world }) => {
    const { email } = await ownerOf(world);
    await openAuth(page);
    const popup = await chooseProvider(page, t.google);
    await becomeSomebody(popup, t, { name: 'Zoé Martin', email });
    await expect(page.getByRole('heading', { name: t.link })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(t.taken);
    await expectAccessible(page);
    await page.getByLabel(t.password, { exact: true }).fill(GOOD_PASSWORD);
    await page.getByRole('button', { name: t.signInAndLink }).click();
    await expect(page).toHaveURL('/profile');

    // From now on Google signs in to the same account.
    const { json } = await signInByPopup(world, 'google.com', { name: 'Zoé Martin', email });
    expect(json).toMatchObject({ isNewUser: false, email });
  });
});

test.describe('a provider that isolates the popup (COOP)', () => {
  test.beforeEach(({ world }) => control(world.oauth, { sever: true }));

  test('signs in however long it takes', FULL_ONLY, async ({ page }) => {
    await page.clock.install();
    await watchWindows(page);
    await openAuth(page);
    const popup = await chooseProvider(page, WORDS.en.google);
    await expect(popup.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
    // To its opener, the popup looks closed.
    await page.waitForFunction(() => window.opened?.handle?.closed);
    await page.clock.runFor(60_000);
    await expect(page.getByRole('alert')).toHaveCount(0);
    const closed = popup.waitForEvent('close');
    await becomeSomebody(popup, WORDS.en, { name: 'Zoé Martin', email: freshEmail() });
    await expect(page).toHaveURL('/profile');
    await closed;
  });

  test('after Cancel, a late result of the popup signs in no account', FULL_ONLY, async ({ page }) => {
    await openAuth(page);
    const popup = await chooseProvider(page, WORDS.en.google);
    await expect(popup.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: WORDS.en.cancel, exact: true }).click();
    await expect(page.getByRole('button', { name: WORDS.en.google })).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await becomeSomebody(popup, WORDS.en, { name: 'Zoé Martin', email: freshEmail() });
    await expect(popup.getByRole('button', { name: 'Close this window' })).toBeVisible();
    await expectAccessible(popup);
    await expect(page).toHaveURL('/auth');
  });
});

test('an origin that is not ours cannot open the popup page', FULL_ONLY, async ({ page }) => {
  await page.route('**/identity/v1/projects?*', (route) =>
    route.fulfill({ json: { projectId: 'cairn', authorizedDomains: ['elsewhere.example'] } }),
  );
  await openAuth(page);
  const popup = await chooseProvider(page, WORDS.en.google);
  await expect(page.getByRole('alert')).toContainText('Sign-in isn’t allowed from this address.');
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test('of two tabs the one that opened the popup signs in, and the other follows', FULL_ONLY, async ({ page }) => {
  const other = await page.context().newPage();
  await openAuth(other);
  await openAuth(page);
  const [popup, idle] = [await chooseProvider(page, WORDS.en.google), await chooseProvider(other, WORDS.en.facebook)];
  await expect(idle.getByRole('heading', { level: 1, name: WORDS.en.facebook })).toBeVisible();
  const calls: string[] = [];
  other.on('request', (request) => void (request.url().includes('signInWithIdp') && calls.push(request.url())));
  await becomeSomebody(popup, WORDS.en, { name: 'Zoé Martin', email: freshEmail() });
  await expect(page).toHaveURL('/profile');
  await other.goto('/profile');
  await expect(other.getByText('Zoé Martin')).toBeVisible();
  expect(calls).toEqual([]);
});

/** A user with a confirmed address. */
async function ownerOf(world: BrowserWorld): Promise<{ email: string }> {
  const { email } = await createAccount(world.app);
  await onDatabase(world.databaseUrl, `update accounts set email_verified = true where email = '${email}'`);
  return { email };
}
