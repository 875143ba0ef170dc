/**
 * Simplifies outlines of drawings that are shown small: curves become polylines, polylines lose invisible points
 * (Ramer-Douglas-Peucker), coordinates become whole numbers.
 */
const COUNTS = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const CURVE_STEPS = 6;

/**
 * Simplifies a path's `d`. Returns '' when nothing of it is visible. `tolerance` and `minArea` are in the path's units.
 * Coordinates become multiples of 1 / `parts`.
 */
export function coarser(d, { tolerance, minArea, parts = 1 }) {
  const rounded = ([x, y]) => [Math.round(x * parts), Math.round(y * parts)];
  return polylines(d)
    .map(({ points, closed }) => ({ points: simplify(points, tolerance).map(rounded).filter(distinct), closed }))
    .filter(({ points, closed }) => (closed ? Math.abs(area(points)) >= minArea * parts ** 2 : points.length > 1))
    .map(({ points, closed }) => write(points, parts) + (closed ? 'z' : ''))
    .join('');
}

const distinct = (point, i, all) => i === 0 || point[0] !== all[i - 1][0] || point[1] !== all[i - 1][1];
const area = (points) =>
  points.reduce((sum, [x, y], i) => sum + x * points.at(i - 1)[1] - points.at(i - 1)[0] * y, 0) / 2;

/** `M x y l dx dy…` in the fewest characters. Points are in multiples of 1 / `parts`. */
function write(points, parts) {
  const text = (number) => String(number / parts).replace(/^(-?)0\./, '$1.');
  const joined = (numbers) => numbers.map(text).join(' ').replaceAll(' -', '-');
  const steps = points.slice(1).flatMap(([x, y], i) => [x - points[i][0], y - points[i][1]]);
  return `M${joined(points[0])}${steps.length > 0 ? `l${joined(steps)}` : ''}`;
}

/** Removes points that are closer than `tolerance` to the line that replaces them. */
function simplify(points, tolerance) {
  if (points.length < 3) return points;
  const [first, last] = [points[0], points.at(-1)];
  let [farthest, distance] = [0, -1];
  for (let i = 1; i < points.length - 1; i += 1) {
    const d = distanceTo(points[i], first, last);
    if (d > distance) [farthest, distance] = [i, d];
  }
  if (distance <= tolerance) return [first, last];
  return [
    ...simplify(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(points.slice(farthest), tolerance),
  ];
}

function distanceTo([x, y], [ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay);
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/** Every subpath as points. Supports all commands of SVG 1.1, section 8.3. */
function polylines(d) {
  const found = [];
  let points = [];
  let [x, y, handle] = [0, 0, null];
  const finish = (closed) => {
    if (points.length > 1) found.push({ points, closed });
    points = [];
  };
  for (const { command, values } of commands(d)) {
    const upper = command.toUpperCase();
    const relative = command !== upper;
    const at = (i) => [values[i] + (relative ? x : 0), values[i + 1] + (relative ? y : 0)];
    if (upper !== 'M' && upper !== 'Z' && points.length === 0) points.push([x, y]);
    let next = [x, y];
    let nextHandle = null;
    if (upper === 'M') {
      finish(false);
      next = at(0);
      points = [next];
    } else if (upper === 'L') points.push((next = at(0)));
    else if (upper === 'H') points.push((next = [values[0] + (relative ? x : 0), y]));
    else if (upper === 'V') points.push((next = [x, values[0] + (relative ? y : 0)]));
    else if (upper === 'C' || upper === 'S') {
      const c1 = upper === 'C' ? at(0) : mirrored(handle, [x, y]);
      const c2 = at(upper === 'C' ? 2 : 0);
      next = at(upper === 'C' ? 4 : 2);
      points.push(...bezier([[x, y], c1, c2, next]));
      nextHandle = c2;
    } else if (upper === 'Q' || upper === 'T') {
      const c = upper === 'Q' ? at(0) : mirrored(handle, [x, y]);
      next = at(upper === 'Q' ? 2 : 0);
      points.push(...bezier([[x, y], c, next]));
      nextHandle = c;
    } else if (upper === 'A') {
      next = at(5);
      points.push(...arc([x, y], values, next));
    } else if (points.length > 0) {
      next = points[0];
      finish(true);
    }
    [[x, y], handle] = [next, nextHandle];
  }
  finish(false);
  return found;
}

const mirrored = (handle, [x, y]) => (handle ? [2 * x - handle[0], 2 * y - handle[1]] : [x, y]);

/**
 * Commands with their numbers. A longer run of numbers repeats the command (M becomes L). Arc flags may stand without
 * separators.
 */
function* commands(d) {
  for (const [, letter, text] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const count = COUNTS[letter.toUpperCase()];
    const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/y;
    let command = letter;
    let at = 0;
    do {
      const values = [];
      for (let i = 0; i < count; i += 1) {
        while (/[\s,]/.test(text[at] ?? '')) at += 1;
        const flag = letter.toUpperCase() === 'A' && (i === 3 || i === 4);
        number.lastIndex = at;
        const match = flag ? text[at] : number.exec(text)?.[0];
        if (match === undefined) throw new Error(`not a path: ${letter}${text}`);
        at += match.length;
        values.push(Number(match));
      }
      yield { command, values };
      if (command === 'M') command = 'L';
      if (command === 'm') command = 'l';
    } while (count > 0 && text.slice(at).trim() !== '');
  }
}

function bezier(controls) {
  return Array.from({ length: CURVE_STEPS }, (_, i) => {
    const t = (i + 1) / CURVE_STEPS;
    let points = controls;
    while (points.length > 1)
      points = points.slice(1).map(([x, y], j) => [points[j][0] * (1 - t) + x * t, points[j][1] * (1 - t) + y * t]);
    return points[0];
  });
}

/** Points on an elliptical arc (SVG 1.1, appendix F.6.5). */
function arc([x1, y1], [rx0, ry0, rotation, large, sweep], [x2, y2]) {
  if (rx0 === 0 || ry0 === 0) return [[x2, y2]];
  const phi = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const grow = Math.max(1, Math.sqrt((px / rx0) ** 2 + (py / ry0) ** 2));
  const [rx, ry] = [rx0 * grow, ry0 * grow];
  const k = (rx * py) ** 2 + (ry * px) ** 2;
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, ((rx * ry) ** 2 - k) / k));
  const [cx, cy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
  const from = Math.atan2((py - cy) / ry, (px - cx) / rx);
  let turn = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - from;
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI;
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI;
  const steps = Math.max(2, Math.ceil((Math.abs(turn) / Math.PI) * 8));
  return Array.from({ length: steps }, (_, i) => {
    const angle = from + (turn * (i + 1)) / steps;
    const [ux, uy] = [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
    return [cos * ux - sin * uy + (x1 + x2) / 2, sin * ux + cos * uy + (y1 + y2) / 2];
  });
}
