/**
 * Draws the icons of the regional and global offers, which show in place of a flag (public/flags, 4:3):
 *   node scripts/data/marks.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { geoCentroid, geoMercator, geoNaturalEarth1, geoPath } from 'd3-geo';
import { merge } from 'topojson-client';
import { REGIONS } from './map-places.mjs';
import { coarser } from './svg-outline.mjs';

const GROUND = '#EEF4FF';
const BLUE = '#0052FF';
/** Drawn at ten times the size shown, so that whole numbers are precise enough. */
const [WIDTH, HEIGHT, MARGIN] = [640, 480, 30];

const atlas = JSON.parse(
  readFileSync(new URL('../../node_modules/world-atlas/countries-50m.json', import.meta.url), 'utf8'),
);

function save(name, body) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path fill="${GROUND}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>${body}</svg>\n`;
  writeFileSync(new URL(`../../store/public/flags/${name}.svg`, import.meta.url), svg);
  console.log(`${name}: ${svg.length} bytes`);
}

/** The continent as one shape without borders. Specks that are invisible at 48 pixels are left out. */
function silhouette(names, [west, south, east, north], projection) {
  const land = merge(
    atlas,
    atlas.objects.countries.geometries.filter((each) => names.includes(each.properties.name)),
  );
  const polygons = land.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
  const near = polygons.filter((polygon) => {
    const [lon, lat] = geoCentroid(polygon);
    return lon >= west && lon <= east && lat >= south && lat <= north;
  });
  const kept = { type: 'MultiPolygon', coordinates: near.map((polygon) => polygon.coordinates) };
  const fitted = projection.fitExtent(
    [
      [MARGIN, MARGIN],
      [WIDTH - MARGIN, HEIGHT - MARGIN],
    ],
    kept,
  );
  return `<path fill="${BLUE}" d="${coarser(geoPath(fitted)(kept), { tolerance: 1.5, minArea: 40 })}"/>`;
}

for (const [name, { names, mark }] of Object.entries(REGIONS)) {
  const projection = name === 'europe' ? geoMercator() : geoNaturalEarth1().rotate([-(mark[0] + mark[2]) / 2, 0]);
  save(name, silhouette(names, mark, projection));
}

// The globe: a meridian and three parallels, as in the design's icon.
const round = 'M320 70a170 170 0 1 0 0 340a170 170 0 1 0 0-340z';
const lines =
  'M320 70c48 46 74 104 74 170s-26 124-74 170c-48-46-74-104-74-170s26-124 74-170zM150 240h340M173 155h294M173 325h294';
save('globe', `<path fill="none" stroke="${BLUE}" stroke-width="26" stroke-linejoin="round" d="${round}${lines}"/>`);
