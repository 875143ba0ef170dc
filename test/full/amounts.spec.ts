import { AMOUNT_WIDTHS, brokenAmounts } from '../browser/amounts.ts';
import { expect, forEachLanguage, test } from '../browser/browser.ts';
import { PAGE_TYPES, REFUSED_DOCUMENT } from '../browser/page-types.ts';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

forEachLanguage((language) => {
  for (const type of PAGE_TYPES) {
    test(`no amount breaks inside at any width: ${type.name}`, async ({ page, world, browserErrors }) => {
      if (type.refuses) browserErrors.expect(REFUSED_DOCUMENT);
      const faults: string[] = [];
      const putBack = await type.open({ page, world, language });
      try {
        for (const width of AMOUNT_WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          faults.push(...(await brokenAmounts(page)).map((each) => `${width}: ${each}`));
        }
      } finally {
        await putBack?.();
      }
      expect(faults).toEqual([]);
    });
  }
});
