/**
 * A value that is made at its first use and kept: an index, a document or a list that most processes need late or never.
 * What `make` throws reaches the caller, and the next use tries again.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
