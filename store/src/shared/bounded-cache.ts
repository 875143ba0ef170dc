export type BoundedCache<V extends object | string> = ReturnType<typeof createBoundedCache<V>>;

/**
 * A map with at most `max` entries. A further entry evicts the least recently used one; with `peek` instead of `get`,
 * the oldest one. The cache of the whole code, for server and browser; its users add what expires and why.
 */
export function createBoundedCache<V extends object | string>(max: number) {
  /** In the order of use: the first key is evicted next. */
  const entries = new Map<string, V>();

  function get(key: string): V | undefined {
    const value = entries.get(key);
    if (value === undefined) return undefined;
    entries.delete(key);
    entries.set(key, value);
    return value;
  }

  function set(key: string, value: V): void {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size > max) entries.delete(entries.keys().next().value!);
  }

  return {
    get size(): number {
      return entries.size;
    },
    /** The value of a key, which becomes the most recently used one. */
    get,
    /** The value of a key. The order stays. */
    peek: (key: string): V | undefined => entries.get(key),
    set,
    /** The value of a key, made and cached when there is none. */
    getOrMake(key: string, make: () => V): V {
      const known = get(key);
      if (known !== undefined) return known;
      const value = make();
      set(key, value);
      return value;
    },
    /** Deletes an entry while it has this value; a newer value stays. */
    drop(key: string, value: V): void {
      if (entries.get(key) === value) entries.delete(key);
    },
    clear: () => entries.clear(),
  };
}
