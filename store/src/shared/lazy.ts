/**
 * A value that is created on first use and cached: an index, a document or a list that most processes need late or never.
 * An error of `make` is thrown to the caller, and the next use retries.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
