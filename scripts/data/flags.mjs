/**
 * Copies the flags in use from the npm package flag-icons (4:3) to public/flags, and simplifies the heavy ones:
 *   node scripts/data/flags.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { coarser } from './svg-outline.mjs';

const destinations = JSON.parse(
  readFileSync(new URL('../../store/data/catalogue/destinations.json', import.meta.url), 'utf8'),
);
const CODES = [...new Set(destinations.filter(({ kind }) => kind === 'local').map(({ flag }) => flag))];
/**
 * The size in characters up to which a flag is copied unchanged. Flags show at up to 96 pixels, the drawings are 640
 * wide.
 */
const LIGHT = 8_500;
/** Tolerances in units of the drawing. The coarsest one moves no line by half a pixel at the largest size shown. */
const STEPS = [0.5, 0.75, 1, 1.5, 2, 2.5, 3];
const LIMIT = 12_000;
/** Flags with fine lines, which a simplification would damage. */
const AS_DRAWN = ['ir', 'mt'];

let total = 0;
for (const code of CODES) {
  const svg = readFileSync(new URL(`./flags/4x3/${code}.svg`, import.meta.resolve('flag-icons/package.json')), 'utf8');
  const candidates =
    svg.length < LIGHT || AS_DRAWN.includes(code) ? [svg] : STEPS.map((tolerance) => slim(svg, tolerance));
  const chosen = candidates.map(tidy).find((each) => each.length <= LIMIT) ?? tidy(candidates.at(-1));
  writeFileSync(new URL(`../../store/public/flags/${code}.svg`, import.meta.url), chosen);
  total += chosen.length;
  if (candidates.length > 1) console.log(`${code} ${svg.length} → ${chosen.length}`);
}
console.log(`${CODES.length} flags, ${total} bytes`);

/**
 * Simplifies outlines, removes hairlines (thinner than a tenth of a pixel) and specks, and joins neighbours of one
 * colour.
 */
function slim(svg, tolerance) {
  const scales = [1];
  const shapes = svg.replaceAll(/<\/g>|<g\b[^>]*>|<path\b([^>]*?)\sd="([^"]*)"([^>]*)\/>/g, (tag, before, d, after) => {
    if (tag === '</g>') scales.pop();
    if (tag.startsWith('<g')) scales.push(scales.at(-1) * scaleOf(tag));
    if (d === undefined) return tag;
    const scale = scales.at(-1) * scaleOf(tag);
    const attributes = withoutHairline(`${before}${after}`, scale);
    const parts = scale > 10 ? 100 : scale > 1.5 ? 10 : 1;
    const outline = coarser(d, { tolerance: tolerance / scale, minArea: 8 * (tolerance / scale) ** 2, parts });
    const invisible = outline === '' || (/\bfill="none"/.test(attributes) && !/\bstroke=/.test(attributes));
    return invisible ? '' : `<path${attributes} d="${outline}"/>`;
  });
  return tidy(shapes).replaceAll(/(?:<path([^>]*) d="[^"]*"\/>)(?:<path\1 d="[^"]*"\/>)+/g, (run, attributes) => {
    const outlines = [...run.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d);
    return `<path${attributes} d="${outlines.join('')}"/>`;
  });
}

/** The scale factor of a tag's transform, averaged over both directions. */
function scaleOf(tag) {
  const [, kind, text] = /transform="(?:[^"]*?\s)?(scale|matrix)\(([^)]*)\)/.exec(tag) ?? [];
  const values = (text ?? '').split(/[\s,]+/).map(Number);
  if (kind === 'matrix') return Math.sqrt(Math.abs(values[0] * values[3] - values[1] * values[2]));
  return kind === 'scale' ? Math.sqrt(Math.abs(values[0] * (values[1] ?? values[0]))) : 1;
}

function withoutHairline(attributes, scale) {
  const width = Number(/stroke-width="([\d.]+)"/.exec(attributes)?.[1] ?? 1) * scale;
  return width < 0.7 ? attributes.replaceAll(/\sstroke(-\w+)?="[^"]*"/g, '') : attributes;
}

function tidy(svg) {
  return `${svg
    .replaceAll(/\sid="flag-icons-[a-z]+"/g, '')
    .replaceAll(/<g>\s*<\/g>/g, '')
    .replaceAll(/>\s+</g, '><')
    .trim()}\n`;
}
