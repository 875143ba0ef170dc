import type { Page } from '@playwright/test';
import { translator } from '#src/i18n/i18n.ts';
import { expect, expectAccessible, test } from '../browser/browser.ts';
import { recordScrolls, scrollsAsked } from '../browser/scroll.ts';

const TITLE = { en: 'Land connected in 190+ countries', fr: 'Connecté dès l’arrivée dans plus de 190 pays' };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const kept = (page: Page) =>
  page.evaluate(() => ({
    stored: localStorage.getItem('cairn_lang'),
    cookie: /cairn_lang=(\w+)/.exec(document.cookie)?.[1],
  }));

test('the menu offers English and Français and changes all texts at once without a page load', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toHaveText(TITLE.en);
  await page.evaluate(() => void Object.assign(window, { sameDocument: true }));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));

  await page.getByRole('button', { name: 'Language' }).click();
  const choices = page.getByRole('menuitemradio');
  await expect(choices).toHaveText(['English', 'Français']);
  await expect(choices.nth(0)).toHaveAttribute('aria-checked', 'true');
  await expect(choices.nth(1)).toHaveAttribute('lang', 'fr');
  await expectAccessible(page);
  await choices.nth(1).click();

  await expect(heading(page)).toHaveText(TITLE.fr);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveTitle('Forfaits eSIM pour voyager · Cairn');
  await expect(page.getByRole('contentinfo')).toContainText('Tous droits réservés');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await expect(page).toHaveURL('/fr');
  await page.getByRole('button', { name: 'Langue' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(heading(page)).toHaveText(TITLE.en);
  await expect(page).toHaveURL('/');
  expect(requests, 'translations are bundled, not fetched').toEqual([]);
});

test('errors on the page change with the language: the alert of /auth, and those under fields', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/status of 400/);
  const [en, fr] = [translator('en'), translator('fr')];
  const chooseFrench = async () => {
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
  };
  await page.goto('/contact');
  const form = page.getByRole('form');
  await form.getByRole('button', { name: en('contact.form.send') }).click();
  await expect(form.getByText(en('contact.faults.topic'))).toBeVisible();
  await chooseFrench();
  for (const words of [
    fr('contact.faults.topic'),
    fr('errors.fields.emailMissing'),
    fr('contact.faults.messageMissing'),
  ])
    await expect(form.getByText(words, { exact: true })).toBeVisible();
  await expect(form.getByText(en('contact.faults.topic'))).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('cairn_lang', 'en'));
  await page.goto('/auth');
  await page.getByLabel(en('auth.email'), { exact: true }).fill('nobody@example.com');
  await page.getByLabel(en('auth.password'), { exact: true }).fill('not this one');
  await page.getByRole('button', { name: en('auth.signIn.submit'), exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(en('errors.auth.invalid-credential'));
  await page.getByLabel(en('auth.password'), { exact: true }).fill('');
  await page.getByLabel(en('auth.email'), { exact: true }).focus();
  await expect(page.getByText(en('errors.fields.passwordMissing'))).toBeVisible();
  await chooseFrench();
  await expect(page.getByRole('alert')).toHaveText(fr('errors.auth.invalid-credential'));
  await expect(page.getByText(fr('errors.fields.passwordMissing'))).toBeVisible();
});

test.describe('under /fr', () => {
  test('a page is French whatever language is stored, its links stay under /fr, and the stored language is unchanged', async ({
    page,
  }) => {
    await page.goto('/plans');
    await expect.poll(() => kept(page)).toEqual({ stored: 'en', cookie: 'en' });
    await page.goto('/fr');
    await recordScrolls(page);
    await page.getByRole('banner').getByRole('link', { name: 'Couverture' }).click();
    await expect(page).toHaveURL('/fr#coverage');
    expect(await scrollsAsked(page)).toEqual([{ id: 'coverage', behavior: 'smooth' }]);
    await expect(heading(page)).toHaveText(TITLE.fr);
    expect(await kept(page)).toEqual({ stored: 'en', cookie: 'en' });
    await page.getByRole('banner').getByRole('link', { name: 'Obtenir une eSIM' }).click();
    await expect(page).toHaveURL('/fr/plans');
    await expect(heading(page)).toHaveText('Trouver un forfait');
    await page.goBack();
    await expect(heading(page)).toHaveText(TITLE.fr);
    // Personal pages have no /fr address, so the stored language applies again.
    await page.getByRole('banner').getByRole('link', { name: 'Mon compte' }).click();
    await expect(page).toHaveURL('/auth');
    await expect(heading(page)).toHaveText('Welcome Back');
  });

  test('French is stored when no language is stored, and English can be chosen', async ({ page }) => {
    await page.goto('/fr/plans/local/france?plan=france-10gb');
    await expect.poll(() => kept(page)).toEqual({ stored: 'fr', cookie: 'fr' });
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await page.getByRole('button', { name: 'Langue' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page).toHaveURL('/plans/local/france?plan=france-10gb');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await page.evaluate(() => scrollY)).toBe(300);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /[^r]\/plans\/local\/france$/);
    await expect.poll(() => kept(page)).toEqual({ stored: 'en', cookie: 'en' });
  });
});

test('on a route of the specification the links stay as specified, also in French', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cairn_lang', 'fr'));
  await page.goto('/');
  await expect(heading(page)).toHaveText(TITLE.fr);
  await expect(page).toHaveURL('/');
  await page.getByRole('banner').getByRole('link', { name: 'Obtenir une eSIM' }).click();
  await expect(page).toHaveURL('/plans');
});

test('the choice is stored in local storage and a cookie, and survives a reload and navigation', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect.poll(() => kept(page)).toEqual({ stored: 'fr', cookie: 'fr' });
  await page.reload();
  await expect(heading(page)).toHaveText(TITLE.fr);
  await page.goto('/plans');
  await expect(heading(page)).toHaveText('Trouver un forfait');
  const fromServer = await page.request.get('/', { headers: { 'accept-language': 'en' } });
  expect(await fromServer.text()).toContain('<html lang="fr"');
});

test("local storage wins over the browser's language and corrects the cookie", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('cairn_lang', 'fr'));
  await page.goto('/');
  await expect(heading(page)).toHaveText(TITLE.fr);
  await expect.poll(() => kept(page)).toEqual({ stored: 'fr', cookie: 'fr' });
});

test('a French address of a personal page leads to it, in French, and French is stored', async ({ page }) => {
  for (const path of ['/auth', '/offline']) {
    await page.goto(`/fr${path}`);
    await expect(page).toHaveURL(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  }
  expect((await kept(page)).cookie).toBe('fr');
  await page.goto('/auth');
  await expect.poll(() => kept(page)).toEqual({ stored: 'fr', cookie: 'fr' });
  await expect(heading(page)).toHaveText('Bon retour parmi nous');
});

test.describe('a French browser', () => {
  test.use({ language: 'fr' });
  test('sees French on the first visit, rendered by the server, and it is stored', async ({ page }) => {
    const answer = await page.goto('/');
    expect(await answer!.text()).toContain('<html lang="fr"');
    expect(answer!.headers()['vary']).toContain('Accept-Language');
    await expect(heading(page)).toHaveText(TITLE.fr);
    await expect.poll(() => kept(page)).toEqual({ stored: 'fr', cookie: 'fr' });
  });
});

test.describe('a browser in another language', () => {
  test.use({ locale: 'de-DE' });
  test('sees English, the fallback', async ({ page }) => {
    const answer = await page.goto('/');
    expect(await answer!.text()).toContain('<html lang="en"');
    await expect(heading(page)).toHaveText(TITLE.en);
  });
});

test('the menu works by keyboard: arrows move, Enter selects, Escape closes and returns the focus', async ({
  page,
}) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Language' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'Français' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(button).toBeFocused();
  await expect(heading(page)).toHaveText(TITLE.en);

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(TITLE.fr);
  await expect(page.getByRole('button', { name: 'Langue' })).toBeFocused();
});

test('the menu stays inside the viewport at 390, 360 and 320 pixels, in both languages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/');
  for (const [language, label] of [
    ['Français', 'Language'],
    ['English', 'Langue'],
  ] as const) {
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await page.getByRole('button', { name: label }).click();
      const menu = page.getByRole('menu');
      await expect(menu).toBeVisible();
      const { x, width: across } = (await menu.boundingBox())!;
      expect({ width, inside: x >= 0 && x + across <= width }).toEqual({ width, inside: true });
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('menuitemradio', { name: language }).click();
  }
});
