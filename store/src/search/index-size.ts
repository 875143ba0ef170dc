/** The most bytes of search index that a browser loads, compressed. Above it the API answers each query. */
const MOST_BYTES = 60 * 1024;
/** Text of names never shrinks to less than a tenth: a longer one need not be compressed to know. */
const MOST_CHARACTERS = 10 * MOST_BYTES;

/** Whether the index goes to the browser. `compressedBytes` is asked only when it could. */
export async function goesToBrowser(characters: number, compressedBytes: () => Promise<number>): Promise<boolean> {
  return characters <= MOST_CHARACTERS && (await compressedBytes()) <= MOST_BYTES;
}
