/**
 * Makes data/operators/operators.json (offer → names and generations) from whitelist.json and rows.json.
 * With the path of mcc-mnc-list.json (npm package mcc-mnc-list) as argument, makes rows.json from it first:
 *   node scripts/data/operators.mjs path/to/mcc-mnc-list.json
 */
import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../../data/operators/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const lines = (items) => `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n]\n`;

const whitelist = read('whitelist.json');
// Territories share codes with their country, so a network is country-MCC-MNC.
const wanted = new Set(whitelist.flatMap((entry) => entry.operators.flatMap((operator) => operator.networks)));

const [listPath] = process.argv.slice(2);
if (listPath) {
  const rows = JSON.parse(readFileSync(listPath, 'utf8'))
    .map(({ countryCode, mcc, mnc, brand, operator, status, bands }) => ({
      network: `${countryCode}-${mcc}-${mnc}`,
      brand,
      operator,
      status,
      bands,
    }))
    .filter((row) => wanted.has(row.network));
  writeFileSync(new URL('rows.json', folder), lines(rows));
}

const rows = new Map(read('rows.json').map((row) => [row.network, row]));

/** 4G and 5G as the bands of these networks show; a network that is not in operation or shows neither is a fault. */
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

const offers = whitelist.map(({ offer, operators, only4g }) => [
  offer,
  operators.map(({ name, networks }) => ({ name, generations: generationsOf(networks, Boolean(only4g)) })),
]);
const body = offers.map(([offer, operators]) => `  ${JSON.stringify(offer)}: ${JSON.stringify(operators)}`).join(',\n');
writeFileSync(new URL('operators.json', folder), `{\n${body}\n}\n`);
