import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../browser/browser.ts';
import { recordScrolls, scrollsAsked } from '../browser/scroll.ts';

const SECTIONS = [
  { id: 'how-it-works', label: 'How it works' },
  { id: 'plans', label: 'Plans' },
  { id: 'coverage', label: 'Coverage' },
  { id: 'support', label: 'Support' },
];

/** The columns of the specification (2, "Footer") with the routes of its table. */
const COLUMNS = {
  Plans: {
    Local: '/plans/local',
    Regional: '/plans/regional',
    Global: '/plans/global',
    'Data packages': '/plans/data',
  },
  Coverage: {
    Popular: '/coverage/popular',
    Coverage: '/coverage',
    Operators: '/coverage/operators',
    Countries: '/coverage/countries',
  },
  Help: { 'Help centre': '/help', Installation: '/help/installation', Devices: '/help/devices', Contact: '/contact' },
  Company: { About: '/about', Blog: '/blog', Press: '/press', Careers: '/careers' },
  Legal: { Terms: '/legal/terms', Privacy: '/legal/privacy', Refund: '/legal/refund', Compliance: '/legal/compliance' },
};

const bar = (page: Page) => page.getByRole('banner');
const phone = { width: 390, height: 844 };

/** Marks the document. A full navigation loses the mark. */
const markDocument = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

test('the bar is fixed at the top, 60px high, dark and translucent', async ({ page }) => {
  await page.goto('/');
  const nav = bar(page).locator('.nav');
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
  expect(await nav.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 60 });
  const { position, color } = await nav.evaluate((element) => ({
    position: getComputedStyle(element).position,
    color: getComputedStyle(element).backgroundColor,
  }));
  expect(position).toBe('fixed');
  const { light, alpha } = await page.evaluate((painted) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    canvas.fillStyle = painted;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, opacity] = [...canvas.getImageData(0, 0, 1, 1).data];
    return { light: Math.max(red!, green!, blue!), alpha: opacity! / 255 };
  }, color);
  expect(light).toBeLessThan(64);
  expect(alpha).toBeGreaterThan(0.5);
  expect(alpha).toBeLessThan(1);
});

test('the logo leads home, the account icon to the profile, Get eSIM to the plans', async ({ page }) => {
  await page.goto('/coverage');
  await expect(bar(page).getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/profile');
  await bar(page).getByRole('link', { name: 'Get eSIM' }).click();
  await expect(page).toHaveURL('/plans');
  await bar(page).getByRole('link', { name: 'Cairn, home' }).click();
  await expect(page).toHaveURL('/');
});

test('an internal link navigates without a page load, adds one history entry, and opens a tab on request', async ({
  page,
}) => {
  await page.goto('/');
  await markDocument(page);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  const getEsim = bar(page).getByRole('link', { name: 'Get eSIM' });
  await getEsim.click();
  await expect(page).toHaveURL('/plans');
  await getEsim.click();
  const tab = page.context().waitForEvent('page');
  await getEsim.click({ modifiers: ['ControlOrMeta'] });
  await expect(await tab).toHaveURL('/plans');
  expect(await isSameDocument(page)).toBe(true);
  expect(await entries()).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL('/');
  expect(await isSameDocument(page)).toBe(true);
});

test('on the home page each of the four entries scrolls smoothly to its section', async ({ page }) => {
  await page.goto('/');
  await markDocument(page);
  const entries = bar(page).getByRole('navigation').getByRole('link');
  await expect(entries).toHaveText(SECTIONS.map(({ label }) => label));
  await recordScrolls(page);
  for (const { id, label } of SECTIONS) {
    await entries.filter({ hasText: label }).click();
    await expect(page).toHaveURL(`/#${id}`);
    // The section ends up just below the bar. The first section may be slightly lower, and the last one cannot scroll
    // past the end of the page.
    await expect
      .poll(
        () => page.locator(`section#${id}`).evaluate((element) => Math.abs(element.getBoundingClientRect().top - 60)),
        { message: `where ${id} comes to rest` },
      )
      .toBeLessThanOrEqual(60);
  }
  expect(await scrollsAsked(page)).toEqual(SECTIONS.map(({ id }) => ({ id, behavior: 'smooth' })));
  expect(await isSameDocument(page)).toBe(true);
});

test('on other pages each of the four entries is a full navigation to its own page', async ({ page }) => {
  await page.goto('/plans/local');
  for (const { id, label } of SECTIONS) {
    await markDocument(page);
    await bar(page).getByRole('navigation').getByRole('link', { name: label }).click();
    await page.waitForURL(`/${id}`);
    expect(await isSameDocument(page), `${id} came without a navigation`).toBe(false);
    await expect(bar(page).getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
  }
});

test('with reduced motion the page jumps to a section at once, and no animation runs', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await recordScrolls(page);
  await bar(page).getByRole('link', { name: 'Support' }).click();
  expect(await scrollsAsked(page)).toEqual([{ id: 'support', behavior: 'auto' }]);
  await bar(page).getByRole('button', { name: 'Language' }).click();
  expect(
    await page.evaluate(
      () => document.getAnimations().filter((each) => Number(each.effect?.getComputedTiming().duration) > 10).length,
    ),
  ).toBe(0);
  const motion = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    for (const name of ['spin', 'skel', 'late']) document.body.append(Object.assign(new Image(), { className: name }));
    const all = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
    return {
      durations: [1, 2, 3, 4].map((at) => root.getPropertyValue(`--dur-${at}`)),
      transitions: [...new Set(all.map((style) => style.transitionDuration))],
      loops: all.filter((style) => style.animationIterationCount !== '1').length,
    };
  });
  expect(motion).toEqual({ durations: ['0s', '0s', '0s', '0s'], transitions: ['0s'], loops: 0 });
});

test('on a small screen the entries collapse into a menu that opens, traps the focus and closes', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  const button = bar(page).getByRole('button', { name: 'Menu' });
  const entries = bar(page).getByRole('navigation').getByRole('link');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(entries).toHaveCount(0);

  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(entries).toHaveText(SECTIONS.map(({ label }) => label));
  await expectAccessible(page);
  const inside = () => page.evaluate(() => document.activeElement?.closest('header') !== null);
  for (let press = 0; press < 14; press++) {
    await page.keyboard.press('Tab');
    expect(await inside(), `focus after ${press + 1} tabs`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
  await expect(entries).toHaveCount(0);

  await button.click();
  await entries.filter({ hasText: 'Coverage' }).click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('section#coverage').getByRole('heading', { level: 2 })).toBeInViewport();
});

test('the footer has every column with every link and its route', async ({ page }) => {
  await page.goto('/');
  const columns = page
    .getByRole('contentinfo')
    .getByRole('navigation')
    .locator('div')
    .filter({ has: page.getByRole('heading') });
  const found = await columns.evaluateAll((all) =>
    Object.fromEntries(
      all.map((column) => [
        column.querySelector('h2')?.textContent,
        Object.fromEntries(
          [...column.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
        ),
      ]),
    ),
  );
  expect(found).toEqual(COLUMNS);
  expect(Object.keys(found)).toEqual(Object.keys(COLUMNS));
});

test('Need Help? leads to /help', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Need Help?' }).click();
  await expect(page).toHaveURL('/help');
});

test('the footer has four social profiles that open in a new tab, the year, and the rights', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  const social = footer.getByRole('link', { name: /opens in a new tab/ });
  await expect(social).toHaveCount(4);
  const hosts = new Set<string>();
  for (const link of await social.all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    const { protocol, host } = new URL((await link.getAttribute('href'))!);
    expect(protocol).toBe('https:');
    hosts.add(host);
  }
  // Four social networks, none of them on this site.
  expect(hosts.size).toBe(4);
  expect(hosts).not.toContain(new URL(page.url()).host);
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Cairn. All rights reserved.`);
});

test("the footer's columns stand side by side, and stack on a small screen", async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  const places = () =>
    footer.getByRole('heading', { level: 2 }).evaluateAll((all) => {
      const boxes = all.map((each) => each.getBoundingClientRect());
      const count = (side: 'left' | 'top') => new Set(boxes.map((box) => Math.round(box[side]))).size;
      return { lefts: count('left'), tops: count('top') };
    });
  expect(await places()).toEqual({ lefts: 5, tops: 1 });
  await page.setViewportSize(phone);
  expect(await places()).toEqual({ lefts: 1, tops: 5 });
  // The links of a column stand two by two: the whole footer is less than a screen and a half.
  expect((await footer.boundingBox())!.height).toBeLessThan(950);
  const links = footer.getByRole('navigation').getByRole('link');
  await expect(links.filter({ visible: true })).toHaveCount(Object.values(COLUMNS).flatMap(Object.keys).length);
});

test('the theme: primary #0052FF, secondary #FF6B00, Inter, corners of 8px', async ({ page }) => {
  await page.goto('/');
  const button = bar(page).getByRole('link', { name: 'Get eSIM' });
  await expect(button).toHaveCSS('background-color', 'rgb(0, 82, 255)');
  await expect(button).toHaveCSS('border-radius', '8px');
  await expect(page.getByRole('article').first()).toHaveCSS('border-radius', '8px');
  await expect(page.locator('.hero .pin-layer circle').nth(1)).toHaveCSS('fill', 'rgb(255, 107, 0)');
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Inter Variable"/);
  expect(
    await page.evaluate(async () => (await document.fonts.load('16px "Inter Variable"', 'Aé')).length),
  ).toBeGreaterThan(0);
  const tokens = await page.evaluate(() =>
    ['--blue-600', '--orange-500', '--r'].map((name) =>
      getComputedStyle(document.documentElement).getPropertyValue(name).trim().toUpperCase(),
    ),
  );
  expect(tokens).toEqual(['#0052FF', '#FF6B00', '8PX']);
});

test('a small badge says that this is a sandbox and links to its page', async ({ page }) => {
  await page.goto('/');
  await bar(page).getByRole('link', { name: 'sandbox' }).click();
  await expect(page).toHaveURL('/_sandbox');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandbox');
  // What a value is stands before it.
  await expect(page.getByRole('term').first()).toHaveText('Email');
  await bar(page).getByRole('link', { name: 'Cairn' }).click();
  await expect(page).toHaveURL('/');
});

test('tab order: the skip link first, then logo, entries, language, account, Get eSIM', async ({ page }) => {
  await page.goto('/coverage');
  const names: (string | null)[] = [];
  for (let press = 0; press < 10; press++) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null,
      ),
    );
  }
  expect(names).toEqual([
    'Skip to content',
    'Cairn, home',
    'sandbox',
    ...SECTIONS.map(({ label }) => label),
    'Language',
    'Account',
    'Get eSIM',
  ]);

  await page.goto('/coverage');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
