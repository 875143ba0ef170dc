import { THEME } from '../../shared/theme-values.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { renderAsync, Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { BRAND_COLOURS, MARK } from '../../shared/mark.ts';
import { PICTURE_SIZE } from '../../shared/picture-size.ts';
import { escapeXml } from './escape-xml.ts';

/** The text of a preview picture: a destination and its cheapest plan, or the store. */
export type PictureWords = { title: string; line: string; brand: string };
/** Files below `public/`: a flag of `flags/`, and maps of `maps/` in order of preference. */
export type PictureFiles = { flag?: string; maps: readonly string[] };

const PUBLIC = path.join(import.meta.dirname, '../../../public');
const FONTS = path.join(import.meta.dirname, '../../../data/fonts');
/** System fonts are not used, so that the picture is the same everywhere. */
const FONT = {
  loadSystemFonts: false,
  fontFiles: ['inter-bold.ttf', 'inter-medium.ttf'].map((file) => path.join(FONTS, file)),
  defaultFontFamily: 'Inter',
};

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;
const MARGIN = 80;
const LARGEST = 112;
const SMALLEST = 60;

/** Draws a preview picture as PNG. */
export async function drawPicture(words: PictureWords, files: PictureFiles): Promise<Uint8Array> {
  const flag = files.flag === undefined ? undefined : await readSvg('flags', files.flag);
  const map = await firstOf(files.maps);
  const title = fitTitle(words.title);
  // Baseline of the last line; the flag is above the first.
  const base = title.lines.length === 1 ? 440 : 480;
  const flagTop = title.lines.length === 1 ? 196 : 172;
  const picture = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Inter">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${THEME['surface-ink']}"/>`,
    map === undefined ? '' : image(onInk(map), { x: 0, y: 60, width: WIDTH, height: 510, opacity: 0.75 }),
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`,
    `<linearGradient id="shade" x2="1"><stop offset="0.25" stop-color="${THEME['surface-ink']}" stop-opacity="0.92"/>`,
    `<stop offset="0.85" stop-color="${THEME['surface-ink']}" stop-opacity="0"/></linearGradient>`,
    `<g transform="translate(${MARGIN} 72) scale(2)" fill="${THEME['text-on-ink']}">`,
    `<path d="${MARK.stones}"/>`,
    `<circle cx="${MARK.top.cx}" cy="${MARK.top.cy}" r="${MARK.top.r}" fill="${BRAND_COLOURS.orange.hex}"/></g>`,
    text(words.brand, { x: MARGIN + 70, y: 113, size: 40, weight: 700 }),
    flag === undefined
      ? ''
      : `<clipPath id="flag"><rect x="${MARGIN}" y="${flagTop}" width="144" height="108" rx="12"/></clipPath>` +
        `<g clip-path="url(#flag)">${image(flag, { x: MARGIN, y: flagTop, width: 144, height: 108, opacity: 1 })}</g>`,
    ...title.lines.map((line, index) =>
      text(line, {
        x: MARGIN,
        y: base - (title.lines.length - 1 - index) * title.size * 1.1,
        size: title.size,
        weight: 700,
      }),
    ),
    `<rect x="${MARGIN}" y="548" width="64" height="8" rx="4" fill="${THEME.action}"/>`,
    text(words.line, { x: MARGIN + 84, y: 566, size: 44, weight: 500 }),
    '</svg>',
  ].join('');
  const drawn = await renderAsync(picture, { font: FONT });
  // A palette of 256 colours needs a quarter of the bytes.
  return sharp(drawn.asPng()).png({ palette: true, effort: 4 }).toBuffer();
}

/** The title in the largest size that fits, on two lines when one would be small. */
function fitTitle(title: string): { lines: string[]; size: number } {
  const fits = (lines: string[]) => {
    const widest = Math.max(...lines.map(widthAtHundred));
    return Math.min(LARGEST, Math.floor(((WIDTH - 2 * MARGIN) / widest) * 100));
  };
  const one = fits([title]);
  const words = title.split(' ');
  if (one >= SMALLEST + 20 || words.length < 2) return { lines: [title], size: one };
  const halves = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const two = halves.toSorted((a, b) => fits(b) - fits(a))[0]!;
  return { lines: two, size: Math.min(fits(two), 88) };
}

function widthAtHundred(line: string): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200">${text(line, { x: 0, y: 120, size: 100, weight: 700 })}</svg>`;
  return new Resvg(svg, { font: FONT }).getBBox()?.width || 100;
}

function text(content: string, at: { x: number; y: number; size: number; weight: 500 | 700 }): string {
  const spacing = at.weight === 700 ? -at.size * 0.03 : 0;
  return `<text x="${at.x}" y="${at.y}" font-family="Inter" font-size="${at.size}" font-weight="${at.weight}" letter-spacing="${spacing}" fill="${THEME['text-on-ink']}">${escapeXml(content)}</text>`;
}

function image(svg: string, at: { x: number; y: number; width: number; height: number; opacity: number }): string {
  const data = Buffer.from(svg).toString('base64');
  return `<image x="${at.x}" y="${at.y}" width="${at.width}" height="${at.height}" opacity="${at.opacity}" preserveAspectRatio="xMidYMid slice" href="data:image/svg+xml;base64,${data}"/>`;
}

/**
 * A map on our dark colour: land recedes, the destination's dots are brighter. The drawing library does not support
 * custom properties, so their values are inserted.
 */
function onInk(map: string): string {
  return map
    .replaceAll(/var\(--map-dot,[^)]*\)/g, THEME['picture-map-dot'])
    .replaceAll(/var\(--map-hit,[^)]*\)/g, THEME['picture-map-hit'])
    .replaceAll(/var\(--map-world,[^)]*\)/g, THEME['text-on-ink']);
}

async function firstOf(maps: readonly string[]): Promise<string | undefined> {
  for (const name of maps) {
    const map = await readSvg('maps', name);
    if (map !== undefined) return map;
  }
  return undefined;
}

/** Undefined when the file is missing or its name is not plain. */
async function readSvg(folder: string, name: string): Promise<string | undefined> {
  if (!/^[a-z0-9-]+$/.test(name)) return undefined;
  return readFile(path.join(PUBLIC, folder, `${name}.svg`), 'utf8').catch(() => undefined);
}
