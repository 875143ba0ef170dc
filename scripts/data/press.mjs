/**
 * Makes the press files in public/press: the logo as SVG and as PNG of 1024 pixels, for light and dark backgrounds.
 *   node scripts/data/press.mjs
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { markSvg } from '#src/shared/mark.ts';

const PIXELS = 1024;
const folder = new URL('../../store/public/press/', import.meta.url);

mkdirSync(folder, { recursive: true });
for (const ground of ['light', 'dark']) {
  const svg = markSvg(ground);
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: PIXELS } }).render().asPng();
  writeFileSync(new URL(`mark-${ground}.svg`, folder), svg);
  writeFileSync(new URL(`mark-${ground}.png`, folder), await sharp(png).png({ compressionLevel: 9 }).toBuffer());
}
