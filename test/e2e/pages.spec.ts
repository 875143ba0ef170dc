import { createAccount } from '../support/accounts.ts';
import { expect, forEachLanguage, test } from '../browser/browser.ts';
import { countryOffers, regionOffers } from '../support/specification.ts';
import { FULL_ONLY } from '../support/full.ts';

test('the sections of the home page have pages of their own, each with its title', async ({ page }) => {
  const titles = {
    '/how-it-works': 'How it works',
    '/coverage': 'Coverage in 190+ countries',
    '/support': 'Support on every leg of the trip',
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Cairn`);
  }
});

test('the coverage page names every country and every region with its count', async ({ page }) => {
  await page.goto('/coverage');
  const main = page.getByRole('main');
  for (const { name } of countryOffers())
    await expect(main.getByRole('link').filter({ has: page.getByText(name, { exact: true }) })).toHaveCount(1);
  for (const { name, regions } of regionOffers())
    await expect(main.getByRole('link', { name: `${name} ${regions}` })).toBeVisible();
});

forEachLanguage((language) => {
  const words = {
    en: { title: 'We can’t find this page', plans: 'Browse Plans', home: 'Go to the home page' },
    fr: { title: 'Page introuvable', plans: 'Voir les forfaits', home: 'Revenir à l’accueil' },
  }[language];

  test('an unknown address is a 404 with links to other pages', async ({ page, browserErrors }) => {
    browserErrors.expect(/status of 404/);
    expect((await page.goto('/no/such/page'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: words.home })).toHaveAttribute('href', '/');
    await main.getByRole('link', { name: words.plans }).click();
    await expect(page).toHaveURL('/plans');
  });
});

test('a signed-out visitor can open the home page and /auth; /profile redirects to /auth', async ({ page }) => {
  expect((await page.goto('/'))?.status()).toBe(200);
  expect((await page.goto('/auth'))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await page.goto('/profile');
  await expect(page).toHaveURL('/auth');
});

test('a failed sign-out is only logged', FULL_ONLY, async ({ page, world, browserErrors }) => {
  const account = await createAccount(world.app);
  await page.goto('/auth');
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/profile');
  const logout = page.getByRole('button', { name: 'Logout' });
  await expect(logout).toBeEnabled();
  // The browser's storage throws, so the session can be neither written nor removed.
  await page.evaluate(() => {
    const refuse = () => {
      throw new Error('storage refuses');
    };
    Object.assign(IDBObjectStore.prototype, { put: refuse, delete: refuse });
    Object.assign(Storage.prototype, { setItem: refuse, removeItem: refuse });
  });
  const logged = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes('storage refuses'),
  );
  browserErrors.expect(/storage refuses/);
  await logout.click();
  await logged;
  await expect(logout).toBeEnabled();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(browserErrors.seen).toHaveLength(1);
});

test('the content is readable before any script runs', async ({ browser, world }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: world.app.url });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('article').filter({ hasText: 'Belize' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Get eSIM' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a plan');
  await context.close();
});

test('without scripts the checkout says that it needs them, and its button is disabled', async ({ browser, world }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: world.app.url });
  const page = await context.newPage();
  for (const path of ['/checkout/france-3gb', '/auth', '/profile']) {
    await page.goto(path);
    await expect(page.locator('noscript .alert'), path).toBeVisible();
    await expect(page.locator('main button[type=submit]:enabled'), path).toHaveCount(0);
  }
  await context.close();
});

test(
  'with forced colours the selection, focus and meters stay visible, and maps use system colours',
  FULL_ONLY,
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const grounds = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
    await page.goto('/');
    const [chosen, other] = await grounds('.tabs [role=tab]');
    expect(chosen).not.toBe(other);
    await page.goto('/plans/local');
    const [kind, otherKind] = await grounds('.pill');
    expect(kind).not.toBe(otherKind);
    await page.goto('/plans/local/france');
    const outlines = await page
      .locator('.opt')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).outlineStyle));
    expect(outlines.filter((style) => style === 'solid')).toHaveLength(1);
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
    // The computed values of the system colour names.
    const system = (name: string) =>
      page.evaluate((colour) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = colour;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, name);
    await expect(page.getByRole('radio', { checked: true })).toHaveCSS('border-top-color', await system('Highlight'));
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<svg class="meter"><rect /></svg>'));
    await expect(page.locator('.meter rect').last()).toHaveCSS('fill', await system('CanvasText'));
    await expect(page.locator('.meter').last()).toHaveCSS('background-color', await system('Canvas'));
    const mapHit = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--map-hit').toLowerCase());
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme: theme });
      expect(await mapHit(), theme).toBe('highlight');
      await page.goto('/coverage');
      await expect(page.locator('.world-map__popular').first(), theme).toHaveCSS('stroke', await system('Highlight'));
      await expect(page.getByRole('tab', { selected: true }), theme).toHaveCSS(
        'border-bottom-color',
        await system('Highlight'),
      );
    }
  },
);

test('text typed into a search before hydration is searched for after it', FULL_ONLY, async ({ page }) => {
  for (const [path, found] of [
    ['/plans', /zzz/],
    ['/help', /No answer for “zzz”/],
  ] as const) {
    const { promise: typed, resolve: letScriptsThrough } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('searchbox').fill('zzz');
    letScriptsThrough();
    await expect(
      page
        .getByRole('heading', { name: found })
        .or(page.getByRole('status').filter({ hasText: found }))
        .first(),
    ).toBeVisible();
    await page.unroute('**/assets/*.js');
  }
});
