/**
 * Makes data/maps/dots.json from Natural Earth's countries (npm package world-atlas): the dots of the world map and of
 * the grids for crops, by country:
 *   node scripts/data/dots.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { geoMercator } from 'd3-geo';
import { feature } from 'topojson-client';
import { CODES, codeOf, insideOf, polygonsOf } from './map-countries.mjs';
import { contains, sample, shapeOf, WORLD } from './map-grid.mjs';

const shapes = (detail) => {
  const atlas = JSON.parse(
    readFileSync(new URL(`../../node_modules/world-atlas/countries-${detail}.json`, import.meta.url), 'utf8'),
  );
  return feature(atlas, atlas.objects.countries)
    .features.map(shapeOf)
    .filter(({ name }) => name !== 'Antarctica');
};
const [fine, coarse] = [shapes('10m'), shapes('50m')];
/** A point in the largest part of each country. */
const hearts = new Map(CODES.map((code) => [code, insideOf(polygonsOf(fine, code)[0])]));

const layerAt = (place) => {
  const shape = coarse.find(({ polygons }) => polygons.some((polygon) => contains(polygon, place)));
  return shape && codeOf(shape, place);
};

/**
 * Runs by country. A country without a dot gets the dot nearest to its point, which may belong to another country as
 * well.
 */
function runsOf({ projection, width, height, dx, dy, columns = Infinity }) {
  const cells = new Map();
  const add = (code, row, column) => cells.set(code, [...(cells.get(code) ?? []), [row, column % columns]]);
  for (const [code, points] of sample({ projection, width, height, dx, dy, layerAt }))
    for (const [x, y] of points) {
      const row = Math.round(y / dy - 0.5);
      add(code, row, Math.round(x / dx - (row % 2 === 0 ? 0.5 : 1)));
    }
  for (const [code, place] of hearts) {
    if (cells.has(code)) continue;
    const [x, y] = projection(place);
    const row = Math.round(y / dy - 0.5);
    add(code, row, Math.max(0, Math.round(x / dx - (row % 2 === 0 ? 0.5 : 1))));
  }
  return Object.fromEntries([...cells].sort().map(([code, list]) => [code, joined(list)]));
}

/** [row, first column, length] of each run, one after the other. */
function joined(list) {
  const runs = [];
  for (const [row, column] of list.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = runs.at(-1);
    if (last && last[0] === row && last[1] + last[2] === column) last[2] += 1;
    else if (!last || last[0] !== row || last[1] + last[2] !== column + 1) runs.push([row, column, 1]);
  }
  return runs.flat();
}

/** Ten pixels per degree. The top is 84° north. */
const PIXELS = 10;
function level(columns) {
  const projection = geoMercator()
    .scale((PIXELS * 180) / Math.PI)
    .translate([180 * PIXELS, 0]);
  projection.translate([180 * PIXELS, -projection([0, 84])[1]]);
  const [dx, dy] = [360 / columns, (360 / columns) * 0.875];
  const grid = { projection, width: 360 * PIXELS, height: projection([0, -57])[1], dx: dx * PIXELS, dy: dy * PIXELS };
  return { columns, dx, dy, runs: runsOf({ ...grid, columns }) };
}

const dots = {
  world: { width: WORLD.width, height: WORLD.height, dx: WORLD.dx, dy: WORLD.dy, runs: runsOf(WORLD) },
  levels: [level(80), level(113), level(160), level(226), level(320)],
};
const grid = ({ runs, ...rest }) =>
  `{ ${JSON.stringify(rest).slice(1, -1)}, "runs": {\n${Object.entries(runs)
    .map(([code, list]) => `  "${code}": ${JSON.stringify(list)}`)
    .join(',\n')}\n} }`;
writeFileSync(
  new URL('../../store/data/maps/dots.json', import.meta.url),
  `{\n"world": ${grid(dots.world)},\n"levels": [${dots.levels.map(grid).join(', ')}]\n}\n`,
);
for (const { runs } of [dots.world, ...dots.levels]) {
  const lists = Object.values(runs);
  const count = (list) => list.reduce((sum, value, i) => sum + (i % 3 === 2 ? value : 0), 0);
  console.log(`${lists.length} countries, ${lists.reduce((sum, list) => sum + count(list), 0)} dots`);
}
