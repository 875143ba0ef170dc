/** Maximum size of a search index in browsers, compressed. Above it the API answers each query. */
const MAX_BYTES = 60 * 1024;
/** Names never compress to less than a tenth, so a longer text need not be compressed for the decision. */
const MAX_CHARACTERS = 10 * MAX_BYTES;

/** True when the index is sent to the browser. `compressedBytes` is called only if it can matter. */
export async function goesToBrowser(characters: number, compressedBytes: () => Promise<number>): Promise<boolean> {
  return characters <= MAX_CHARACTERS && (await compressedBytes()) <= MAX_BYTES;
}
