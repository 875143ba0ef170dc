import { daysOf, MAX_MB_PER_DAY, MAX_STOPS, MAX_TRIP_DAYS, MAX_TRIP_MB } from '../../../shared/itinerary.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorIcon, PlusIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import type { TripData } from './trip-loader.ts';

const USUAL_DAYS = 3;

/** A problem of the whole trip. One of a page without stops is only a hint. */
export type WholeProblem = { text: string; isWrong: boolean };

/** Chooses the next stop and its days, with the limits of a trip. */
export function AddStop({ trip, problem }: { trip: TripData; problem: WholeProblem | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isFull = trip.stops.length >= MAX_STOPS;
  const daysLeft = Math.max(1, MAX_TRIP_DAYS - daysOf(trip.itinerary));
  return (
    <fieldset className="trip-add">
      <legend className="label">{t('trip.add')}</legend>
      <PlaceSelect trip={trip} disabled={isFull} problem={problem} />
      <div className="field">
        <label htmlFor="trip-add-days">{t('trip.addDays')}</label>
        <div className="input">
          <input
            id="trip-add-days"
            name="addDays"
            type="number"
            inputMode="numeric"
            min={1}
            max={daysLeft}
            defaultValue={Math.min(USUAL_DAYS, daysLeft)}
            disabled={isFull}
            aria-describedby="trip-limits"
          />
        </div>
      </div>
      <Button type="submit" variant="secondary" icon={<PlusIcon size={18} />} disabled={isFull}>
        {t('trip.addButton')}
      </Button>
      {problem && (
        <p className={problem.isWrong ? 'error' : 'hint'} id="trip-problem">
          {problem.isWrong && <ErrorIcon size={16} />}
          {problem.text}
        </p>
      )}
      <p className="hint" id="trip-limits">
        {t('trip.limits', {
          stops: MAX_STOPS,
          days: MAX_TRIP_DAYS,
          data: format.data(MAX_TRIP_MB),
          perDay: format.data(MAX_MB_PER_DAY),
        })}
      </p>
    </fieldset>
  );
}

function PlaceSelect({
  trip,
  disabled,
  problem,
}: {
  trip: TripData;
  disabled: boolean;
  problem: WholeProblem | undefined;
}) {
  const { t, locale } = useTranslation();
  const isWrong = problem?.isWrong === true;
  const options = trip.options.toSorted((a, b) => a.name[locale].localeCompare(b.name[locale], locale));
  return (
    <div className="field">
      <label htmlFor="trip-add">{t('trip.addLabel')}</label>
      <div className={isWrong ? 'input is-error' : 'input'}>
        <select
          key={trip.stops.length}
          id="trip-add"
          name="add"
          defaultValue=""
          disabled={disabled}
          aria-invalid={isWrong || undefined}
          aria-describedby={problem ? 'trip-problem trip-limits' : 'trip-limits'}
        >
          <option value="">{t('trip.addChoose')}</option>
          {options.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name[locale]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
