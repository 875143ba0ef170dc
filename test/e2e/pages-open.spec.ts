import { expect, expectAccessible, forEachLanguage, test } from '../support/browser.ts';

forEachLanguage((language) => {
  test('the home page opens in the browser\'s language, without complaints, and axe finds nothing', async ({ page, complaints }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });
});
