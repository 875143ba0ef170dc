import type { Page } from '@playwright/test';
import { MESSAGES } from '#src/i18n/i18n.ts';
import { axeFaults, expect, forEachLanguage, type Language, test } from '../browser/browser.ts';
import { FULL } from '../support/full.ts';
import { onDatabase } from '../support/database-access.ts';
import { heading, PAGE_TYPES, type PageType, REFUSED_DOCUMENT } from '../browser/page-types.ts';
import { asBuyer, orderIn } from '../browser/pages.ts';

/**
 * Checks each page type, and only pages that no other spec checks. `npm run test:full` checks all
 * types in every width, light and dark (test/full/axe-matrix.spec.ts).
 */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** English is checked at desktop width. French, whose words are longer, is checked at phone width. */
const WIDTH: Record<Language, number> = { en: 1440, fr: 390 };
const NARROWEST = 320;

/** French is the language in which a page breaks, so `npm test` checks only the first type, the home page, in English. */
const quick = (language: Language) =>
  PAGE_TYPES.filter((type) => type.quick).filter((_type, at) => FULL || language === 'fr' || at === 0);
const isPublic = ({ name }: PageType) => name.startsWith('/');

type Checked = Pick<PageType, 'name' | 'axeElsewhere'>;

async function faultsOf(page: Page, language: Language, { name, axeElsewhere }: Checked): Promise<string[]> {
  await page.setViewportSize({ width: NARROWEST, height: 900 });
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await page.setViewportSize({ width: WIDTH[language], height: 900 });
  return [
    ...(tooWide > 0 ? [`${name} scrolls sideways by ${tooWide}`] : []),
    ...(axeElsewhere && !FULL ? [] : await axeFaults(page)).map((fault) => `${name}: ${fault}`),
  ];
}

forEachLanguage((language) => {
  test('public pages: axe finds no violations, no horizontal scroll, no console errors', async ({ page, world }) => {
    const faults: string[] = [];
    for (const type of quick(language).filter(isPublic))
      await test.step(type.name, async () => {
        await type.open({ page, world, language });
        faults.push(...(await faultsOf(page, language, type)));
      });
    expect(faults).toEqual([]);
  });

  // One browser context per page type, because some types need a sign-in.
  for (const type of quick(language).filter((each) => !isPublic(each)))
    test(`${type.name}: axe finds no violations, no horizontal scroll, no console errors`, async ({
      page,
      world,
      browserErrors,
    }) => {
      if (type.refuses) browserErrors.expect(REFUSED_DOCUMENT);
      const putBack = await type.open({ page, world, language });
      try {
        expect(await faultsOf(page, language, type)).toEqual([]);
      } finally {
        await putBack?.();
      }
    });

  // The language in which it can break, as above.
  if (!FULL && language === 'en') return;
  test('the 500 page shows a reference and no details', async ({ page, world, browserErrors }) => {
    browserErrors.expect(REFUSED_DOCUMENT);
    const words = MESSAGES[language];
    const { buyer, path } = await orderIn(world, 'waiting', language);
    await asBuyer(page, world, buyer);
    await onDatabase(world.databaseUrl, 'alter table order_access rename to order_access_gone');
    try {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(500);
      await expect(heading(page)).toHaveText(words.chrome.serverError.title);
      await expect(page.getByText(answer!.headers()['x-request-id']!)).toBeVisible();
      await expect(page.getByRole('button', { name: words.chrome.serverError.copy })).toBeVisible();
      const contact = page.getByRole('main').getByRole('link', { name: words.chrome.notFound.help.contact });
      await expect(contact).toHaveAttribute('href', /\/contact$/);
      expect(await answer!.text()).not.toContain('order_access');
      expect(await faultsOf(page, language, { name: '500' })).toEqual([]);
    } finally {
      await onDatabase(world.databaseUrl, 'alter table order_access_gone rename to order_access');
    }
  });
});
