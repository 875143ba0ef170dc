import { expect, test } from '../browser/browser.ts';

test('a trip is planned in place: stops are added, edited by keyboard and removed, and the address holds the trip', async ({
  page,
}) => {
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  await page.goto('/plans/trip');
  for (const [place, days] of [
    ['France', 4],
    ['Italy', 5],
    ['Morocco', 5],
  ] as const) {
    await page.getByLabel('Destination').selectOption(place);
    await page.getByLabel('Days', { exact: true }).fill(`${days}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByLabel(`Days in ${place}`)).toHaveValue(`${days}`);
  }
  await expect(page).toHaveURL('/plans/trip?stop=france:4&stop=italy:5&stop=morocco:5');
  await expect(page.getByRole('heading', { name: 'Cheapest for 14 days and 7GB' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get 2 eSIMs' }).first()).toHaveAttribute(
    'href',
    '/checkout/europe-5gb,morocco-3gb?stop=france:4&stop=italy:5&stop=morocco:5',
  );

  const more = page.getByRole('button', { name: 'One day more in Italy' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/plans/trip?stop=france:4&stop=italy:6&stop=morocco:5');
  await expect(more).toBeFocused();
  const days = page.getByLabel('Days in Morocco');
  await days.fill('7');
  await days.press('Enter');
  await expect(page).toHaveURL('/plans/trip?stop=france:4&stop=italy:6&stop=morocco:7');
  const switches = page.getByRole('listitem').filter({ hasText: /^Day \d/ });
  await expect(switches).toHaveText([/^Day 1Europe 5GB/, /^Day 11Morocco 1GB/, /^Day 13Morocco 3GB/]);
  await page.getByRole('radio', { name: /^Light/ }).check();
  await page.getByRole('button', { name: 'Remove France' }).click();
  await expect(page).toHaveURL('/plans/trip?stop=italy:6&stop=morocco:7&habit=light');
  await expect(page.getByLabel('Days in France')).toBeHidden();
  await page.getByLabel('Days in Italy').fill('400');
  await page.getByLabel('Days in Italy').press('Enter');
  await expect(page.getByText('A trip can take 365 days at most. This one takes 407.')).toBeVisible();
  expect(documents).toBe(1);
});

test('the calculator updates while a slider moves, and its address can be shared', async ({ page }) => {
  await page.goto('/plans/data');
  await expect(page.getByText('Choose a destination, and we find')).toBeVisible();
  await page.getByLabel('Destination').selectOption('France');
  await expect(page.getByText('France - 5GB')).toBeVisible();
  const calls = page.getByLabel('Video calls, minutes a day');
  await calls.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('France - 3GB')).toBeVisible();
  await expect(page).toHaveURL('/plans/data?to=france&video=0');
  await page.reload();
  await expect(page.getByText('France - 3GB')).toBeVisible();
  await expect(calls).toHaveValue('0');
});

test.describe('on a phone in French', () => {
  test.use({ language: 'fr', viewport: { width: 390, height: 844 } });

  test('the calculator shows the whole name of its destination', async ({ page }) => {
    await page.goto('/fr/plans/data');
    const select = page.getByLabel('Destination');
    await expect(select).toBeVisible();
    const [width, needed] = await select.evaluate((node) => {
      const shown = node.clientWidth;
      node.style.setProperty('field-sizing', 'content');
      node.style.setProperty('width', 'max-content');
      node.style.setProperty('flex', 'none');
      return [shown, node.clientWidth];
    });
    expect(width).toBeGreaterThanOrEqual(needed!);
  });
});
