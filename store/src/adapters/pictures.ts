import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DrawPicture } from '../modules/identity/photos/photos.ts';
import { createSlots } from '../shared/slots.ts';
import { runChild } from './run-child.ts';

const FORMATS = new Set(['png', 'jpeg', 'webp']);

/** Maximum for formats that are decoded row by row: more than any phone's camera makes. */
const MAX_PIXELS = 60_000_000;
/** Maximum for a progressive JPEG or an interlaced PNG, which is decoded in memory as a whole (measured: 240 MB). */
const MAX_PIXELS_HELD = 16_000_000;

/** Pictures that are decoded at a time: one per core, each with up to 240 MB. */
const DECODERS = Math.min(4, availableParallelism());
/** Maximum queue length; queued pictures are held in memory. */
const WAITING = 20;

/**
 * The largest accepted picture takes 1 s. The process has a lower priority than requests: on a machine that is fully busy
 * a small picture took more than 20 s, and was dropped from a traveller's mail.
 */
const TIMEOUT_MS = 120_000;

const DRAW = fileURLToPath(new URL('./pictures/draw.ts', import.meta.url));

/**
 * Re-encodes an untrusted picture, so that only its pixels are passed on, without location data or scripts. Null for
 * anything but a PNG, JPEG or WebP picture of an acceptable size; AppError `unavailable` when the queue is full.
 */
export function createDrawPicture(): DrawPicture {
  const slots = createSlots(DECODERS, WAITING);
  return async (picture, { side, fit }) => {
    if (!(await isBearable(picture))) return null;
    return slots(() => runChild(picture, { program: DRAW, args: [String(side), fit], timeoutMs: TIMEOUT_MS }));
  };
}

/** Reads only the header: nothing is decoded before the size is known. */
async function isBearable(picture: Uint8Array): Promise<boolean> {
  // Imported on first use, so that a process without pictures does not load the library.
  const { default: sharp } = await import('sharp');
  try {
    const { format, width, height, isProgressive } = await sharp(picture, { limitInputPixels: MAX_PIXELS }).metadata();
    return FORMATS.has(format) && width * height <= (isProgressive ? MAX_PIXELS_HELD : MAX_PIXELS);
  } catch {
    return false;
  }
}
