import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { availableParallelism, constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Db, Tx } from '../../db/database.ts';
import { AppError } from '../../shared/errors.ts';
import * as store from './photo-store.ts';
import { createSlots } from './slots.ts';

/** Side of a stored photo, in pixels; it is shown at half of that at most. */
const SIDE = 256;

const FORMATS = new Set(['png', 'jpeg', 'webp']);

/** Most that is decoded row by row: more than any phone's camera makes. */
const MOST_PIXELS = 60_000_000;
/** Most of a progressive JPEG or an interlaced PNG, which is held whole while it is decoded (measured: 240 MB). */
const MOST_PIXELS_HELD = 16_000_000;

/** Pictures that may wait, with their bytes in memory, while one is drawn per core. */
const WAITING = 20;

/** The largest that is taken is drawn in 1 s; one that takes far longer is an attack, or the machine is. */
const TIMEOUT_MS = 20_000;

/** A picture as we serve it, and its address. */
export type Drawn = { hash: string; content: Buffer };

export type Photos = {
  /** Decodes a picture and draws it anew. Throws AppError `invalid-input` for anything but a PNG, JPEG or WebP picture of a bearable size, `unavailable` when too many wait. */
  draw(picture: Uint8Array): Promise<Drawn>;
  /** Stores it as the account's photo. */
  keep(tx: Tx, accountId: string, drawn: Drawn): Promise<void>;
  clear(tx: Tx, accountId: string): Promise<void>;
  find(hash: string): Promise<Buffer | null>;
};

/** Photos of accounts. What was sent is decoded and drawn anew, so nothing but pixels of it is ever served: no place, no script. */
export function createPhotos({ db, clock }: { db: Db; clock: () => Date }): Photos {
  const slots = createSlots(availableParallelism(), WAITING);
  return {
    async draw(picture) {
      if (!(await isBearable(picture))) throw notTaken();
      const content = await slots(() => drawInProcess(picture));
      return { hash: createHash('sha256').update(content).digest('hex'), content };
    },
    keep: (tx, accountId, drawn) => store.replacePhoto(tx, { accountId, ...drawn, width: SIDE, createdAt: clock() }),
    clear: (tx, accountId) => store.deletePhoto(tx, accountId),
    find: (hash) => store.photoByHash(db, hash),
  };
}

const notTaken = () => new AppError('invalid-input', { field: 'photo', rule: 'value' });

/** Looks at the header alone: nothing is decoded before its size is known. */
async function isBearable(picture: Uint8Array): Promise<boolean> {
  try {
    const { format, width, height, isProgressive } = await sharp(picture, { limitInputPixels: MOST_PIXELS }).metadata();
    return FORMATS.has(format) && width * height <= (isProgressive ? MOST_PIXELS_HELD : MOST_PIXELS);
  } catch {
    return false;
  }
}

const DRAW = fileURLToPath(new URL('./draw-photo.ts', import.meta.url));

async function drawInProcess(picture: Uint8Array): Promise<Buffer> {
  // Nothing of our environment: the process reads what a stranger made.
  const child = spawn(process.execPath, [DRAW, String(SIDE)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  try {
    // Requests have priority over photos.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // One that has seen enough of the picture ends before it has read it all.
    child.stdin.on('error', () => undefined).end(picture);
    const [content, code] = await Promise.all([buffer(child.stdout), ended]);
    if (code === 0 && content.length > 0) return content;
  } catch (cause) {
    throw new AppError('unavailable', { message: 'no picture can be drawn', cause });
  }
  throw notTaken();
}
