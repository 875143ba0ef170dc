import fc from 'fast-check';
import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddressOf } from './client-address.ts';

const proxies = new BlockList();
proxies.addSubnet('10.0.0.0', 8, 'ipv4');
proxies.addAddress('fd00::1', 'ipv6');
const none = undefined;

describe('the address of the caller', () => {
  it('is the socket’s, whatever an untrusted client writes into the header', () => {
    expect(clientAddressOf('203.0.113.9', '1.2.3.4', proxies)).toBe('203.0.113.9');
    expect(clientAddressOf('10.0.0.1', '1.2.3.4', none)).toBe('10.0.0.1');
  });

  it("is the one in the trusted proxy's header", () => {
    expect(clientAddressOf('10.0.0.1', '203.0.113.9', proxies)).toBe('203.0.113.9');
    expect(clientAddressOf('fd00::1', '2001:db8::5', proxies)).toBe('2001:db8::5');
  });

  it('is the last hop that is not a trusted proxy, not the first one in the header', () => {
    expect(clientAddressOf('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.9.9.9', proxies)).toBe('203.0.113.9');
  });

  it('stays the last known one when the header is missing or invalid', () => {
    expect(clientAddressOf('10.0.0.1', undefined, proxies)).toBe('10.0.0.1');
    expect(clientAddressOf('10.0.0.1', 'unknown', proxies)).toBe('10.0.0.1');
    expect(clientAddressOf('10.0.0.1', '203.0.113.9, <script>', proxies)).toBe('10.0.0.1');
  });

  it('reads addresses with a port, and IPv6 in brackets', () => {
    expect(clientAddressOf('10.0.0.1', '203.0.113.9:4711', proxies)).toBe('203.0.113.9');
    expect(clientAddressOf('10.0.0.1', '[2001:db8::5]:4711, 10.9.9.9:80', proxies)).toBe('2001:db8::5');
    expect(clientAddressOf('10.0.0.1', '[2001:db8::5]', proxies)).toBe('2001:db8::5');
    expect(clientAddressOf('10.0.0.1', '203.0.113.9, [nonsense]:1', proxies)).toBe('10.0.0.1');
    expect(clientAddressOf('10.0.0.1', '203.0.113.9:4711:5', proxies)).toBe('10.0.0.1');
  });

  it('is parsed in every notation, with or without a port', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(65_535), (address, port) => {
        const expected = clientAddressOf('10.0.0.1', address, proxies);
        const bracketed = address.includes(':') ? `[${address}]` : address;
        expect(clientAddressOf('10.0.0.1', `${bracketed}:${port}`, proxies)).toBe(expected);
      }),
    );
  });

  it('of IPv4 over an IPv6 socket counts as IPv4', () => {
    expect(clientAddressOf('::ffff:10.0.0.1', '203.0.113.9', proxies)).toBe('203.0.113.9');
    expect(clientAddressOf('::ffff:a00:1', '::FFFF:cb00:7109', proxies)).toBe('203.0.113.9');
  });
});
