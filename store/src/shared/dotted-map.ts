/** Maps of dots, drawn from data/maps/dots.json: land sampled on hexagonal grids, with the country of each dot. */

/** A grid of dots: even rows start half a step in, odd rows a whole one. Lengths are in units of the grid. */
export type DotGrid = {
  dx: number;
  dy: number;
  /**
   * By ISO country code, `ZZ` for all other land: row, first column and length of each run. Small countries share dots.
   */
  runs: Readonly<Record<string, readonly number[]>>;
};
export type Dots = {
  /** The world for the hero and the coverage page, in pixels. */
  world: DotGrid & { width: number; height: number };
  /**
   * The whole globe in Mercator's projection, from coarse to fine; x in degrees from 180° west, y downwards from 84°
   * north.
   */
  levels: readonly (DotGrid & { columns: number })[];
};

export type Point = readonly [x: number, y: number];

/** The dots of a country, row by row. */
export function dotsOf({ dx, dy, runs }: DotGrid, code: string): Point[] {
  const found: Point[] = [];
  const list = runs[code] ?? [];
  for (let i = 0; i < list.length; i += 3) {
    const [row = 0, first = 0, length = 0] = list.slice(i, i + 3);
    for (let column = first; column < first + length; column += 1)
      found.push([(column + (row % 2 === 0 ? 0.5 : 1)) * dx, (row + 0.5) * dy]);
  }
  return found;
}

/** One path of zero-length lines, which round caps turn into dots; relative steps repeat and compress well. */
export function dotPath(dots: readonly Point[]): string {
  const number = (value: number) => String(Number(value.toFixed(2))).replace(/^(-?)0\./, '$1.');
  let [lastX, lastY] = [NaN, NaN];
  return dots
    .map(([x, y]) => {
      const step = y === lastY ? `m${number(x - lastX)} 0h0` : `M${number(x)} ${number(y)}h0`;
      [lastX, lastY] = [x, y];
      return step;
    })
    .join('');
}

/** The size of a drawing, and the box [left, top, right, bottom] that its content must fill. */
export type Frame = { width: number; height: number; box: readonly [number, number, number, number] };

export type CoverageOptions = {
  frame?: Frame;
  /** The frame for content that is more than twice as wide as high, such as the world. */
  wideFrame?: Frame;
  /** A covered country with a colour of its own. */
  marked?: string;
  /** Any CSS colours. */
  colours?: { covered: string; rest: string; marked: string };
  /** Distance between dots in pixels of the drawing; the nearest level is used. */
  spacing?: number;
  /** The maximum distance between dots: how near a small country may be. */
  mostSpacing?: number;
};

/** The size of a destination page's head; the content is slightly right of the centre. */
const HEAD: Frame = { width: 720, height: 200, box: [270, 14, 530, 186] };
const WIDE_HEAD: Frame = { width: 720, height: 200, box: [120, 14, 680, 186] };
/** Colours of the embedding page; the light ones in a standalone file. */
const COLOURS = { covered: 'var(--map-hit,#0052FF)', rest: 'var(--map-dot,#D6DBE4)', marked: 'var(--accent,#FF6B00)' };
/** Share of the land (Alaska, remote islands) that may be outside on each side. */
const OUTLIERS = 0.02;
const OTHER_LAND = 'ZZ';
/** The upper edge of the grids, 84° north, in degrees of Mercator's projection above the equator. */
const TOP = (Math.log(Math.tan(Math.PI / 4 + (84 * Math.PI) / 360)) * 180) / Math.PI;
/** The visible part of the whole world: about 58° north to 35° south. */
const [NORTH, SOUTH] = [TOP - 74, TOP + 37];
/** The maximum distance between dots, in pixels: a closer view would show no more detail. */
const MAX_SPACING = 12;

/**
 * A map of exactly these countries, other land in grey, as an SVG document, cropped to show every one of them. Codes
 * without dots are left out; without any, the world is drawn.
 */
export function drawCoverage(dots: Dots, codes: readonly string[], options: CoverageOptions = {}): string {
  const { marked, colours = COLOURS, spacing = 8 } = options;
  const layers: Layer[] = [
    { colour: colours.marked, codes: marked === undefined ? [] : [marked] },
    { colour: colours.covered, codes },
  ];
  return drawDots(dots, { view: viewOf(dots, codes, options), layers, rest: colours.rest, spacing });
}

/** The world from Alaska to Kamchatka, from 72° north to 50° south, one pixel a degree. */
const WORLD: View = { west: 12, north: TOP - 105, scale: 1, width: 350, height: 163 };
/** With fewer dots on the world a country is found by a ring around it. */
const FEW_DOTS = 12;

/**
 * The whole world at one scale, these countries coloured: drawings for several plans show how far each one reaches. A
 * small reach has a ring around it.
 */
export function drawReach(dots: Dots, codes: readonly string[]): string {
  const grid = dots.levels[0]!;
  const reached = codes.flatMap((code) => dotsOf(grid, code)).map((dot) => inView(WORLD, dot));
  // Dots that touch: a region is a shape also where the whole world has the width of a phone's column.
  const covered: Layer = { colour: COLOURS.covered, codes, size: 1 };
  const svg = drawDots(dots, { view: WORLD, layers: [covered], spacing: grid.dx });
  if (reached.length === 0 || reached.length > FEW_DOTS) return svg;
  const middle = ([0, 1] as const).map((axis) => reached.reduce((sum, dot) => sum + dot[axis], 0) / reached.length);
  const [x, y] = middle as [number, number];
  const farthest = Math.max(...reached.map((dot) => Math.hypot(dot[0] - x, dot[1] - y)));
  const ring = `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${Math.max(16, farthest + 8).toFixed(1)}" stroke="${COLOURS.covered}" stroke-width="2" vector-effect="non-scaling-stroke"/>`;
  return svg.replace('</g></svg>', `${ring}</g></svg>`);
}

/** Countries in one colour. `size`: of a dot, as a share of the distance between two. */
export type Layer = { colour: string; codes: readonly string[]; size?: number };

const DOT_SIZE = 0.725;

/** The land of a view as an SVG document: the layers, the first one on top, over all other land. */
export function drawDots(
  dots: Dots,
  {
    view,
    layers,
    rest = COLOURS.rest,
    spacing,
  }: { view: View; layers: readonly Layer[]; rest?: string; spacing: number },
): string {
  const level = dots.levels.reduce((best, each) => {
    const off = ({ dx }: DotGrid) => Math.abs(Math.log((dx * view.scale) / spacing));
    return off(each) < off(best) ? each : best;
  });
  const taken = new Set<string>();
  const visible = (code: string): Point[] =>
    dotsOf(level, code).flatMap((dot) => {
      // Countries smaller than a dot share it: the first one that is drawn determines its colour.
      const key = dot.join(' ');
      if (taken.has(key)) return [];
      taken.add(key);
      const point = inView(view, dot);
      return point[0] >= 0 && point[0] <= view.width && point[1] >= 0 && point[1] <= view.height ? [point] : [];
    });
  const everywhere: Layer = { colour: rest, codes: [...Object.keys(level.runs), OTHER_LAND] };
  const drawn = [...layers, everywhere].map(({ codes, ...layer }) => ({ ...layer, points: codes.flatMap(visible) }));
  const widthOf = (size: number) => Number((level.dx * view.scale * size).toFixed(2));
  const body = drawn.toReversed().map(({ colour, size, points }) => {
    points.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    const own = size === undefined ? '' : ` stroke-width="${widthOf(size)}"`;
    return points.length === 0 ? '' : `<path stroke="${colour}"${own} d="${dotPath(points)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${view.width} ${view.height}"><g id="map" fill="none" stroke-width="${widthOf(DOT_SIZE)}" stroke-linecap="round">${body.join('')}</g></svg>\n`;
}

export type View = { west: number; north: number; scale: number; width: number; height: number };

/** A dot of a level in the pixels of a view; the globe is turned so that the view's centre is in the middle. */
export function inView(view: View, [x, y]: Point): Point {
  const centre = view.west + view.width / 2 / view.scale;
  const turned = ((((x - centre + 180) % 360) + 360) % 360) - 180 + centre;
  return [(turned - view.west) * view.scale, (y - view.north) * view.scale];
}

/** The view that shows all of these countries: most of their land, and the centre of each. */
export function viewOf(
  { levels }: Dots,
  codes: readonly string[],
  { frame = HEAD, wideFrame = WIDE_HEAD, mostSpacing = MAX_SPACING }: CoverageOptions,
): View {
  const grid = levels[Math.floor(levels.length / 2)]!;
  const most = mostSpacing / levels.at(-1)!.dx;
  const countries = codes.map((code) => dotsOf(grid, code)).filter((each) => each.length > 0);
  if (countries.length === 0) return fit([0, NORTH], [360, SOUTH], wideFrame, most);
  const start = emptiest(countries.flat().map(([x]) => x));
  const turned = countries.map((each) => each.map(([x, y]): Point => [(x - start + 360) % 360, y]));
  const span = (axis: 0 | 1): [number, number] => {
    const weighed = turned.map((each) => each.map((point) => ({ at: point[axis], weight: landOf(point) })));
    const own = weighed.map((each) => quantile(each, 0.5));
    const all = weighed.flat();
    return [Math.min(quantile(all, OUTLIERS), ...own), Math.max(quantile(all, 1 - OUTLIERS), ...own)];
  };
  const [[west, east], [north, south]] = [span(0), span(1)];
  if (east - west > 180) return fit([west + start, NORTH], [east + start, SOUTH], wideFrame, most);
  const wide = east - west > 2 * (south - north);
  return fit([west + start, north], [east + start, south], wide ? wideFrame : frame, most);
}

function fit([west, north]: Point, [east, south]: Point, { width, height, box }: Frame, most: number): View {
  const [left, top, right, bottom] = box;
  const across = (right - left) / Math.max(east - west, 0.5);
  const down = (bottom - top) / Math.max(south - north, 0.5);
  // Content around the globe fills the width; its far north and south are cropped.
  const scale = east - west > 180 ? width / 360 : Math.min(across, down, most);
  return {
    scale,
    width,
    height,
    west: (west + east) / 2 - (left + right) / 2 / scale,
    north: (north + south) / 2 - (top + bottom) / 2 / scale,
  };
}

/** The land area of a dot: Mercator's projection enlarges the north. */
function landOf([, y]: Point): number {
  const latitude = TOP - y;
  return 1 / Math.cosh((latitude * Math.PI) / 180) ** 2;
}

/** The weighted quantile: the value below which this share of the weight lies. */
function quantile(values: readonly { at: number; weight: number }[], share: number): number {
  const sorted = values.toSorted((a, b) => a.at - b.at);
  let left = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  for (const { at, weight } of sorted) {
    left -= weight;
    if (left <= 0) return at;
  }
  return sorted.at(-1)!.at;
}

/** The x after the widest gap on the circle: the left edge for a map of these places. */
function emptiest(xs: readonly number[]): number {
  const sorted = [...new Set(xs)].sort((a, b) => a - b);
  let [best, start] = [-1, 0];
  sorted.forEach((x, i) => {
    const gap = x - (i === 0 ? sorted.at(-1)! - 360 : sorted[i - 1]!);
    if (gap > best) [best, start] = [gap, x];
  });
  return start;
}
