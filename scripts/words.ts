import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES } from '#src/shared/locale.ts';

/** Where the words of all languages lie, below the folder of the store. */
const WORDS = 'src/i18n';
/** Words that no page shows: of mails and texts to phones, how a language writes, and what a search passes over. */
const APART = ['mail', 'sms', 'language', 'place-words', 'question-words'];
/** Words of searches in `shared`, which knows no other words. */
const OF_SHARED = ['place-words', 'question-words'];

const NOTE = '// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).\n';

/**
 * The files that bring the languages together, by path below `store`: one for each area of words, so that a page loads its
 * own areas alone, and one that names the areas of pages, for the server. The areas are the files of English. A language
 * that lacks a file has English in its place.
 */
export async function wordFiles(store: string): Promise<Record<string, string>> {
  const areas = (await readdir(path.join(store, WORDS, 'en'))).map((file) => path.basename(file, '.ts')).toSorted();
  const pages = areas.filter((area) => !APART.includes(area));
  return {
    ...Object.fromEntries(
      areas.map((area) =>
        OF_SHARED.includes(area)
          ? [`src/shared/words/${area}.ts`, inAllLanguages(store, area, '../../i18n/')]
          : [`${WORDS}/areas/${area}.ts`, inAllLanguages(store, area, '../')],
      ),
    ),
    [`${WORDS}/areas.ts`]: [
      NOTE,
      ...pages.map((area) => `import { ${area} } from './areas/${area}.ts';\n`),
      '\n/** The words of pages and of the API, by area and language. */\n',
      `export const areas = {\n${pages.map((area) => `  ${area},\n`).join('')}};\n`,
    ].join(''),
  };
}

function inAllLanguages(store: string, area: string, up: string): string {
  const name = area.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const own = LOCALES.filter((locale) => existsSync(path.join(store, WORDS, locale, `${area}.ts`)));
  const imports = own.map((locale) => `import { ${name} as ${locale} } from '${up}${locale}/${area}.ts';\n`);
  const entries = LOCALES.map((locale) => (own.includes(locale) ? locale : `${locale}: en`));
  return `${NOTE}${imports.join('')}\nexport const ${name} = { ${entries.join(', ')} };\n`;
}
