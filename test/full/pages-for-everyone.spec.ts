import { expect, forEachLanguage, test } from '../browser/browser.ts';
import { walkByKeyboard } from '../browser/keyboard-walk.ts';
import { PAGE_TYPES, REFUSED_DOCUMENT } from '../browser/page-types.ts';
import { misfits, setTextSpacing } from '../browser/reflow.ts';

/**
 * Viewports of the walk: a desktop, a phone, and 1280 × 1024 at 400 %, where a bar takes most of the height (WCAG
 * 1.4.10). 640 × 400 is 1280 × 800 at 200 % (1.4.4).
 */
const WALKED = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 256 },
] as const;
const FITTED = [...WALKED, { width: 640, height: 400 }] as const;

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

forEachLanguage((language) => {
  for (const type of PAGE_TYPES) {
    test(`${type.name}: by keyboard, in every viewport, with the reader's text spacing`, async ({
      page,
      world,
      browserErrors,
    }) => {
      if (type.refuses) browserErrors.expect(REFUSED_DOCUMENT);
      const faults: string[] = [];
      const putBack = await type.open({ page, world, language });
      try {
        for (const size of FITTED) {
          await page.setViewportSize(size);
          const where = `${size.width} × ${size.height}`;
          faults.push(...(await misfits(page)).map((each) => `${where}: ${each}`));
          await setTextSpacing(page, true);
          faults.push(...(await misfits(page)).map((each) => `${where}, text spacing: ${each}`));
          await setTextSpacing(page, false);
        }
        for (const size of WALKED) {
          await page.setViewportSize(size);
          const walk = await walkByKeyboard(page);
          faults.push(...walk.faults.map((each) => `${size.width} × ${size.height}, by keyboard: ${each}`));
        }
      } finally {
        await putBack?.();
      }
      expect(faults).toEqual([]);
    });
  }
});
