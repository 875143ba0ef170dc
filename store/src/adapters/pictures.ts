import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DrawPicture } from '../modules/identity/photos.ts';
import { createSlots } from '../shared/slots.ts';
import { runChild } from './run-child.ts';

const FORMATS = new Set(['png', 'jpeg', 'webp']);

/** Most that is decoded row by row: more than any phone's camera makes. */
const MOST_PIXELS = 60_000_000;
/** Most of a progressive JPEG or an interlaced PNG, which is held whole while it is decoded (measured: 240 MB). */
const MOST_PIXELS_HELD = 16_000_000;

/** Pictures that may wait, with their bytes in memory, while one is drawn per core. */
const WAITING = 20;

/** The largest that is taken is drawn in 1 s; one that takes far longer is an attack, or the machine is. */
const TIMEOUT_MS = 20_000;

const DRAW = fileURLToPath(new URL('./pictures/draw.ts', import.meta.url));

/**
 * Draws what a stranger sent anew, so that nothing but its pixels is ever passed on: no place, no script. Null for anything but
 * a PNG, JPEG or WebP picture of a bearable size; AppError `unavailable` when too many wait.
 */
export function createDrawPicture(): DrawPicture {
  const slots = createSlots(availableParallelism(), WAITING);
  return async (picture, { side, fit }) => {
    if (!(await isBearable(picture))) return null;
    return slots(() => runChild(picture, { program: DRAW, args: [String(side), fit], timeoutMs: TIMEOUT_MS }));
  };
}

/** Looks at the header alone: nothing is decoded before its size is known. */
async function isBearable(picture: Uint8Array): Promise<boolean> {
  // Loaded with the first picture: a process that is sent none does without its library.
  const { default: sharp } = await import('sharp');
  try {
    const { format, width, height, isProgressive } = await sharp(picture, { limitInputPixels: MOST_PIXELS }).metadata();
    return FORMATS.has(format) && width * height <= (isProgressive ? MOST_PIXELS_HELD : MOST_PIXELS);
  } catch {
    return false;
  }
}
