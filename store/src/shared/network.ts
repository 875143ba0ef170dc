/** Also true with a zone, such as `fe80::1%eth0`. */
const isIpv6 = (address: string) => address.includes(':') && URL.canParse(`http://[${address.split('%', 1)[0]}]`);

/** The 16-bit groups of an IPv6 address in any notation; a zone (`%eth0`) is local and ignored. */
function groupsOf(address: string): number[] {
  const [text = ''] = address.split('%', 1);
  // The last two groups may be in IPv4 notation.
  const plain = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a: string, b: string, c: string, d: string) =>
    [hex(Number(a), Number(b)), hex(Number(c), Number(d))].join(':'),
  );
  const [head = '', tail] = plain.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [parse(head), parse(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** The 16-bit groups of an address; IPv4 as IPv4-mapped IPv6, so that addresses of both versions compare. */
export function addressGroups(address: string): number[] {
  if (isIpv6(address)) return groupsOf(address);
  return groupsOf(`::ffff:${address}`);
}

const hex = (high: number, low: number) => ((high << 8) | low).toString(16);

/**
 * Converts an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, `::ffff:c000:201`) to IPv4; other addresses stay unchanged.
 */
export function withoutMapping(address: string): string {
  if (!isIpv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.')
    : address;
}

/**
 * The network that rate limits count: an IPv4 address itself, or the /64 of an IPv6 address, the minimum that a
 * provider assigns to one customer. Many assign a /56, which is 256 of them: `wide`.
 */
export function networkOf(address: string): { network: string; wide?: string } {
  const plain = withoutMapping(address);
  if (!isIpv6(plain)) return { network: plain };
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(plain);
  const written = (last: number, bits: number) =>
    `${[a, b, c, last].map((group) => group.toString(16)).join(':')}::/${bits}`;
  return { network: written(d, 64), wide: written(d & 0xff00, 56) };
}
