type Entry<T> = { answer: Promise<T | undefined>; version: string; expiresAt: number };

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

  return {
    get size(): number {
      return entries.size;
    },
    async get(key: string, version: string, make: () => Promise<T | undefined>): Promise<T | undefined> {
      const known = entries.get(key);
      entries.delete(key);
      const fresh = known !== undefined && known.version === version && known.expiresAt > now();
      const entry = fresh ? known : { answer: make(), version, expiresAt: now() + maxAgeMs };
      entries.set(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
      try {
        const answer = await entry.answer;
        if (answer === undefined) forget(key, entry);
        return answer;
      } catch (error) {
        forget(key, entry);
        throw error;
      }
    },
  };
}
