/**
 * Draws the dotted maps of public/maps from Natural Earth's countries (npm package world-atlas):
 *   node scripts/data/maps.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { geoMercator, geoNaturalEarth1 } from 'd3-geo';
import { feature } from 'topojson-client';
import { contains, dotPath, sample, shapeOf } from './map-grid.mjs';
import { COUNTRIES, REGIONS } from './map-places.mjs';

const BLUE = '#0052FF';
const LAND = '#D6DBE4';
const WORLD_LIMIT = 40_000;
const CROP_LIMIT = 6_000;

/** A crop is as wide and high as the head of a destination page; what it shows fills the box left of its middle third. */
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
/** The design's world: Greenland is cut off above, Antarctica below; the hero's pin stands on Paris at 574.9, 136.2. */
const WORLD = { width: 1200, height: 560, dx: 8.6, dy: 7.45 };
const worldProjection = geoNaturalEarth1().scale(216.1).translate([565, 322]);

const shapes = (detail) => {
  const atlas = JSON.parse(
    readFileSync(new URL(`../../node_modules/world-atlas/countries-${detail}.json`, import.meta.url), 'utf8'),
  );
  return feature(atlas, atlas.objects.countries)
    .features.map(shapeOf)
    .filter(({ name }) => name !== 'Antarctica');
};
const [fine, coarse] = [shapes('10m'), shapes('50m')];

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
  writeFileSync(new URL(`../../public/maps/${name}.svg`, import.meta.url), text);
  console.log(`${name}: ${text.length} bytes, ${size} compressed`);
}

function world() {
  const sold = (shape, place) =>
    Object.values(COUNTRIES).some(
      ({ names, within }) => names?.includes(shape.name) && (!within || inBox(within, place)),
    );
  const layers = sample({
    ...WORLD,
    projection: worldProjection,
    layerAt: (place) => {
      const shape = shapeAt(coarse, place);
      return shape && (sold(shape, place) ? 'sold' : 'other');
    },
  });
  const { width, height } = WORLD;
  const rows = [...layers.values()].flat().sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  save('world', svg(width, height, dots('#fff', 4.2, rows)), WORLD_LIMIT);
  const pins = Object.values(COUNTRIES).map(({ pin }) => worldProjection(pin));
  const pinned = pins.map(([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.6"/>`).join('');
  save(
    'popular',
    svg(width, height, `${dots('#8DB3FF', 4.6, layers.get('sold'))}<g fill="#fff">${pinned}</g>`),
    WORLD_LIMIT,
  );
}

/** Dots of `isBlue` places in blue and other land in grey, such that `box` (degrees) fills the middle of the crop. */
function crop(name, list, [west, south, east, north], isBlue, extent = CROP.box) {
  const corners = {
    type: 'MultiPoint',
    coordinates: [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  };
  const layers = sample({
    ...CROP,
    projection: geoMercator().fitExtent(extent, corners),
    layerAt: (place) => {
      const shape = shapeAt(list, place);
      return shape && (isBlue(shape, place) ? BLUE : LAND);
    },
  });
  const body = [LAND, BLUE]
    .filter((colour) => layers.has(colour))
    .map((colour) => dots(colour, 5.8, layers.get(colour)));
  save(name, svg(CROP.width, CROP.height, body.join('')), CROP_LIMIT);
}

world();
for (const [slug, { names, islands, box }] of Object.entries(COUNTRIES)) {
  const blue = fine.flatMap(({ polygons }) => polygons).filter(({ bounds }) => islands && liesIn(islands, bounds));
  crop(slug, fine, box, (shape, place) =>
    names ? names.includes(shape.name) : blue.some((polygon) => contains(polygon, place)),
  );
}
for (const [slug, { names, box }] of Object.entries(REGIONS)) {
  const unknown = names.filter((name) => !coarse.some((shape) => shape.name === name));
  if (unknown.length > 0) throw new Error(`${slug}: unknown names ${unknown}`);
  crop(slug, coarse, box, (shape) => names.includes(shape.name));
}
// The world fills the width; its far north and south are cut off.
crop('global', coarse, [-135, -40, 165, 65], () => true, [
  [20, -140],
  [700, 340],
]);
