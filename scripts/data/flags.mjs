/**
 * Copies the flags we show from the npm package flag-icons (4:3) to public/flags, the heavy ones with coarser emblems:
 *   node scripts/data/flags.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { coarser } from './svg-outline.mjs';

const CODES = ['us', 'fr', 'es', 'eg', 'ma', 'na', 'tz', 'th', 'id', 'cr', 'mx', 'bz'];
/** Characters from which on a flag is simplified. Flags are shown up to 96 pixels wide, the drawings are 640. */
const HEAVY = 8_000;
const LIMIT = 12_000;

for (const code of CODES) {
  const svg = readFileSync(new URL(`./flags/4x3/${code}.svg`, import.meta.resolve('flag-icons/package.json')), 'utf8');
  // Even the coarsest step moves no line by half a pixel at the largest size shown.
  const candidates = svg.length < HEAVY ? [svg] : [0.5, 0.75, 1, 1.5, 2, 2.5].map((tolerance) => slim(svg, tolerance));
  const chosen = candidates.map(tidy).find((each) => each.length <= LIMIT);
  if (chosen === undefined)
    throw new Error(`${code}.svg cannot be made small enough: ${candidates.map((each) => each.length)}`);
  writeFileSync(new URL(`../../public/flags/${code}.svg`, import.meta.url), chosen);
  console.log(`${code} ${svg.length} → ${chosen.length}`);
}

/** Outlines simplified; hairlines (thinner than a tenth of a pixel) and specks left out; neighbours of one colour joined. */
function slim(svg, tolerance) {
  const shapes = svg.replaceAll(/<path\b([^>]*?)\sd="([^"]*)"([^>]*)\/>/g, (_, before, d, after) => {
    const attributes = withoutHairline(`${before}${after}`);
    const outline = coarser(d, { tolerance, minArea: 8 * tolerance ** 2 });
    const invisible = outline === '' || (/\bfill="none"/.test(attributes) && !/\bstroke=/.test(attributes));
    return invisible ? '' : `<path${attributes} d="${outline}"/>`;
  });
  return tidy(shapes).replaceAll(/(?:<path([^>]*) d="[^"]*"\/>)(?:<path\1 d="[^"]*"\/>)+/g, (run, attributes) => {
    const outlines = [...run.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d);
    return `<path${attributes} d="${outlines.join('')}"/>`;
  });
}

function withoutHairline(attributes) {
  const width = Number(/stroke-width="([\d.]+)"/.exec(attributes)?.[1] ?? 1);
  return width < 0.7 ? attributes.replaceAll(/\sstroke(-\w+)?="[^"]*"/g, '') : attributes;
}

function tidy(svg) {
  return `${svg
    .replaceAll(/\sid="flag-icons-[a-z]+"/g, '')
    .replaceAll(/>\s+</g, '><')
    .trim()}\n`;
}
