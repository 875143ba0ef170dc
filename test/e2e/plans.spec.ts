import { expect, forEachLanguage, test } from '../browser/browser.ts';
import { countryOffers, regionOffers } from '../support/specification.ts';
import { FULL_ONLY } from '../support/full.ts';

const offers = [...countryOffers(), ...regionOffers()];
const plans = offers.flatMap((offer) => offer.plans);
const countryPlans = countryOffers().flatMap((offer) => offer.plans);

test('/plans lists destinations in steps, those of the specification first, with the lowest price of each', async ({
  page,
}) => {
  await page.goto('/plans');
  const places = page.getByRole('list', { name: 'Countries' }).getByRole('link');
  await expect(places).toHaveCount(24);
  const shown = await places.allTextContents();
  expect(shown.slice(0, 12)).toEqual(
    countryOffers().map(({ name, plans: own }) => `${name} from $${own[0]!.price.toFixed(2)}`),
  );
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(places).toHaveCount(48);
  await expect(page).toHaveURL('/plans?show=48');
  await places.first().click();
  await expect(page).toHaveURL('/plans/local/united-states');
});

test('the compare view lists every plan of the specification, the lowest price per gigabyte first', async ({
  page,
}) => {
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Compare all plans' }).click();
  await expect(page).toHaveURL('/plans?view=compare');
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') });
  await expect(rows).toHaveCount(plans.length);
  await expect(page.getByRole('status').first()).toHaveText(
    `${plans.length} plans ${countryPlans.length} for a single destination, ${plans.length - countryPlans.length} for several countries`,
  );
  const perGb = await rows.getByText(/\/GB$/).allTextContents();
  const figures = perGb.map((text) => Number(/\$([\d.]+)\/GB/.exec(text)?.[1]));
  expect(figures).toEqual(figures.toSorted((a, b) => a - b));
  // Plans at $14 and $15 for 10GB differ in price per GB. Two destinations tie for the lowest.
  await expect(rows.filter({ hasText: 'Lowest per GB' })).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price');
  await expect(page).toHaveURL('/plans?sort=price&view=compare');
  await expect(rows.getByText(/^\$[\d.]+$/).first()).toHaveText('$3.50');
});

test('typing updates the results, explains each match and updates the address', async ({ page }) => {
  const indexes: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/search-index') && indexes.push(request.url()));
  await page.goto('/plans');
  const field = page.getByRole('searchbox', { name: 'Search a destination' });
  await expect(field).toBeEditable();
  expect(indexes).toHaveLength(0);
  await field.pressSequentially('japon');
  await expect(page.getByText('Showing Japan, in French Japon')).toBeVisible();
  await expect(page.getByRole('status').first()).toHaveText('8 plans for Japan');
  await expect(page.getByRole('heading', { name: 'Asia' })).toBeVisible();
  await expect(page).toHaveURL('/plans?q=japon');
  expect(indexes).toHaveLength(1);
  await field.fill('tailand');
  await expect(page.getByText('Showing Thailand. Nothing is called “tailand”.')).toBeVisible();
  await expect(page.getByRole('status').first()).toHaveText('12 plans for Thailand');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(field).toBeFocused();
  await expect(page.getByRole('list', { name: 'Countries' }).getByRole('link')).toHaveCount(24);
  await expect(page).toHaveURL('/plans');
});

test('when the search index is too large for the browser, the API answers', FULL_ONLY, async ({ page }) => {
  await page.route('**/api/search-index', (route) => route.fulfill({ json: { destinations: null } }));
  // The page's own loader never answers, so the results come from the API.
  await page.route('**/plans.data*', () => undefined);
  await page.goto('/plans');
  await page.getByRole('searchbox').fill('jpaon');
  await expect(page.getByText('Showing Japan. Nothing is called “jpaon”.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Japan/ })).toBeVisible();
});

test('filters narrow the plans, up to three are compared, and the address holds the state', async ({ page }) => {
  await page.goto('/plans?q=thailand');
  await page.getByRole('radio', { name: '5GB' }).check();
  await page.getByRole('radio', { name: '30 days or more' }).check();
  await expect(page).toHaveURL('/plans?q=thailand&data=5&days=30');
  await expect(page.getByRole('status').first()).toHaveText('6 of 12 plans for Thailand');
  for (const name of ['Thailand 5GB', 'Asia 5GB', 'Global 5GB'])
    await page.getByRole('checkbox', { name: `Compare ${name}` }).check();
  await expect(page.getByRole('checkbox', { name: 'Compare Global 10GB' })).toBeDisabled();
  await page.getByRole('link', { name: 'Compare 3 plans' }).click();
  await expect(page).toHaveURL('/plans?q=thailand&compare=thailand-5gb,asia-5gb,global-5gb');
  await expect(page.getByRole('columnheader')).toHaveText([/Thailand 5GB.*\$14/, /Asia 5GB.*\$20/, /Global 5GB.*\$35/]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thailand, Asia, or Global?');
  await expect(page.getByText('All of them work in Thailand.')).toBeVisible();
  await page.getByRole('link', { name: 'Select: Asia 5GB' }).click();
  // The plan is chosen: the checkout follows, and its way back is the place that was searched.
  await expect(page).toHaveURL('/checkout/asia-5gb?for=thailand');
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText('Asia - 5GB for Thailand');
  await page.getByRole('link', { name: 'Back to plans for Thailand' }).click();
  await expect(page).toHaveURL('/plans/local/thailand?plan=asia-5gb');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('search, filters, steps and comparison work as forms and links', async ({ page }) => {
    await page.goto('/plans');
    await page.getByRole('link', { name: 'Show more' }).click();
    await expect(page.getByRole('list', { name: 'Countries' }).getByRole('link')).toHaveCount(48);
    await page.getByRole('searchbox').fill('royaume-uni');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'United Kingdom' })).toBeVisible();
    await page.getByRole('radio', { name: '10GB' }).check();
    await page.getByRole('button', { name: 'Show results' }).click();
    await expect(page.getByRole('status').first()).toHaveText('2 of 8 plans for the United Kingdom');
    for (const box of await page.getByRole('checkbox', { name: /^Compare/ }).all()) await box.check();
    await page.getByRole('button', { name: 'Compare selected plans' }).click();
    await expect(page.getByRole('columnheader')).toHaveCount(2);
  });
});

test('the lists of one kind search all destinations', async ({ page }) => {
  for (const path of ['/plans/local', '/plans/regional']) {
    await page.goto(path);
    await page.getByRole('main').getByRole('searchbox', { name: 'Search a destination' }).fill('japan');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/plans?q=japan');
    await expect(page.getByRole('heading', { level: 2, name: 'Japan' })).toBeVisible();
  }
  // Four countries and more on the screen of a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/plans/local');
  expect((await page.getByRole('article').first().boundingBox())!.height).toBeLessThan(844 / 4);
});

test('it is visible what the boxes of the list are for', FULL_ONLY, async ({ page }) => {
  await page.goto('/plans?q=thailand');
  await expect(page.getByText('Compare', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Tick up to three plans to compare them.')).toBeVisible();
  // The place and its map leave the screen to the plans.
  expect((await page.locator('.found__place').boundingBox())!.height).toBeLessThan(844 / 5);
});

test(
  'a row leads to the checkout by a button, and on a phone as a whole, with a chevron at its end',
  FULL_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/plans?q=thailand');
    const row = page.locator('.shop-row', { has: page.getByRole('link', { name: /^Select: Thailand/ }) }).first();
    const select = row.getByRole('link');
    const chevron = select.locator('svg');
    await expect(select.getByText('Select')).toBeVisible();
    await expect(chevron).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(select.getByText('Select')).toBeHidden();
    await expect(chevron).toBeVisible();
    const [mark, whole] = [(await chevron.boundingBox())!, (await row.boundingBox())!];
    expect(Math.abs(mark.x + mark.width - whole.x - whole.width)).toBeLessThan(24);
    // Beside the box for comparing.
    await row.click({ position: { x: 70, y: 10 } });
    await expect(page).toHaveURL(/\/checkout\/thailand-/);
    await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  },
);

test(
  'the sheet of filters says how many plans its button shows, in sight at any scroll position',
  FULL_ONLY,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/plans?q=thailand');
    await page.getByRole('main').getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await expect(sheet.getByRole('button', { name: 'Show 12 plans' })).toBeInViewport({ ratio: 1 });
    await sheet.getByRole('radio', { name: '5GB' }).check();
    await sheet.getByRole('radio', { name: '30 days or more' }).check();
    await sheet.getByRole('button', { name: 'Show 6 plans' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('status').first()).toHaveText('6 of 12 plans for Thailand');
    await expect(page.getByRole('main').getByRole('button', { name: 'Filters 2 on' })).toBeVisible();
  },
);

test('beside a filter stands what the page shows with it; one without results is grey, not disabled', async ({
  page,
}) => {
  await page.goto('/plans?q=japan&data=5');
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect(page.getByRole('status').first()).toHaveText('4 of 8 plans for Japan');
  await expect(radio('3GB')).toHaveAccessibleDescription('6 plans');
  await expect(radio('5GB')).toHaveAccessibleDescription('');
  await expect(radio('10GB')).toHaveAccessibleDescription('2 plans');
  await expect(radio('A region')).toHaveAccessibleDescription('2 plans');
  const none = radio('One country');
  await expect(none).toHaveAccessibleDescription('No results with this choice');
  await expect(none).toBeEnabled();
  await radio('10GB').check();
  await expect(page.getByRole('status').first()).toHaveText('2 of 8 plans for Japan');
  await none.check();
  await expect(page.getByRole('heading', { name: 'No plan for Japan fits these filters' })).toBeVisible();
});

test('the kind of plan is one filter on the page, never two that disagree', FULL_ONLY, async ({ page }) => {
  for (const path of ['/plans', '/plans?kind=local']) {
    await page.goto(path);
    await expect(page.getByRole('radio', { name: path === '/plans' ? 'Any' : 'One country' }).first()).toBeChecked();
    // Links of the same names belong to the lists of one kind.
    await expect(page.getByRole('main').getByRole('link', { name: 'All', exact: true })).toHaveCount(0);
  }
});

test(
  'chosen filters are chips above the list: each takes itself back, or all together',
  FULL_ONLY,
  async ({ page }) => {
    await page.goto('/plans?q=thailand&data=5&days=30&price=40');
    const chips = page.getByRole('group', { name: 'Active filters' }).getByRole('link');
    await expect(chips).toHaveText(['5GB or more', '30 days or more', 'Up to $40.00', 'Clear all']);
    await page.getByRole('link', { name: 'Remove filter: 5GB or more' }).click();
    await expect(page).toHaveURL('/plans?q=thailand&days=30&price=40');
    await expect(page.getByRole('status').first()).toBeFocused();
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL('/plans?q=thailand');
    await expect(chips).toHaveCount(0);
  },
);

test('/plans/local, /plans/regional and /plans/global show the offers of their kind', async ({ page }) => {
  const names = page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 });
  await page.goto('/plans/local');
  const kinds = page.getByRole('navigation', { name: 'Type of plan' });
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

  test('the arrow keys pick a plan, its price updates, and Get eSIM leads to its checkout', async ({ page }) => {
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

test('on a small screen the bottom bar shows the price and leads to the checkout', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/plans/regional/europe');
  const bar = page.locator('.buybar');
  await expect(bar).toBeInViewport();
  await page.getByRole('radio', { name: /^1GB/ }).check();
  await expect(bar).toContainText('$5.00');
  await bar.getByRole('link', { name: 'Get eSIM' }).click();
  await expect(page).toHaveURL('/checkout/europe-1gb');
});

test('an unknown destination or plan is a 404', async ({ page, browserErrors }) => {
  browserErrors.expect(/status of 404/);
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
