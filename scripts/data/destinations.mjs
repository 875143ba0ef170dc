/**
 * Makes data/catalogue/destinations.json from places.json (covered places), overrides.json (colloquial names) and the
 * Unicode CLDR names of the running Node:
 *   node scripts/data/destinations.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { LOCALES } from '#src/shared/locale.ts';

const folder = new URL('../../store/data/catalogue/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const { popular, regions, plans, notGlobal } = read('places.json');
const overrides = read('overrides.json');

/**
 * The specification's offers in its order: [slug, country, English, French]. Zanzibar and Bali are parts of a country.
 */
const SPECIFIED = [
  ['united-states', 'US', 'United States', 'États-Unis'],
  ['france', 'FR', 'France', 'France'],
  ['spain', 'ES', 'Spain', 'Espagne'],
  ['egypt', 'EG', 'Egypt', 'Égypte'],
  ['morocco', 'MA', 'Morocco', 'Maroc'],
  ['namibia', 'NA', 'Namibia', 'Namibie'],
  ['zanzibar', 'TZ', 'Zanzibar', 'Zanzibar'],
  ['thailand', 'TH', 'Thailand', 'Thaïlande'],
  ['bali', 'ID', 'Bali', 'Bali'],
  ['costa-rica', 'CR', 'Costa Rica', 'Costa Rica'],
  ['mexico', 'MX', 'Mexico', 'Mexique'],
  ['belize', 'BZ', 'Belize', 'Belize'],
];
const WIDE = [
  ['global', 'Global', 'Monde'],
  ['europe', 'Europe', 'Europe'],
  ['africa', 'Africa', 'Afrique'],
  ['americas', 'Americas', 'Amériques'],
  ['asia', 'Asia', 'Asie'],
];
/** Places of the specification that are part of a country with its own destination. */
const PARTS = ['zanzibar', 'bali'];

const covered = Object.values(regions).flat();
const regionOf = (code) => Object.keys(regions).find((region) => regions[region].includes(code));
const names = LOCALES.map((locale) => [locale, new Intl.DisplayNames(locale, { type: 'region' })]);

const namesOf = (code) => Object.fromEntries(names.map(([locale, inLocale]) => [locale, inLocale.of(code)]));

/** `Côte d’Ivoire` → `cote-divoire`: accents removed, words joined by hyphens. */
const slugOf = (name) =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F’'.]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-');

function country(code) {
  const { slug, ...said } = overrides[code] ?? {};
  const name = { ...namesOf(code), ...said };
  return { slug: slug ?? slugOf(name.en), ...local(code), name };
}

const local = (code) => ({ kind: 'local', countryCode: code, flag: code.toLowerCase(), region: regionOf(code) });

const specified = SPECIFIED.map(([slug, code, en, fr]) => ({
  slug,
  ...local(code),
  // Places within a country have no name in CLDR.
  name: { ...(PARTS.includes(slug) ? {} : namesOf(code)), en, fr },
}));
const taken = new Set(specified.filter(({ slug }) => !PARTS.includes(slug)).map(({ countryCode }) => countryCode));
const others = covered.filter((code) => !taken.has(code)).map(country);
const rank = ({ countryCode }) => (popular.includes(countryCode) ? popular.indexOf(countryCode) : popular.length);
others.sort((a, b) => rank(a) - rank(b) || a.name.en.localeCompare(b.name.en, 'en'));
const wide = WIDE.map(([slug, en, fr]) => ({
  slug,
  kind: slug === 'global' ? 'global' : 'regional',
  countryCode: null,
  flag: slug === 'global' ? 'globe' : slug,
  region: slug === 'global' ? null : slug,
  name: { en, fr },
  members: plans[slug] ?? covered.filter((code) => !notGlobal.includes(code)).sort(),
}));

const featured = [...specified, ...wide].map(({ slug }) => slug);
const rows = [...specified, ...others, ...wide].map(
  ({ slug, kind, countryCode, name, flag, region, members }, position) => ({
    slug,
    kind,
    countryCode,
    ...(PARTS.includes(slug) && { within: others.find((each) => each.countryCode === countryCode).slug }),
    name,
    flag,
    region,
    position,
    featured: featured.includes(slug) ? featured.indexOf(slug) : null,
    ...(members && { members }),
  }),
);
writeFileSync(
  new URL('destinations.json', folder),
  `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`,
);
console.log(`${rows.length} destinations, ${wide.map(({ slug, members }) => `${slug} ${members.length}`).join(', ')}`);
