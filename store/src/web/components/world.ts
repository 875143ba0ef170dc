import { type DotGrid, dotsOf } from '../../shared/dotted-map.ts';

/** The dots of the world by country, from the loader. */
export type World = DotGrid & { width: number; height: number };

export type Point = readonly [x: number, y: number];

/** Maximum distance from a pointer to a country's nearest dot, in units of the map: about two dots. */
const REACH = 18;

/** Hit testing on the map: the covered countries that have dots. */
type WorldIndex = {
  /** The country at a point; null: none is near. A shared dot belongs to the smallest country. */
  at(point: Point): string | null;
  /** The representative dot of a country: the one nearest to its centre. */
  heartOf(code: string): Point | undefined;
};

export function indexWorld(world: World, codes: readonly string[]): WorldIndex {
  const countries = codes
    .map((code) => ({ code, dots: dotsOf(world, code) }))
    .filter(({ dots }) => dots.length > 0)
    .toSorted((a, b) => a.dots.length - b.dots.length);
  const hearts = new Map(countries.map(({ code, dots }) => [code, heart(dots)]));

  return {
    at(point) {
      let best: { code: string; distance: number } | undefined;
      for (const { code, dots } of countries)
        for (const dot of dots) {
          const distance = distanceOf(dot, point);
          if (distance <= REACH && (best === undefined || distance < best.distance)) best = { code, distance };
        }
      return best?.code ?? null;
    },
    heartOf: (code) => hearts.get(code),
  };
}

function heart(dots: readonly Point[]): Point {
  const mean = (axis: 0 | 1) => dots.reduce((sum, dot) => sum + dot[axis], 0) / dots.length;
  const middle: Point = [mean(0), mean(1)];
  return dots.reduce((best, dot) => (distanceOf(dot, middle) < distanceOf(best, middle) ? dot : best));
}

const distanceOf = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by);
