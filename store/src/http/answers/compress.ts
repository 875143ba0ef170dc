import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';

const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/;

/** Smaller answers hardly benefit from compression. */
const SMALL = 1_024;

/**
 * In order of preference, for answers that are made for one request: those that are kept are compressed better
 * (`stored-answer.ts`). Figures of a page of 122 KB (docs/performance.md): zstd 28.0 KB in 0.28 ms, Brotli 31.1 KB in 0.33 ms at
 * quality 1 and 26.5 KB in 1.3 ms at quality 4. The hand-over to a thread would cost as much again. The default window of
 * Brotli, 4 MB, is allocated for each answer and doubles its cost.
 */
const ENCODERS = {
  zstd: (bytes: Uint8Array) => zstdCompressSync(bytes),
  br: (bytes: Uint8Array) =>
    brotliCompressSync(bytes, {
      chunkSize: bufferSize(bytes),
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 1,
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Uint8Array) => gzipSync(bytes, { level: 1, chunkSize: bufferSize(bytes) }),
};
type Encoding = keyof typeof ENCODERS;
const ENCODINGS = Object.keys(ENCODERS) as Encoding[];

/** An output buffer of the input's size is filled in one pass. */
const bufferSize = ({ length }: Uint8Array) => Math.min(Math.max(length, 1_024), 256 * 1_024);

/** Compresses text that was not compressed at build time. Event streams are not changed. */
export const compress: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (c.req.method === 'HEAD' || headers.has('Content-Encoding') || headers.has('Content-Range')) return;
  if (!isCompressible(headers) || Number(headers.get('Content-Length') ?? Infinity) < SMALL || !c.res.body) return;
  // The whole body at once: a stream costs more CPU than the compression (docs/performance.md).
  const body = new Uint8Array(await c.res.arrayBuffer());
  const answer = new Response(compressFor(c, headers, body), { status: c.res.status, headers });
  // Assigned in two steps, because Hono copies the headers of the replaced answer over the new ones.
  c.res = undefined;
  c.res = answer;
};

/** The bytes in the encoding that the request accepts best. Writes what it did into the `headers` of the answer. */
export function compressFor(c: Context, headers: Headers, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!isCompressible(headers) || bytes.length < SMALL) return bytes;
  const vary = headers.get('Vary');
  if (!/accept-encoding/i.test(vary ?? ''))
    headers.set('Vary', vary === null ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  const encoding = acceptedEncoding(c.req.header('accept-encoding') ?? '', ENCODINGS);
  if (!encoding) return bytes;
  const compressed = ENCODERS[encoding](bytes);
  headers.set('Content-Length', String(compressed.length));
  headers.set('Content-Encoding', encoding);
  return compressed;
}

const isCompressible = (headers: Headers) => COMPRESSIBLE.test(headers.get('Content-Type') ?? '');

/** The first of the encodings, best first, that an Accept-Encoding header names; undefined: none of them. */
export function acceptedEncoding<Name extends string>(header: string, encodings: readonly Name[]): Name | undefined {
  const offers = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part));
  const names = offers.map((part) => part.split(';')[0]);
  return encodings.find((encoding) => names.includes(encoding));
}
