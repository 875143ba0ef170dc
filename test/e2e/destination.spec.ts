import { expect, forEachLanguage, test } from '../browser/browser.ts';
import { FULL_ONLY } from '../support/full.ts';

test('the keyboard reaches Get eSIM directly after the choice, at every width', FULL_ONLY, async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/plans/regional/europe');
    const before = await page.getByRole('main').evaluate((main) => {
      const stops = [...main.querySelectorAll('a[href], button, input, summary')].filter((each) =>
        each.checkVisibility({ visibilityProperty: true }),
      );
      const picked = stops.findIndex((each) => each.matches('input[name=plan]'));
      const get = stops.findIndex((each) => each.matches('a[href^="/checkout/"]'));
      // The radios of the choice are one stop.
      return stops.slice(picked, get).filter((each) => !each.matches('input[name=plan]')).length;
    });
    // Between them: the two links that help to choose.
    expect(before, `stops before Get eSIM at ${width}`).toBe(2);
  }
});

forEachLanguage((language) => {
  const written = {
    en: {
      picked: 'Asia 5GB, 30 days, $20.00',
      next: 'Global 5GB, 30 days, $35.00',
      total: '$35.00',
      get: 'Get eSIM',
      facts: 'Plan facts',
    },
    fr: {
      picked: 'Asie 5 Go, 30 jours, 20,00 $US',
      next: 'Monde 5 Go, 30 jours, 35,00 $US',
      total: '35,00 $US',
      get: 'Obtenir une eSIM',
      facts: 'La fiche du forfait',
    },
  }[language];

  test('the arrow keys pick a plan in the price matrix: up and down within an offer, left and right between offers', async ({
    page,
  }) => {
    await page.goto('/plans/local/japan');
    const facts = page.getByRole('region', { name: written.facts }).getByRole('paragraph');
    const radio = (id: string) => page.locator(`input[value="${id}"]`);
    await expect(radio('asia-3gb')).toBeChecked();
    await radio('asia-3gb').focus();
    await page.keyboard.press('ArrowDown');
    await expect(radio('asia-5gb')).toBeFocused();
    await expect(facts).toHaveText(written.picked);
    await page.keyboard.press('ArrowRight');
    await expect(radio('global-5gb')).toBeFocused();
    await expect(facts).toHaveText(written.next);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(radio('global-1gb')).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(page).toHaveURL('/plans/local/japan?plan=global-5gb');
    const ticket = page.getByRole('complementary');
    await expect(ticket).toContainText(written.total);
    await ticket.getByRole('link', { name: written.get }).click();
    await expect(page).toHaveURL('/checkout/global-5gb?for=japan');
    await page.goBack();
    await expect(radio('global-5gb')).toBeChecked();
  });
});

forEachLanguage(() => {
  test(
    'on a phone the first price is in the upper half of the screen, and the bar covers no size',
    FULL_ONLY,
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/plans/local/japan');
      const [matrix, bar] = await Promise.all(
        ['.matrix', '.buybar'].map(async (part) => (await page.locator(part).boundingBox())!),
      );
      expect(matrix!.y).toBeLessThan(844 / 2);
      expect(matrix!.y + matrix!.height).toBeLessThanOrEqual(bar!.y);
    },
  );
});

test(
  'the country list of the world is filtered while typing, in both languages, and the rest expands',
  FULL_ONLY,
  async ({ page }) => {
    await page.goto('/plans/global');
    const section = page.locator('#countries');
    const rows = section.getByRole('listitem').filter({ visible: true, has: page.getByRole('link') });
    await expect(rows).toHaveCount(24);
    await section.getByText(/^Show all \d+$/).click();
    expect(await rows.count()).toBeGreaterThanOrEqual(190);
    await section.getByRole('searchbox').fill('royaume');
    await expect(section.getByRole('status')).toHaveText('1 found');
    await expect(rows).toHaveText([/^United Kingdom/]);
    await section.getByRole('searchbox').fill('nowhere');
    await expect(section.getByRole('status')).toContainText('“nowhere”');
    await section.getByRole('searchbox').fill('');
    await section.getByRole('link', { name: 'Albania' }).click();
    await expect(page).toHaveURL('/plans/local/albania');
  },
);

test('an unknown destination suggests the nearest match', async ({ page, browserErrors }) => {
  browserErrors.expect(/status of 404/);
  await page.goto('/plans/local/united-kingdon');
  await page.getByRole('main').getByRole('link', { name: 'United Kingdom' }).click();
  await expect(page).toHaveURL('/plans/local/united-kingdom');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('United Kingdom eSIM');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('plans are picked and countries are searched with forms', async ({ page }) => {
    await page.goto('/plans/local/japan');
    await page.getByRole('radio', { name: /^Global 1GB/ }).check();
    await page.getByRole('button', { name: 'Show this plan' }).click();
    await expect(page).toHaveURL('/plans/local/japan?plan=global-1gb');
    await expect(page.getByRole('complementary').getByRole('link', { name: 'Get eSIM' })).toHaveAttribute(
      'href',
      '/checkout/global-1gb?for=japan',
    );
    await page.goto('/plans/regional/asia');
    await page.getByRole('searchbox').fill('japan');
    await page.locator('#countries').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/plans/regional/asia?q=japan#countries');
    await expect(page.locator('#countries').getByRole('status')).toHaveText('1 found');
  });
});
