/**
 * Makes data/passwords/common.txt.gz from passwords.json of the npm package @zxcvbn-ts/language-common:
 *   node scripts/data/passwords.mjs path/to/passwords.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The minimum length of our policy (specification, section 9). Shorter passwords are refused anyway. */
const MIN_LENGTH = 6;
/** How many of the most common passwords are kept. The list loads in milliseconds. */
const COUNT = 30_000;

const [source] = process.argv.slice(2);
if (!source) throw new Error('usage: node scripts/data/passwords.mjs path/to/passwords.json');

const ranked = JSON.parse(readFileSync(source, 'utf8')).map((each) => String(each).toLowerCase());
// Email addresses are personal data.
const common = new Set(ranked.filter((each) => each.length >= MIN_LENGTH && !each.includes('@')));
const kept = [...common].slice(0, COUNT).sort();
writeFileSync(
  new URL('../../store/data/passwords/common.txt.gz', import.meta.url),
  gzipSync(`${kept.join('\n')}\n`, { level: 9 }),
);
console.log(`${kept.length} passwords`);
