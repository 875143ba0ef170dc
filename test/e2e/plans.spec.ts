import { expect, forEachLanguage, test } from '../support/browser.ts';
import { countryOffers, regionOffers } from '../support/specification.ts';

const offers = [...countryOffers(), ...regionOffers()];
const plans = offers.flatMap((offer) => offer.plans);

test('/plans lists every plan, the lowest price per gigabyte first', async ({ page }) => {
  await page.goto('/plans');
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('.prow') });
  await expect(rows).toHaveCount(plans.length);
  await expect(page.getByRole('status').first()).toHaveText(`${plans.length} plans in ${offers.length} destinations`);
  const perGb = await rows.locator('.ppg').allTextContents();
  const figures = perGb.map((text) => Number(/\$([\d.]+)\/GB/.exec(text)?.[1]));
  expect(figures).toEqual(figures.toSorted((a, b) => a - b));
  // $14 and $15 for the same 10GB differ; two destinations tie.
  await expect(rows.filter({ hasText: 'Lowest per GB' })).toHaveCount(2);
});

test('the list is searched and sorted', async ({ page }) => {
  await page.goto('/plans');
  const rows = page.locator('.prow');
  await page.getByRole('searchbox', { name: 'Search a destination' }).fill('zanz');
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('status').first()).toHaveText('4 plans in 1 destination');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price');
  await expect(rows.locator('.price')).toHaveText(['$4.00', '$10.00', '$15.00', '$25.00']);
  await page.getByRole('searchbox').fill('nowhere');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows).toHaveCount(plans.length);
});

test('/plans/local, /plans/regional and /plans/global show the offers of their kind', async ({ page }) => {
  const names = page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 });
  await page.goto('/plans');
  const kinds = page.getByRole('navigation', { name: 'Type of plan' });
  await kinds.getByRole('link', { name: 'Local' }).click();
  await expect(page).toHaveURL('/plans/local');
  await expect(names).toHaveText(countryOffers().map(({ name }) => name));
  await kinds.getByRole('link', { name: 'Regional' }).click();
  await expect(page).toHaveURL('/plans/regional');
  await expect(names).toHaveText(
    regionOffers()
      .map(({ name }) => name)
      .filter((name) => name !== 'Global'),
  );
  await kinds.getByRole('link', { name: 'Global' }).click();
  await expect(page).toHaveURL('/plans/global');
  await expect(page.getByRole('radio')).toHaveCount(4);
});

forEachLanguage((language) => {
  const written = {
    en: { plan: '5GB', other: '10GB', total: '$26.00', get: 'Get eSIM' },
    fr: { plan: '5 Go', other: '10 Go', total: '26,00 $US', get: 'Obtenir une eSIM' },
  }[language];

  test('a plan is picked with the arrow keys, its price follows, and Get eSIM leads to its checkout', async ({
    page,
  }) => {
    await page.goto('/plans/local/france?plan=france-5gb');
    const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name.replace(' ', '\\s')}`) });
    await expect(radio(written.plan)).toBeChecked();
    await radio(written.plan).focus();
    await page.keyboard.press('ArrowDown');
    await expect(radio(written.other)).toBeChecked();
    const ticket = page.getByRole('complementary');
    await expect(ticket).toContainText(written.total);
    await expect(page).toHaveURL('/plans/local/france?plan=france-10gb');
    await ticket.getByRole('link', { name: written.get }).click();
    await expect(page).toHaveURL('/checkout/france-10gb');
  });
});

test('on a small screen the bar at the foot names the price and leads to the checkout', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/plans/regional/europe');
  const bar = page.locator('.buybar');
  await expect(bar).toBeInViewport();
  await page.getByRole('radio', { name: /^1GB/ }).check();
  await expect(bar).toContainText('$5.00');
  await bar.getByRole('link', { name: 'Get eSIM' }).click();
  await expect(page).toHaveURL('/checkout/europe-1gb');
});

test('a destination or a plan that does not exist is a 404', async ({ page }) => {
  for (const path of [
    '/plans/local/atlantis',
    '/plans/regional/france',
    '/plans/local/europe',
    '/checkout/france-4gb',
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t find this page');
  }
});
