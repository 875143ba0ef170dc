import type { Page } from '@playwright/test';
import { type BrowserWorld, expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { endOnDay20, ESIM_WORDS, openAsGuest, report } from '../browser/esim-page.ts';
import { misfits } from '../browser/reflow.ts';
import { onDatabase } from '../support/database-access.ts';
import { bought, type Buyer, look } from '../support/shop.ts';
import { until } from '../support/wire.ts';

/** The page of an eSIM in the states that the story of test/e2e/esim-use.spec.ts does not pass, at every width. */
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

const WIDTHS = [320, 390, 768, 1440];

/** Writes the eSIM of an order, which nobody reads again afterwards: a state that no sandbox reports. */
async function write(world: BrowserWorld, buyer: Buyer, profile: string, plan: string): Promise<void> {
  // A read that is on its way would write over it.
  await until(async () => (await look(world.app, buyer)).lines.every(({ esim }) => esim?.usageAt != null), {
    what: 'the usage was read',
  });
  await onDatabase(
    world.databaseUrl,
    `update esims set ${profile}, refreshed_at = '9999-12-31' where order_id = '${buyer.order.id}'`,
    `update esim_plans set ${plan} where order_id = '${buyer.order.id}'`,
  );
}

/** Fits every width in light and dark, and has no fault that axe finds. */
async function expectFit(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await misfits(page), `${width} px, ${colorScheme}`).toEqual([]);
    }
    await expectAccessible(page);
  }
}

forEachLanguage((language) => {
  const words = ESIM_WORDS[language];
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('ready, in use, low, used up and ended fit everywhere', async ({ page, world }) => {
    const buyer = await bought(world.app);
    await openAsGuest(page, world, buyer);
    await expect(heading(page, words.ready)).toBeVisible();
    await expectFit(page);
    for (const [set, title] of [
      [{ status: 'ACTIVE', remaining: 1229, expired_at: endOnDay20() }, words.active],
      [{ status: 'ACTIVE', remaining: 300 }, words.lowTitle],
      [{ status: 'FINISHED', remaining: 0 }, words.usedUp],
    ] as const) {
      await report(world, buyer, set);
      await page.reload();
      await expect(heading(page, title)).toBeVisible();
      await expectFit(page);
    }
    const late = await bought(world.app);
    await report(world, late, { status: 'EXPIRED', remaining: 300, expired_at: '2026-01-31 12:00:00' });
    await openAsGuest(page, world, late);
    await expect(heading(page, words.ended)).toBeVisible();
    await expectFit(page);
  });

  test('installed and not in use: its days have not begun', async ({ page, world }) => {
    const buyer = await bought(world.app);
    await write(world, buyer, `profile_state = 'installed'`, `state = 'not_active'`);
    await openAsGuest(page, world, buyer);
    await expect(heading(page, words.installed)).toBeVisible();
    await expect(page.getByRole('main').getByText(words.starts)).toBeVisible();
    await expect(page.getByRole('group', { name: words.left }).getByRole('meter')).toHaveAttribute(
      'aria-valuenow',
      '0',
    );
    await expectFit(page);
  });

  test('unlimited: what is stated for it, and never a meter', async ({ page, world }) => {
    const buyer = await bought(world.app);
    await write(
      world,
      buyer,
      `profile_state = 'enabled', plan_state = 'active', data_mb = 0, remaining_mb = 0, expires_at = now() + interval '10 days'`,
      `state = 'active', data_mb = 0, remaining_mb = 0, unlimited = '{"dailyMb":1024,"thenKbps":512}',
        started_at = now(), expires_at = (select expires_at from esims where id = esim_id)`,
    );
    await openAsGuest(page, world, buyer);
    await expect(heading(page, words.active)).toBeVisible();
    await expect(page.getByText(words.unlimited)).toBeVisible();
    await expect(page.getByRole('meter')).toHaveCount(0);
    await expectFit(page);
  });

  test('days of use: the pace in words and the use of each day; then the operator is silent', async ({
    page,
    world,
  }) => {
    const buyer = await bought(world.app);
    await write(
      world,
      buyer,
      `profile_state = 'enabled', plan_state = 'active', remaining_mb = 461, expires_at = now() + interval '24 days'`,
      `state = 'active', remaining_mb = 461, started_at = now() - interval '6 days',
        expires_at = (select expires_at from esims where id = esim_id)`,
    );
    const own = `from esims where order_id = '${buyer.order.id}'`;
    await onDatabase(
      world.databaseUrl,
      `delete from esim_readings where esim_id in (select id ${own})`,
      `insert into esim_readings (id, esim_id, read_at, remaining_mb, total_mb, profile_state, plan_state)
        select gen_random_uuid(), e.id, now() - day * interval '1 day', 461 + day * 300, 3072, 'enabled', 'active'
        from (select id ${own}) e, generate_series(0, 5) day`,
    );
    await openAsGuest(page, world, buyer);
    const main = page.getByRole('main');
    await expect(main.getByText(words.pace)).toBeVisible();
    await expect(main.getByRole('img', { name: words.chart })).toBeVisible();
    await main.getByText(words.table).click();
    await expect(main.getByRole('table').getByRole('row')).toHaveCount(6);
    await expectFit(page);

    await onDatabase(
      world.databaseUrl,
      `update esims set away_since = now() - interval '1 hour' where order_id = '${buyer.order.id}'`,
    );
    await page.reload();
    await expect(main.getByText(words.away)).toBeVisible();
    // The last figures stay, with their time.
    await expect(page.getByRole('group', { name: words.left }).getByRole('meter')).toBeVisible();
    await expect(main.getByText(words.read)).toBeVisible();
    await expectFit(page);
  });

  test('deleted before its plan ended', async ({ page, world }) => {
    const buyer = await bought(world.app);
    await write(world, buyer, `profile_state = 'deleted'`, `state = 'not_active'`);
    await openAsGuest(page, world, buyer);
    await expect(heading(page, words.gone)).toBeVisible();
    await expect(page.getByRole('link', { name: words.changedPhone })).toBeVisible();
    await expect(page.getByText(words.codesDeleted)).toBeVisible();
    await expect(page.getByRole('group', { name: words.left })).toHaveCount(0);
    await expectFit(page);
  });

  test('several in one order: each in its state, with its own figures and ways on', async ({ page, world }) => {
    const buyer = await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'spain-1gb'] });
    await report(world, buyer, { status: 'ACTIVE', remaining: 1229, expired_at: endOnDay20() });
    await openAsGuest(page, world, buyer);
    await expect(page.getByRole('article').first().getByRole('meter')).toBeVisible();
    // 1,229 MB are left today, and 300 MB were used on each day before.
    await onDatabase(
      world.databaseUrl,
      `insert into esim_readings (id, esim_id, read_at, remaining_mb, total_mb, profile_state, plan_state)
        select gen_random_uuid(), id, now() - day * interval '1 day', remaining_mb + day * 300, 3072, 'enabled', 'active'
        from esims, generate_series(1, 5) day where order_id = '${buyer.order.id}' and plan_state = 'active'`,
    );
    await page.reload();
    const [france, spain] = [page.getByRole('article').first(), page.getByRole('article').last()];
    await expect(france.getByRole('group', { name: words.left })).toHaveText(words.leftOf);
    await expect(france.getByRole('meter', { name: words.used })).toBeVisible();
    await expect(spain.getByRole('meter')).toHaveCount(0);
    await expect(spain.getByText(words.readyState)).toBeVisible();
    await expect(spain.getByRole('link', { name: words.noConnection })).toHaveAttribute('href', /connection\?line=2$/);
    await expect(spain.getByRole('link', { name: words.otherCountry })).toHaveAttribute('href', /country\?line=2$/);
    await expect(spain.getByText(words.dailyUse)).toHaveCount(0);
    const chart = france.getByRole('img', { name: words.chart });
    await expect(chart).toBeHidden();
    await france.getByText(words.dailyUse).click();
    await expect(chart).toBeVisible();
    await expect(page.getByRole('link', { name: words.person })).toHaveCount(1);
    await spain.getByRole('button', { name: words.addName }).click();
    await page.getByRole('dialog').getByLabel(words.name, { exact: true }).fill('Tablet');
    await page.keyboard.press('Enter');
    await expect(spain.getByText('Tablet', { exact: true })).toBeVisible();
    await expect(france.getByText('Tablet')).toHaveCount(0);
    await expectFit(page);
  });

  test('refunded: nothing more of the eSIM is shown', async ({ page, world }) => {
    const buyer = await bought(world.app);
    await onDatabase(
      world.databaseUrl,
      `update order_lines set status = 'refunded' where order_id = '${buyer.order.id}'`,
      `update orders set status = 'refunded' where id = '${buyer.order.id}'`,
    );
    await openAsGuest(page, world, buyer);
    await expect(heading(page, words.refunded)).toBeVisible();
    await expect(page.getByText(/ICCID/)).toHaveCount(0);
    for (const name of [words.noConnection, words.changedPhone, words.addName])
      await expect(page.getByRole('main').getByText(name)).toHaveCount(0);
    await expectFit(page);
  });

  test('on paper: the facts and the codes of an eSIM to install, nothing that is only for a screen', async ({
    page,
    world,
  }) => {
    const buyer = await bought(world.app);
    await openAsGuest(page, world, buyer);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('img', { name: words.qr })).toBeVisible();
    await expect(page.getByText(words.starts)).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await expect(page.getByText(words.noConnection)).toBeHidden();
    await report(world, buyer, { status: 'ACTIVE', remaining: 1229, expired_at: endOnDay20() });
    await page.emulateMedia({ media: 'screen' });
    await page.reload();
    await expect(page.getByRole('button', { name: words.print })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('group', { name: words.left })).toBeVisible();
    for (const hidden of [words.codes, words.print, words.again])
      await expect(page.getByText(hidden, { exact: true }).filter({ visible: true })).toHaveCount(0);
  });
});
