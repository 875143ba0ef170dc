import { type FormEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import {
  HABITS,
  itineraryQuery,
  isOfHabit,
  mbOf,
  MAX_MB_PER_DAY,
  MAX_STOPS,
  MAX_TRIP_DAYS,
  MAX_TRIP_MB,
  daysOf,
  readItinerary,
} from '../../../shared/itinerary.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import { type TripData, type TripProblem } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { AddStop } from './add-stop.tsx';
import { StopRow } from './stop-row.tsx';
/**
 * The stops and the data habit, as one form: each button submits it, and the answer has the trip's own URL. With script
 * the page updates in place.
 */
export function TripForm({ trip }: { trip: TripData }) {
  const { t } = useTranslation();
  const address = usePageAddress();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { stops, problems } = trip;
  const wrong = useProblemWords(trip);
  const whole = problems.find((each) => !('stop' in each) && !isOfHabit(each));
  /** A page without stops has nothing wrong yet. */
  const isWrong = whole !== undefined && whole.kind !== 'no-stops';
  const habit = problems.find(isOfHabit);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const fields = [...new FormData(event.currentTarget, submitter)].map(([name, value]) => [name, String(value)]);
    const query = itineraryQuery(readItinerary(new URLSearchParams(fields)).itinerary);
    void navigate(address(paths.planTrip(query)), { replace: true, preventScrollReset: true });
  }
  const update = () => form.current?.requestSubmit();

  return (
    <form ref={form} noValidate method="get" action={address(paths.planTrip())} className="stack gap-6" onSubmit={send}>
      {/* The default button: Enter in a field activates the first button of a form. */}
      <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />
      <div>
        {stops.length > 0 && <Stops trip={trip} wrong={wrong} update={update} />}
        <AddStop trip={trip} problem={whole && { text: wrong(whole), isWrong }} />
      </div>
      <Habits trip={trip} update={update} problem={habit && wrong(habit)} />
      <noscript>
        <Button type="submit" variant="secondary">
          {t('trip.update')}
        </Button>
      </noscript>
    </form>
  );
}

function Stops({
  trip: { stops, problems, itinerary },
  wrong,
  update,
}: {
  trip: TripData;
  wrong: (problem: TripProblem) => string;
  update: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ol className="trip-stops" aria-label={t('trip.stops')}>
      {stops.map((stop, at) => {
        const problem = problems.find((each) => 'stop' in each && each.stop === at);
        const earlier = stops.slice(0, at).filter(({ slug }) => slug === stop.slug).length;
        return (
          <StopRow
            // Not by its position: days that are being typed stay when a stop above is removed.
            key={`${stop.slug}-${earlier}`}
            stop={stop}
            at={at}
            isAgain={earlier > 0}
            itinerary={itinerary}
            problem={problem && wrong(problem)}
            update={update}
          />
        );
      })}
    </ol>
  );
}

function Habits({ trip, update, problem }: { trip: TripData; update: () => void; problem: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { habit, stops } = trip.itinerary;
  const cards: { value: string; label: string; mb: number; text: string }[] = [
    { value: 'light', label: t('trip.habits.light'), mb: HABITS.light, text: t('trip.habits.lightText') },
    { value: 'everyday', label: t('trip.habits.everyday'), mb: HABITS.everyday, text: t('trip.habits.everydayText') },
    { value: 'heavy', label: t('trip.habits.heavy'), mb: HABITS.heavy, text: t('trip.habits.heavyText') },
  ];
  if (typeof habit === 'number') {
    cards.push({ value: `${habit}`, label: t('trip.habits.counted'), mb: habit, text: t('trip.habits.countedText') });
  }
  const calculator = paths.plansData(stops.length === 1 ? `?to=${stops[0]!.slug}&days=${stops[0]!.days}` : '');
  return (
    <fieldset aria-describedby={problem && 'trip-habit-problem'}>
      <legend className="label mb-2">{t('trip.habit')}</legend>
      <div className="trip-habits">
        {cards.map(({ value, label, mb, text }) => (
          <label key={value}>
            <input
              key={`${habit}`}
              type="radio"
              name="habit"
              value={value}
              defaultChecked={value === `${habit}`}
              onChange={update}
            />
            <b>{label}</b>
            <span className="tnum">{t('trip.habits.perDay', { data: format.data(mb) })}</span>
            <span>{text}</span>
          </label>
        ))}
      </div>
      {problem && (
        <p className="error mt-2" id="trip-habit-problem">
          <ErrorIcon size={16} />
          {problem}
        </p>
      )}
      <p className="hint mt-2.5">
        <RichText
          text={t('trip.count')}
          parts={{
            count: (words) => (
              <PageLink className="link" to={calculator}>
                {words}
              </PageLink>
            ),
          }}
        />
      </p>
    </fieldset>
  );
}

/** The error as a sentence. */
function useProblemWords({ itinerary, stops }: TripData): (problem: TripProblem) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (problem) => {
    switch (problem.kind) {
      case 'no-stops':
        return t('trip.problems.noStops');
      case 'too-many-stops':
        return t('trip.problems.tooManyStops', { most: MAX_STOPS });
      case 'too-many-days':
        return t('trip.problems.tooManyDays', { most: MAX_TRIP_DAYS, count: daysOf(itinerary) });
      case 'too-much-data':
        return t('trip.problems.tooMuchData', {
          most: format.data(MAX_TRIP_MB),
          data: format.data(mbOf(itinerary)),
        });
      case 'too-much-a-day':
        return t('trip.problems.tooMuchADay', { most: format.data(MAX_MB_PER_DAY) });
      case 'too-large':
        return t('trip.problems.tooLarge');
      case 'busy':
        return t('trip.problems.busy');
      case 'bad-days':
        return t('trip.problems.badDays', { most: MAX_TRIP_DAYS });
      case 'bad-habit':
        return t('trip.problems.badHabit');
      case 'unknown':
        return t('trip.problems.unknown', { name: stops[problem.stop]!.slug });
      case 'uncovered':
        return t('trip.problems.uncovered');
    }
  };
}
