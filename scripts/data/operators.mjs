/**
 * Makes data/operators/operators.json (offer of the specification → names and generations) and countries.json (country
 * code → the same) from whitelist.json and rows.json. With the path of mcc-mnc-list.json
 * (github.com/cavoq/mcc-mnc-list) as argument, makes rows.json from it first:
 *   node scripts/data/operators.mjs path/to/mcc-mnc-list.json
 */
import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../../store/data/operators/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const lines = (items) => `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n]\n`;

const whitelist = read('whitelist.json');
const wanted = [
  ...new Set(whitelist.flatMap(({ operators = [] }) => operators.flatMap((operator) => operator.networks))),
];

const [listPath] = process.argv.slice(2);
if (listPath) {
  const list = JSON.parse(readFileSync(listPath, 'utf8')).filter(({ countryCode }) => countryCode !== null);
  writeFileSync(new URL('rows.json', folder), lines(wanted.sort().map((network) => rowOf(list, network))));
}

/**
 * Territories share codes with their country, so a network's key is country-MCC-MNC. The list joins some territories in
 * one row (`BL/GF/GP/MF/MQ`). A territory's own row takes precedence.
 */
function rowOf(list, network) {
  const [country, mcc, mnc] = network.split('-');
  const rows = list.filter((row) => row.mcc === mcc && row.mnc === mnc && row.countryCode.split('/').includes(country));
  rows.sort((a, b) => a.countryCode.length - b.countryCode.length);
  if (rows.length === 0) throw new Error(`the list has no ${network}`);
  const { brand, operator, status, bands } = rows[0];
  return { network, brand, operator, status, bands };
}

const rows = new Map(read('rows.json').map((row) => [row.network, row]));

/** 4G and 5G, derived from the bands of these networks. Throws for a network that is not in operation or has no 4G. */
function generationsOf(networks, only4g) {
  const bands = networks.map((network) => {
    const row = rows.get(network);
    if (row?.status !== 'Operational') throw new Error(`${network} is not in operation`);
    return row.bands;
  });
  const generations = [];
  if (bands.some((each) => /\bLTE\b/.test(each))) generations.push('4G');
  if (!only4g && bands.some((each) => /\b5G\b/.test(each))) generations.push('5G');
  if (!generations.includes('4G')) throw new Error(`${networks} show no 4G`);
  return generations;
}

const named = ({ operators, only4g }) =>
  operators.map(({ name, networks }) => ({ name, generations: generationsOf(networks, Boolean(only4g)) }));

/** The entry of a country, of the offer for the whole country, or of the country that it refers to. */
const countryEntry = (code) =>
  whitelist.find(({ country }) => country === code) ??
  whitelist.find(
    ({ offer, operators }) => offer && !PARTS.includes(offer) && operators[0].networks[0].startsWith(code),
  );
const PARTS = ['zanzibar', 'bali'];

const write = (name, entries) =>
  writeFileSync(
    new URL(name, folder),
    `{\n${entries.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',\n')}\n}\n`,
  );

write(
  'operators.json',
  whitelist.filter(({ offer }) => offer).map((entry) => [entry.offer, named(entry)]),
);
const { regions } = JSON.parse(
  readFileSync(new URL('../../store/data/catalogue/places.json', import.meta.url), 'utf8'),
);
write(
  'countries.json',
  Object.values(regions)
    .flat()
    .sort()
    .map((code) => {
      const entry = countryEntry(code);
      if (!entry) throw new Error(`${code} is not in whitelist.json`);
      return [code, named(entry.like ? countryEntry(entry.like) : entry)];
    }),
);
