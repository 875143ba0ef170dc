import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddressOf } from './client-address.ts';

const trusted = new BlockList();
trusted.addSubnet('10.0.0.0', 8, 'ipv4');
trusted.addAddress('fd00::1', 'ipv6');

describe('the address of a caller', () => {
  it('is the socket’s, whatever a stranger writes into the header', () => {
    expect(clientAddressOf('203.0.113.7', '198.51.100.1', trusted)).toBe('203.0.113.7');
    expect(clientAddressOf('203.0.113.7', '198.51.100.1', new BlockList())).toBe('203.0.113.7');
    expect(clientAddressOf('10.0.0.1', '198.51.100.1', new BlockList())).toBe('10.0.0.1');
  });

  it.each([
    ['one proxy', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a chain of proxies', '10.0.0.1', '198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['a stranger’s own entry before the proxy’s', '10.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['only proxies', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['no header', '10.0.0.1', undefined, '10.0.0.1'],
    ['nonsense', '10.0.0.1', '<script>', '10.0.0.1'],
    ['nonsense before an address', '10.0.0.1', 'unknown, 198.51.100.1', '198.51.100.1'],
    ['IPv4 inside IPv6', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['IPv6', 'fd00::1', '2001:db8::5', '2001:db8::5'],
  ])('behind a trusted proxy is the last that is no proxy: %s', (_what, socket, header, expected) => {
    expect(clientAddressOf(socket, header, trusted)).toBe(expected);
  });
});
