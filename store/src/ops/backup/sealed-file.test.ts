import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { inPieces, type Piece } from './pieces.ts';
import { CHUNK_BYTES, seal, unseal } from './sealed-file.ts';

const key = randomBytes(32);
const TAG_BYTES = 16;
const HEADER_BYTES = 48;

/** The bytes in parts of these sizes, repeated. */
async function* inParts(bytes: Buffer, sizes: readonly number[]) {
  for (let at = 0, part = 0; at < bytes.length; part++) {
    const size = sizes[part % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const sealed = (plain: Buffer, parts: readonly number[] = [4_096]) => buffer(seal(inParts(plain, parts), key));
const opened = (file: Buffer, parts: readonly number[] = [4_096], with_ = key) =>
  buffer(unseal(inParts(file, parts), with_));

/** Includes lengths around chunk boundaries. */
const lengths = fc.oneof(
  fc.integer({ min: 0, max: 3 * CHUNK_BYTES }),
  fc.constantFrom(0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 2 * CHUNK_BYTES + 1),
);
const parts = fc.array(fc.integer({ min: 1, max: 2 * CHUNK_BYTES }), { minLength: 1, maxLength: 4 });

describe('the encryption of a backup file', () => {
  it('returns the input for any length and any chunking of the stream', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, parts, parts, async (length, written, read) => {
        const plain = randomBytes(length);
        const file = await sealed(plain, written);
        expect((await opened(file, read)).equals(plain)).toBe(true);
        const chunks = Math.max(1, Math.ceil(length / CHUNK_BYTES));
        expect(file.length).toBe(HEADER_BYTES + length + chunks * TAG_BYTES);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a file truncated at any position, also between two chunks', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.double({ min: 0, max: 1, noNaN: true }), async (length, share) => {
        const file = await sealed(randomBytes(length));
        const cut = Math.min(Math.floor(file.length * share), file.length - 1);
        await expect(opened(file.subarray(0, cut))).rejects.toThrow(/truncated|not a backup/);
      }),
      { numRuns: 60 },
    );
    const file = await sealed(randomBytes(2 * CHUNK_BYTES + 5));
    const betweenChunks = HEADER_BYTES + CHUNK_BYTES + TAG_BYTES;
    for (const cut of [0, 7, HEADER_BYTES, betweenChunks, 2 * betweenChunks - HEADER_BYTES])
      await expect(opened(file.subarray(0, cut)), `cut at ${cut}`).rejects.toThrow(/truncated|not a backup/);
  });

  it('refuses a file with any flipped bit', async () => {
    const file = await sealed(randomBytes(CHUNK_BYTES + 100));
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(file);
        changed[at]! ^= 1 << bit;
        await expect(opened(changed)).rejects.toThrow(/modified|another BACKUP_KEY|not a backup/);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses added, missing, reordered and foreign chunks', async () => {
    const size = CHUNK_BYTES + TAG_BYTES;
    const plain = randomBytes(3 * CHUNK_BYTES + 9);
    const [file, other] = [await sealed(plain), await sealed(plain)];
    const head = file.subarray(0, HEADER_BYTES);
    const chunk = (of: Buffer, number: number) =>
      of.subarray(HEADER_BYTES + number * size, HEADER_BYTES + (number + 1) * size);
    const [a, b, c, end] = [0, 1, 2, 3].map((number) => chunk(file, number)) as [Buffer, Buffer, Buffer, Buffer];
    for (const chunks of [
      [b, a, c, end],
      [a, c, end],
      [a, b, b, c, end],
      [a, b, c, end, end],
      [chunk(other, 0), b, c, end],
    ])
      await expect(opened(Buffer.concat([head, ...chunks]))).rejects.toThrow('modified');
    expect((await opened(Buffer.concat([head, a, b, c, end]))).equals(plain)).toBe(true);
  });

  it('reports another key, and never prints a key', async () => {
    const file = await sealed(randomBytes(10));
    const other = randomBytes(32);
    const refusal = await opened(file, [64], other).catch((error: Error) => error.message);
    expect(refusal).toMatch(/^The backup was made with another BACKUP_KEY: the fingerprint of its key is [0-9a-f]{16}/);
    for (const secret of [key, other])
      for (const form of ['hex', 'base64'] as const) expect(refusal).not.toContain(secret.toString(form).slice(0, 16));
  });

  it('the same input never gives the same file twice', async () => {
    const plain = Buffer.alloc(1_000);
    const [one, two] = [await sealed(plain), await sealed(plain)];
    expect(one.subarray(HEADER_BYTES).equals(two.subarray(HEADER_BYTES))).toBe(false);
  });
});

describe('pieces of a stream', () => {
  it('have the requested size, and the last one has the rest', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        async (bytes, sizes, size, first) => {
          const pieces: Piece[] = [];
          for await (const piece of inPieces(inParts(Buffer.from(bytes), sizes), size, first)) pieces.push(piece);
          expect(Buffer.concat(pieces.map((piece) => piece.bytes)).equals(bytes)).toBe(true);
          expect(pieces.map(({ isLast }) => isLast)).toEqual(pieces.map((_, at) => at === pieces.length - 1));
          pieces.slice(0, -1).forEach((piece, at) => expect(piece.bytes.length).toBe(at === 0 ? first : size));
          expect(pieces.at(-1)!.bytes.length).toBeLessThanOrEqual(pieces.length === 1 ? first : size);
        },
      ),
    );
  });
});
