import type { Locator, Page } from '@playwright/test';
import { anotherBrowser } from '../browser/account-pages.ts';
import { createAccount } from '../support/accounts.ts';
import { type BrowserWorld, expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { endOnDay20, ESIM_WORDS, openAsGuest, report } from '../browser/esim-page.ts';
import { bought, look } from '../support/shop.ts';
import { FULL_ONLY } from '../support/full.ts';

/* Only a phone or a tablet is offered a copy. */
test.use({ isMobile: true, hasTouch: true, permissions: ['clipboard-read', 'clipboard-write'] });

/** The headings in which the name of a plan breaks at its dash, at any width that a screen has. */
async function brokenNames(page: Page): Promise<string[]> {
  const broken: string[] = [];
  const before = page.viewportSize()!;
  for (const width of [320, 340, 360, 390, 768, 820, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    broken.push(
      ...(await page.evaluate(() => {
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        while (texts.nextNode()) {
          const node = texts.currentNode as Text;
          const match = /\S+ - \S+/.exec(node.data);
          if (!match || !node.parentElement!.closest('h1, h2, li')?.checkVisibility()) continue;
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(node.data);
        }
        return found;
      })),
    );
  }
  await page.setViewportSize(before);
  return broken;
}

forEachLanguage((language) => {
  const words = ESIM_WORDS[language];
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('a guest follows the eSIM from ready over in use and low to used up and ended', async ({ page, world }) => {
    const buyer = await bought(world.app);
    const main = page.getByRole('main');
    const link = (name: string) => main.getByRole('link', { name, exact: true });
    await openAsGuest(page, world, buyer);
    await expect(heading(page, words.ready)).toBeVisible();
    // "Keep on this phone" stands before the steps and the manual codes.
    const keep = await page.getByRole('heading', { name: words.keep }).boundingBox();
    const steps = await page.getByRole('heading', { name: words.steps }).boundingBox();
    expect(keep!.y).toBeLessThan(steps!.y);
    for (const text of [words.readyState, words.starts]) await expect(main.getByText(text)).toBeVisible();
    await expect(link(words.roaming)).toHaveAttribute('href', '/help/data-roaming');
    await expect(link(words.noConnection)).toHaveAttribute('href', `/orders/${buyer.order.id}/connection?line=1`);
    await expect(link(words.changedPhone)).toHaveAttribute('href', `/orders/${buyer.order.id}/phone?line=1`);
    // The mail of a guest's notices has their settings.
    await expect(link(words.notices)).toHaveCount(0);
    await main.getByRole('button', { name: words.copyIccid }).click();
    const { lines } = await look(world.app, buyer);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(lines[0]!.esim!.iccid);

    // By keyboard: a name of one's own.
    await main.getByRole('button', { name: words.addName }).press('Enter');
    const field = page.getByRole('dialog').getByLabel(words.name, { exact: true });
    await expect(field).toBeFocused();
    await page.keyboard.insertText('x'.repeat(41));
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(new RegExp(words.tooLong));
    await field.fill('Mum\u202e’s phone');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription(new RegExp(words.unseen));
    await expectAccessible(page);
    await field.fill('  Mum’s phone ');
    await page.keyboard.press('Enter');
    await expect(main.getByText('Mum’s phone', { exact: true })).toBeVisible();
    await expect(main.getByRole('button', { name: words.rename })).toBeFocused();

    await report(world, buyer, { status: 'ACTIVE', remaining: 1229, expired_at: endOnDay20() });
    // The page itself asks, and changes without another load.
    await page.reload();
    await expect(heading(page, words.active)).toBeVisible();
    await expect(main.getByText('Mum’s phone', { exact: true })).toBeVisible();
    const left = main.getByRole('group', { name: words.left });
    await expect(left).toHaveText(words.leftOf);
    await expect(left.getByText(words.percent)).toBeVisible();
    await expect(left.getByRole('meter', { name: words.used })).toHaveAttribute('aria-valuetext', words.usedOf);
    await expect(main.getByText(words.inUse, { exact: true })).toBeVisible();
    // On a wide screen the facts stand beside the figure, so that no column is left blank.
    const isWide = page.viewportSize()!.width >= 1000;
    const facts = await page.getByRole('heading', { name: words.facts }).boundingBox();
    const codes = await page.getByText(words.codes, { exact: true }).boundingBox();
    expect(facts!.y < codes!.y).toBe(isWide);
    await expect(page.getByText(words.read)).toBeVisible();
    // Who uses it has landed: a copy for the landing comes too late.
    await expect(page.getByRole('heading', { name: words.keep })).toHaveCount(0);
    await expect(page.getByRole('img', { name: words.qr })).toBeHidden();
    await expectAccessible(page);
    await page.getByText(words.codes, { exact: true }).click();
    await expect(page.getByRole('img', { name: words.qr })).toBeVisible();
    await expectAccessible(page);

    await report(world, buyer, { status: 'ACTIVE', remaining: 300 });
    await page.reload();
    await expect(heading(page, words.lowTitle)).toBeVisible();
    await expect(main.getByText(words.low, { exact: true })).toBeVisible();
    await expect(left.getByRole('meter')).toHaveClass(/warning/);

    await report(world, buyer, { status: 'FINISHED', remaining: 0 });
    await page.reload();
    await expect(heading(page, words.usedUp)).toBeVisible();
    await expect(page.getByText(words.spent)).toBeVisible();
    await expect(left).toHaveCount(0);
    // Its data ended, its days did not.
    await expect(page.getByRole('main')).toContainText(words.until);
    await expect(page.getByText(words.read)).toBeVisible();
    await expect(page.getByRole('img', { name: words.qr })).toBeHidden();
    await expect(page.getByText(words.scan)).toBeHidden();
    await expect(link(words.noConnection)).toBeVisible();
    await expect(link(words.changedPhone)).toHaveCount(0);
    await expectAccessible(page);

    // What is used up is not asked about again: another one ends by its days.
    const late = await bought(world.app);
    await report(world, late, { status: 'EXPIRED', remaining: 300, expired_at: '2026-01-31 12:00:00' });
    await openAsGuest(page, world, late);
    await expect(heading(page, words.ended)).toBeVisible();
    await expect(link(words.noConnection)).toHaveCount(0);
    await expectAccessible(page);
    await link(words.person).click();
    await expect(page.getByLabel(words.order)).toHaveValue((await look(world.app, late)).number);
    await page.goBack();
    await link(words.again).click();
    await expect(page).toHaveURL(/\/plans\/local\/france\?plan=france-3gb$/);
  });

  test(
    'an eSIM that is low leads to its plan from the profile, and its details show the same state',
    FULL_ONLY,
    async ({ browser, world }) => {
      const account = await createAccount(world.app, language);
      const bearer = { authorization: `Bearer ${account.idToken}` };
      const buyer = await bought(world.app, { email: account.email }, bearer);
      await bought(world.app, { email: account.email, planId: 'spain-1gb' }, bearer);
      await report(world, buyer, { status: 'ACTIVE', remaining: 300, expired_at: '2040-01-01 00:00:00' });
      const page = await anotherBrowser(browser, world, language);
      await openAsGuest(page, world, buyer);
      await expect(heading(page, words.lowTitle)).toBeVisible();

      await page.goto('/auth');
      await page.getByLabel(words.email, { exact: true }).fill(account.email);
      await page.getByLabel(words.password, { exact: true }).fill(account.password);
      await page.getByRole('button', { name: words.signIn, exact: true }).click();
      const card = page.getByRole('article', { name: 'France' });
      await expect(card.getByText(words.low)).toBeVisible();
      const groups = page.getByRole('heading', { level: 3 }).filter({ hasText: new RegExp(words.groups.join('|')) });
      await expect(groups).toHaveText([words.groups[0]!, words.groups[2]!]);
      await expect(card.getByRole('link', { name: words.again })).toHaveAttribute(
        'href',
        /\/plans\/local\/france\?plan=france-3gb$/,
      );
      await expectAccessible(page);
      // Two buttons, not one with a line in it.
      const again = await card.getByRole('link', { name: words.again }).boundingBox();
      const details = await card.getByRole('link', { name: words.details }).boundingBox();
      expect(details!.y).toBeGreaterThan(again!.y + again!.height);
      await card.getByRole('link', { name: words.details }).click();
      await expect(heading(page, words.lowTitle)).toBeVisible();
      await expect(page.getByRole('main').getByText(words.low, { exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: words.notices, exact: true })).toHaveAttribute(
        'href',
        '/profile/notices',
      );
      await page.getByRole('button', { name: words.addName }).click();
      await page.getByRole('dialog').getByLabel(words.name, { exact: true }).fill('Tablet');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main').getByText('Tablet', { exact: true })).toBeVisible();

      await page.goto('/profile');
      await expect(page.getByRole('article', { name: 'Tablet', exact: true })).toContainText('France');
      await report(world, buyer, { status: 'EXPIRED', remaining: 300, expired_at: '2026-01-31 12:00:00' });
      await page.goto(`/orders/${buyer.order.id}`);
      await expect(heading(page, words.ended)).toBeVisible();
      await page.goto('/profile');
      // One group is left, which needs no heading.
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(groups).toHaveCount(0);
      await page
        .getByRole('listitem')
        .filter({ hasText: 'France' })
        .getByRole('link', { name: words.viewDetails })
        .click();
      await expect(heading(page, words.ended)).toBeVisible();
      await page.context().close();
    },
  );

  test(
    'a mailed link that has ended says so, and mails a new one',
    FULL_ONLY,
    async ({ page, world, browserErrors }) => {
      browserErrors.expect(/status of 404/);
      const { order } = await bought(world.app);
      await page.goto(`/orders/${order.id}/open?key=ended`);
      await expect(heading(page, words.linkEnded)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: words.newLink }).click();
      await expect(page.getByText(words.linkSent)).toBeVisible();

      // Without a link, a new one is the first choice too.
      await page.goto(`/orders/${order.id}`);
      await expect(page.getByRole('main').getByRole('button').first()).toHaveText(words.newLink);
      await expectAccessible(page);
    },
  );
});

test.describe('an order of several eSIMs', () => {
  const several = (world: BrowserWorld) =>
    bought(world.app, { planId: undefined, planIds: ['france-3gb', 'spain-3gb'] });
  const qr = (within: Page | Locator) => within.getByRole('img', { name: /^QR code that installs/ });

  test.describe('on a phone', () => {
    test.use({
      viewport: { width: 390, height: 844 },
      userAgent:
        'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    });

    test('installs with one tap of its own kind first, and folds the codes for another phone', async ({
      page,
      world,
    }) => {
      await openAsGuest(page, world, await several(world));
      const france = page.getByRole('article', { name: 'France - 3GB' });
      const links = france.getByRole('link', { name: /^Install on/ });
      await expect(links).toHaveText(['Install on Android', 'Install on iPhone']);
      await expect(qr(page).first()).toBeHidden();
      await expectAccessible(page);
      await france.getByText('On another phone').click();
      await expect(qr(france)).toBeVisible();
      const [tap, code] = [await links.first().boundingBox(), await qr(france).boundingBox()];
      expect(tap!.y).toBeLessThan(code!.y);
      await expectAccessible(page);
    });
  });

  test('of three stand beside each other on a wide screen', FULL_ONLY, async ({ page, world }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAsGuest(
      page,
      world,
      await bought(world.app, { planId: undefined, planIds: ['france-3gb', 'spain-3gb', 'france-3gb'] }),
    );
    await expect(qr(page)).toHaveCount(3);
    // Two of one plan have the numbers of the list above.
    for (const name of ['France - 3GB (eSIM 1)', 'Spain - 3GB', 'France - 3GB (eSIM 3)'])
      await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
    // Two lines named "France" could not be told apart.
    await expect(
      page.getByText('Name the lines as on this page: France - 3GB (eSIM 1), Spain - 3GB, and France - 3GB (eSIM 3).'),
    ).toBeVisible();
    expect(await brokenNames(page)).toEqual([]);
    const boxes = await Promise.all((await page.getByRole('article').all()).map((each) => each.boundingBox()));
    expect(new Set(boxes.map((box) => `${box?.y} ${box?.width} ${box?.height}`)).size).toBe(1);
    // A name of two lines moves the perforation of every ticket beside it.
    const perforations = await Promise.all((await page.locator('.perf').all()).map((each) => each.boundingBox()));
    expect(new Set(perforations.map((box) => box?.y)).size).toBe(1);
    await expectAccessible(page);
  });

  test('stands in two columns of equal height on a wide screen, each code open', FULL_ONLY, async ({ page, world }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const buyer = await several(world);
    await openAsGuest(page, world, buyer);
    await expect(qr(page)).toHaveCount(2);
    const [france, spain] = await Promise.all(
      ['France - 3GB', 'Spain - 3GB'].map((name) => page.getByRole('article', { name }).boundingBox()),
    );
    expect([spain!.y, spain!.height]).toEqual([france!.y, france!.height]);
    expect(spain!.x).toBeGreaterThan(france!.x + france!.width);

    await report(world, buyer, { status: 'ACTIVE', remaining: 300, expired_at: '2040-01-01 00:00:00' });
    await page.reload();
    const used = page.getByRole('article', { name: 'France - 3GB' });
    await expect(page.getByRole('heading', { level: 1, name: 'Your 2 eSIMs', exact: true })).toBeVisible();
    await expect(used.getByText('Low data')).toBeVisible();
    await expect(used.getByRole('link', { name: 'Buy again' })).toBeVisible();
    await expect(qr(used)).toBeHidden();
    await expect(qr(page.getByRole('article', { name: 'Spain - 3GB' }))).toBeVisible();
  });
});

test.describe('on a computer', () => {
  test.use({ isMobile: false, hasTouch: false });

  test('no copy is offered for "this phone"', FULL_ONLY, async ({ page, world }) => {
    await openAsGuest(page, world, await bought(world.app));
    await expect(page.getByRole('heading', { name: ESIM_WORDS.en.steps })).toBeVisible();
    await expect(page.getByRole('heading', { name: ESIM_WORDS.en.keep })).toBeHidden();
  });
});
