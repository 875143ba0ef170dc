/**
 * Draws the dotted maps of public/maps: the world and one crop per destination from Natural Earth's countries (npm
 * package world-atlas), those of several countries from data/maps/dots.json:
 *   node scripts/data/maps.mjs [slug …]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { geoMercator } from 'd3-geo';
import { feature } from 'topojson-client';
import { dotPath, dotsOf, drawCoverage } from '#src/shared/dotted-map.ts';
import { boxOf, codeOf, insideOf, polygonsOf } from './map-countries.mjs';
import { contains, sample, shapeOf, WORLD } from './map-grid.mjs';
import { COUNTRIES } from './map-places.mjs';

/** The colours of the page with the map. A standalone file uses the light ones. */
const BLUE = 'var(--map-hit,#0052FF)';
const LAND = 'var(--map-dot,#D6DBE4)';
const WORLD_LIMIT = 40_000;
const CROP_LIMIT = 6_000;

/** The size of a crop is that of a destination page's head. Its box fills the part right of the middle. */
const CROP = {
  width: 720,
  height: 200,
  dx: 8,
  dy: 7,
  box: [
    [270, 14],
    [530, 186],
  ],
};
/** A country with fewer dots than this gets one for each of its islands. */
const FEW = 12;

const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const shapes = (detail) => {
  const atlas = read(`node_modules/world-atlas/countries-${detail}.json`);
  return feature(atlas, atlas.objects.countries)
    .features.map(shapeOf)
    .filter(({ name }) => name !== 'Antarctica');
};
const [fine, coarse] = [shapes('10m'), shapes('50m')];
const destinations = read('store/data/catalogue/destinations.json');
mkdirSync(new URL('../../store/public/maps/', import.meta.url), { recursive: true });

const shapeAt = (list, place) => list.find(({ polygons }) => polygons.some((polygon) => contains(polygon, place)));
const inBox = ([west, south, east, north], [lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north;
const liesIn = (box, [west, south, east, north]) => inBox(box, [west, south]) && inBox(box, [east, north]);
const svg = (width, height, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
const dots = (colour, size, points) =>
  `<path fill="none" stroke="${colour}" stroke-width="${size}" stroke-linecap="round" d="${dotPath(points)}"/>`;

function save(name, text, limit) {
  const size = brotliCompressSync(text).length;
  if (size > limit) throw new Error(`${name}: ${size} bytes compressed, at most ${limit}`);
  writeFileSync(new URL(`../../store/public/maps/${name}.svg`, import.meta.url), text);
  console.log(`${name}: ${text.length} bytes, ${size} compressed`);
}

function world() {
  const layers = sample({ ...WORLD, layerAt: (place) => shapeAt(coarse, place) && 'land' });
  const { width, height } = WORLD;
  const rows = [...layers.values()].flat().sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  save(
    'world',
    svg(width, height, dots('var(--map-world,#fff)', 4.2, rows).replace('<path', '<path id="map"')),
    WORLD_LIMIT,
  );
}

/** Every country with a plan, over `world`. */
function covered() {
  const { width, height } = WORLD;
  const codes = new Set(destinations.filter(({ kind }) => kind === 'local').map(({ countryCode }) => countryCode));
  const points = [...codes].flatMap((code) => dotsOf(grids.world, code)).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  save('covered', svg(width, height, dots('#8DB3FF', 4.2, points)), WORLD_LIMIT);
}

/** Draws `isBlue` points in blue and other land in grey, so that `box` (degrees) fills its part of the crop. */
function crop(name, [west, south, east, north], isBlue, polygons) {
  const corners = {
    type: 'MultiPoint',
    coordinates: [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  };
  const rotated = geoMercator().rotate([east > 180 ? -(west + east) / 2 : 0, 0]);
  const projection = rotated.fitExtent(CROP.box, corners);
  const list = inView(projection);
  const layers = sample({
    ...CROP,
    projection,
    layerAt: (place) => {
      const shape = shapeAt(list, place);
      return shape && (isBlue(shape, place) ? BLUE : LAND);
    },
  });
  const blue = layers.get(BLUE) ?? [];
  if (blue.length < FEW) layers.set(BLUE, withIslands(blue, polygons, projection));
  const taken = new Set(layers.get(BLUE).map(String));
  if (layers.has(LAND))
    layers.set(
      LAND,
      layers.get(LAND).filter((point) => !taken.has(String(point))),
    );
  const body = [LAND, BLUE]
    .filter((colour) => layers.get(colour)?.length > 0)
    .map((colour) => dots(colour, 5.8, layers.get(colour)));
  save(name, svg(CROP.width, CROP.height, `<g id="map">${body.join('')}</g>`), CROP_LIMIT);
}

/** The shapes with only the polygons inside the crop. */
function inView(projection) {
  const [west, north] = projection.invert([-CROP.dx, -CROP.dy]);
  const [east, south] = projection.invert([CROP.width + CROP.dx, CROP.height + CROP.dy]);
  const wide = west > east || projection.scale() * 2 * Math.PI < CROP.width + 4 * CROP.dx;
  const isNear = ({ bounds }) =>
    bounds[3] >= south &&
    bounds[1] <= north &&
    (wide || [-360, 0, 360].some((turn) => bounds[2] + turn >= west && bounds[0] + turn <= east));
  return fine
    .map((shape) => ({ ...shape, polygons: shape.polygons.filter(isNear) }))
    .filter(({ polygons }) => polygons.length > 0);
}

/** The dots, and for each visible island the nearest dot. */
function withIslands(points, polygons, projection) {
  const { dx, dy, width, height } = CROP;
  const nearest = polygons.map((polygon) => {
    const [x, y] = projection(insideOf(polygon));
    const row = Math.round(y / dy - 0.5);
    const start = row % 2 === 0 ? 0.5 : 1;
    return [(Math.round(x / dx - start) + start) * dx, (row + 0.5) * dy];
  });
  const all = new Map([...points, ...nearest].map((point) => [String(point), point]));
  return [...all.values()]
    .filter(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height)
    .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

function specified(slug, { names, islands, box }) {
  const polygons = fine.flatMap((shape) => shape.polygons);
  const blue = polygons.filter(({ bounds }) => islands && liesIn(islands, bounds));
  crop(
    slug,
    box,
    (shape, place) => (names ? names.includes(shape.name) : blue.some((polygon) => contains(polygon, place))),
    blue,
  );
}

const wanted = process.argv.slice(2);
const grids = read('store/data/maps/dots.json');
if (wanted.length === 0) world();
if (wanted.length === 0 || wanted.includes('covered')) covered();
for (const { slug, kind, countryCode: code, members } of destinations) {
  if (wanted.length > 0 && !wanted.includes(slug)) continue;
  if (kind !== 'local') save(slug, drawCoverage(grids, members), CROP_LIMIT);
  else if (COUNTRIES[slug]) specified(slug, COUNTRIES[slug]);
  else crop(slug, boxOf(fine, code), (shape, place) => codeOf(shape, place) === code, polygonsOf(fine, code));
}
