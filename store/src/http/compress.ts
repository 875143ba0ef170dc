import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below this a compressed answer is hardly smaller. */
const SMALL = 1_024;

/**
 * Quality 4 costs about as much as gzip and is smaller. The default window of 4 MB would be allocated for each answer and
 * doubles the cost of a page; an output buffer of the input's size is filled in one go.
 */
const ENCODERS = {
  br: (bytes: Buffer) =>
    compressBrotli(bytes, {
      chunkSize: bufferSize(bytes),
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => compressGzip(bytes, { level: 6, chunkSize: bufferSize(bytes) }),
};
const bufferSize = ({ length }: Buffer) => Math.min(Math.max(length, 1_024), 256 * 1_024);

/** Brotli or gzip for text that was not compressed at build time. Event streams pass as they are. */
export const compress: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers, body } = c.res;
  if (!body || c.req.method === 'HEAD' || headers.has('Content-Encoding') || headers.has('Content-Range')) return;
  if (
    !COMPRESSIBLE.test(headers.get('Content-Type') ?? '') ||
    Number(headers.get('Content-Length') ?? Infinity) < SMALL
  )
    return;

  const encoding = acceptedEncoding(c.req.header('accept-encoding') ?? '');
  const vary = headers.get('Vary');
  if (!/accept-encoding/i.test(vary ?? ''))
    c.res.headers.set('Vary', vary === null ? 'Accept-Encoding' : `${vary}, Accept-Encoding`);
  if (!encoding) return;
  // Whole: a stream in between costs more CPU than the compression (docs/performance.md).
  const bytes = await ENCODERS[encoding](Buffer.from(await c.res.arrayBuffer()));
  const answer = new Response(bytes, { status: c.res.status, headers: c.res.headers });
  answer.headers.set('Content-Length', String(bytes.length));
  answer.headers.set('Content-Encoding', encoding);
  // Assigned in two steps: Hono copies the headers of the answer that is replaced over the new ones.
  c.res = undefined;
  c.res = answer;
};

/** The encoding that fits an Accept-Encoding header best; undefined: none of ours. */
export function acceptedEncoding(header: string): 'br' | 'gzip' | undefined {
  const offers = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part));
  const names = offers.map((part) => part.split(';')[0]);
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined;
}
