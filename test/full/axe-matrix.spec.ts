import { axeFaults, expect, forEachLanguage, test } from '../browser/browser.ts';
import { PAGE_TYPES, REFUSED_DOCUMENT } from '../browser/page-types.ts';

const WIDTHS = [320, 390, 768, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

forEachLanguage((language) => {
  for (const type of PAGE_TYPES) {
    test(`axe finds no violations at any width, light and dark: ${type.name}`, async ({
      page,
      world,
      browserErrors,
    }) => {
      if (type.refuses) browserErrors.expect(REFUSED_DOCUMENT);
      const faults: string[] = [];
      const putBack = await type.open({ page, world, language });
      try {
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            faults.push(...(await axeFaults(page)).map((fault) => `${width}, ${colorScheme}: ${fault}`));
          }
        }
      } finally {
        await putBack?.();
      }
      expect(faults).toEqual([]);
    });
  }
});
