import { describe, expect, it } from 'vitest';
import dotsFile from '#data/maps/dots.json' with { type: 'json' };
import destinations from '#data/catalogue/destinations.json' with { type: 'json' };
import { dotPath, type Dots, dotsOf, drawCoverage, drawReach } from './dotted-map.ts';

const dots: Dots = dotsFile;
const codes = [...new Set(destinations.flatMap(({ countryCode }) => countryCode ?? []))];
const membersOf = (slug: string) => destinations.find((each) => each.slug === slug)?.members ?? [];

/** The dots of a drawing by colour. */
function drawn(svg: string): Record<string, [number, number][]> {
  const found: Record<string, [number, number][]> = {};
  for (const [, colour = '', path = ''] of svg.matchAll(
    /<path stroke="([^"]+)"(?: stroke-width="[\d.]+")? d="([^"]+)"\/>/g,
  )) {
    let [x, y] = [0, 0];
    found[colour] = [...path.matchAll(/([Mm])(-?[\d.]+) (-?[\d.]+)h0/g)].map(([, step, a, b]) => {
      [x, y] = step === 'M' ? [Number(a), Number(b)] : [x + Number(a), y + Number(b)];
      return [x, y];
    });
  }
  return found;
}
const [BLUE, GREY, ORANGE] = ['var(--map-hit,#0052FF)', 'var(--map-dot,#D6DBE4)', 'var(--accent,#FF6B00)'];
const middleOf = (points: [number, number][] = []) =>
  [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length);

describe('dots.json', () => {
  it('has a dot for every covered place on every grid, and for other land', () => {
    for (const grid of [dots.world, ...dots.levels]) {
      expect(codes.filter((code) => dotsOf(grid, code).length === 0)).toEqual([]);
      expect(Object.keys(grid.runs)).toHaveLength(codes.length + 1);
      expect(dotsOf(grid, 'ZZ').length).toBeGreaterThan(0);
    }
  });

  it("has France at the hero's pin, and New Zealand at the opposite end", () => {
    const near = dotsOf(dots.world, 'FR').some(([x, y]) => Math.hypot(x - 574.9, y - 136.2) < 10);
    expect(near).toBe(true);
    for (const [x, y] of dotsOf(dots.world, 'NZ')) expect(x > 1_000 && y > 400, `${x} ${y}`).toBe(true);
  });
});

describe('drawCoverage', () => {
  it('colours exactly the covered countries', () => {
    const both = drawn(drawCoverage(dots, ['FR', 'ES']));
    const france = drawn(drawCoverage(dots, ['FR', 'ES'], { marked: 'FR' }));
    expect(Object.keys(both)).toEqual([GREY, BLUE]);
    expect(Object.keys(france)).toEqual([GREY, BLUE, ORANGE]);
    expect(france[BLUE]!.length + france[ORANGE]!.length).toBe(both[BLUE]!.length);
    expect(france[GREY]!.length).toBe(both[GREY]!.length);
    // France is north of Spain, in the middle of the head's right half.
    expect(middleOf(france[ORANGE])[1]).toBeLessThan(middleOf(france[BLUE])[1]!);
    expect(middleOf(both[BLUE])[0]).toBeGreaterThan(360);
  });

  it('shows every country of a plan, also across the antimeridian', () => {
    const pacific = ['FJ', 'WS', 'TO', 'NZ'];
    const some = (members: string[]) => members.filter((_, i) => members.length < 10 || i % 5 === 0);
    for (const members of [...['europe', 'africa', 'americas', 'asia'].map(membersOf), pacific])
      for (const marked of some(members))
        expect(drawn(drawCoverage(dots, members, { marked }))[ORANGE]?.length ?? 0, marked).toBeGreaterThan(0);
    // The world in a wide head is cropped in the north and south; a higher frame shows it whole.
    const world = { width: 720, height: 340, box: [0, 0, 720, 340] } as const;
    for (const marked of ['IS', 'NZ', 'PF', 'FJ', 'CL'])
      expect(
        drawn(drawCoverage(dots, codes, { marked, wideFrame: world }))[ORANGE]?.length ?? 0,
        marked,
      ).toBeGreaterThan(0);
    const xs = drawn(drawCoverage(dots, pacific))[BLUE]!.map(([x]) => x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(400);
  });

  it('spaces dots as requested, in the requested colours, without duplicates', () => {
    const svg = drawCoverage(dots, membersOf('asia'), {
      colours: { covered: 'var(--map-covered)', rest: 'var(--map-rest)', marked: 'white' },
    });
    const layers = drawn(svg);
    expect(Object.keys(layers)).toEqual(['var(--map-rest)', 'var(--map-covered)']);
    const all = Object.values(layers)
      .flat()
      .map(([x, y]) => `${x.toFixed(0)} ${y.toFixed(0)}`);
    expect(new Set(all).size).toBe(all.length);
    const spacing = Number(/stroke-width="([\d.]+)"/.exec(svg)?.[1]) / 0.725;
    expect(spacing).toBeGreaterThan(6);
    expect(spacing).toBeLessThan(11);
  });

  it('shows the world without a known country, and limits the zoom for a small place', () => {
    expect(Object.keys(drawn(drawCoverage(dots, [])))).toEqual([GREY]);
    expect(drawCoverage(dots, ['XX'])).toBe(drawCoverage(dots, []));
    expect(drawn(drawCoverage(dots, ['MC']))[BLUE]).toHaveLength(1);
  });
});

it('writes the dots of a row as relative steps', () => {
  expect(
    dotPath([
      [1, 2],
      [3.5, 2],
      [0.25, 4],
    ]),
  ).toBe('M1 2h0m2.5 0h0M.25 4h0');
});

describe('drawReach', () => {
  const land = (svg: string) => Object.values(drawn(svg)).flat().map(String).sort();

  it('draws the same world for every plan, coloured as far as it reaches', () => {
    const [france, europe] = [drawReach(dots, ['FR']), drawReach(dots, membersOf('europe'))];
    expect(land(france)).toEqual(land(europe));
    expect(drawn(france)[BLUE]!.length).toBeLessThan(drawn(europe)[BLUE]!.length / 4);
  });

  it('has a ring around a small country, and none around a region', () => {
    const ring = /<circle cx="([\d.]+)" cy="([\d.]+)"/.exec(drawReach(dots, ['MT']))!;
    const [at] = drawn(drawReach(dots, ['MT']))[BLUE]!;
    expect(Math.hypot(Number(ring[1]) - at![0], Number(ring[2]) - at![1])).toBeLessThan(1);
    expect(drawReach(dots, membersOf('europe'))).not.toContain('<circle');
  });
});
