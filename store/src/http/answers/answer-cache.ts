import { createBoundedCache } from '../../shared/bounded-cache.ts';

type Entry<T> = { answer: Promise<T | undefined>; made: T | undefined; version: string; expiresAt: number };

export type AnswerCache<T> = ReturnType<typeof createAnswerCache<T>>;

/**
 * A bounded cache of answers with LRU eviction. An entry is valid for `maxAgeMs` and only for the same `version` (of
 * the catalogue). Concurrent misses share one call. A failure or an `undefined` result is not cached.
 */
export function createAnswerCache<T>(options: { maxEntries?: number; maxAgeMs?: number; now?: () => number } = {}) {
  const { maxEntries = 256, maxAgeMs = 60_000, now = Date.now } = options;
  const entries = createBoundedCache<Entry<T>>(maxEntries);

  const isFresh = (entry: Entry<T> | undefined, version: string): entry is Entry<T> =>
    entry !== undefined && entry.version === version && entry.expiresAt > now();

  return {
    get size(): number {
      return entries.size;
    },
    /** The cached answer; undefined when `get` would have to make it or wait for it. */
    peek(key: string, version: string): T | undefined {
      const entry = entries.peek(key);
      if (!isFresh(entry, version)) return undefined;
      entries.set(key, entry);
      return entry.made;
    },
    async get(key: string, version: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
      const known = entries.peek(key);
      const entry = isFresh(known, version)
        ? known
        : { answer: make(), made: undefined, version, expiresAt: now() + maxAgeMs };
      entries.set(key, entry);
      try {
        const answer = await entry.answer;
        if (answer === undefined) entries.drop(key, entry);
        entry.made = answer;
        return answer;
      } catch (error) {
        entries.drop(key, entry);
        throw error;
      }
    },
  };
}
