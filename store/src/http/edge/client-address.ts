import { isIP, type BlockList } from 'node:net';
import { withoutMapping } from '../../shared/network.ts';

/**
 * The client's network address: the socket's, unless that is a trusted proxy; then the last address in X-Forwarded-For
 * that is not a trusted proxy. Entries of untrusted clients are ignored (ASVS 15.3.4).
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

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]`, as some proxies send it. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d{1,5}|\[([^\]]*)\](?::\d{1,5})?)$/;

/** Without spaces and port; IPv4 over an IPv6 socket becomes IPv4. */
function plain(address: string): string {
  const text = address.trim();
  const [, v4, v6] = WITH_PORT.exec(text) ?? [];
  return withoutMapping(v4 ?? v6 ?? text);
}

/** True for the address of a trusted proxy, as a socket or a header has it. */
export function isTrusted(given: string, trusted: BlockList): boolean {
  const address = plain(given);
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
