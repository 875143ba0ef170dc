import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { FetchPicture, PictureErrorCode } from '../modules/identity/photos/photos.ts';
import { CodedError } from '../shared/errors.ts';
import { isLoopback } from '../shared/loopback.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 5_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

class PictureError extends CodedError<PictureErrorCode> {
  override readonly name = 'PictureError';
}

/**
 * Networks that are not on the public internet (IANA's special-purpose registries): private, loopback, link-local with
 * cloud metadata, multicast …
 */
const SPECIAL_V4 = blockList(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
);
/**
 * In IPv6, only 2000::/3 is public; the special ranges inside it and those that map IPv4 addresses are listed here. It
 * is a separate list because it covers the mapped form of every IPv4 address.
 */
const SPECIAL_V6 = blockList('ipv6', '::/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1');

function blockList(family: 'ipv4' | 'ipv6', networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks.split(' ')) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** True for a public internet address; false for a private or special one. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !SPECIAL_V4.check(address, 'ipv4');
  return family === 6 && !SPECIAL_V6.check(address, 'ipv6');
}

/**
 * Fetches pictures over https from the public internet only (SSRF protection). A name is resolved once, each of its
 * addresses is checked, and the connection goes to the checked address (no DNS rebinding). Redirects are checked again.
 * `allowLoopback` (sandbox mode) adds this machine, also over http.
 */
export function createFetchPicture({ allowLoopback }: { allowLoopback: boolean }): FetchPicture {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address));

  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const refused =
        error ??
        (addresses.length > 0 && addresses.every(({ address }) => isAllowed(address))
          ? null
          : new PictureError('photo-address'));
      if (refused) return callback(refused, '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

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
