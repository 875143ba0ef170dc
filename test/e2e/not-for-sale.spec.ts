import pg from 'pg';
import { expect, expectAccessible, test } from '../browser/browser.ts';
import { until } from '../support/wire.ts';

test('a plan that is off sale says so and links to other plans', async ({ page, world }) => {
  const database = new pg.Client({ connectionString: world.databaseUrl });
  await database.connect();
  const setFault = (fault: string | null) =>
    database.query(
      `WITH judged AS (UPDATE plans SET fault = $1 WHERE id = 'belize-1gb')
       INSERT INTO catalogue_versions (version, action, by, plans, at)
       SELECT max(version) + 1, 'check', 'test', 1, now() FROM catalogue_versions`,
      [fault],
    );
  try {
    await setFault('missing-package');
    // Every process rereads the table after a short delay.
    await until(async () =>
      (await (await fetch(`${world.app.url}/checkout/belize-1gb`)).text()).includes('is currently unavailable'),
    );
    await page.goto('/checkout/belize-1gb');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Belize - 1GB is currently unavailable');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'See plans for Belize' }).click();
    await page.waitForURL('**/plans/local/belize');
  } finally {
    await setFault(null);
    await database.end();
  }
});

test("an unknown plan is a 404, and an unknown order looks like another buyer's order", async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/status of 404/);
  expect((await page.goto('/checkout/atlantis-3gb'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t find this page');
  for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'nonsense']) {
    expect((await page.goto(`/orders/${id}`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'This order isn’t open in this browser' })).toBeVisible();
  }
});
