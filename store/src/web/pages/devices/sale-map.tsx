import { formatList } from '../../../i18n/format.ts';
import { dotPath, dotsOf } from '../../../shared/dotted-map.ts';
import type { DeviceFamily, SalePlace } from '../../../shared/devices/types.ts';
import { useTranslation } from '../../translation.tsx';
import type { World } from '../../components/world.ts';
import { useDeviceWords } from './device-phrases.ts';

/** Crops the empty sea around the land. */
const VIEW = '60 20 1080 500';

/** The places where one family is sold with an eSIM, as a picture of the list below it. */
export function SaleMap({ family, world }: { family: DeviceFamily; world: World }) {
  const { t, locale } = useTranslation();
  const { day } = useDeviceWords();
  const placesWith = (meant: (exception: DeviceFamily['exceptions'][number]) => boolean): SalePlace[] =>
    family.exceptions.filter(meant).flatMap(({ places }) => places);
  const layers = {
    only: placesWith(({ esim, simSlot }) => esim === 'yes' && simSlot === false),
    none: placesWith(({ esim }) => esim === 'no'),
    partly: placesWith(({ esim }) => esim === 'depends'),
  };
  const named = new Set<string>(Object.values(layers).flat());
  const rest = Object.keys(world.runs).filter((code) => !named.has(code));
  const names = (places: readonly SalePlace[]) =>
    formatList(
      places.map((place) => t(`devices.places.${place}`)),
      locale,
    );
  return (
    <section>
      <div className="device-sections__head">
        <h2 className="h-sec">{t('devices.map.title')}</h2>
        <span className="small muted">{t('devices.map.read', { date: day(family.readAt) })}</span>
      </div>
      <figure className="sale-map">
        <svg viewBox={VIEW} role="img" aria-label={t('devices.map.label')}>
          <path className="sale-map__both" d={pathOf(world, rest)} />
          {Object.entries(layers).map(([layer, places]) => (
            <path key={layer} className={`sale-map__${layer}`} d={pathOf(world, places)} />
          ))}
        </svg>
        <figcaption>
          <ul>
            {(['only', 'both', 'none', 'partly'] as const).map((layer) => (
              <li key={layer}>
                <svg className={`sale-map__${layer}`} width={10} height={10} aria-hidden="true">
                  <path d="M5 5h0" />
                </svg>
                <span>
                  <b>{t(`devices.map.${layer}`)}</b> {layer === 'both' ? t('devices.map.most') : names(layers[layer])}
                </span>
              </li>
            ))}
          </ul>
        </figcaption>
      </figure>
    </section>
  );
}

/** The path of these countries' dots, row by row, without duplicates. */
function pathOf(world: World, codes: readonly string[]): string {
  const dots = new Map(codes.flatMap((code) => dotsOf(world, code)).map((dot) => [dot.join(' '), dot]));
  return dotPath([...dots.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]));
}
