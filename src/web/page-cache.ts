/** A rendered public page: the same for everyone but for the language. */
export type CachedPage = { status: number; headers: [string, string][]; html: string };

type Entry = { page: Promise<CachedPage>; version: string; expiresAt: number };

/**
 * Whole pages by key (path and language), bounded, the least recently used thrown out first. A page is kept for
 * `maxAgeMs` and only as long as `version` (the catalogue's availability) stays the same. Requests that miss at the
 * same time share one rendering; a rendering that fails or is no 200 is not kept.
 */
export function createPageCache(options: { maxEntries?: number; maxAgeMs?: number; now?: () => number } = {}) {
  const { maxEntries = 256, maxAgeMs = 60_000, now = Date.now } = options;
  const entries = new Map<string, Entry>();

  function forget(key: string, entry: Entry): void {
    if (entries.get(key) === entry) entries.delete(key);
  }

  return {
    get size(): number {
      return entries.size;
    },
    async get(key: string, version: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
      const known = entries.get(key);
      entries.delete(key);
      const fresh = known !== undefined && known.version === version && known.expiresAt > now();
      const entry = fresh ? known : { page: render(), version, expiresAt: now() + maxAgeMs };
      entries.set(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
      try {
        const page = await entry.page;
        if (page.status !== 200) forget(key, entry);
        return page;
      } catch (error) {
        forget(key, entry);
        throw error;
      }
    },
  };
}
