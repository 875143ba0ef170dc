import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../../db/database.ts';
import { AppError } from '../../../shared/errors.ts';
import { paths } from '../../../shared/paths.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Account } from '../types.ts';
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

type Ports = {
  db: Db;
  publicUrl: string;
  drawPicture: DrawPicture;
  accounts: Pick<Accounts, 'lockAccount' | 'updateProfile'>;
  clock: () => Date;
};

/**
 * Photos of accounts. An upload is decoded and re-encoded, so that only its pixels are served, without location data or
 * scripts.
 */
export function createPhotos(ports: Ports) {
  const { db, accounts } = ports;
  return {
    /**
     * Re-encodes a picture (PNG, JPEG or WebP) and makes it the account's photo; with `onlyFirst`, only if it has none.
     * Throws AppError `invalid-input`, `unavailable`.
     */
    setPhoto: (accountId: string, picture: Uint8Array, options: { onlyFirst?: boolean } = {}) =>
      setPhoto(ports, accountId, picture, options),
    async clearPhoto(accountId: string, tx?: Tx): Promise<Account> {
      const clear = async (within: Tx) => {
        const account = await accounts.updateProfile(accountId, { photoUrl: null }, within);
        await store.deletePhoto(within, accountId);
        return account;
      };
      return tx ? clear(tx) : db.transaction(clear);
    },
    /** A photo (WebP) by its hash. */
    photo: (hash: string) => store.photoByHash(db, hash),
  };
}

async function setPhoto(
  { db, publicUrl, drawPicture, accounts, clock }: Ports,
  accountId: string,
  picture: Uint8Array,
  { onlyFirst = false }: { onlyFirst?: boolean },
): Promise<Account> {
  const content = await drawPicture(picture, { side: SIDE, fit: 'cover' });
  if (!content) throw new AppError('invalid-input', { field: 'photo', rule: 'value' });
  const hash = createHash('sha256').update(content).digest('hex');
  return db.transaction(async (tx) => {
    const account = await accounts.lockAccount(tx, accountId);
    if (onlyFirst && account.photoUrl !== null) return account;
    await store.replacePhoto(tx, { accountId, hash, content, width: SIDE, createdAt: clock() });
    return accounts.updateProfile(accountId, { photoUrl: publicUrl + paths.photo(hash) }, tx);
  });
}
