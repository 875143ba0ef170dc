/**
 * Makes data/zones/zones.json: the country of each time zone, from a directory with zone.tab and tzdata.zi of the IANA
 * time zone database, such as that of the operating system:
 *   node scripts/data/zones.mjs /usr/share/zoneinfo
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('Name the directory of zone.tab and tzdata.zi.');
const lines = (file) => readFileSync(path.join(directory, file), 'utf8').split('\n');

/** Zones in more than one country's table name no country: the traveller is asked. */
const countries = new Map();
for (const line of lines('zone.tab').filter((each) => !each.startsWith('#') && each !== '')) {
  const [country, , zone] = line.split('\t');
  countries.set(zone, countries.has(zone) && countries.get(zone) !== country ? null : country);
}

const links = new Map();
const zones = new Set(countries.keys());
for (const line of lines('tzdata.zi')) {
  const [kind, first, second] = line.split(' ');
  if (kind === 'Z') zones.add(first);
  if (kind === 'L') {
    links.set(second, first);
    zones.add(second);
  }
}

/** An old name has the country of the zone that it links to; `CET` and `EST` link to cities of one of many countries. */
function countryOf(zone) {
  if (countries.has(zone)) return countries.get(zone);
  return zone.includes('/') && !zone.startsWith('Etc/') && links.has(zone) ? countryOf(links.get(zone)) : null;
}

const version = lines('tzdata.zi')[0].replace('# version ', '');
const made = Object.fromEntries([...zones].toSorted().map((zone) => [zone, countryOf(zone)]));
writeFileSync(
  new URL('../../store/data/zones/zones.json', import.meta.url),
  `${JSON.stringify({ version, zones: made }, null, 1)}\n`,
);
console.log(`${version}: ${zones.size} zones, ${new Set(Object.values(made)).size - 1} countries`);
