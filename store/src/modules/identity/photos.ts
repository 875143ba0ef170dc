import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../db/database.ts';
import { AppError } from '../../shared/errors.ts';
import * as store from './photo-store.ts';

/** Side of a stored photo, in pixels; it is shown at half of that at most. */
const SIDE = 256;

/**
 * Decodes a picture and draws it anew as WebP: `cover` fills a square of this side, `inside` fits into it. Null for anything that
 * is no picture of a bearable size; throws AppError `unavailable` when too many wait.
 */
export type DrawPicture = (
  picture: Uint8Array,
  frame: { side: number; fit: 'cover' | 'inside' },
) => Promise<Buffer | null>;

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
export function createPhotos({
  db,
  drawPicture,
  clock,
}: {
  db: Db;
  drawPicture: DrawPicture;
  clock: () => Date;
}): Photos {
  return {
    async draw(picture) {
      const content = await drawPicture(picture, { side: SIDE, fit: 'cover' });
      if (!content) throw new AppError('invalid-input', { field: 'photo', rule: 'value' });
      return { hash: createHash('sha256').update(content).digest('hex'), content };
    },
    keep: (tx, accountId, drawn) => store.replacePhoto(tx, { accountId, ...drawn, width: SIDE, createdAt: clock() }),
    clear: (tx, accountId) => store.deletePhoto(tx, accountId),
    find: (hash) => store.photoByHash(db, hash),
  };
}
