import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding } from './compress.ts';

/** Answers a GET or HEAD with the stored bytes in an encoding the caller takes, or with 304. */
export type StoredAnswer = (request: Request) => Promise<Response>;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Paid once for many answers: 10 ms for a page, a tenth smaller than the quality of answers made on the way. */
const QUALITY = 9;

const ENCODERS = {
  br: (bytes: Buffer) => compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (bytes: Buffer) => compressGzip(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
};
type Encoding = keyof typeof ENCODERS;

/**
 * Keeps an answer that is the same for everyone who sends the same `Vary` headers: its bytes in each encoding, made when
 * first asked for, each with a strong ETag. `headers` come with every answer, the 304 included. Bytes, such as a picture's, are
 * compressed already.
 */
export function storeAnswer(body: string | Uint8Array, headers: Record<string, string>): StoredAnswer {
  const isText = typeof body === 'string';
  const bytes = Buffer.from(body);
  const hash = createHash('sha256').update(bytes).digest('base64url');
  const encoded = new Map<Encoding, Promise<{ body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }>>();

  async function encode(encoding: Encoding) {
    const body = new Uint8Array(await ENCODERS[encoding](bytes));
    const own: Record<string, string> = {
      ...headers,
      ETag: `"${hash}-${encoding}"`,
      'Content-Length': String(body.length),
    };
    if (isText) own['Vary'] = headers['Vary'] === undefined ? 'Accept-Encoding' : `${headers['Vary']}, Accept-Encoding`;
    if (encoding !== 'identity') own['Content-Encoding'] = encoding;
    return { body, headers: own };
  }

  return async (request) => {
    const accepted = isText ? acceptedEncoding(request.headers.get('accept-encoding') ?? '') : undefined;
    const encoding = accepted ?? 'identity';
    let made = encoded.get(encoding);
    if (made === undefined) {
      made = encode(encoding);
      encoded.set(encoding, made);
    }
    const answer = await made;
    if (isKnown(request.headers.get('if-none-match'), answer.headers['ETag']!)) {
      const { 'Content-Length': _, 'Content-Encoding': __, 'Content-Type': ___, ...rest } = answer.headers;
      return new Response(null, { status: 304, headers: rest });
    }
    return new Response(request.method === 'HEAD' ? null : answer.body, { headers: answer.headers });
  };
}

/** Whether a caller has it already; a proxy may have marked its tag as weak (RFC 9110, 13.1.2). */
function isKnown(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);
}
