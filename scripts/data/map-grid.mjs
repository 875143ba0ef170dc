/** Dots of a map: a hexagonal grid sampled inside the countries' polygons, written as one path of round dots. */

/** Rings of a country with their bounds, for `contains`. `feature` is GeoJSON in degrees. */
export function shapeOf(feature) {
  const polygons = feature.geometry.type === 'Polygon' ? [feature.geometry.coordinates] : feature.geometry.coordinates;
  return {
    name: feature.properties?.name,
    polygons: polygons.map((rings) => rings.map(unwrapped)).map((rings) => ({ rings, bounds: boundsOf(rings[0]) })),
  };
}

/** A ring that crosses the antimeridian goes on beyond 180 degrees instead of jumping to the other side of the map. */
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

/** True when the place lies in the polygon and in none of its holes. */
export function contains({ rings, bounds: [west, south, east, north] }, [lon, lat]) {
  if (lat < south || lat > north) return false;
  return [lon, lon + 360, lon - 360].some(
    (each) => each >= west && each <= east && rings.filter((ring) => inRing(ring, each, lat)).length === 1,
  );
}

/** Even-odd rule; edges between neighbouring points are short enough to count as straight. */
function inRing(ring, lon, lat) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [[xi, yi], [xj, yj]] = [ring[i], ring[j]];
    if (yi > lat !== yj > lat && lon < ((xj - xi) * (lat - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** Where the land under a dot is looked for: its middle and six points around it, in parts of the spacing. */
const PROBES = [
  [0, 0],
  ...[0, 1, 2, 3, 4, 5].map((i) => [0.33 * Math.cos((i * Math.PI) / 3), 0.33 * Math.sin((i * Math.PI) / 3)]),
];
const ENOUGH = 2;

/**
 * Dots by layer: `layerAt([lon, lat])` names the layer of a place or gives undefined for water. A dot is drawn when
 * enough of its probes hit land, in the layer that most of them hit. Rows of dots, as [x, y] in pixels.
 */
export function sample({ projection, width, height, dx, dy, layerAt }) {
  const layers = new Map();
  for (let row = 0; row * dy <= height; row += 1) {
    for (let x = row % 2 === 0 ? dx / 2 : dx; x <= width; x += dx) {
      const y = dy / 2 + row * dy;
      const hits = new Map();
      for (const [px, py] of PROBES) {
        const place = projection.invert([x + px * dx, y + py * dx]);
        // Beyond the edge of the world `invert` gives a place that projects elsewhere.
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

/** One path of zero-length lines, which round caps make dots; steps are relative, because they repeat and compress well. */
export function dotPath(dots) {
  const number = (value) => String(Number(value.toFixed(2))).replace(/^(-?)0\./, '$1.');
  let [lastX, lastY] = [NaN, NaN];
  return dots
    .map(([x, y]) => {
      const step = y === lastY ? `m${number(x - lastX)} 0h0` : `M${number(x)} ${number(y)}h0`;
      [lastX, lastY] = [x, y];
      return step;
    })
    .join('');
}
