import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { fingerprintOf } from '../../db/vault.ts';
import { OpsError } from '../ops-error.ts';
import { inPieces } from './pieces.ts';

/**
 * The encryption of a backup file: AES-256-GCM in chunks (the STREAM construction, as in age). Any size is written and
 * read in constant memory, and only authenticated data is returned.
 *
 *     header   8 bytes of format name, 8 bytes of the key's fingerprint, 32 bytes of salt
 *     chunk    64 KiB of data, encrypted, and a tag of 16 bytes; the last chunk holds the rest
 *
 * The file's key is derived from the backup key and the salt, so its nonces may be a counter: 11 bytes for the chunk's
 * number, and one byte that is 1 for the last chunk. A truncated, extended, reordered or modified file does not open.
 * The header is the additional data of each chunk.
 */
const MAGIC = Buffer.from('ESIMBAK1');
const FINGERPRINT_BYTES = 8;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + FINGERPRINT_BYTES + SALT_BYTES;
const TAG_BYTES = 16;
/** Bytes of data in a chunk. */
export const CHUNK_BYTES = 65_536;

/** Encrypts a stream under the backup key (32 bytes). */
export async function* seal(source: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer, void, undefined> {
  const header = Buffer.concat([MAGIC, fingerprint(key), randomBytes(SALT_BYTES)]);
  const fileKey = deriveKey(key, header);
  yield header;
  let number = 0;
  for await (const { bytes, isLast } of inPieces(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(number++, isLast));
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts the output of `seal`. Throws an `OpsError` with the reason: not a backup, another key, or truncated or
 * modified. Each chunk is authenticated before it is returned. Only the end of the stream proves that the file is
 * complete.
 */
export async function* unseal(source: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer, void, undefined> {
  const pieces = inPieces(source, CHUNK_BYTES + TAG_BYTES, HEADER_BYTES);
  const { value: header } = await pieces.next();
  const fileKey = readHeader(header?.bytes, header?.isLast ?? true, key);
  let number = 0;
  for await (const { bytes, isLast } of pieces) {
    const chunk = openChunk(bytes, nonceOf(number, isLast), fileKey, header!.bytes);
    if (!chunk) throw new OpsError(`The backup is truncated or modified: its part ${number + 1} can't be read.`);
    number += 1;
    yield chunk;
  }
}

function readHeader(header: Buffer | undefined, isAll: boolean, key: Buffer): Buffer {
  if (!header?.subarray(0, MAGIC.length).equals(MAGIC)) throw new OpsError('This file is not a backup.');
  if (isAll) throw new OpsError('The backup is truncated: it has only its first bytes.');
  const made = header.subarray(MAGIC.length, MAGIC.length + FINGERPRINT_BYTES);
  if (!made.equals(fingerprint(key)))
    throw new OpsError(
      `The backup was made with another BACKUP_KEY: the fingerprint of its key is ${made.toString('hex')}, that of the configured key ${fingerprint(key).toString('hex')}.`,
    );
  return deriveKey(key, header);
}

/** Undefined when the chunk is not authentic. */
function openChunk(chunk: Buffer, nonce: Buffer, key: Buffer, header: Buffer): Buffer | undefined {
  if (chunk.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(header);
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const fingerprint = (key: Buffer) => Buffer.from(fingerprintOf(key), 'hex').subarray(0, FINGERPRINT_BYTES);

const deriveKey = (key: Buffer, header: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, header.subarray(-SALT_BYTES), 'backup file', 32));

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
