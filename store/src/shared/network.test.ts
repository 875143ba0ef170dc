import fc from 'fast-check';
import { SocketAddress } from 'node:net';
import { describe, expect, it } from 'vitest';
import { networkOf, withoutMapping } from './network.ts';

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 }).filter((all) => !all.slice(0, 5).every((n) => n === 0));

/** Notations of one address. */
const longForm = (all: number[]) => all.map((n) => n.toString(16).padStart(4, '0')).join(':');
const upperCase = (all: number[]) => all.map((n) => n.toString(16).toUpperCase()).join(':');
const withIpv4Tail = (all: number[]) =>
  `${upperCase(all.slice(0, 6))}:${all
    .slice(6)
    .flatMap((n) => [n >> 8, n & 0xff])
    .join('.')}`;
/** Node's own notation, with `::` for zeros. */
const canonical = (all: number[]) => new SocketAddress({ address: longForm(all), family: 'ipv6' }).address;

describe('the network of an address', () => {
  it('of IPv6 is its /64, in any notation and for any last 64 bits', () => {
    fc.assert(
      fc.property(groups, fc.array(group, { minLength: 4, maxLength: 4 }), (all, host) => {
        const { network } = networkOf(canonical(all));
        const neighbour = [...all.slice(0, 4), ...host];
        for (const write of [longForm, upperCase, withIpv4Tail, canonical])
          expect(networkOf(write(neighbour)).network).toBe(network);
        expect(networkOf(`${longForm(all)}%eth0`).network).toBe(network);
      }),
    );
  });

  it('differs when one of the first 64 bits does, and the wide one when one of the first 56 does', () => {
    fc.assert(
      fc.property(groups, fc.integer({ min: 0, max: 63 }), (all, bit) => {
        const other = all.with(bit >> 4, all[bit >> 4]! ^ (0x8000 >> (bit & 15)));
        const [one, two] = [networkOf(longForm(all)), networkOf(longForm(other))];
        expect(two.network).not.toBe(one.network);
        expect(two.wide === one.wide).toBe(bit >= 56);
      }),
    );
  });

  it('of IPv4 is the address, also when it is written as IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
        const inHex = `::FFFF:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const written of [address, `::ffff:${address}`, `0:0:0:0:0:ffff:${address}`, inHex]) {
          expect(networkOf(written)).toEqual({ network: address });
          expect(withoutMapping(written)).toBe(address);
        }
      }),
    );
  });

  it('of an invalid address is the text itself', () => {
    expect(networkOf('')).toEqual({ network: '' });
    expect(networkOf('unknown')).toEqual({ network: 'unknown' });
  });
});
