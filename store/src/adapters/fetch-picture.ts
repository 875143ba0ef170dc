import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { FetchPicture, PictureErrorCode } from '../modules/identity/photos/photos.ts';
import { CodedError } from '../shared/errors.ts';
import { isLoopback } from '../shared/loopback.ts';
import { checkedLookup, isPublicAddress } from './public-address.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 5_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

class PictureError extends CodedError<PictureErrorCode> {
  override readonly name = 'PictureError';
}

/**
 * Fetches pictures over https from the public internet only (SSRF protection). A name is resolved once, each of its
 * addresses is checked, and the connection goes to the checked address (no DNS rebinding). Redirects are checked again.
 * `allowLoopback` (sandbox mode) adds this machine, also over http.
 */
export function createFetchPicture({ allowLoopback }: { allowLoopback: boolean }): FetchPicture {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address));

  const lookup = checkedLookup(isAllowed, () => new PictureError('photo-address'));

  function checked(address: string, base?: URL): URL {
    const url = URL.parse(address, base?.href);
    if (!url || url.username !== '' || url.password !== '') throw new PictureError('photo-address');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isHere = allowLoopback && isLoopback(host);
    if (url.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) throw new PictureError('photo-address');
    // A literal IP address is connected without a look-up, so it is checked here.
    if (isIP(host) !== 0 && !isAllowed(host)) throw new PictureError('photo-address');
    return url;
  }

  function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((answered, failed) => {
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      // No agent: a kept-alive connection was checked for another name.
      request(url, { lookup, signal, agent: false, headers: { accept: 'image/webp,image/png,image/jpeg' } }, answered)
        .on('error', failed)
        .end();
    });
  }

  return async (address) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      let url = checked(address);
      for (let redirects = 0; ; redirects++) {
        const response = await open(url, signal);
        const status = response.statusCode ?? 0;
        if (!REDIRECTS.has(status)) return await readPicture(response, status);
        response.destroy();
        if (redirects === MAX_REDIRECTS) throw new PictureError('photo-refused');
        url = checked(response.headers.location ?? '', url);
      }
    } catch (error) {
      if (error instanceof PictureError) throw error;
      throw new PictureError(signal.aborted ? 'photo-too-slow' : 'photo-unreachable');
    }
  };
}

async function readPicture(response: IncomingMessage, status: number): Promise<Uint8Array> {
  try {
    if (status !== 200) throw new PictureError('photo-refused');
    if (!/^image\/(png|jpeg|webp)\b/i.test(response.headers['content-type'] ?? ''))
      throw new PictureError('photo-no-picture');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new PictureError('photo-too-large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}
