/** The dots of a map: a hexagonal grid sampled inside the countries' polygons. */
import { geoNaturalEarth1 } from 'd3-geo';

/**
 * The world of the design: Greenland and Antarctica are cropped. The pin of the home page is on Paris at 574.9, 136.2.
 */
export const WORLD = {
  width: 1200,
  height: 560,
  dx: 8.6,
  dy: 7.45,
  projection: geoNaturalEarth1().scale(216.1).translate([565, 322]),
};

/** Rings of a country with their bounds, for `contains`. `feature` is GeoJSON in degrees. */
export function shapeOf(feature) {
  const polygons = feature.geometry.type === 'Polygon' ? [feature.geometry.coordinates] : feature.geometry.coordinates;
  return {
    name: feature.properties?.name,
    polygons: polygons.map((rings) => rings.map(unwrapped)).map((rings) => ({ rings, bounds: boundsOf(rings[0]) })),
  };
}

/** Continues a ring that crosses the antimeridian beyond 180 degrees. */
function unwrapped(ring) {
  let turns = 0;
  return ring.map(([lon, lat], i) => {
    const step = i === 0 ? 0 : lon - ring[i - 1][0];
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [lon + 360 * turns, lat];
  });
}

function boundsOf(ring) {
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)];
  const least = (values) => values.reduce((a, b) => Math.min(a, b));
  const most = (values) => values.reduce((a, b) => Math.max(a, b));
  return [least(lons), least(lats), most(lons), most(lats)];
}

/** True when the point is in the polygon and in none of its holes. */
export function contains({ rings, bounds: [west, south, east, north] }, [lon, lat]) {
  if (lat < south || lat > north) return false;
  return [lon, lon + 360, lon - 360].some(
    (each) => each >= west && each <= east && rings.filter((ring) => inRing(ring, each, lat)).length === 1,
  );
}

/** Even-odd rule. Edges between neighbouring points are short enough to count as straight. */
function inRing(ring, lon, lat) {
  let inside = false;
  for (const [xi, yi, xj, yj] of edgesAt(ring, lat)) {
    if (yi > lat !== yj > lat && lon < ((xj - xi) * (lat - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** Edges of a ring by bands of latitude, because a coast of 30,000 points is tested against 18,000 probes. */
const BANDS_PER_DEGREE = 20;
const bands = new WeakMap();

function edgesAt(ring, lat) {
  let byBand = bands.get(ring);
  if (!byBand) {
    byBand = new Map();
    ring.forEach(([xi, yi], i) => {
      const [xj, yj] = ring.at(i - 1);
      const [from, to] = [Math.min(yi, yj), Math.max(yi, yj)].map((y) => Math.floor(y * BANDS_PER_DEGREE));
      for (let band = from; band <= to; band += 1)
        if (byBand.get(band)?.push([xi, yi, xj, yj]) === undefined) byBand.set(band, [[xi, yi, xj, yj]]);
    });
    bands.set(ring, byBand);
  }
  return byBand.get(Math.floor(lat * BANDS_PER_DEGREE)) ?? [];
}

/** The probes of a dot: its middle and six points around it, in parts of the spacing. */
const PROBES = [
  [0, 0],
  ...[0, 1, 2, 3, 4, 5].map((i) => [0.33 * Math.cos((i * Math.PI) / 3), 0.33 * Math.sin((i * Math.PI) / 3)]),
];
const ENOUGH = 2;

/**
 * Dots by layer. `layerAt([lon, lat])` returns the layer of a point, or undefined for water. A dot is drawn when enough
 * of its probes are on land, in the layer of most of them. Returns rows of dots as [x, y] in pixels.
 */
export function sample({ projection, width, height, dx, dy, layerAt }) {
  const layers = new Map();
  for (let row = 0; row * dy <= height; row += 1) {
    for (let x = row % 2 === 0 ? dx / 2 : dx; x <= width; x += dx) {
      const y = dy / 2 + row * dy;
      const hits = new Map();
      for (const [px, py] of PROBES) {
        const place = projection.invert([x + px * dx, y + py * dx]);
        // Outside the world's edge `invert` returns a point that projects elsewhere.
        const back = place && projection(place);
        if (!back || Math.hypot(back[0] - x - px * dx, back[1] - y - py * dx) > 0.5) continue;
        const layer = layerAt(place);
        if (layer !== undefined) hits.set(layer, (hits.get(layer) ?? 0) + 1);
      }
      const [best] = [...hits].sort((a, b) => b[1] - a[1]);
      if (best && [...hits.values()].reduce((a, b) => a + b) >= ENOUGH)
        layers.set(best[0], [...(layers.get(best[0]) ?? []), [x, y]]);
    }
  }
  return layers;
}
