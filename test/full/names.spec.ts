import { MESSAGES } from '#src/i18n/i18n.ts';
import { expect, forEachLanguage, test } from '../browser/browser.ts';
import { asBuyer, orderIn } from '../browser/pages.ts';
import { becomes } from '../support/shop.ts';

/**
 * What a screen reader gets: roles, names and states in the page's language, as snapshots of the accessibility tree.
 */
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

/** The compared amounts and lists of a page. France's plans are those of the specification. */
const PLANS = {
  en: ['1GB 7 days $4.50 $4.50/GB', '3GB 30 days $11.00 $3.67/GB'],
  fr: ['1 Go 7 jours 4,50 $US 4,50 $US/Go', '3 Go 30 jours 11,00 $US 3,67 $US/Go'],
} as const;
const FLAT = /[\u00a0\u202f]/g;

forEachLanguage((language) => {
  const words = MESSAGES[language];
  const { chrome } = words;

  test('the bar, the menus and the footer', async ({ page }) => {
    await page.goto('/plans');
    const landmarks = page.locator('body');
    await expect(landmarks).toMatchAriaSnapshot(`
      - link "${chrome.skip}"
      - banner
      - main
      - contentinfo
      - status
    `);
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
      - navigation "${chrome.mainNavigation}":
        - link "${chrome.howItWorks}"
        - link "${chrome.plans}"
        - link "${chrome.coverage}"
        - link "${chrome.support}"
      - button "${chrome.language}"
      - link "${chrome.account}"
      - link "${chrome.getEsim}"
    `);
    await expect(page.getByRole('banner').getByRole('link', { name: chrome.plans })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('contentinfo')).toMatchAriaSnapshot(`
      - link "${chrome.footer.needHelp}"
      - navigation "${chrome.footer.navigation}"
    `);
    const button = page.getByRole('button', { name: chrome.language, exact: true });
    await expect(async () => {
      await button.click();
      await expect(page.getByRole('menu')).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('menu')).toMatchAriaSnapshot(`
      - menu "${chrome.language}":
        - menuitemradio "English"${language === 'en' ? ' [checked]' : ''}
        - menuitemradio "Français"${language === 'fr' ? ' [checked]' : ''}
    `);
    await expect(page.getByRole('menuitemradio', { name: 'Français' })).toHaveAttribute('lang', 'fr');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    const menu = page.getByRole('button', { name: chrome.menu, exact: true });
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('banner').getByRole('navigation', { name: chrome.mainNavigation })).toBeVisible();
    await expect(page.locator('main'), 'the page under the menu is away').toHaveAttribute('inert');
  });

  test('search, tabs and the map', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('search')).toMatchAriaSnapshot(`
      - searchbox "${words.home.hero.destination}"
    `);
    await expect(page.getByRole('tablist')).toMatchAriaSnapshot(`
      - tablist "${words.home.plans.tabs}":
        - tab "${words.home.plans.country}" [selected]
        - tab "${words.home.plans.global}"
    `);
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName(words.home.plans.country);
    await page.goto('/coverage');
    const map = page.getByRole('slider', { name: words.coverage.map.label });
    await expect(map).toHaveAccessibleDescription(words.coverage.map.keys);
    await expect(map).toHaveAttribute('aria-valuetext', /4G/);
    await expect(page.getByRole('searchbox', { name: words.coverage.search.label })).toBeVisible();
  });

  test('a plan, the checkout and the fields of an account', async ({ page }) => {
    await page.goto('/plans/local/france');
    const plans = page.getByRole('radiogroup', { name: words.plans.offer.choose }).getByRole('radio');
    for (const [at, name] of PLANS[language].entries())
      expect(
        (await plans.nth(at).evaluate((each) => each.closest('label')!.innerText))
          .replace(/\s+/g, ' ')
          .replace(FLAT, ' '),
      ).toBe(name);
    await expect(plans.nth(1)).toBeChecked();

    await page.goto('/checkout/france-3gb');
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "${words.checkout.title}" [level=1]
      - heading "${words.checkout.email.title}" [level=2]
      - textbox "${words.checkout.email.label}"
      - heading "${words.checkout.device.title}" [level=2]
      - checkbox "${words.checkout.device.label}"
      - heading "${words.checkout.payment.title}" [level=2]
      - button /11/
      - status
    `);
    await expect(page.getByRole('link', { name: chrome.footer.needHelp })).toBeVisible();

    await page.goto('/auth');
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "${words.auth.signIn.title}" [level=1]
      - textbox "${words.auth.email}"
      - textbox "${words.auth.password}"
      - button "${words.auth.showPassword}"
      - button "${words.auth.forgot.ask}"
      - button "${words.auth.signIn.submit}"
    `);
  });

  test('a ready eSIM: its code, the ways to install it, and the copy buttons', async ({ page, world }) => {
    const { buyer, path } = await orderIn(world, 'ready', language);
    await becomes(world.app, buyer, 'fulfilled');
    await asBuyer(page, world, buyer);
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('img', { name: /QR/ })).toBeVisible();
    // Every button and link has a name, and two with different purposes have different names.
    const nameless = await main
      .locator('button, a[href]')
      .evaluateAll((all) =>
        all
          .filter(
            (each) => each.checkVisibility() && (each.getAttribute('aria-label') ?? each.textContent).trim() === '',
          )
          .map((each) => each.outerHTML),
      );
    expect(nameless).toEqual([]);
    await expect(main.getByRole('status').first()).toBeAttached();
  });
});
