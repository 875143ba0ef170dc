import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../browser/browser.ts';

const LIGHT = 'rgb(246, 247, 249)';
const DARK = 'rgb(10, 14, 24)';

const ground = async (page: Page, colour: string) => expect(page.locator('body')).toHaveCSS('background-color', colour);
const appearance = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Appearance' });
const theme = (page: Page, name: string) => page.getByRole('menuitemradio', { name });

async function choose(page: Page, name: string): Promise<void> {
  await appearance(page).click();
  await theme(page, name).click();
}

/** Records the colour scheme of each painted frame, from the first one with a body. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenSchemes: seen });
    const note = () => {
      if (document.body) seen.push(getComputedStyle(document.documentElement).colorScheme);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  return () => page.evaluate(() => [...new Set((window as unknown as { seenSchemes: string[] }).seenSchemes)]);
}

test("a theme chosen by keyboard applies in every tab before the first paint, and can be reset to the device's", async ({
  page,
  context,
  browserErrors,
}) => {
  const other = await context.newPage();
  await other.goto('/checkout/france-3gb');
  await page.goto('/plans');
  await ground(page, LIGHT);

  await appearance(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(theme(page, 'System')).toBeFocused();
  await expect(theme(page, 'System')).toBeChecked();
  await expect(theme(page, 'Dark')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(appearance(page)).toBeFocused();
  await ground(page, DARK);
  await ground(other, DARK);
  await expectAccessible(page);

  // The first paint does not need the application's scripts, also on a page that is cached for everyone.
  browserErrors.expect(/ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  const schemes = await watchFrames(page);
  for (const path of ['/', '/checkout/france-3gb']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect.poll(schemes, path).toEqual(['dark']);
    await ground(page, DARK);
  }
  await page.unroute('**/assets/*.js');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await page.emulateMedia({ media: 'screen' });

  await page.goto('/plans');
  await appearance(page).click();
  await expect(theme(page, 'Dark')).toBeChecked();
  await theme(page, 'Light').click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await ground(page, LIGHT);
  await choose(page, 'System');
  await ground(page, DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  await ground(page, LIGHT);
  expect(await page.evaluate(() => localStorage.getItem('cairn_theme'))).toBeNull();
});

test('without scripts the theme follows the device, and the menu is hidden', async ({ browser, world }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: world.app.url, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto('/plans');
  await ground(page, DARK);
  await expect(appearance(page)).toBeHidden();
  await context.close();
});
