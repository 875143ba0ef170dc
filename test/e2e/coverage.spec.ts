import { expect, expectAccessible, test } from '../browser/browser.ts';
import { FULL_ONLY } from '../support/full.ts';

test('the coverage map by keyboard: arrows and letters move between countries, Enter opens one', async ({ page }) => {
  await page.goto('/coverage');
  const map = page.getByRole('slider', { name: 'World map of covered countries' });
  const card = page.locator('.place-card');
  await expect(card).toContainText('From $');
  // A key pressed before hydration is lost, so it is retried.
  await expect(async () => {
    await map.press('Home');
    await expect(card).toContainText('Albania', { timeout: 3_000 });
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await expect(map).toHaveAttribute('aria-valuetext', /^Algeria, 4G/);
  await page.keyboard.press('e');
  await page.keyboard.press('e');
  await expect(card).toContainText('Egypt');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/plans/local/egypt');
});

test(
  'a pointer on the coverage map fills the card, typing finds a country, tabs show a part of the world',
  FULL_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/coverage');
    const card = page.locator('.place-card');
    const box = (await page.locator('.world-map__picture').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    // A point far from other countries. The map is 1080 by 500, and its left edge is at x = 60.
    await page.mouse.click(box.x + ((985 - 60) / 1080) * box.width, box.y + ((425 - 20) / 500) * box.height);
    await expect(card).toContainText('Australia');
    await expect(card.getByRole('link')).toHaveAttribute('href', '/plans/local/australia');

    const main = page.getByRole('main');
    await page.getByRole('searchbox', { name: 'Search a country' }).fill('royaume u');
    await expect(card).toContainText('United Kingdom');
    await expect(page.getByRole('status').filter({ hasText: '1 destination for “royaume u”' })).toBeVisible();
    await expect(main.locator('.place-table__row')).toHaveCount(1);
    await page.getByRole('searchbox').fill('zzz');
    await expect(main.getByRole('link', { name: 'Search the plans' })).toHaveAttribute('href', '/plans?q=zzz');
    await page.getByRole('button', { name: 'Clear search' }).click();

    const panel = page.getByRole('tabpanel');
    await expect(panel.getByRole('listitem')).toHaveCount(12);
    await page.getByRole('tab', { name: 'Popular' }).press('ArrowLeft');
    await expect(page.getByRole('tab', { name: 'Oceania' })).toBeFocused();
    await expect(panel.getByRole('link', { name: 'Fiji' })).toBeVisible();
  },
);

test(
  'the operators are one row for each letter on a phone, a misspelt country opens its own',
  FULL_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/coverage/operators');
    const main = page.getByRole('main');
    // All are in the document, for search engines and for the browser's own search.
    expect(await main.locator('.network-list__row').count()).toBeGreaterThan(190);
    expect(await main.evaluate((element) => element.clientHeight)).toBeLessThan(2_500);
    const japan = main.getByRole('link', { name: 'Japan', exact: true });
    await expect(japan).toBeHidden();
    await main.getByRole('heading', { name: 'J', exact: true }).click();
    await expect(japan).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('phillipines');
    await expect(main.getByRole('link', { name: 'Philippines' })).toBeVisible();
    await expect(main.getByRole('listitem')).toHaveCount(1);
  },
);

test(
  'on a phone the tabs that do not fit fade at the end of their row; a price says that it is the lowest',
  FULL_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/coverage');
    const tabs = page.getByRole('tablist');
    await expect(page.getByRole('tabpanel').getByRole('link').first()).toContainText('from $4.50');
    await expect(tabs).toHaveCSS('--tabs-fade', '64px');
    await tabs.getByRole('tab', { name: 'Oceania' }).focus();
    await tabs.evaluate((row) => row.scrollTo({ left: row.scrollWidth, behavior: 'instant' }));
    await expect(tabs).toHaveCSS('--tabs-fade', '0px');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(tabs).toHaveCSS('--tabs-fade', '0px');
  },
);

test.describe('in French', () => {
  test.use({ language: 'fr' });

  test(
    'a row of the operators whose names take two lines keeps its distance to the next',
    FULL_ONLY,
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/fr/coverage/operators');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const rooms = await page.locator('.letter-group summary').evaluateAll((all) =>
        all.map((row) => {
          const [outer, inner] = [row, row.querySelector('.letter-group__range')!].map((each) =>
            each.getBoundingClientRect(),
          );
          return Math.round(Math.min(inner!.top - outer!.top, outer!.bottom - inner!.bottom));
        }),
      );
      // Names of two words break between the names, not inside one.
      const range = page.locator('.letter-group__range', { hasText: 'Afrique du Sud' });
      await expect(range).toContainText('Afrique du Sud\u00a0– Azerbaïdjan');
      await expect(range.locator('span')).toHaveCount(2);
      for (const name of await range.locator('span').all()) expect((await name.boundingBox())!.height).toBeLessThan(30);
      expect(rooms.length).toBeGreaterThan(10);
      expect(Math.min(...rooms)).toBeGreaterThanOrEqual(8);
    },
  );
});

test('without scripts the coverage pages list every country and the search works', async ({ browser, world }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: world.app.url });
  const page = await context.newPage();
  const rows = page.locator('.place-table__row:visible');
  await page.goto('/coverage');
  await expect(page.getByRole('heading', { name: 'Oceania' })).toBeVisible();
  expect(await rows.count()).toBeGreaterThan(200);
  await page.getByRole('searchbox').fill('uk');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/coverage?q=uk');
  await expect(rows).toHaveText([/United Kingdom/, /Ukraine/]);

  await page.goto('/coverage/countries?q=%C3%A9gypte');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/Egypt/]);
  await page.goto('/coverage/operators?by=operator');
  await page.getByRole('searchbox').fill('orange');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL('/coverage/operators?by=operator&q=orange');
  await expect(page.locator('.network-list__row')).toHaveCount(1);
  await expect(page.locator('.network-list__row')).toContainText('Egypt');
  await context.close();
});
