import { isIP, type BlockList } from 'node:net';
import { withoutMapping } from '../shared/network.ts';

/**
 * The caller's network address: the socket's, unless that is a trusted proxy; then the last address in X-Forwarded-For that
 * is not itself a trusted proxy. What a stranger writes into the header never counts (ASVS 15.3.4).
 */
export function clientAddressOf(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: BlockList | undefined,
): string {
  let address = plain(socketAddress ?? '');
  if (!trusted || !isTrusted(address, trusted)) return address;
  for (const hop of (forwardedFor ?? '').split(',').map(plain).reverse()) {
    if (!isIP(hop)) break;
    address = hop;
    if (!isTrusted(hop, trusted)) break;
  }
  return address;
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]`, as some proxies write it. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d{1,5}|\[([^\]]*)\](?::\d{1,5})?)$/;

/** Without blanks and port, and an IPv4 address that came over an IPv6 socket as IPv4. */
function plain(address: string): string {
  const text = address.trim();
  const [, v4, v6] = WITH_PORT.exec(text) ?? [];
  return withoutMapping(v4 ?? v6 ?? text);
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
