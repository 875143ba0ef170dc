/**
 * Draws the icons of the installed app, and favicon.ico for programs that ask for it by name, from the logo (public/icon.svg, src/ui/logo.tsx):
 *   node scripts/data/icons.mjs
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';

const GROUND = '#0A0E18';
const STONES = '#FFFFFF';
const TOP = '#FF6B00';

/** The stones of the logo, in a square of 26. */
const MARK = 26;
const stones = /<path d="([^"]+)"/.exec(
  readFileSync(new URL('../../store/public/icon.svg', import.meta.url), 'utf8'),
)[1];

/**
 * `share`: the logo's part of the width. Maskable icons are cropped to a circle of 80 % (W3C manifest, "safe zone").
 */
const ICONS = [
  { file: 'icon-192.png', size: 192, share: 0.58, radius: 0.22 },
  { file: 'icon-512.png', size: 512, share: 0.58, radius: 0.22 },
  { file: 'maskable-512.png', size: 512, share: 0.46, radius: 0 },
  // iOS rounds the corners itself and shows transparent ones in black.
  { file: 'apple-touch-icon.png', size: 180, share: 0.58, radius: 0 },
];

function draw({ size, share, radius }) {
  const scale = (size * share) / MARK;
  const margin = (size - MARK * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="${GROUND}"/>
    <g transform="translate(${margin} ${margin}) scale(${scale})"><path fill="${STONES}" d="${stones}"/><circle cx="13" cy="4.9" r="3.6" fill="${TOP}"/></g>
  </svg>`;
}

const folder = new URL('../../store/public/icons/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const icon of ICONS) {
  const png = new Resvg(draw(icon)).render().asPng();
  writeFileSync(new URL(icon.file, folder), png);
  console.log(`${icon.file}: ${png.length} bytes`);
}

/** A container of PNG pictures (MS-ICO): a header, an entry of 16 bytes for each, the pictures. */
const pictures = [16, 32, 48].map((size) => ({
  size,
  png: new Resvg(draw({ size, share: 0.72, radius: 0.2 })).render().asPng(),
}));
const head = Buffer.alloc(6 + 16 * pictures.length);
head.writeUInt16LE(1, 2);
head.writeUInt16LE(pictures.length, 4);
let offset = head.length;
for (const [index, { size, png }] of pictures.entries()) {
  const at = 6 + 16 * index;
  head.writeUInt8(size, at);
  head.writeUInt8(size, at + 1);
  head.writeUInt16LE(1, at + 4);
  head.writeUInt16LE(32, at + 6);
  head.writeUInt32LE(png.length, at + 8);
  head.writeUInt32LE(offset, at + 12);
  offset += png.length;
}
const ico = Buffer.concat([head, ...pictures.map(({ png }) => png)]);
writeFileSync(new URL('../../store/public/favicon.ico', import.meta.url), ico);
console.log(`favicon.ico: ${ico.length} bytes`);
