import { expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { FULL_ONLY } from '../support/full.ts';

test.use({ settings: { CAIRN_MODE: 'staging' } });

const MARK = {
  en: 'Staging: no real payment, no real eSIM',
  fr: 'Préproduction\u00a0: ni vrai paiement, ni vraie eSIM',
};

forEachLanguage((language) => {
  test('a bar of one line stands above the header of every page, and covers nothing of it', async ({ page }) => {
    const bar = page.getByText(MARK[language], { exact: true });
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/', '/plans/local/france', '/checkout/france-3gb']) {
        await page.goto(path);
        await expect(bar).toBeInViewport();
        const fits = await bar.evaluate(({ clientWidth, scrollWidth }) => scrollWidth <= clientWidth);
        expect(fits, `${path} at ${width}`).toBe(true);
        const below = (await bar.boundingBox())!;
        // What stands in the header: its own box may be lower than that.
        const logo = (await page.getByRole('banner').getByRole('link').first().boundingBox())!;
        expect(logo.y, `${path} at ${width}`).toBeGreaterThanOrEqual(below.y + below.height);
        const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
        expect(heading.y, `${path} at ${width}`).toBeGreaterThanOrEqual(logo.y + logo.height);
      }
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await expectAccessible(page);
  });

  test('it stays after a click into another page', FULL_ONLY, async ({ page }) => {
    await page.goto('/plans');
    await page.getByRole('main').getByRole('link', { name: 'France' }).first().click();
    await page.waitForURL('**/plans/local/france');
    await expect(page.getByText(MARK[language], { exact: true })).toBeInViewport();
  });
});
