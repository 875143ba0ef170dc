/** Also with a zone, such as `fe80::1%eth0`. */
const isIpv6 = (address: string) => address.includes(':') && URL.canParse(`http://[${address.split('%', 1)[0]}]`);

/** The 16-bit groups of an IPv6 address, however it is written; a zone (`%eth0`) means nothing to others. */
function groupsOf(address: string): number[] {
  const [text = ''] = address.split('%', 1);
  // The last two groups may be written as an IPv4 address.
  const plain = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a: string, b: string, c: string, d: string) =>
    [hex(Number(a), Number(b)), hex(Number(c), Number(d))].join(':'),
  );
  const [head = '', tail] = plain.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [parse(head), parse(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const hex = (high: number, low: number) => ((high << 8) | low).toString(16);

/** An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`, `::ffff:c000:201`) as IPv4; every other address as it is. */
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
 * Whose address it is, for limits: an IPv4 address stands for itself, an IPv6 one for its /64, since that is what a
 * provider gives to one customer at least; many give a /56, which is 256 of them: `wide`.
 */
export function networkOf(address: string): { network: string; wide?: string } {
  const plain = withoutMapping(address);
  if (!isIpv6(plain)) return { network: plain };
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(plain);
  const written = (last: number, bits: number) =>
    `${[a, b, c, last].map((group) => group.toString(16)).join(':')}::/${bits}`;
  return { network: written(d, 64), wide: written(d & 0xff00, 56) };
}
