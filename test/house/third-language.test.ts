import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantLanguage } from '../support/planted-language.ts';

/**
 * A third language is one folder and one line (docs/guides/a-language.md). The test plants it in a copy of the project.
 */

let planted: Awaited<ReturnType<typeof plantLanguage>>;
beforeAll(async () => {
  planted = await plantLanguage();
});
afterAll(() => planted.remove());

/** The value of an expression in the copy. `modules` are imported from its `store/src` by their names. */
function inCopy(modules: Record<string, string>, expression: string): unknown {
  const imports = Object.entries(modules).map(([file, names]) => `import { ${names} } from './store/src/${file}';`);
  return JSON.parse(
    planted.run('--input-type=module', '-e', `${imports.join('\n')}\nconsole.log(JSON.stringify(${expression}))`),
  );
}

test('its texts are found, and English where it has none', () => {
  const [own, missing, otherArea, mail] = inCopy(
    { 'i18n/i18n.ts': 'translator', 'i18n/mail.ts': 'mailTranslator' },
    "[translator('de')('plans.title'), translator('de')('plans.subtitle'), translator('de')('home.title'), mailTranslator('de')('receipt.title')]",
  ) as string[];
  expect([own, mail]).toEqual([expect.stringMatching(/^¡/), expect.stringMatching(/^¡/)]);
  expect([missing, otherArea]).not.toContainEqual(expect.stringMatching(/^¡|^plans|^home/));
});

test('it has its own addresses, formats, names and schemas', () => {
  expect(
    inCopy(
      {
        'shared/page-address.ts': 'addressIn, localeOfAddress',
        'i18n/format.ts': 'formatData, formatMoney',
        'shared/locale.ts': 'localized, matchLocale',
        'http/api/requests.ts': 'ChangeLocale',
        'http/discovery/site-map.ts': 'writeSiteMap',
      },
      `[
        addressIn('de', '/plans'), localeOfAddress('/de/plans.data'), matchLocale('de-AT,en;q=0.5'),
        formatData(1536, 'de'), formatMoney({ amount: 450, currency: 'USD' }, 'de'),
        localized({ en: 'France', fr: 'La France' }).de, ChangeLocale.parse({ locale: 'de' }).locale,
        /hreflang="de" href="https:\\/\\/x.example\\/de\\/plans"/.test(
          writeSiteMap({ publicUrl: 'https://x.example', destinations: [], publishedAt: null, articles: [] })),
      ]`,
    ),
  ).toEqual(['/de/plans', 'de', 'de', '1,5\u00a0GB', '4,50\u00a0$', 'France', 'de', true]);
});

test('missing texts are listed', () => {
  const missing = planted.run('scripts/gen.ts', 'missing').split('\n');
  expect(missing).toContain('de: plans: subtitle');
  expect(missing).toContain('de: content: help/apn.md');
  expect(missing.filter((line) => !line.startsWith('de: '))).toEqual(['']);
});
