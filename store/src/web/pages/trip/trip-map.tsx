import { paths } from '../../../shared/paths.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useTripWords } from './trip-words.ts';

/** Size of public/maps/world.svg. */
const WORLD = { width: 1200, height: 560 };
/** Minimum width of the view: the dots of the map are 8.6 apart. */
const LEAST_WIDTH = 260;
const SHAPE = 1.25;

/** The stops in order on the dotted world map, cropped to them. */
export function TripMap({ trip }: { trip: TripData }) {
  const { t, locale } = useTranslation();
  const words = useTripWords(trip);
  const pins = trip.stops.flatMap(({ pin, place }) => (pin && place ? [{ x: pin[0], y: pin[1], place }] : []));
  if (pins.length === 0) return null;
  const view = cropOf(pins);
  const unit = view.width / 640;
  return (
    <div className="trip-map">
      <svg
        viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={t('trip.route', { stops: words.stops(trip.stops.map((_, at) => at)) })}
      >
        <use href={`${paths.map('world')}#map`} opacity={0.45} />
        <polyline points={pins.map(({ x, y }) => `${x},${y}`).join(' ')} strokeWidth={2.5 * unit} />
        {pins.map(({ x, y, place }, at) => (
          <g key={`${at}-${x}`} transform={`translate(${x} ${y}) scale(${unit.toFixed(3)})`}>
            <circle r={13} />
            <text y={5} textAnchor="middle">
              {at + 1}
            </text>
            <text className="trip-map__name" x={19} y={5}>
              {place.name[locale]}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function cropOf(pins: readonly { x: number; y: number }[]) {
  const [xs, ys] = [pins.map(({ x }) => x), pins.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = Math.max(LEAST_WIDTH, (east - west) * 1.6, (south - north) * 1.6 * SHAPE);
  const width = Math.min(across, WORLD.width);
  const height = Math.min(width / SHAPE, WORLD.height);
  const within = (start: number, size: number, most: number): number =>
    Math.round(Math.min(Math.max(0, start), most - size));
  return {
    left: within((west + east - width) / 2, width, WORLD.width),
    top: within((north + south - height) / 2, height, WORLD.height),
    width: Math.round(width),
    height: Math.round(height),
  };
}
