type Entry<T> = { answer: Promise<T | undefined>; made: T | undefined; version: string; expiresAt: number };

export type AnswerCache<T> = ReturnType<typeof createAnswerCache<T>>;

/**
 * Answers by key, bounded, the least recently used thrown out first. One is kept for `maxAgeMs` and only as long as
 * `version` (the catalogue's availability) stays the same. Requests that miss at the same time share one making; what
 * fails, or comes to nothing (`undefined`), is not kept.
 */
export function createAnswerCache<T>(options: { maxEntries?: number; maxAgeMs?: number; now?: () => number } = {}) {
  const { maxEntries = 256, maxAgeMs = 60_000, now = Date.now } = options;
  const entries = new Map<string, Entry<T>>();

  function forget(key: string, entry: Entry<T>): void {
    if (entries.get(key) === entry) entries.delete(key);
  }

  /** Marks as the last used. */
  function touch(key: string, entry: Entry<T>): void {
    entries.delete(key);
    entries.set(key, entry);
  }

  const isFresh = (entry: Entry<T> | undefined, version: string): entry is Entry<T> =>
    entry !== undefined && entry.version === version && entry.expiresAt > now();

  return {
    get size(): number {
      return entries.size;
    },
    /** What is kept and made already; undefined when `get` would have to make it, or to wait. */
    peek(key: string, version: string): T | undefined {
      const entry = entries.get(key);
      if (!isFresh(entry, version)) return undefined;
      touch(key, entry);
      return entry.made;
    },
    async get(key: string, version: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
      const known = entries.get(key);
      const entry = isFresh(known, version)
        ? known
        : { answer: make(), made: undefined, version, expiresAt: now() + maxAgeMs };
      touch(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
      try {
        const answer = await entry.answer;
        if (answer === undefined) forget(key, entry);
        entry.made = answer;
        return answer;
      } catch (error) {
        forget(key, entry);
        throw error;
      }
    },
  };
}
