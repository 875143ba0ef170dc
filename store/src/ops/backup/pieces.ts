export type Piece = { bytes: Buffer; isLast: boolean };

/**
 * Cuts a stream into pieces of `size` bytes, after a first one of `firstSize`. The last piece is marked and holds the
 * rest: at most `size` bytes, and none for an empty stream. Buffers one piece at a time.
 */
export async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
  firstSize = size,
): AsyncGenerator<Piece, void, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  let wanted = firstSize;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    // A piece is the last one unless another byte follows.
    if (length <= wanted) continue;
    const all = Buffer.concat(held, length);
    let at = 0;
    for (; length - at > wanted; wanted = size) {
      yield { bytes: all.subarray(at, at + wanted), isLast: false };
      at += wanted;
    }
    held = [all.subarray(at)];
    length -= at;
  }
  yield { bytes: Buffer.concat(held, length), isLast: true };
}
