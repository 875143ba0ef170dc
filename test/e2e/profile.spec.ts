import type { Page } from '@playwright/test';
import { anotherBrowser, mailedLink } from '../browser/account-pages.ts';
import { createAccount, GOOD_PASSWORD, type TestAccount } from '../support/accounts.ts';
import { type BrowserWorld, expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { copyOrder } from '../support/many-orders.ts';
import { becomes, order } from '../support/shop.ts';
import { payHosted } from '../support/wire.ts';
import { FULL_ONLY } from '../support/full.ts';

const WORDS = {
  en: {
    email: 'Email',
    password: 'Password',
    signIn: 'Sign In',
    user: 'User',
    edit: 'Edit Profile',
    name: 'Name',
    active: 'Active eSIMs',
    noEsims: 'No Active eSIMs',
    noEsimsText: "You don't have any active eSIMs at the moment",
    browse: 'Browse Plans',
    history: 'Purchase History',
    noPurchases: 'Your receipts will appear here.',
    entry: 'France - 3GB',
    purchasedOn: /^Purchased on [A-Z][a-z]{2} \d{1,2}, \d{4}$/,
    price: '$11.00',
    viewDetails: 'View Details',
    notInstalled: 'Not installed',
    package: '3GB, 30 days',
    validUntil: '30 days from first use',
    install: 'Install',
  },
  fr: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    user: 'Utilisateur',
    edit: 'Modifier le profil',
    name: 'Nom',
    active: 'eSIM actives',
    noEsims: 'Aucune eSIM active',
    noEsimsText: 'Vous n’avez aucune eSIM active pour le moment',
    browse: 'Voir les forfaits',
    history: 'Historique des achats',
    noPurchases: 'Vos reçus apparaîtront ici.',
    entry: 'France - 3\u00a0Go',
    purchasedOn: /^Acheté le \d{1,2} \S+ \d{4}$/,
    price: '11,00\u00a0$US',
    viewDetails: 'Voir le détail',
    notInstalled: 'Non installée',
    package: '3\u00a0Go, 30 jours',
    validUntil: '30 jours dès la première utilisation',
    install: 'Installer',
  },
};

test(
  'nothing shows while the session loads, and a signed-out visitor is redirected to /auth',
  FULL_ONLY,
  async ({ page }) => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/firebase*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/profile');
    await expect(page.getByRole('main')).toHaveText('');
    release();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
  },
);

test(
  'when the session script fails to load, an error with a retry shows',
  FULL_ONLY,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED/);
    await page.route('**/assets/firebase*.js', (route) => route.abort());
    await page.goto('/profile');
    const alert = page.getByRole('alert');
    await expect(alert.getByRole('heading', { name: 'We could not load this page' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/assets/firebase*.js');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  },
);

async function signIn(page: Page, account: TestAccount, words: (typeof WORDS)['en' | 'fr'] = WORDS.en): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel(words.email, { exact: true }).fill(account.email);
  await page.getByLabel(words.password, { exact: true }).fill(account.password);
  await page.getByRole('button', { name: words.signIn, exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 2, name: words.active })).toBeVisible();
}

forEachLanguage((language) => {
  const w = WORDS[language];

  test('a new account shows its user, no eSIMs and no purchases', async ({ page, world }) => {
    const account = await createAccount(world.app);
    await signIn(page, account, w);
    await expect(page.getByRole('heading', { level: 1, name: w.user })).toBeVisible();
    await expect(page.getByText(account.email, { exact: true })).toBeVisible();
    await expect(page.locator('.avatar')).toHaveText('T');
    await expect(page.getByRole('heading', { name: w.noEsims })).toBeVisible();
    await expect(page.getByText(w.noEsimsText, { exact: true })).toBeVisible();
    await expect(page.getByText(w.noPurchases)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: w.browse }).click();
    await expect(page).toHaveURL(/\/plans$/);
  });

  test('Edit Profile changes the name, also after a reload', async ({ page, world }) => {
    await signIn(page, await createAccount(world.app), w);
    await page.getByRole('button', { name: w.edit }).click();
    const dialog = page.getByRole('dialog', { name: w.edit });
    await expect(dialog.getByLabel(w.name, { exact: true })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel(w.name, { exact: true }).fill('  éloïse D. ');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'éloïse D.' })).toBeVisible();
    await expect(page.locator('.avatar')).toHaveText('é');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'éloïse D.' })).toBeVisible();
  });

  test('a bought eSIM and its purchase are listed; an unpaid order is not', async ({ page, world }) => {
    const account = await createAccount(world.app);
    const bearer = { authorization: `Bearer ${account.idToken}` };
    const bought = await order(world.app, { email: account.email, planId: 'france-3gb' }, bearer);
    await order(world.app, { email: account.email, planId: 'thailand-5gb' }, bearer);
    await payHosted(bought.paymentUrl);
    await becomes(world.app, bought, 'fulfilled');

    await signIn(page, account, w);
    const card = page.getByRole('article', { name: 'France' });
    await expect(card.getByText(w.notInstalled)).toBeVisible();
    await expect(card.getByText(w.package)).toBeVisible();
    await expect(card.getByText(w.validUntil)).toBeVisible();
    // Nothing can be used before the installation.
    await expect(card.getByRole('meter')).toHaveCount(0);
    const purchases = page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ has: page.getByRole('heading', { name: w.history }) });
    await expect(purchases.getByRole('listitem')).toHaveCount(1);
    await expect(purchases.getByText(w.entry, { exact: true })).toBeVisible();
    await expect(purchases.getByText(w.purchasedOn)).toBeVisible();
    await expect(purchases.getByText(w.price).filter({ visible: true })).toBeVisible();
    await expectAccessible(page);

    await purchases.getByRole('link', { name: w.viewDetails }).click();
    await expect(page).toHaveURL(`${world.app.url}/orders/${bought.order.id}`);
    await page.goBack();
    await card.getByRole('link', { name: w.install }).click();
    await expect(page).toHaveURL(`${world.app.url}/orders/${bought.order.id}`);
  });
});

test('a long profile is paginated and has one primary button', FULL_ONLY, async ({ page, world }) => {
  const account = await createAccount(world.app);
  const bought = await order(world.app, {}, { authorization: `Bearer ${account.idToken}` });
  await payHosted(bought.paymentUrl);
  await becomes(world.app, bought, 'fulfilled');
  await copyOrder(world.databaseUrl, bought.order.id, 25);
  await signIn(page, account);
  const cards = page.getByRole('article');
  const lines = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'View Details' }) });
  await expect(cards).toHaveCount(6);
  await expect(lines).toHaveCount(10);
  const install = cards.getByRole('link', { name: 'Install' });
  await expect(install).toHaveCount(6);
  await expect(page.locator('.esim-card .btn:not(.btn--secondary)')).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show more' }).first().click();
  await expect(cards).toHaveCount(12);
  await page.getByRole('button', { name: 'Show more' }).last().click();
  await expect(lines).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more' }).last().click();
  await expect(lines).toHaveCount(26);
  // 14 are active: the original and every second copy, except the expired ones.
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(cards).toHaveCount(14);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('a guest creates an account on the order page, and the order joins it', FULL_ONLY, async ({ page, world }) => {
  const bought = await order(world.app);
  await payHosted(bought.paymentUrl);
  await becomes(world.app, bought, 'fulfilled');
  const [name = '', value = ''] = bought.cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`/orders/${bought.order.id}`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(bought.email);
  await dialog.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
  await dialog.getByLabel('Confirm Password', { exact: true }).fill(GOOD_PASSWORD);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('This order is in your account')).toBeVisible();
  await page.getByRole('link', { name: 'Go to my profile' }).click();
  await expect(page.getByRole('article', { name: 'France' })).toBeVisible();
});

test('the sample eSIMs of the demo account show flag, country, status, Data Package and Valid Until', async ({
  page,
  world,
}) => {
  const { demo } = (await (await fetch(`${world.app.url}/_sandbox`)).json()) as { demo: TestAccount };
  await signIn(page, demo);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  const inThirtyDays = new Date(Date.now() + 30 * 86_400_000);
  const date = (at: Date) =>
    at.toLocaleDateString('en-US', { timeZone: 'Europe/Paris', year: 'numeric', month: 'short', day: 'numeric' });
  for (const [at, data] of ['3GB', '5GB'].entries()) {
    const card = cards.nth(at);
    await expect(card.locator('img')).toHaveAttribute('src', /^\/flags\/[a-z]{2}\.svg$/);
    await expect(card.getByRole('heading')).not.toBeEmpty();
    await expect(card.getByText('Active', { exact: true })).toBeVisible();
    await expect(card.getByText('Data Package')).toBeVisible();
    await expect(card.getByText(data, { exact: false }).first()).toBeVisible();
    await expect(card.getByText('Valid Until')).toBeVisible();
    await expect(card.getByText(date(inThirtyDays))).toBeVisible();
  }
});

test(
  'the session is stored in IndexedDB, else in local storage, else in session storage',
  FULL_ONLY,
  async ({ browser, world }) => {
    const account = await createAccount(world.app);
    const blocked = {
      indexed: [],
      local: ['indexedDB'],
      session: ['indexedDB', 'localStorage'],
    };
    for (const [kept, missing] of Object.entries(blocked)) {
      const page = await anotherBrowser(browser, world);
      await page.addInitScript((names) => {
        for (const name of names) Object.defineProperty(window, name, { get: () => undefined, configurable: true });
      }, missing);
      await signIn(page, account);
      const places = await page.evaluate(() => {
        const holds = (storage: Storage | undefined) =>
          Object.keys(storage ?? {}).some((key) => key.startsWith('firebase:authUser:'));
        return { local: holds(window.localStorage), session: holds(window.sessionStorage) };
      });
      expect(places, kept).toEqual({ local: kept === 'local', session: kept === 'session' });
      await page.reload();
      await expect(page.getByText(account.email, { exact: true })).toBeVisible();
      await page.context().close();
    }
  },
);

test('when saving a name fails, the dialog shows the error', FULL_ONLY, async ({ page, world, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  await signIn(page, await createAccount(world.app));
  await page.route('**/accounts:update**', (route) => route.abort());
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('Name', { exact: true }).fill('Nobody');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/couldn’t reach the store/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'User' })).toBeVisible();
});

test('Logout leads home and signs out of the profile here and in other tabs', async ({ page, context, world }) => {
  await signIn(page, await createAccount(world.app));
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { level: 2, name: 'Active eSIMs' })).toBeVisible();
  // Both lists are read: a request that the sign-out meets is refused, which is an error in the browser.
  for (const each of [page, other]) {
    await expect(each.getByRole('heading', { name: WORDS.en.noEsims })).toBeVisible();
    await expect(each.getByText(WORDS.en.noPurchases)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${world.app.url}/`);
  await expect(other).toHaveURL(/\/auth$/);
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/auth$/);
});

/** The open sessions of an account, as the API lists them. */
async function sessionsOf(world: BrowserWorld, { idToken }: TestAccount): Promise<unknown[]> {
  const answer = await fetch(`${world.app.url}/api/account`, { headers: { authorization: `Bearer ${idToken}` } });
  return ((await answer.json()) as { sessions: unknown[] }).sessions;
}

test('Logout ends this session on the server and no other', FULL_ONLY, async ({ page, world }) => {
  const account = await createAccount(world.app);
  await signIn(page, account);
  expect(await sessionsOf(world, account)).toHaveLength(2);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${world.app.url}/`);
  await expect.poll(() => sessionsOf(world, account)).toHaveLength(1);
});

test('Logout does not wait for a server that does not answer', FULL_ONLY, async ({ page, world }) => {
  await signIn(page, await createAccount(world.app));
  await page.route('**/accounts:revokeToken*', () => undefined);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${world.app.url}/`);
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/auth$/);
});

test('changing the language changes the page at once and is kept', FULL_ONLY, async ({ page, world }) => {
  await signIn(page, await createAccount(world.app));
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'eSIM actives' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'eSIM actives' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test(
  'a list that fails to load can be retried, and the address confirmation can be resent',
  FULL_ONLY,
  async ({ page, world, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED/);
    const account = await createAccount(world.app);
    await page.route(/\/api\/esims/, (route) => route.abort());
    await signIn(page, account);
    const problem = page.getByRole('alert').filter({ hasText: 'We could not load your eSIMs' });
    await expect(problem).toBeVisible();
    await expectAccessible(page);
    await page.unroute(/\/api\/esims/);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No Active eSIMs' })).toBeVisible();

    const earlier = [await mailedLink(world, account.email, 'verifyEmail')];
    await page.getByRole('button', { name: 'Send the confirmation email again' }).click();
    await expect(page.getByText(/^Sent\./)).toBeVisible();
    await mailedLink(world, account.email, 'verifyEmail', earlier);
  },
);
