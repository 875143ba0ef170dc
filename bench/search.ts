import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { createFinder } from '#src/search/finder.ts';
import { eachLocale, localized } from '#src/shared/locale.ts';
import type { SearchDocument } from '#src/search/types.ts';

/**
 * `node bench/search.ts`: milliseconds per keystroke of the destination search, for the destinations of data/catalogue
 * and for 5,000 generated ones, and the bytes of its script and index in the browser.
 */
const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../store/data/catalogue/${name}.json`, import.meta.url), 'utf8'));
const places: (SearchDocument & { featured: number | null })[] = await read('destinations');
const words: Record<string, { aliases: string[]; cities: string[] }> = await read('aliases');
const queries: Record<string, string[]> = JSON.parse(
  await readFile(new URL('../store/src/search/queries.json', import.meta.url), 'utf8'),
);

const documents = places.map(({ featured, ...place }) => ({
  ...place,
  name: localized(place.name),
  within: place.within ?? null,
  own: featured !== null,
  ...words[place.slug]!,
}));
/** Every prefix of every query. */
const keystrokes = Object.values(queries)
  .flat()
  .flatMap((query) => [...query].map((_, i) => query.slice(0, i + 1)));

const many = Array.from({ length: 5_000 }, (_, i) => {
  const like = documents[i % documents.length]!;
  const numbered = (text: string) => (i < documents.length ? text : `${text} ${Math.floor(i / documents.length)}`);
  return {
    ...like,
    slug: `${like.slug}-${i}`,
    name: eachLocale((locale) => numbered(like.name[locale])),
    aliases: like.aliases.map(numbered),
    cities: like.cities.map(numbered),
  };
});

for (const [name, list] of Object.entries({ 'data/catalogue': documents, 'generated      ': many })) {
  const start = performance.now();
  const finder = createFinder(list);
  const made = performance.now() - start;
  const times = keystrokes
    .map((query) => {
      const before = performance.now();
      finder.find(query, { locale: 'en', limit: 10 });
      return performance.now() - before;
    })
    .toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(2);
  process.stdout.write(
    `${name}  ${list.length} destinations, ${keystrokes.length} keystrokes: median ${at(0.5)} ms, ` +
      `99th percentile ${at(0.99)} ms, slowest ${at(1)} ms; index made in ${made.toFixed(0)} ms\n`,
  );
}

const index = JSON.stringify({
  destinations: documents.map((document) => ({ ...document, from: { amount: 500, currency: 'USD' } })),
});
const script = await scriptOf('../store/src/search/finder.ts');
for (const [name, text] of Object.entries({ script: script, 'index ': index }))
  process.stdout.write(
    `${name}  ${gzipSync(text, { level: 9 }).length} bytes gzip, ${brotliCompressSync(text).length} bytes brotli\n`,
  );

/** A module with its imports, minified as the site is. */
async function scriptOf(path: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: new URL(path, import.meta.url).pathname, formats: ['es'], fileName: 'search' },
    },
  });
  const [{ output }] = (Array.isArray(result) ? result : [result]) as [{ output: { code?: string }[] }];
  return output.map(({ code }) => code ?? '').join('\n');
}
