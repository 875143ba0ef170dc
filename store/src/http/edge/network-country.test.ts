import { BlockList } from 'node:net';
import { expect, it } from 'vitest';
import { countriesIn } from '../../modules/tax/country-file.ts';
import { networkCountryOf } from './network-country.ts';

const trustedProxies = new BlockList();
trustedProxies.addSubnet('10.0.0.0', 8, 'ipv4');
const known = {
  networkCountries: countriesIn('192.0.2.0,192.0.2.255,DE\n198.51.100.0,198.51.100.255,EU'),
  isCountry: (code: string) => ['FR', 'DE', 'US'].includes(code),
};
const config = { countryHeader: 'cf-ipcountry', trustedProxies };

const asked = (socketAddress: string, clientAddress: string, sent?: string) => ({
  socketAddress,
  clientAddress,
  header: (name: string) => (name === 'cf-ipcountry' ? sent : undefined),
});

it('takes the country from the header of a trusted proxy, then from the file', () => {
  expect(networkCountryOf(asked('10.0.0.1', '192.0.2.7', 'fr'), { config, ...known })).toBe('FR');
  expect(networkCountryOf(asked('::ffff:10.0.0.1', '192.0.2.7', 'FR'), { config, ...known })).toBe('FR');
  for (const unknown of ['XX', 'T1', '', undefined])
    expect(networkCountryOf(asked('10.0.0.1', '192.0.2.7', unknown), { config, ...known })).toBe('DE');
});

it('ignores the header of anybody else, and a country that is none', () => {
  expect(networkCountryOf(asked('192.0.2.7', '192.0.2.7', 'US'), { config, ...known })).toBe('DE');
  expect(networkCountryOf(asked('203.0.113.7', '203.0.113.7', 'US'), { config, ...known })).toBeNull();
  expect(networkCountryOf(asked('10.0.0.1', '198.51.100.4', 'XX'), { config, ...known })).toBeNull();
  const closed = { countryHeader: 'cf-ipcountry', trustedProxies: undefined };
  expect(networkCountryOf(asked('10.0.0.1', '203.0.113.7', 'US'), { config: closed, ...known })).toBeNull();
});
