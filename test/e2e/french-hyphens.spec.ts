import { expect, test } from '../browser/browser.ts';

test.use({ language: 'fr' });

/**
 * Pages with links of one word with a hyphen ("Connectez-vous"), with questions as links ("reste-t-il"), and with short
 * texts in narrow columns ("par e-mail").
 */
const PAGES = [
  '/auth',
  '/auth#sign-up',
  '/checkout/france-3gb',
  '/fr/support',
  '/fr/help/data-left',
  '/fr/help/devices',
  '/fr',
  '/fr/how-it-works',
];
const WIDTHS = [320, 330, 340, 350, 360, 370, 380, 390, 1440];

// In running text French may break after a hyphen. Links, titles and short texts keep such a word together.
test('links and titles keep words with a hyphen in one line', async ({ page }) => {
  const seen = new Set<string>();
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const words = await page.evaluate(() => {
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
        const found: { text: string; lines: number }[] = [];
        while (texts.nextNode()) {
          const node = texts.currentNode as Text;
          const place = node.parentElement?.closest(
            'h1, .answer-links a, .auth-toggle .link, button.link, .feature p, .step p, .the-way p',
          );
          if (!place?.checkVisibility()) continue;
          for (const match of node.data.matchAll(/[\p{L}’]+(?:-\p{L}+)+/gu)) {
            const range = document.createRange();
            range.setStart(node, match.index);
            range.setEnd(node, match.index + match[0].length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            found.push({ text: match[0], lines: new Set(tops).size });
          }
        }
        return found;
      });
      for (const { text } of words) seen.add(text);
      expect(
        words.filter(({ lines }) => lines > 1),
        `${path} at ${width}`,
      ).toEqual([]);
    }
  }
  for (const word of [
    'Connectez-vous',
    'Inscrivez-vous',
    'reste-t-il',
    'd’e-mail',
    'est-il',
    'e-mail',
    'lui-même',
    'hors-forfait',
  ])
    expect(seen).toContain(word);
});
