import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Locale, LOCALES } from '#src/shared/locale.ts';

/** The folder of the texts of all languages, relative to the store. */
const WORDS = 'src/i18n';
/** Texts outside pages: mails, text messages, formats of a language, articles of places, and stop words of searches. */
const APART = [
  'mail',
  'auto-top-up-mail',
  'notice-mail',
  'refund-mail',
  'withdrawal-mail',
  'sms',
  'language',
  'place-forms',
  'place-words',
  'question-words',
  'person-words',
];

const NOTE = '// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).\n';

/**
 * The files that join the languages, by path in `store`: one for each area of texts, so that a page loads only its own
 * areas, and one that lists the areas of pages for the server. English defines the areas. A language without a file
 * gets the English one.
 */
export async function wordFiles(store: string): Promise<Record<string, string>> {
  const areas = (await readdir(path.join(store, WORDS, 'en'))).map((file) => path.basename(file, '.ts')).toSorted();
  const pages = areas.filter((area) => !APART.includes(area));
  return {
    ...Object.fromEntries(areas.map((area) => [`${WORDS}/areas/${area}.ts`, inAllLanguages(store, area)])),
    [`${WORDS}/areas.ts`]: [
      NOTE,
      ...pages.map((area) => `import { ${area} } from './areas/${area}.ts';\n`),
      '\n/** The words of pages and of the API, by area and language. */\n',
      `export const areas = {\n${pages.map((area) => `  ${area},\n`).join('')}};\n`,
    ].join(''),
  };
}

/** What a language lacks and shows in English: message keys by area, and files of texts in `content/en`. */
export async function missingIn(store: string, locale: Locale): Promise<{ words: string[]; texts: string[] }> {
  const words: string[] = [];
  for (const file of (await readdir(path.join(store, WORDS, 'en'))).toSorted()) {
    const own = path.join(store, WORDS, locale, file);
    const english = await wordsOf(path.join(store, WORDS, 'en', file));
    const have = existsSync(own) ? await wordsOf(own) : new Map<string, string>();
    for (const key of english.keys()) if (!have.has(key)) words.push(`${path.basename(file, '.ts')}: ${key}`);
  }
  const folder = path.join(store, 'content');
  const texts = (await readdir(path.join(folder, 'en'), { recursive: true }))
    .filter((name) => name.endsWith('.md') && !existsSync(path.join(folder, locale, name)))
    .toSorted();
  return { words, texts };
}

async function wordsOf(file: string): Promise<Map<string, string>> {
  const [tree] = Object.values((await import(pathToFileURL(file).href)) as Record<string, object | string>);
  const found = new Map<string, string>();
  const visit = (node: object | string, key: string) => {
    if (typeof node === 'string') found.set(key, node);
    else
      for (const [name, child] of Object.entries(node))
        visit(child as object | string, key === '' ? name : `${key}.${name}`);
  };
  visit(tree!, '');
  return found;
}

function inAllLanguages(store: string, area: string): string {
  const name = area.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const own = LOCALES.filter((locale) => existsSync(path.join(store, WORDS, locale, `${area}.ts`)));
  const imports = own.map((locale) => `import { ${name} as ${locale} } from '../${locale}/${area}.ts';\n`);
  const entries = LOCALES.map((locale) => (own.includes(locale) ? locale : `${locale}: en`));
  return `${NOTE}${imports.join('')}\nexport const ${name} = { ${entries.join(', ')} };\n`;
}
