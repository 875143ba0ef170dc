import { AMOUNT_WIDTHS, brokenAmounts } from '../browser/amounts.ts';
import { expect, forEachLanguage, test } from '../browser/browser.ts';

/** Where amounts have the least room. test/full/amounts.spec.ts checks every page. */
const NARROW = [
  '/plans/local/japan',
  '/plans/local/thailand',
  '/plans?q=japon',
  '/plans?compare=thailand-5gb,asia-5gb,global-5gb',
  '/plans/trip?stop=france:4&stop=italy:5&stop=morocco:5&habit=700',
  '/checkout/global-10gb',
];

forEachLanguage((language) => {
  test('no amount breaks inside, from a small phone to a desktop', async ({ page }) => {
    const faults: string[] = [];
    for (const path of NARROW) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const width of AMOUNT_WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        faults.push(...(await brokenAmounts(page)).map((each) => `${path} at ${width}: ${each}`));
      }
    }
    expect(faults).toEqual([]);
  });
});
