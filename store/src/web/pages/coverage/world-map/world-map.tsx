import { type KeyboardEvent, type MouseEvent, useId, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../../shared/paths.ts';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useHydrated } from '../../../use-hydrated.ts';
import { usePageAddress } from '../../../components/page-link.tsx';
import { PlaceCard } from './place-card.tsx';
import { byName, type Place, placeByKey } from '../places.ts';
import { Land, Pin, VIEW } from './world-drawing.tsx';
import { indexWorld, type Point, type World } from '../../../components/world.ts';

/**
 * The world in dots, as a picture of the list below it. A pointer fills the card with the country nearest to it. By keyboard
 * the map is one control: its arrow keys go through the countries from A to Z, and a letter to the first one with it.
 */
export function WorldMap({
  world,
  places,
  popular,
  selected,
  onSelect,
}: {
  world: World;
  places: readonly Place[];
  /** Their dots are lighter. */
  popular: readonly Place[];
  selected: Place;
  onSelect: (place: Place) => void;
}) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const hintId = useId();
  const isAlive = useHydrated();
  const navigate = useNavigate();
  const address = usePageAddress();
  const byCode = useMemo(
    () => new Map(places.filter(({ isPart }) => !isPart).map((place) => [place.countryCode ?? '', place])),
    [places],
  );
  const index = useMemo(() => indexWorld(world, [...byCode.keys()]), [world, byCode]);
  const ordered = useMemo(() => byName(places, locale), [places, locale]);
  const position = ordered.findIndex(({ slug }) => slug === selected.slug);
  const price = selected.from === null ? null : t('coverage.from', { price: format.money(selected.from) });

  function onClick(event: MouseEvent<SVGSVGElement>) {
    const place = byCode.get(index.at(pointOf(event)) ?? '');
    if (place !== undefined) onSelect(place);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') void navigate(address(paths.offer({ kind: 'local', slug: selected.slug })));
    const next = placeByKey(event.key, ordered, position, locale);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
  }

  return (
    <div className="world-map">
      <div
        className="world-map__control"
        {...(isAlive && {
          role: 'slider',
          tabIndex: 0,
          'aria-label': t('coverage.map.label'),
          'aria-describedby': hintId,
          'aria-valuemin': 1,
          'aria-valuemax': ordered.length,
          'aria-valuenow': position + 1,
          'aria-valuetext': [selected.name[locale], selected.coverage, price].filter(Boolean).join(', '),
          onKeyDown,
        })}
      >
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

/** Where on the map somebody clicked or tapped. */
function pointOf({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>): Point {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()!.inverse());
  return [x, y];
}
