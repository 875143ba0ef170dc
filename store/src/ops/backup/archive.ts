import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OpsError } from '../ops-error.ts';
import { Manifest } from './manifest.ts';
import { inPieces } from './pieces.ts';
import { seal, unseal } from './sealed-file.ts';

/**
 * The plaintext of a backup file: gzip of records, each with a type (1 byte), the length of its content (4 bytes) and
 * the content. First the manifest, then for each table its name and the text of its COPY in parts, then an end record.
 */
const RECORD = { manifest: 1, table: 2, data: 3, end: 4 } as const;
const HEAD_BYTES = 5;
const DATA_BYTES = 65_536;
/** The maximum size of a record. The manifest is the longest one. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Dumps shrink to a fifth at any level. Higher levels only take longer. */
const GZIP = { level: 3 };

/**
 * Writes a backup: the manifest, then each table from `copyOut`. The file is new, readable by its owner only, and
 * synced to disk on return. Returns its size in bytes. The caller removes an incomplete file.
 */
export async function writeArchive(
  file: string,
  key: Buffer,
  manifest: Manifest,
  copyOut: (table: Manifest['tables'][number]) => AsyncIterable<Buffer>,
): Promise<number> {
  async function* records() {
    yield record(RECORD.manifest, Buffer.from(JSON.stringify(manifest)));
    for (const table of manifest.tables) {
      yield record(RECORD.table, Buffer.from(table.name));
      for await (const { bytes } of inPieces(copyOut(table), DATA_BYTES)) yield record(RECORD.data, bytes);
    }
    yield record(RECORD.end, Buffer.alloc(0));
  }
  const handle = await open(file, 'wx', 0o600);
  await pipeline(
    records,
    createGzip(GZIP),
    (plain: AsyncIterable<Buffer>) => seal(plain, key),
    handle.createWriteStream({ flush: true, autoClose: true }),
  );
  return (await stat(file)).size;
}

/** A backup that is read from start to end. */
export type Archive = {
  manifest: Manifest;
  /** The tables in the order of the manifest. The rows of each must be read before the next table is requested. */
  tables(): AsyncGenerator<{ name: string; rows: AsyncIterable<Buffer> }, void, undefined>;
};

/**
 * Opens a backup and passes it to `use`. Throws an `OpsError` when it is not a backup, was made with another key, or is
 * truncated or modified: at once when its start shows that, else from `tables` when the read gets there.
 */
export async function readArchive<T>(file: string, key: Buffer, use: (archive: Archive) => Promise<T>): Promise<T> {
  await assertFile(file);
  let result: T | undefined;
  await pipeline(
    createReadStream(file, { highWaterMark: 256 * 1024 }),
    (sealed: AsyncIterable<Buffer>) => unseal(sealed, key),
    createGunzip(),
    async (plain: AsyncIterable<Buffer>) => {
      const records = parse(plain);
      const first = await records.next();
      if (first.done || first.value.type !== RECORD.manifest) throw new OpsError('The backup has no manifest.');
      result = await use({
        manifest: readManifest(first.value.content),
        tables: () => tablesOf(records),
      });
    },
  );
  return result as T;
}

function readManifest(content: Buffer): Manifest {
  const { format } = JSON.parse(content.toString()) as { format?: unknown };
  if (format !== 1)
    throw new OpsError('The backup was made by a newer version of the store: restore it with that version.');
  return Manifest.parse(JSON.parse(content.toString()));
}

type Parsed = { type: number; content: Buffer };

async function* tablesOf(records: AsyncGenerator<Parsed, void, undefined>) {
  let next = await records.next();
  async function* rows() {
    for (next = await records.next(); !next.done && next.value.type === RECORD.data; next = await records.next())
      yield next.value.content;
  }
  while (!next.done && next.value.type === RECORD.table) yield { name: next.value.content.toString(), rows: rows() };
  // Reads to the end, because only the last chunk proves that the file is complete.
  if (next.done || next.value.type !== RECORD.end || !(await records.next()).done)
    throw new OpsError('The backup has no end record.');
}

function record(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(type);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

async function* parse(source: AsyncIterable<Buffer>): AsyncGenerator<Parsed, void, undefined> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    while (held.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + held.readUInt32BE(1);
      if (end > MAX_BYTES) throw new OpsError('The backup contains a record that is too long.');
      if (held.length < end) break;
      yield { type: held.readUInt8(), content: held.subarray(HEAD_BYTES, end) };
      held = held.subarray(end);
    }
  }
  if (held.length > 0) throw new OpsError('The backup ends inside a record.');
}

/** Throws an `OpsError` that names the whole path: a command may run in another folder than its caller. */
export async function assertFile(file: string): Promise<void> {
  const whole = path.resolve(file);
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new OpsError(`There is no file ${whole}. Check its name and its folder.`);
    throw error;
  });
  if (!found.isFile()) throw new OpsError(`${whole} is not a file. Name the file of a backup.`);
}
