import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../../db/database.ts';
import { AppError } from '../../../shared/errors.ts';
import * as store from './store.ts';

/** Width and height of a stored photo, in pixels; pages show it at half of that at most. */
const SIDE = 256;

/**
 * Decodes a picture and re-encodes it as WebP: `cover` fills a square of this side, `inside` fits into it. Null for
 * anything that is not a picture of an acceptable size; throws AppError `unavailable` when the queue is full.
 */
export type DrawPicture = (
  picture: Uint8Array,
  frame: { side: number; fit: 'cover' | 'inside' },
) => Promise<Buffer | null>;

/** Port: fetches a picture from an untrusted URL. Rejects with an error whose `code` is a `PictureErrorCode`. */
export type FetchPicture = (address: string) => Promise<Uint8Array>;

export type PictureErrorCode =
  | 'photo-address'
  | 'photo-unreachable'
  | 'photo-refused'
  | 'photo-too-large'
  | 'photo-no-picture'
  | 'photo-too-slow';

/** A picture as served, and its URL part. */
export type Drawn = { hash: string; content: Buffer };

export type Photos = {
  /**
   * Re-encodes a picture. Throws AppError `invalid-input` for anything but a PNG, JPEG or WebP picture of an acceptable
   * size, `unavailable` when the queue is full.
   */
  draw(picture: Uint8Array): Promise<Drawn>;
  /** Stores it as the account's photo. */
  keep(tx: Tx, accountId: string, drawn: Drawn): Promise<void>;
  clear(tx: Tx, accountId: string): Promise<void>;
  find(hash: string): Promise<Buffer | null>;
};

/**
 * Photos of accounts. An upload is decoded and re-encoded, so that only its pixels are served, without location data or
 * scripts.
 */
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
