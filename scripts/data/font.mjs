/**
 * Subsets Inter to what the pages use, which makes it a quarter smaller:
 *   npm install --prefix /tmp/font subset-font@2.9.0 && NODE_PATH=/tmp/font/node_modules node scripts/data/font.mjs
 *
 * Keeps weights from 400 to 700 (the tokens use 400 to 680), all optical sizes and layout features, and the characters
 * of the `unicode-range` of its @font-face in src/ui/styles/tokens.css.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const subsetFont = createRequire(import.meta.url)('subset-font');
const SOURCE = new URL(
  '../../node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2',
  import.meta.url,
);
const tokens = readFileSync(new URL('../../store/src/ui/styles/tokens.css', import.meta.url), 'utf8');

/** The characters of the first `unicode-range`. */
const [, list] = /unicode-range:\s*([^;]+);/.exec(tokens);
const text = list
  .split(',')
  .map((range) => range.trim().slice(2).split('-'))
  .flatMap(([from, to = from]) => {
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  })
  .join('');

const font = await subsetFont(readFileSync(SOURCE), text, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
});
writeFileSync(new URL('../../store/data/fonts/inter-latin.woff2', import.meta.url), font);
console.log(`data/fonts/inter-latin.woff2: ${font.length} bytes`);
