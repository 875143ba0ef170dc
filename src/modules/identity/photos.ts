import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../shared/errors.ts';
import * as store from './photo-store.ts';
import { createSlots } from './slots.ts';

/** Side of a stored photo, in pixels; it is shown at half of that at most. */
const SIDE = 256;

/** More pixels than any phone's camera makes; a small file that unpacks to more is an attack. */
const MOST_PIXELS = 60_000_000;

/** Pictures that are drawn at a time, and that may wait: an unpacked one takes a lot of memory. */
const AT_A_TIME = 2;
const WAITING = 20;

const FORMATS = new Set(['png', 'jpeg', 'webp']);

export type Photos = {
  /** Stores a picture as the account's photo and answers its hash. Throws AppError `invalid-input` for anything but a PNG, JPEG or WebP picture, `unavailable` when too many wait. */
  set(accountId: string, picture: Uint8Array): Promise<string>;
  clear(accountId: string): Promise<void>;
  find(hash: string): Promise<Buffer | null>;
};

/** Photos of accounts. What was sent is decoded and drawn anew, so nothing but pixels of it is ever served: no place, no script. */
export function createPhotos({ db, clock }: { db: Db; clock: () => Date }): Photos {
  const slots = createSlots(AT_A_TIME, WAITING);
  return {
    async set(accountId, picture) {
      const content = await slots(() => reencoded(picture));
      const hash = createHash('sha256').update(content).digest('hex');
      await store.replacePhoto(db, { accountId, hash, content, width: SIDE, createdAt: clock() });
      return hash;
    },
    clear: (accountId) => store.deletePhoto(db, accountId),
    find: (hash) => store.photoByHash(db, hash),
  };
}

async function reencoded(picture: Uint8Array): Promise<Buffer> {
  try {
    const image = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { format } = await image.metadata();
    if (!FORMATS.has(format)) throw new Error(`a picture in ${format}`);
    return await image.rotate().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer();
  } catch (cause) {
    throw new AppError('invalid-input', { field: 'photo', rule: 'value', cause });
  }
}
