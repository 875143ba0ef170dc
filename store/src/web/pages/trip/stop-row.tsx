import { daysOf, type Itinerary, MAX_TRIP_DAYS, mbPerDayOf } from '../../../shared/itinerary.ts';
import { paths } from '../../../shared/paths.ts';
import { CloseIcon, ErrorIcon, MinusIcon, PlusIcon } from '../../../ui/icons.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { useFormat } from '../../format.ts';
import type { ShownStop } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';

type Props = {
  stop: ShownStop;
  at: number;
  /** True when an earlier stop is in the same place. */
  isAgain: boolean;
  itinerary: Itinerary;
  problem: string | undefined;
  update: () => void;
};

/** One stop of the form: its days can be typed or stepped, and it can be removed. */
export function StopRow(props: Props) {
  const {
    stop: { slug, days, place },
    at,
    isAgain,
    itinerary,
    problem,
  } = props;
  const { t, locale } = useTranslation();
  const format = useFormat();
  const placeName = place?.name[locale] ?? slug;
  const name = isAgain ? t('trip.again', { name: placeName }) : placeName;
  const data = format.data(days * mbPerDayOf(itinerary));
  return (
    <li>
      <i aria-hidden="true" />
      <input type="hidden" name="place" value={slug} />
      <div className="trip-stops__name">
        {place && <Flag src={paths.flag(place.flag)} size="sm" />}
        <span>
          <b>{name}</b>
          {place && <span>{t(place.own ? 'trip.needs' : 'trip.noLocal', { data })}</span>}
        </span>
      </div>
      <Stepper {...props} name={name} />
      <button className="icon-btn" type="submit" name="remove" value={at} aria-label={t('trip.remove', { name })}>
        <CloseIcon size={18} />
      </button>
      {problem && (
        <p className="error" id={`trip-stop-${at}`}>
          <ErrorIcon size={16} />
          {problem}
        </p>
      )}
    </li>
  );
}

/** The days of the stop: less, typed, more. */
function Stepper({ stop: { days }, at, itinerary, problem, update, name }: Props & { name: string }) {
  const { t } = useTranslation();
  return (
    <div className="stepper">
      <button type="submit" name="less" value={at} aria-label={t('trip.less', { name })} disabled={days <= 1}>
        <MinusIcon size={16} />
      </button>
      <input
        key={days}
        type="number"
        inputMode="numeric"
        name="days"
        min={1}
        max={Math.max(1, MAX_TRIP_DAYS - daysOf(itinerary) + days)}
        defaultValue={days}
        aria-label={t('trip.days', { name })}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && `trip-stop-${at}`}
        onBlur={(event) => {
          if (event.target.value !== `${days}`) update();
        }}
      />
      <span aria-hidden="true">{t('trip.unit', { count: days })}</span>
      <button
        type="submit"
        name="more"
        value={at}
        aria-label={t('trip.more', { name })}
        disabled={daysOf(itinerary) >= MAX_TRIP_DAYS}
      >
        <PlusIcon size={16} />
      </button>
    </div>
  );
}
