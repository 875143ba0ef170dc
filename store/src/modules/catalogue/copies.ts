import type { Queryable } from '../../db/database.ts';
import { enqueue } from '../../queue/queue.ts';
import type { CopyKey } from '../../shared/copies.ts';

/** Copies of public answers in a cache in front of the store: the port of its vendor. */
export type Copies = {
  /**
   * Marks the copies with this key as stale, in every place that keeps them. Safe to repeat. Throws until each of them
   * has confirmed it.
   */
  purge(key: CopyKey): Promise<void>;
};

/** Without a cache that can be purged: copies end with their time. */
export const NO_COPIES: Copies = { purge: async () => undefined };

/**
 * Each process shows a publication within a second of its commit (`shelf-cache.ts`). A purge before that would let the
 * cache take the old answer once more, and keep it.
 */
const AFTER_SECONDS = 2;

/** Queues the purge of copies in the caller's transaction. Several changes in a row are one purge, after the last. */
export const purgeCopies = (db: Queryable, key: CopyKey): Promise<void> =>
  enqueue(db, 'purge-copies', { key }, { key: `purge-copies:${key}`, inSeconds: AFTER_SECONDS });
