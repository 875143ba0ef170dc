import { expect, test } from '../browser/browser.ts';

test.use({ language: 'fr' });

/** Pages with links or buttons of one word with a hyphen: "Connectez-vous", "Inscrivez-vous". */
const PAGES = ['/auth', '/auth#sign-up', '/checkout/france-3gb'];
const WIDTHS = [320, 330, 340, 350, 360, 370, 380, 390];

// In running text French may break after a hyphen; a link or a button of one word must not.
test('a link of one word with a hyphen stays in one line on phones', async ({ page }) => {
  const seen: string[] = [];
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(/Connectez-vous|Inscrivez-vous/);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const words = await page.evaluate(() => {
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
        const found: { text: string; lines: number }[] = [];
        while (texts.nextNode()) {
          const node = texts.currentNode as Text;
          const text = node.data.trim();
          if (!/^\p{L}+-\p{L}+$/u.test(text) || node.parentElement?.closest('a, button') === null) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          found.push({ text, lines: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size });
        }
        return found;
      });
      seen.push(...words.map(({ text }) => text));
      expect(
        words.filter(({ lines }) => lines > 1),
        `${path} at ${width}`,
      ).toEqual([]);
    }
  }
  expect(new Set(seen)).toEqual(new Set(['Inscrivez-vous', 'Connectez-vous']));
});
