import type { Locator } from '@playwright/test';
import { paths } from '#src/shared/paths.ts';
import { MESSAGES } from '#src/i18n/i18n.ts';
import { type Language, expect, forEachLanguage, test } from '../browser/browser.ts';
import { countryOffers, regionOffers, type SpecifiedPlan } from '../support/specification.ts';
import { recordScrolls, scrollsAsked } from '../browser/scroll.ts';

/** How the specification's texts are formatted in each language: `$4.50` or `4,50 $US`, `1GB` or `1 Go`. */
const WRITTEN = {
  en: { price: (price: number) => `$${price.toFixed(2)}`, data: (data: string) => data, days: (text: string) => text },
  fr: {
    price: (price: number) => `${price.toFixed(2).replace('.', ',')} $US`,
    data: (data: string) => data.replace('GB', ' Go'),
    days: (text: string) => text.replace('days', 'jours'),
  },
};

function rowsOf(plans: SpecifiedPlan[], language: Language): string[] {
  const write = WRITTEN[language];
  return plans.map((plan) => [write.data(plan.data), write.days(plan.validity), write.price(plan.price)].join(' | '));
}

/**
 * The plans of a card as shown: `1GB | 7 days | $4.50`. The country name for screen readers stands before the first
 * cell. All kinds of spaces count as one, because languages use narrow and no-break spaces.
 */
async function shownRows(card: Locator): Promise<string[]> {
  const rows = await card.getByRole('link').evaluateAll((all) =>
    all.map((row) => {
      const cells = [...row.querySelectorAll(':scope > b, :scope > span')];
      const own = (cell: Element) =>
        [...cell.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent)
          .join('');
      return cells.map(own).join(' | ');
    }),
  );
  return rows.map((row) => row.replaceAll(/\s+/g, ' ').trim());
}

forEachLanguage((language) => {
  const words = MESSAGES[language];

  test("every country, in the specification's order: flag, coverage chip, operators line, every price and validity", async ({
    page,
  }) => {
    await page.goto('/');
    const cards = page.getByRole('tabpanel').getByRole('article');
    const expected = countryOffers();
    await expect(cards).toHaveCount(expected.length);
    const slugs = Object.entries(MESSAGES.en.common.offers);
    for (const [at, offer] of expected.entries()) {
      const card = cards.nth(at);
      const slug = slugs.find(([, name]) => name === offer.name)?.[0] as keyof typeof MESSAGES.en.common.offers;
      await expect(card.getByRole('heading')).toHaveText(words.common.offers[slug]);
      await expect(card.locator('img')).toHaveAttribute('src', /^\/flags\/[a-z]{2}\.svg$/);
      await expect(card.getByText(/^4G(, 5G)?$/)).toBeVisible();
      await expect(card.getByRole('paragraph')).toHaveText(/^[^,]+(, [^,]+){1,2}$/);
      expect(await shownRows(card)).toEqual(rowsOf(offer.plans, language));
    }
  });

  test("every region, in the specification's order: region count, feature list, every price and validity", async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('tab').nth(1).click();
    const cards = page.getByRole('tabpanel').getByRole('article');
    const expected = regionOffers();
    await expect(cards).toHaveCount(expected.length);
    const slugs = Object.entries(MESSAGES.en.common.offers);
    for (const [at, offer] of expected.entries()) {
      const card = cards.nth(at);
      const slug = slugs.find(([, name]) => name === offer.name)?.[0] as keyof typeof MESSAGES.en.common.offers;
      await expect(card.getByRole('heading')).toHaveText(words.common.offers[slug]);
      await expect(card.getByRole('paragraph')).toHaveText(
        language === 'en' ? offer.regions : offer.regions.replace(/^(\d+)\+ countries$/, 'Plus de $1 pays'),
      );
      expect(
        await card
          .getByRole('listitem')
          .filter({ hasNot: page.getByRole('link') })
          .count(),
      ).toBeGreaterThanOrEqual(2);
      expect(await shownRows(card)).toEqual(rowsOf(offer.plans, language));
    }
  });
});

test('prices are in dollars with two decimals, and the language changes only their format', async ({ page }) => {
  await page.goto('/');
  const france = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'France', exact: true }) });
  await expect(france.getByRole('link').first()).toContainText('$4.50');
  await expect(france.getByRole('link').first()).toContainText('1GB');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Français' }).click();
  await expect(france.getByRole('link').first()).toContainText('4,50 $US');
  await expect(france.getByRole('link').first()).toContainText('1 Go');
});

test('the page says that travellers need no local SIM', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Prepaid eSIM data for travel.', { exact: false })).toBeVisible();
  await expect(page.getByText('No shop to find, no card to wait for.', { exact: false })).toBeVisible();
  await expect(page.getByText('Your own SIM and number stay in place', { exact: false })).toBeVisible();
});

test('the hero has a title, a subtitle, and Get eSIM leads to the plans', async ({ page }) => {
  await page.goto('/');
  const hero = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
  await expect(hero.getByRole('heading', { level: 1 })).toHaveText('Land connected in 190+ countries');
  await expect(hero.getByText('Prepaid eSIM data for travel.', { exact: false })).toBeVisible();
  await hero.getByRole('link', { name: 'Get eSIM' }).click();
  await expect(page).toHaveURL(paths.plans());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a plan');
});

test('View rates scrolls smoothly to the plans', async ({ page }) => {
  await page.goto('/');
  await recordScrolls(page);
  await page.getByRole('link', { name: 'View rates' }).click();
  await expect(page).toHaveURL('/#plans');
  await expect(page.getByRole('heading', { name: 'Choose Your eSIM Plan' })).toBeInViewport();
  expect(await scrollsAsked(page)).toEqual([{ id: 'plans', behavior: 'smooth' }]);
});

test('on a phone View rates and all quick destinations are on the first screen, without scrolling in any direction', async ({
  page,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'View rates' })).toBeInViewport({ ratio: 1 });
    const quick = page.getByRole('main').getByRole('list').first().getByRole('link');
    await expect(quick).toHaveText([/^France\$/, /^United States\$/, /^Thailand\$/, /^Europe\$/]);
    for (const link of await quick.all()) await expect(link).toBeInViewport({ ratio: 1 });
  }
});

test('beside the search on a wide screen View rates stands in the row of the last place', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const [rates, place] = await Promise.all(
    [
      page.getByRole('link', { name: 'View rates' }),
      page.getByRole('main').getByRole('list').first().getByRole('link').last(),
    ].map((each) => each.boundingBox()),
  );
  expect(Math.abs(rates!.y + rates!.height / 2 - (place!.y + place!.height / 2))).toBeLessThanOrEqual(2);
});

test('the focused search field has one ring around the whole field', async ({ page }) => {
  await page.goto('/');
  const field = page.getByRole('searchbox', { name: 'Destination' });
  await field.focus();
  await expect(field).toHaveCSS('box-shadow', 'none');
  await expect(page.getByRole('main').getByRole('search')).not.toHaveCSS('box-shadow', 'none');
});

test('the text of a step stands beside its number, not below', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const step = page.locator('section#how-it-works').getByRole('listitem').first();
    const number = (await step.getByText('1', { exact: true }).boundingBox())!;
    const text = (await step.getByText('Scan the QR code').boundingBox())!;
    expect(text.x, `at ${width}`).toBeGreaterThan(number.x + number.width);
  }
});

test('the map of the coverage shows every country with a plan', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.coverage-band__map img').last()).toHaveAttribute('src', '/maps/covered.svg');
});

test('the last band checks the device that it speaks of', async ({ page }) => {
  await page.goto('/');
  const band = page.locator('section#support');
  await expect(band).toContainText('Check that your phone supports eSIM');
  await band.getByRole('link', { name: 'Check my device' }).click();
  await expect(page).toHaveURL(paths.helpDevices());
});

test('three feature cards and the marketing claims', async ({ page }) => {
  await page.goto('/');
  const features = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Why travellers choose it' }) });
  await expect(features.getByRole('article')).toHaveCount(3);
  await expect(features.getByRole('heading', { level: 3 })).toHaveText([
    'Instant activation',
    'Global coverage',
    'Secure activation',
  ]);
  for (const claim of [
    '190+ countries',
    'Support in 10+ languages',
    'Premium carriers',
    'Multiple payment options',
    'eSIM compatible devices',
    '24/7 customer support',
  ]) {
    await expect(
      page.getByRole('main').getByText(claim, { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible();
  }
});

test('four numbered steps in the order get, install, activate, choose a plan', async ({ page }) => {
  await page.goto('/');
  const steps = page.locator('section#how-it-works').getByRole('listitem');
  await expect(steps).toHaveCount(4);
  await expect(steps.getByText(/^\d$/)).toHaveText(['1', '2', '3', '4']);
  await expect(steps.getByRole('heading')).toHaveText([
    'Get the eSIM',
    'Install it',
    'Activate it',
    'Choose a data plan',
  ]);
  await expect(steps.nth(0)).toContainText('Scan the QR code, or tap Get eSIM');
  await expect(steps.nth(1)).toContainText('in under a minute');
  await expect(steps.nth(2)).toContainText('Follow a few simple steps');
});

test('the plans open on Country eSIMs; the arrow keys and the pointer change the tab', async ({ page }) => {
  await page.goto('/');
  const section = page.locator('section#plans');
  await expect(section.getByRole('heading', { level: 2 })).toHaveText('Choose Your eSIM Plan');
  await expect(section.getByRole('tab')).toHaveText(['Country eSIMs', 'Global eSIMs']);
  const country = section.getByRole('tab', { name: 'Country eSIMs' });
  const global = section.getByRole('tab', { name: 'Global eSIMs' });
  await expect(country).toHaveAttribute('aria-selected', 'true');
  await country.focus();
  await page.keyboard.press('ArrowRight');
  await expect(global).toBeFocused();
  await expect(global).toHaveAttribute('aria-selected', 'true');
  await expect(section.getByRole('tabpanel')).toHaveAccessibleName('Global eSIMs');
  await page.keyboard.press('ArrowLeft');
  await expect(country).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(section.getByRole('link', { name: /^United States 1GB/ })).toBeFocused();
  await global.click();
  await expect(section.getByRole('heading', { name: 'Europe' })).toBeVisible();
  await expect(section.getByRole('heading', { name: 'United States' })).toBeHidden();
});

test('the tabs are full-width on a small screen and centred on a large one', async ({ page }) => {
  await page.goto('/');
  const tabs = page.getByRole('tablist');
  const section = page.locator('section#plans > .wrap');
  for (const [width, full] of [
    [390, true],
    [1440, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const inner = await section.evaluate((element) => {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return {
        left: box.left + Number.parseFloat(style.paddingLeft),
        right: box.right - Number.parseFloat(style.paddingRight),
      };
    });
    const box = (await tabs.boundingBox())!;
    expect(Math.round(box.width) === Math.round(inner.right - inner.left), `full width at ${width}`).toBe(full);
    expect(Math.abs(box.x + box.width / 2 - (inner.left + inner.right) / 2), `off the centre at ${width}`).toBeLessThan(
      1,
    );
  }
});

test('the page has the four sections of the bar, and explains how to buy an eSIM', async ({ page }) => {
  await page.goto('/');
  for (const id of ['how-it-works', 'plans', 'coverage', 'support']) {
    await expect(page.locator(`section#${id}`).getByRole('heading', { level: 2 })).toBeVisible();
  }
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /choose a plan, receive the eSIM by email, scan the QR code, connect/,
  );
  for (const text of ['Choose a data plan', 'arrives by email', 'Scan the QR code', 'Land connected'])
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
});

test('a row of a card links to the page with that plan selected', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /^Thailand 5GB/ }).click();
  await expect(page).toHaveURL('/plans/local/thailand?plan=thailand-5gb');
  await expect(page.getByRole('radio', { name: /^5GB/ })).toBeChecked();
});

test('the hero has a destination search that leads to the plans, also without scripts', async ({ page, browser }) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Destination' }).fill('japon');
  await page.getByRole('main').getByRole('link', { name: 'Get eSIM' }).first().click();
  await expect(page).toHaveURL('/plans?q=japon');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(new URL('/', page.url()).href);
  await plain.getByRole('searchbox', { name: 'Destination' }).fill('uk');
  await plain.getByRole('searchbox', { name: 'Destination' }).press('Enter');
  await expect(plain).toHaveURL(/\/plans\?q=uk$/);
  await context.close();
});

forEachLanguage((language) => {
  test('on a phone the page shows six countries, all twelve on request, and is at most 6,000 pixels high', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6_000);
    const cards = page.locator('section#plans').getByRole('article');
    await expect(cards).toHaveCount(6);
    const more = page.getByRole('link', { name: MESSAGES[language].home.plans.more.replace('{{count}}', '12') });
    await more.click();
    await expect(cards).toHaveCount(12);
    await expect(more).toBeHidden();
  });
});
