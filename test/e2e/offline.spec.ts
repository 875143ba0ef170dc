import type { Page } from '@playwright/test';
import { openAuth, signIn } from '../browser/account-pages.ts';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import {
  type BrowserWorld,
  expect,
  expectAccessible,
  forEachLanguage,
  type Language,
  test,
} from '../browser/browser.ts';
import { storedText } from '../browser/kept.ts';
import { startBehindProxy } from '../support/next-build.ts';
import { decodeQr } from '../support/qr.ts';
import { bought, post } from '../support/shop.ts';
import { FULL_ONLY } from '../support/full.ts';

/* Only a phone or a tablet is offered a copy. */
test.use({ isMobile: true, hasTouch: true });

/*
 * `offline`: a browser that is cut off can still say of a new page that there is a network (Chromium 150 does). The page
 * then asks the server, and says what it found.
 */
const WORDS = {
  en: {
    keep: 'Keep on this phone',
    kept: 'Kept on this phone',
    none: 'You are offline',
    remove: 'Remove from this phone',
    offline: /You are offline|The network is not responding/,
    title: 'Your France eSIM',
    qr: 'QR code that installs the France eSIM',
    step: 'Turn data roaming on, for this line only',
    search: 'Search the help',
    question: 'roaming',
    topics: ['Before you buy', 'Installation', 'Connection', 'Data and days', 'Payments', 'Account'],
    logout: 'Logout',
    nothing: 'None of your eSIMs is saved on this phone.',
    retry: 'Try again',
    shared: 'Not my device',
    signIn: 'Sign In',
    email: 'Email',
    password: 'Password',
  },
  fr: {
    keep: 'Garder sur ce téléphone',
    kept: 'Conservé sur ce téléphone',
    none: 'Vous êtes hors ligne',
    remove: 'Supprimer de ce téléphone',
    offline: /Vous êtes hors ligne|Le réseau ne répond pas/,
    title: 'Votre eSIM France',
    qr: 'Code QR qui installe l’eSIM France',
    step: 'Activez les données à l’étranger, pour cette ligne seulement',
    search: 'Chercher dans l’aide',
    question: 'itinérance',
    topics: ['Avant d’acheter', 'Installation', 'Connexion', 'Données et durée', 'Paiement', 'Compte'],
    logout: 'Déconnexion',
    nothing: 'Aucune de vos eSIM n’est enregistrée sur ce téléphone.',
    retry: 'Réessayer',
    shared: 'Ce n’est pas mon appareil',
    signIn: 'Se connecter',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
  },
};

/** An account with an eSIM and its installation code. */
async function owner(world: BrowserWorld) {
  const account = await createAccount(world.app);
  const { order } = await bought(world.app, { email: account.email }, bearer(account));
  const answer = await fetch(`${world.app.url}/api/orders/${order.id}`, { headers: bearer(account) });
  const { esim } = ((await answer.json()) as { order: { esim: { lpa: string; activationCode: string } } }).order;
  return { account, orderId: order.id, ...esim };
}

const bearer = ({ idToken }: TestAccount) => ({ authorization: `Bearer ${idToken}` });

async function keep(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: WORDS[language].keep }).click();
  await expect(page.getByRole('heading', { name: WORDS[language].kept })).toBeVisible();
}

forEachLanguage((language) => {
  const words = WORDS[language];

  test('an offline copy opens without a network; sign-out and a second account remove it', async ({
    page,
    context,
    world,
  }) => {
    const { account, orderId, lpa, activationCode } = await owner(world);
    const named = await post(world.app, `/api/orders/${orderId}/lines/1/name`, { name: 'Tablet' }, bearer(account));
    expect(named.ok).toBe(true);
    await signIn(page, account, language);
    await keep(page, language);
    await expectAccessible(page);

    await context.setOffline(true);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
    expect(await decodeQr(page.getByRole('img', { name: words.qr }))).toBe(lpa);
    await expect(page.getByText(activationCode, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 3, name: 'Tablet', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'iPhone' }).click();
    await expect(page.getByText(words.step)).toBeVisible();
    await expect(page.getByRole('status').first()).toContainText(words.offline);
    // Every link that is left works without a network.
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
    await expect(page.locator('.off-articles').getByRole('heading')).toHaveText(words.topics);
    await page.getByLabel(words.search).fill(words.question);
    const article = page.locator('.off-articles details').first();
    await article.locator('summary').click();
    await expect(article.locator('.prose')).not.toBeEmpty();
    await expectAccessible(page);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByRole('img', { name: words.qr })).toBeVisible();

    await context.setOffline(false);
    // The worker learns later than the page that the network is back, and answers with the copy until then.
    await expect(async () => {
      await page.goto('/profile');
      await expect(page.getByRole('heading', { name: words.kept })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 30_000 });
    await page.getByRole('button', { name: words.logout }).click();
    await page.waitForURL((url) => url.pathname === '/');
    const left = await storedText(page);
    for (const secret of [activationCode, orderId, account.email]) expect(left).not.toContain(secret);

    const second = await owner(world);
    await signIn(page, second.account, language);
    await keep(page, language);
    await context.setOffline(true);
    await page.goto(`/orders/${orderId}`);
    expect(await decodeQr(page.getByRole('img', { name: words.qr }))).toBe(second.lpa);
    expect(await page.content()).not.toContain(activationCode);
    await page.getByRole('button', { name: words.remove }).click();
    await page.getByRole('button', { name: words.remove }).click();
    await expect(page.getByRole('img', { name: words.qr })).toHaveCount(0);
    expect(await storedText(page)).not.toContain(second.activationCode);
    await page.reload();
    await expect(page.getByText(words.nothing)).toBeVisible();
  });

  test(
    'a session ended elsewhere removes the offline copy at the next request; a shared device keeps none',
    FULL_ONLY,
    async ({ page, context, world, browserErrors }) => {
      // Of the session that has ended.
      browserErrors.expect(/status of 400/);
      const { account, activationCode } = await owner(world);
      await signIn(page, account, language);
      await keep(page, language);
      const answer = await fetch(`${world.app.url}/api/account/sign-out-everywhere`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(account) },
        body: '{}',
      });
      expect(answer.status).toBe(200);
      await page.goto('/');
      await expect.poll(() => storedText(page)).not.toContain(activationCode);

      await openAuth(page, language);
      await page.getByLabel(words.shared).check();
      await page.getByLabel(words.email, { exact: true }).fill(account.email);
      await page.getByLabel(words.password, { exact: true }).fill(account.password);
      await page.getByRole('button', { name: words.signIn, exact: true }).click();
      await expect(page).toHaveURL(/\/profile$/);
      await page.reload();
      await expect(page.getByRole('article', { name: 'France' })).toBeVisible();
      await expect(page.getByRole('button', { name: words.keep })).toHaveCount(0);
      const beside = await context.newPage();
      await beside.goto('/profile');
      await expect(beside).toHaveURL(/\/auth$/);
      expect(await storedText(beside)).not.toContain(account.email);
    },
  );
});

forEachLanguage((language) => {
  const words = WORDS[language];

  test(
    'who kept nothing sees that there is no network, and stores nothing else',
    FULL_ONLY,
    async ({ page, context }) => {
      await page.goto(language === 'fr' ? '/fr/plans' : '/plans');
      const stored = () =>
        page.evaluate(async () => {
          const [name] = await caches.keys();
          const kept = name === undefined ? [] : await (await caches.open(name)).keys();
          return kept.map(({ url }) => new URL(url).pathname.replace(/^\/assets\/.*\.woff2$/, 'a font')).toSorted();
        });
      // Seconds after the page: the document with its icon and font, without the help.
      await expect.poll(stored).toEqual(['/icon.svg', '/offline', 'a font']);
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
        .toBe('activated');
      expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);

      await context.setOffline(true);
      await page.goto(language === 'fr' ? '/fr/plans/local/france' : '/plans/local/france');
      await expect(page.getByRole('heading', { level: 1, name: words.none })).toBeVisible();
      await expect(page.getByText(words.nothing)).toBeVisible();
      await expect(page.getByLabel(words.search)).toHaveCount(0);
      await expectAccessible(page);
      await context.setOffline(false);
      await page.getByRole('main').getByRole('link', { name: words.retry }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'France' })).toBeVisible();

      // With a network the page of the saved eSIMs leads to those that exist, and to the help.
      await page.goto('/offline');
      for (const href of ['/profile', '/help'])
        await expect(page.getByRole('main').locator(`a[href="${href}"]`)).toBeVisible();
    },
  );
});

test(
  'a new version is offered to a guest with an offline eSIM, but never while input would be lost',
  FULL_ONLY,
  async ({ page, context, world, browserErrors }) => {
    // The test's own server of another version.
    browserErrors.expect(/^request to http:\/\/127\.0\.0\.1:\d+$/);
    const shop = await startBehindProxy(world.app);
    try {
      const { order, cookie } = await bought(world.app);
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: shop.url, httpOnly: true }]);
      await page.goto(`${shop.url}/orders/${order.id}`);
      await keep(page, 'en');
      await page.goto(`${shop.url}/plans`);
      const field = page.getByRole('searchbox');
      await field.fill('Thailand');

      shop.release('feedfacecafe');
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      // The new worker caches the help of both languages first.
      await expect
        .poll(() => page.evaluate(() => caches.keys()), { timeout: 120_000 })
        .toEqual(['cairn-shell-feedfacecafe']);
      const offer = page.getByText('A new version is ready.');
      await expect(field).toHaveValue('Thailand');
      await expect(offer).toHaveCount(0);
      await field.fill('');
      await expect(offer).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(offer).toHaveCount(0);
    } finally {
      shop.close();
    }
  },
);
