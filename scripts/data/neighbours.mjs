/**
 * Makes data/catalogue/neighbours.json: for each place in destinations.json the places that share a border with it, in
 * the shop's order, then the nearest others, from Natural Earth's countries (npm package world-atlas):
 *   node scripts/data/neighbours.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { geoArea, geoDistance } from 'd3-geo';
import { feature, neighbors } from 'topojson-client';

const MAX_NEIGHBOURS = 8;
const EARTH_KM = 6371;
/** A part of a country further away than this from its largest part counts as another place: French Guiana, Hawaii. */
const SAME_PLACE_KM = 500;
/** A border further away than this belongs to an overseas part: Brazil's with French Guiana. */
const BORDER_KM = 1000;
/** Points per outline, enough to compare distances. */
const MAX_POINTS = 32;

const root = new URL('../../', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** Places that Natural Earth includes in another country, or has no code for: [longitude, latitude]. */
const POINTS = {
  BQ: [-68.27, 12.18],
  GF: [-52.33, 4.94],
  GI: [-5.35, 36.14],
  GP: [-61.55, 16.25],
  MQ: [-61.02, 14.64],
  RE: [55.53, -21.12],
  YT: [45.17, -12.83],
};
/** Islands that are destinations beside their country. */
const ISLANDS = { zanzibar: [39.35, -6.14], bali: [115.19, -8.5] };
/** Borders that no outline of `POINTS` shows. */
const BORDERS = [
  ['GI', 'ES'],
  ['GF', 'BR'],
  ['GF', 'SR'],
];

const atlas = read('node_modules/world-atlas/countries-50m.json');
const { geometries } = atlas.objects.countries;
const codeOf = ({ id, properties }) =>
  properties.name === 'Kosovo'
    ? 'XK'
    : id && Intl.getCanonicalLocales(`und-${String(id).padStart(3, '0')}`)[0].slice(4);
const codes = geometries.map(codeOf);

const km = (a, b) => geoDistance(a, b) * EARTH_KM;
const thin = (points) => points.filter((_, i) => i % Math.ceil(points.length / MAX_POINTS) === 0);
function gapBetween(a, b) {
  let least = Infinity;
  for (const from of a) for (const to of b) least = Math.min(least, km(from, to));
  return least;
}

/** Points along the outline of a country's main part. */
function outlineOf(geometry) {
  const { coordinates, type } = feature(atlas, geometry).geometry;
  const parts = (type === 'Polygon' ? [coordinates] : coordinates)
    .map((rings) => ({ points: rings[0], area: geoArea({ type: 'Polygon', coordinates: rings }) }))
    .toSorted((a, b) => b.area - a.area);
  const main = thin(parts[0].points);
  return thin(parts.filter(({ points }) => gapBetween(thin(points), main) < SAME_PLACE_KM).flatMap((p) => p.points));
}

const outlines = new Map(
  geometries.flatMap((geometry, i) => (codes[i] === undefined ? [] : [[codes[i], outlineOf(geometry)]])),
);
for (const [code, point] of Object.entries(POINTS)) outlines.set(code, [point]);

const borders = new Map();
const border = (a, b) => borders.set(a, (borders.get(a) ?? new Set()).add(b));
neighbors(geometries).forEach((others, i) => {
  for (const other of others) border(codes[i], codes[other]);
});
for (const [a, b] of BORDERS) {
  border(a, b);
  border(b, a);
}

const places = read('store/data/catalogue/destinations.json').filter(({ kind }) => kind === 'local');
const isPart = ({ within }) => within !== undefined;
const outline = (place) => (isPart(place) ? [ISLANDS[place.slug]] : outlines.get(place.countryCode));

function neighboursOf(place) {
  const others = places
    .filter((other) => other !== place)
    .map((other) => {
      const gap = gapBetween(outline(place), outline(other));
      const near = gap < BORDER_KM && borders.get(place.countryCode)?.has(other.countryCode);
      const same = other.countryCode === place.countryCode;
      return { slug: other.slug, rank: same ? 0 : near && !isPart(place) && !isPart(other) ? 1 : 2, gap };
    });
  // The sort is stable: places with a shared border stay in the shop's order.
  return others
    .toSorted((a, b) => a.rank - b.rank || (a.rank === 2 ? a.gap - b.gap : 0))
    .slice(0, MAX_NEIGHBOURS)
    .map(({ slug }) => slug);
}

const lines = places.map((place) => `  ${JSON.stringify(place.slug)}: ${JSON.stringify(neighboursOf(place))}`);
writeFileSync(new URL('store/data/catalogue/neighbours.json', root), `{\n${lines.join(',\n')}\n}\n`);
