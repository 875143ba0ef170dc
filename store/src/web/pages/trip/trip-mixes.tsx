import type { PlannedTrip, TripMix } from '../../../modules/trip/trips.ts';
import { useFormat } from '../../format.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useTripWords } from './trip-words.ts';

const isSame = (a: TripMix, b: TripMix | null): boolean =>
  b !== null &&
  a.lines.length === b.lines.length &&
  a.lines.every(({ plan, count }) => b.lines.some((each) => each.plan.id === plan.id && each.count === count));

/** The answer beside other mixes, to scale. */
export function TripMixes({ planned, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useTripWords(trip);
  const { best, second, apart, onePlan } = planned;
  const others = [
    { name: t('trip.mixes.apart'), mix: apart },
    { name: t('trip.mixes.onePlan'), mix: onePlan },
  ].flatMap(({ name, mix }) =>
    mix === null || isSame(mix, best)
      ? []
      : [{ name: isSame(mix, second) ? t('trip.mixes.and', { name }) : name, mix }],
  );
  if (second !== null && !others.some(({ mix }) => isSame(mix, second))) {
    others.push({ name: t('trip.mixes.second'), mix: second });
  }
  const rows = [{ name: t('trip.mixes.best'), mix: best }, ...others].toSorted(
    (a, b) => a.mix.total.amount - b.mix.total.amount,
  );
  const most = Math.max(...rows.map(({ mix }) => mix.total.amount));
  return (
    <>
      <ul className="trip-mixes">
        {rows.map(({ name, mix }) => (
          <li key={name} className={mix === best ? 'is-best' : undefined}>
            <b>{name}</b>
            <span className="tnum">{format.money(mix.total)}</span>
            <svg height="10" aria-hidden="true">
              <rect width={`${(100 * mix.total.amount) / most}%`} height="10" rx="2" />
            </svg>
            <span className="trip-mixes__text">
              {t(mix.spareMb === 0 ? 'trip.mixes.exact' : 'trip.mixes.details', {
                plans: mix.lines.map(words.line).join(', '),
                esims: t('trip.esims', { count: mix.esims }),
                spare: format.data(mix.spareMb),
              })}
            </span>
          </li>
        ))}
      </ul>
      {onePlan === null && <p className="small muted mt-3.5">{t('trip.noOnePlan')}</p>}
    </>
  );
}
