import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { NEWEST_TEXTS } from '#src/config/merchant.ts';
import { LEGAL_NAMES, LEGAL_VERSIONS, versionsOf } from '#src/shared/legal.ts';
import { LOCALES } from '#src/shared/locale.ts';
import { paths } from '#src/shared/paths.ts';
import { RETENTION, WITHOUT_PEOPLE } from '#src/shared/retention.ts';
import { readText, ROOT, trackedFiles } from './source.ts';

/** Languages with their own legal texts. The others show them in English. */
const WRITTEN = LOCALES.filter((locale) => existsSync(path.join(ROOT, 'store/content', locale, 'legal')));

/** What is no longer the newest never changes: orders name it. SHA-256 of the files, the first twelve digits. */
const EARLIER = {
  'en/legal/terms/1': '1f00a504a98b',
  'en/legal/privacy/2': 'ba2c3728057a',
  'en/legal/privacy/1': '2927b3906892',
  'en/legal/refund/1': '5ec01830c0ab',
  'en/legal/compliance/1': '79c510eb808a',
  'fr/legal/terms/1': 'dd56cd396a48',
  'fr/legal/privacy/2': 'c62357e66abf',
  'fr/legal/privacy/1': '8b27de9e4a26',
  'fr/legal/refund/1': 'ac33448a6ce4',
  'fr/legal/compliance/1': '2e058f4dae17',
};

/** What the legal pages say about the code, checked against the files. */

describe('the legal texts', () => {
  test.each(LEGAL_NAMES)('%s: the newest version is in force, and every earlier one still exists', (name) => {
    for (const locale of WRITTEN) {
      const files = readdirSync(path.join(ROOT, 'store/content', locale, 'legal', name));
      const all = Array.from({ length: LEGAL_VERSIONS[name] }, (_, index) => `${index + 1}.md`);
      expect(files.toSorted()).toEqual(all.toSorted());
    }
  });

  test('an earlier version is as it was', () => {
    const earlier = WRITTEN.flatMap((locale) =>
      LEGAL_NAMES.flatMap((name) =>
        versionsOf(name, LEGAL_VERSIONS[name] - 1).map((v) => `${locale}/legal/${name}/${v}`),
      ),
    );
    const now = earlier.map((text) => [
      text,
      createHash('sha256')
        .update(readText(`store/content/${text}.md`))
        .digest('hex')
        .slice(0, 12),
    ]);
    expect(Object.fromEntries(now)).toEqual(EARLIER);
  });

  test.each(['docs/operations.md', 'deploy/cairn.env.example', 'docs/configuration.md', '.env.example'])(
    '%s names the newest versions',
    (file) => {
      expect(readText(file)).toContain(NEWEST_TEXTS);
    },
  );

  test.each(WRITTEN)('in %s name every source of open data and its licence', (locale) => {
    const page = readText(`store/content/${locale}/legal/compliance/${LEGAL_VERSIONS.compliance}.md`);
    const missing = openData().filter(
      ({ sources, licences }) => ![...sources, ...licences].every((each) => page.includes(each)),
    );
    expect(missing).toEqual([]);
  });

  test.each(WRITTEN)('in %s name the licence that each listed package states', (locale) => {
    const page = readText(`store/content/${locale}/legal/compliance/${LEGAL_VERSIONS.compliance}.md`);
    const packages = {
      React: 'react',
      'React Router': 'react-router',
      Firebase: 'firebase',
      MiniSearch: 'minisearch',
      'zxcvbn-ts': '@zxcvbn-ts/core',
      ALTCHA: 'altcha',
      SimpleWebAuthn: '@simplewebauthn/browser',
      Zod: 'zod',
      'libphonenumber-js': 'libphonenumber-js',
      uqr: 'uqr',
      Inter: '@fontsource-variable/inter',
    };
    const wrong = Object.entries(packages).filter(([words, name]) => {
      const { license } = JSON.parse(readText(`node_modules/${name}/package.json`)) as { license: string };
      return !new RegExp(`^\\| [^|]*${words}[^|]*\\| ${license} \\|$`, 'm').test(page);
    });
    expect(wrong).toEqual([]);
  });
});

test('the privacy policy covers every table that may hold personal data', () => {
  const schemas = trackedFiles('schema.ts').filter((file) => file.startsWith('store/src/'));
  const tables = schemas.flatMap((file) =>
    [...readText(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table]) => table!),
  );
  expect(tables.length).toBeGreaterThan(30);
  const known = [...RETENTION.flatMap((row) => [...row.tables]), ...WITHOUT_PEOPLE];
  expect(known.toSorted()).toEqual(tables.toSorted());
});

/** The rows of data/README.md: what the page must name. */
function openData(): { sources: string[]; licences: string[] }[] {
  const rows = readText('store/data/README.md')
    .split('\n')
    .filter((line) => /^\|.*\|.*\|.*\| 2\d{3}-/.test(line));
  expect(rows.length).toBeGreaterThan(5);
  return rows.map((row) => {
    const [, , , source = '', licence = ''] = row.split('|');
    // Facts collected from many pages: the page that lists them.
    if (licence.includes('facts')) return { sources: [`](${paths.helpDevices()})`], licences: [] };
    const names = /mcc-mnc-list|Unicode CLDR|Natural Earth|flag-icons|zxcvbn-ts|Inter/.exec(source)?.[0];
    const licences = [...licence.matchAll(/CC BY-SA|CC BY|CC0|MIT|Unicode License v3|ODbL|OFL/g)].map(([name]) => name);
    return { sources: [names ?? source.trim()], licences };
  });
}
