import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

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
 * A look-up for a connection: the name is resolved once, each of its addresses is checked, and the connection goes to a
 * checked one (no DNS rebinding). `refusal` makes the error for a name with another address.
 */
export const checkedLookup =
  (isAllowed: (address: string) => boolean, refusal: () => NodeJS.ErrnoException): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const refused =
        error ?? (addresses.length > 0 && addresses.every(({ address }) => isAllowed(address)) ? null : refusal());
      if (refused) return callback(refused, '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
