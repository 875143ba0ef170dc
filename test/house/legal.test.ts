import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LEGAL_NAMES, LEGAL_VERSIONS } from '#src/shared/legal.ts';
import { LOCALES } from '#src/shared/locale.ts';
import { paths } from '#src/shared/paths.ts';
import { RETENTION, WITHOUT_PEOPLE } from '#src/shared/retention.ts';
import { readText, ROOT, trackedFiles } from './source.ts';

/** Languages with their own legal texts. The others show them in English. */
const WRITTEN = LOCALES.filter((locale) => existsSync(path.join(ROOT, 'store/content', locale, 'legal')));

/** What the legal pages say about the code, checked against the files. */

describe('the legal texts', () => {
  test.each(LEGAL_NAMES)('%s: the newest version is in force, and every earlier one still exists', (name) => {
    for (const locale of WRITTEN) {
      const files = readdirSync(path.join(ROOT, 'store/content', locale, 'legal', name));
      const all = Array.from({ length: LEGAL_VERSIONS[name] }, (_, index) => `${index + 1}.md`);
      expect(files.toSorted()).toEqual(all.toSorted());
    }
  });

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
