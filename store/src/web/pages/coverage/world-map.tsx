import { type KeyboardEvent, type MouseEvent, useId, useMemo, memo } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { dotPath, dotsOf } from '../../../shared/dotted-map.ts';
import { ArrowRightIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { usePageAddress, PageLink } from '../../components/page-link.tsx';
import { byName, type Place, placeByKey } from './places.ts';
import { indexWorld, type Point, type World } from '../../components/world.ts';
import { CoverageChip } from '../../components/plans/coverage-chip.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';

type Props = {
  world: World;
  places: readonly Place[];
  /** Countries with lighter dots. */
  popular: readonly Place[];
  selected: Place;
  onSelect: (place: Place) => void;
};

/**
 * The world in dots, as a picture of the list below it. A pointer shows the nearest country in the card. For the
 * keyboard the map is one control: arrow keys go through the countries from A to Z, and a letter to the first one with
 * it.
 */
export function WorldMap({ world, places, popular, selected, onSelect }: Props) {
  const { t } = useTranslation();
  const hintId = useId();
  const byCode = useMemo(
    () => new Map(places.filter(({ isPart }) => !isPart).map((place) => [place.countryCode ?? '', place])),
    [places],
  );
  const index = useMemo(() => indexWorld(world, [...byCode.keys()]), [world, byCode]);

  function onClick(event: MouseEvent<SVGSVGElement>) {
    const place = byCode.get(index.at(pointOf(event)) ?? '');
    if (place !== undefined) onSelect(place);
  }

  return (
    <div className="world-map">
      <div className="world-map__control" {...useSlider(hintId, { places, selected, onSelect })}>
        <svg className="world-map__picture" viewBox={VIEW} aria-hidden="true" onClick={onClick}>
          <Land world={world} places={places} popular={popular} />
          <Pin world={world} code={selected.countryCode} at={index.heartOf(selected.countryCode ?? '')} />
        </svg>
      </div>
      <p className="sr" id={hintId}>
        {t('coverage.map.keys')}
      </p>
      <PlaceCard place={selected} />
    </div>
  );
}

/** The map as one control for the keyboard: through the countries from A to Z. Only with script. */
function useSlider(hintId: string, { places, selected, onSelect }: Pick<Props, 'places' | 'selected' | 'onSelect'>) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const isAlive = useHydrated();
  const navigate = useNavigate();
  const address = usePageAddress();
  const ordered = useMemo(() => byName(places, locale), [places, locale]);
  const position = ordered.findIndex(({ slug }) => slug === selected.slug);
  const price = selected.from === null ? null : t('coverage.from', { price: format.money(selected.from) });

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') void navigate(address(paths.offer({ kind: 'local', slug: selected.slug })));
    const next = placeByKey(event.key, ordered, position, locale);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
  }

  return (
    isAlive && {
      role: 'slider',
      tabIndex: 0,
      'aria-label': t('coverage.map.label'),
      'aria-describedby': hintId,
      'aria-valuemin': 1,
      'aria-valuemax': ordered.length,
      'aria-valuenow': position + 1,
      'aria-valuetext': [selected.name[locale], selected.coverage, price].filter(Boolean).join(', '),
      onKeyDown,
    }
  );
}

/** The position of a click or tap on the map. */
function pointOf({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>): Point {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()!.inverse());
  return [x, y];
}

/** The visible part of the world's frame, without the empty sea around it. */
const VIEW = '60 20 1080 500';

/** All land in three colours; memoised, because the selection does not change it. */
const Land = memo(function Land({
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

/** The selected country, with a pin on its representative dot. Places without dots have neither. */
function Pin({ world, code, at }: { world: World; code: string | null; at: Point | undefined }) {
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

/** The paths of a world by their countries. A server draws the same land on each page: a tenth of its CPU. */
const drawn = new WeakMap<World, Map<string, string>>();

/** The path of these countries' dots, row by row, without duplicates. */
function pathOf(world: World, codes: readonly string[]): string {
  const known = drawn.get(world) ?? new Map<string, string>();
  drawn.set(world, known);
  const key = codes.join();
  const path = known.get(key) ?? draw(world, codes);
  known.set(key, path);
  return path;
}

function draw(world: World, codes: readonly string[]): string {
  const dots = new Map(codes.flatMap((code) => dotsOf(world, code)).map((dot) => [dot.join(' '), dot]));
  return dotPath([...dots.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]));
}

/** The card of the country that was chosen on the map. */
function PlaceCard({ place }: { place: Place }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return (
    <div className="place-card">
      <p className="place-card__name">
        <OfferMark offer={place} size="sm" />
        <b className="strong">{place.name[locale]}</b>
        <CoverageChip coverage={place.coverage} />
      </p>
      {place.networks.length > 0 && <p className="small muted">{place.networks.join(', ')}</p>}
      <PageLink className="link small place-card__link" to={paths.offer({ kind: 'local', slug: place.slug })}>
        {place.from === null ? t('coverage.seePlans') : t('coverage.from', { price: format.money(place.from) })}
        <ArrowRightIcon size={15} />
      </PageLink>
    </div>
  );
}
