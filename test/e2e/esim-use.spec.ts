import type { Locator, Page } from '@playwright/test';
import { anotherBrowser } from '../browser/account-pages.ts';
import { createAccount } from '../support/accounts.ts';
import { type BrowserWorld, expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { onDatabase } from '../support/database-access.ts';
import { bought, type Buyer, look } from '../support/shop.ts';
import { control } from '../support/wire.ts';
import { FULL_ONLY } from '../support/full.ts';

/* Only a phone or a tablet is offered a copy. */
test.use({ isMobile: true, hasTouch: true });

const WORDS = {
  en: {
    ready: 'Your France eSIM is ready',
    active: 'Your France eSIM is in use',
    lowTitle: 'Your France eSIM is low on data',
    usedUp: 'Your France eSIM is used up',
    ended: 'Your France eSIM has ended',
    left: /Data left\s*1\.2GB of 3GB/,
    spent: 'You used 3GB of 3GB.',
    until: /Valid until\s*[A-Z][a-z]{2} \d/,
    read: /^Last reported by the network: [A-Z][a-z]{2} \d/,
    again: 'Buy again',
    qr: 'QR code that installs the France eSIM',
    scan: /^Scan with the camera/,
    codes: 'Installation codes',
    keep: 'Keep on this phone',
    steps: 'Step by step',
    linkEnded: 'This link no longer works',
    newLink: 'Email me a new link',
    linkSent: /a new link is on its way/,
    facts: 'Details',
    details: 'Details',
    viewDetails: 'View Details',
    low: 'Low data',
    email: 'Email',
    password: 'Password',
    signIn: 'Sign In',
  },
  fr: {
    ready: 'Votre eSIM France est prête',
    active: 'Votre eSIM France est en service',
    lowTitle: 'Votre eSIM France est bientôt épuisée',
    usedUp: 'Votre eSIM France est épuisée',
    ended: 'Votre eSIM France a expiré',
    left: /Données restantes\s*1,2\u00a0Go sur 3\u00a0Go/,
    spent: 'Vous avez utilisé 3\u00a0Go sur 3\u00a0Go.',
    until: /Valable jusqu’au\s*\d/,
    read: /^Dernier relevé du réseau\u00a0: \d/,
    again: 'Racheter ce forfait',
    qr: 'Code QR qui installe l’eSIM France',
    scan: /^Scannez-le/,
    codes: 'Codes d’installation',
    keep: 'Garder sur ce téléphone',
    steps: 'Étape par étape',
    linkEnded: 'Ce lien ne fonctionne plus',
    newLink: 'Recevoir un nouveau lien',
    linkSent: /un nouveau lien vient de partir/,
    facts: 'Détails',
    details: 'Détails',
    viewDetails: 'Voir le détail',
    low: 'Bientôt épuisée',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    signIn: 'Se connecter',
  },
};

/** What the wholesaler will report of the order's first eSIM; the figures that the store holds are an hour old. */
async function report(world: BrowserWorld, buyer: Buyer, set: object): Promise<void> {
  const { lines } = await look(world.app, buyer);
  await control(world.airalo, { usage: { iccid: lines[0]?.esim?.iccid, set } });
  await onDatabase(
    world.databaseUrl,
    `update esims set refreshed_at = now() - interval '1 hour' where order_id = '${buyer.order.id}'`,
  );
}

/** Opens the order as the guest who bought it. */
async function openAsGuest(page: Page, world: BrowserWorld, { cookie, order: { id } }: Buyer): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`/orders/${id}`);
}

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
  const words = WORDS[language];
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('a guest sees what is left of the eSIM and when the network said so, then that it is used up', async ({
    page,
    world,
  }) => {
    const buyer = await bought(world.app);
    await openAsGuest(page, world, buyer);
    await expect(heading(page, words.ready)).toBeVisible();
    // "Keep on this phone" stands before the steps and the manual codes.
    const keep = await page.getByRole('heading', { name: words.keep }).boundingBox();
    const steps = await page.getByRole('heading', { name: words.steps }).boundingBox();
    expect(keep!.y).toBeLessThan(steps!.y);

    await report(world, buyer, { status: 'ACTIVE', remaining: 1229, expired_at: '2040-01-01 00:00:00' });
    // The page itself asks, and changes without another load.
    await page.reload();
    await expect(heading(page, words.active)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(words.left);
    // The facts stand beside the figure, so that no column is left blank.
    const facts = await page.getByRole('heading', { name: words.facts }).boundingBox();
    expect(facts!.y).toBeLessThan((await page.getByText(words.codes, { exact: true }).boundingBox())!.y);
    await expect(page.getByText(words.read)).toBeVisible();
    // Who uses it has landed: a copy for the landing comes too late.
    await expect(page.getByRole('heading', { name: words.keep })).toHaveCount(0);
    await expect(page.getByRole('img', { name: words.qr })).toBeHidden();
    await expectAccessible(page);
    await page.getByText(words.codes, { exact: true }).click();
    await expect(page.getByRole('img', { name: words.qr })).toBeVisible();
    await expectAccessible(page);

    await report(world, buyer, { status: 'FINISHED', remaining: 0 });
    await page.reload();
    await expect(heading(page, words.usedUp)).toBeVisible();
    await expect(page.getByText(words.spent)).toBeVisible();
    // Its data ended, its days did not.
    await expect(page.getByRole('main')).toContainText(words.until);
    await expect(page.getByText(words.read)).toBeVisible();
    await expect(page.getByRole('img', { name: words.qr })).toBeHidden();
    await expect(page.getByText(words.scan)).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('link', { name: words.again }).click();
    await expect(page).toHaveURL(/\/plans\/local\/france\?plan=france-3gb$/);
  });

  test('an eSIM that is low leads to its plan from the profile, and its details show the same state', async ({
    browser,
    world,
  }) => {
    const account = await createAccount(world.app, language);
    const buyer = await bought(world.app, { email: account.email }, { authorization: `Bearer ${account.idToken}` });
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

    await report(world, buyer, { status: 'EXPIRED', remaining: 300, expired_at: '2026-01-31 12:00:00' });
    await page.reload();
    await expect(heading(page, words.ended)).toBeVisible();
    await page.goto('/profile');
    await page.getByRole('link', { name: words.viewDetails }).click();
    await expect(heading(page, words.ended)).toBeVisible();
    await page.context().close();
  });

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
      const links = france.getByRole('link');
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
    await expect(page.getByRole('heading', { name: WORDS.en.steps })).toBeVisible();
    await expect(page.getByRole('heading', { name: WORDS.en.keep })).toBeHidden();
  });
});
