import { type Dots, dotsOf, drawDots, type Frame, inView, type Point, type View, viewOf } from './dotted-map.ts';

/** The map of a trip: its countries, each in the colour of the plan that works there. */

const FRAME: Frame = { width: 720, height: 620, box: [130, 120, 590, 500] };
/** The dots may be far apart: a trip through one small country is not a dot on a continent. */
const MAX_SPACING = 22;
const SPACING = 9;

/** A country by its code; `tone`: the number of its plan's colour, null while it has no plan. */
export type PaintedCountry = { code: string; tone: number | null };

export const tripView = (dots: Dots, codes: readonly string[]): View =>
  viewOf(dots, codes, { frame: FRAME, wideFrame: FRAME, mostSpacing: MAX_SPACING });

/** The map as an SVG document. The page's custom properties give the colours. */
export function drawTripMap(dots: Dots, countries: readonly PaintedCountry[]): string {
  const tones = [...new Set(countries.map(({ tone }) => tone))];
  return drawDots(dots, {
    view: tripView(
      dots,
      countries.map(({ code }) => code),
    ),
    layers: tones.map((tone) => ({
      colour: `var(--trip-${tone ?? 'none'},currentColor)`,
      codes: countries.flatMap((each) => (each.tone === tone ? [each.code] : [])),
    })),
    spacing: SPACING,
  });
}

/** The dot in the middle of a country's land; null for one without dots. */
export function heartInView(dots: Dots, view: View, code: string): Point | null {
  const land = dotsOf(dots.levels.at(-1)!, code).map((dot) => inView(view, dot));
  if (land.length === 0) return null;
  const middle = ([0, 1] as const).map((axis) => land.map((dot) => dot[axis]).sort((a, b) => a - b)[land.length >> 1]!);
  const far = ([x, y]: Point): number => Math.hypot(x - middle[0]!, y - middle[1]!);
  return land.reduce((best, dot) => (far(dot) < far(best) ? dot : best));
}
