import type { CDPSession, Page } from '@playwright/test';
import { anotherBrowser, openAuth } from '../browser/account-pages.ts';
import { createAccount, freshEmail, GOOD_PASSWORD, type TestAccount } from '../support/accounts.ts';
import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { order } from '../support/shop.ts';
import { FULL_ONLY } from '../support/full.ts';

/** A passkey needs a domain: browsers accept no IP address as the relying party. */
test.use({ settings: { HOST: 'localhost' } });

const WORDS = {
  en: {
    logout: 'Logout',
    email: 'Email',
    password: 'Password',
    submit: 'Sign In',
    offer: 'Skip the password next time?',
    notNow: 'Not now',
    toSignUp: "Don't have an account? Sign Up",
    confirmation: 'Confirm Password',
    signUp: 'Sign Up',
    noEsims: 'No Active eSIMs',
    create: 'Create a passkey',
    ask: 'Sign in with a passkey',
    section: 'Passkeys',
    rename: /^Rename /,
    name: 'Name of the passkey',
    save: 'Save name',
    remove: 'Remove My phone',
    confirm: 'Remove passkey',
    none: 'You have no passkey yet.',
    gone: 'This passkey is no longer valid here. Sign in another way, and delete it on your device.',
    notYours: 'This order is not in the account you are signed in to.',
  },
  fr: {
    logout: 'Déconnexion',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    offer: 'La prochaine fois, sans mot de passe\u202f?',
    notNow: 'Pas maintenant',
    toSignUp: 'Pas encore de compte\u202f? Inscrivez-vous',
    confirmation: 'Confirmez le mot de passe',
    signUp: 'S’inscrire',
    noEsims: 'Aucune eSIM active',
    create: 'Créer une clé d’accès',
    ask: 'Se connecter avec une clé d’accès',
    section: 'Clés d’accès',
    rename: /^Renommer /,
    name: 'Nom de la clé d’accès',
    save: 'Enregistrer le nom',
    remove: 'Supprimer My phone',
    confirm: 'Supprimer la clé d’accès',
    none: 'Vous n’avez pas encore de clé d’accès.',
    gone: 'Cette clé d’accès n’est plus valable ici. Connectez-vous autrement et supprimez-la de votre appareil.',
    notYours: 'Cette commande ne figure pas dans le compte auquel vous êtes connecté.',
  },
};

type Device = { page: Page; cdp: CDPSession; authenticatorId: string };

/** Chromium's virtual authenticator with built-in user verification (face, finger). */
async function deviceOf(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, cdp, authenticatorId };
}

/** Copies the passkeys of one device to another, as a keychain does. */
async function syncTo(from: Device, to: Device): Promise<void> {
  const { credentials } = await from.cdp.send('WebAuthn.getCredentials', { authenticatorId: from.authenticatorId });
  for (const credential of credentials)
    await to.cdp.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential });
}

forEachLanguage((language) => {
  const w = WORDS[language];

  async function enterPassword(page: Page, account: TestAccount) {
    await openAuth(page, language);
    await page.getByLabel(w.email, { exact: true }).fill(account.email);
    await page.getByLabel(w.password, { exact: true }).fill(account.password);
    await page.getByRole('button', { name: w.submit, exact: true }).click();
  }

  test('a passkey is created after sign-in, signs in on a second device, and is removed there', async ({
    page,
    browser,
    world,
    browserErrors,
  }) => {
    // The passkey that was removed.
    browserErrors.expect(/status of 404/);
    const account = await createAccount(world.app);
    const first = await deviceOf(page);
    await enterPassword(page, account);
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { name: w.offer })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: w.create, exact: true }).click();
    await expect(page.getByRole('heading', { name: w.offer })).toBeHidden();
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('cairn_passkey_offer');
    await page.goto('/profile/settings');
    const section = page.getByRole('region', { name: w.section, exact: true });
    await section.getByRole('button', { name: w.rename }).click();
    await page.getByLabel(w.name, { exact: true }).fill('My phone');
    await page.getByRole('dialog').getByRole('button', { name: w.save }).click();
    await expect(section.getByText('My phone')).toBeVisible();

    const elsewhere = await anotherBrowser(browser, world, language);
    const second = await deviceOf(elsewhere);
    await syncTo(first, second);
    // No click: the browser offers the passkey in the address field, and the virtual user accepts it.
    await elsewhere.goto('/auth');
    await elsewhere.waitForURL('**/profile');
    await elsewhere.goto('/profile/settings');
    const there = elsewhere.getByRole('region', { name: w.section, exact: true });
    await expect(there.getByText('My phone')).toBeVisible();
    await expectAccessible(elsewhere);
    await there.getByRole('button', { name: w.remove }).click();
    await elsewhere.getByRole('dialog').getByRole('button', { name: w.confirm }).click();
    await expect(there.getByText(w.none)).toBeVisible();

    // The first device still holds the private key.
    const third = await anotherBrowser(browser, world, language);
    const old = await deviceOf(third);
    // In a browser without conditional mediation, only the button asks for a passkey.
    await third.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await syncTo(first, old);
    await openAuth(third, language);
    await third.getByRole('button', { name: w.ask }).click();
    await expect(third.getByRole('alert')).toHaveText(w.gone);
    await Promise.all([elsewhere.context().close(), third.context().close()]);
  });

  test('sign-up arrives at the profile, which offers a passkey until "Not now"', FULL_ONLY, async ({ page }) => {
    await deviceOf(page);
    await openAuth(page, language);
    await page.getByRole('link', { name: w.toSignUp }).click();
    await page.getByLabel(w.email, { exact: true }).fill(freshEmail());
    await page.getByLabel(w.password, { exact: true }).fill(GOOD_PASSWORD);
    await page.getByLabel(w.confirmation, { exact: true }).fill(GOOD_PASSWORD);
    await page.getByRole('button', { name: w.signUp, exact: true }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('button', { name: w.logout })).toBeVisible();
    const offer = page.getByRole('region', { name: w.offer });
    // One primary button on the page: the one that leads to the plans.
    await expect(offer.getByRole('button', { name: w.create })).toHaveClass(/btn--secondary/);
    await expect(page.getByRole('main').locator('.btn:not([class*="btn--"])')).toHaveCount(1);
    await offer.getByRole('button', { name: w.notNow }).click();
    await expect(offer).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: w.noEsims })).toBeVisible();
    await expect(offer).toHaveCount(0);
  });

  test(
    'token sync: all tabs and the server agree on the signed-in account',
    FULL_ONLY,
    async ({ page, context, world, browserErrors }) => {
      // The other tab asks, page and API, for an order that the second account does not own.
      browserErrors.expect(/status of 404 .*\/orders\//);
      const [one, other] = [await createAccount(world.app), await createAccount(world.app)];
      const orderOf = async ({ idToken }: TestAccount) =>
        (await order(world.app, {}, { authorization: `Bearer ${idToken}` })).order.id;
      const [own, others] = [await orderOf(one), await orderOf(other)];
      /** Whether the server knows the browser's user. A page would sync as well, and change what is read. */
      const statusOf = async (id: string) => (await context.request.get(`/orders/${id}`)).status();
      const cookies = async () => (await context.cookies()).filter(({ name }) => name === 'cairn_session');
      const tab = await context.newPage();

      expect(await statusOf(own)).toBe(404);
      await enterPassword(page, one);
      await page.waitForURL('**/profile');
      await expect.poll(() => statusOf(own)).toBe(200);
      expect(await statusOf(others)).toBe(404);
      expect(await cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Lax' }]);
      expect((await tab.goto(`/orders/${own}`))?.status()).toBe(200);

      // The other tab stays open, and learns of each change.
      await page.goto('/profile');
      await page.getByRole('button', { name: w.logout }).click();
      await expect.poll(() => statusOf(own)).toBe(404);
      await expect.poll(cookies).toEqual([]);

      await enterPassword(page, other);
      await page.waitForURL('**/profile');
      await expect.poll(() => statusOf(others)).toBe(200);
      expect(await statusOf(own)).toBe(404);
      await expect(tab.getByText(w.notYours)).toBeVisible();
    },
  );
});
