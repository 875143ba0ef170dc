import { isIP, type BlockList } from 'node:net';

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

/** Without blanks, and an IPv4 address that came over an IPv6 socket as IPv4. */
function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
