import { memo } from 'react';
import { dotPath, dotsOf } from '../../../../shared/dotted-map.ts';
import type { Place } from '../places.ts';
import type { Point, World } from '../../../components/world.ts';

/** What is shown of the world's frame: the empty sea around it is cut off. */
export const VIEW = '60 20 1080 500';

/** All land in three colours; it is drawn once, whatever is chosen on it. */
export const Land = memo(function Land({
  world,
  places,
  popular,
}: {
  world: World;
  places: readonly Place[];
  popular: readonly Place[];
}) {
  const codesOf = (list: readonly Place[]) => new Set(list.map(({ countryCode }) => countryCode ?? ''));
  const [light, covered] = [codesOf(popular), codesOf(places)];
  const layers: Record<'rest' | 'covered' | 'popular', string[]> = { rest: [], covered: [], popular: [] };
  for (const code of Object.keys(world.runs))
    layers[light.has(code) ? 'popular' : covered.has(code) ? 'covered' : 'rest'].push(code);
  return Object.entries(layers).map(([layer, codes]) => (
    <path key={layer} className={`world-map__${layer}`} d={pathOf(world, codes)} />
  ));
});

/** The chosen country, with a pin on the dot that stands for it. Places without dots have neither. */
export function Pin({ world, code, at }: { world: World; code: string | null; at: Point | undefined }) {
  if (code === null || at === undefined) return null;
  const [cx, cy] = at;
  return (
    <>
      <path className="world-map__chosen" d={pathOf(world, [code])} />
      <circle className="world-map__halo" cx={cx} cy={cy} r={13} />
      <circle className="world-map__pin" cx={cx} cy={cy} r={5.5} />
    </>
  );
}

/** The dots of these countries row by row; a dot that several share once. */
function pathOf(world: World, codes: readonly string[]): string {
  const dots = new Map(codes.flatMap((code) => dotsOf(world, code)).map((dot) => [dot.join(' '), dot]));
  return dotPath([...dots.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]));
}
