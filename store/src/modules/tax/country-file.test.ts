import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countriesIn, loadCountryFile } from './country-file.ts';

const FILE = `"start","end","country"
# addresses of documentation
2001:db8:1::,2001:db8:1:ffff:ffff:ffff:ffff:ffff,de
192.0.2.0,192.0.2.127,FR
"192.0.2.200","192.0.2.255","US","United States"
198.51.100.0,198.51.100.255,ZZ
2001:db8::,2001:db8::ffff,GB
`;

it('finds the country of an address of either version, also at the ends of a range', () => {
  const countries = countriesIn(FILE);
  expect(countries.size).toBe(4);
  const found = {
    '192.0.2.0': 'FR',
    '192.0.2.127': 'FR',
    '192.0.2.128': null,
    '192.0.2.199': null,
    '192.0.2.200': 'US',
    '192.0.2.255': 'US',
    '192.0.3.0': null,
    '0.0.0.0': null,
    '255.255.255.255': null,
    '198.51.100.7': null,
    '::ffff:192.0.2.5': 'FR',
    '2001:db8::1': 'GB',
    '2001:db8::1:0': null,
    '2001:DB8:1::9': 'DE',
    '2001:db8:2::': null,
    '::': null,
    'not an address': null,
    '': null,
  };
  for (const [address, country] of Object.entries(found)) expect(countries.of(address), address).toBe(country);
});

it('agrees with a search through all ranges', () => {
  const text = (address: number) => [24, 16, 8, 0].map((bits) => (address >>> bits) & 0xff).join('.');
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 2, maxLength: 30 });
  const addresses = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(cuts, addresses, (ends, asked) => {
      const at = ends.toSorted((a, b) => a - b);
      const ranges = at.flatMap((from, index) =>
        index % 2 === 0 && at[index + 1] !== undefined
          ? [{ from, to: at[index + 1]!, country: `A${String.fromCharCode(65 + (index % 26))}` }]
          : [],
      );
      const lines = ranges.toReversed().map(({ from, to, country }) => `${text(from)},${text(to)},${country}`);
      const countries = countriesIn(lines.join('\n'));
      for (const address of [...asked, ...at]) {
        const range = ranges.find(({ from, to }) => from <= address && address <= to);
        expect(countries.of(text(address))).toBe(range?.country ?? null);
      }
    }),
  );
});

it.each([
  ['', 'has no line such as 192.0.2.0,192.0.2.255,FR'],
  ['192.0.2.0,192.0.2.255,FRA', 'line 1: must have the two letters of a country'],
  ['a,b,c\n192.0.2.9,192.0.2.0,FR', 'line 2: must be a first address, a last address and a country'],
  ['192.0.2.0,2001:db8::1,FR', 'line 1: must be a first address, a last address and a country'],
  ['192.0.2.0,192.0.2.9,FR\nnonsense', 'line 2: must be a first address, a last address and a country'],
  ['192.0.2.0,192.0.2.9,FR\n192.0.2.9,192.0.2.12,US', 'line 2: overlaps line 1'],
])('refuses %j and names file, line and rule', (content, rule) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'countries-')), 'countries.csv');
  writeFileSync(file, content);
  expect(() => loadCountryFile(file)).toThrow(`COUNTRY_FILE: ${file}: ${rule}`);
});

it('says that a file is missing', () => {
  expect(() => loadCountryFile('/no/such/file.csv')).toThrow("COUNTRY_FILE: /no/such/file.csv: can't be read (ENOENT)");
});
