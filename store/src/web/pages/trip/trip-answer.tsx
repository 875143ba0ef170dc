import { daysOf, mbPerDayOf } from '../../../shared/itinerary.ts';
import type { PlannedTrip, TripEsim, TripMix, TripReason } from '../../../modules/trip/types.ts';
import { useFormat } from '../../format.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { TripCalendar } from './trip-calendar.tsx';
import { TripBuyBar, TripTicket } from './trip-ticket.tsx';
import { useTripWords } from './trip-words.ts';
import { tonesOf } from '../../components/trip/plan-tone.ts';
import { SwitchList } from '../../components/trip/switch-list.tsx';
import { RichText } from '../../components/rich-text.tsx';

/** One price, which plan covers which days, why it is the cheapest, and the link to the checkout. */
export function TripAnswer({ planned, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useTripWords(trip);
  const days = daysOf(trip.itinerary);
  const needed = format.data(days * mbPerDayOf(trip.itinerary));
  return (
    <>
      <div className="wrap layout-side">
        <div className="stack gap-12">
          <section className="stack gap-6">
            <div className="trip-answer" aria-live="polite">
              <h2 className="eyebrow">
                {t(planned.proven ? 'trip.cheapest' : 'trip.bestFound', { days: format.days(days), data: needed })}
              </h2>
              <p className="trip-answer__price">
                <b className="money">{format.money(planned.best.total)}</b>{' '}
                <span className="lede">{words.mix(planned.best)}</span>
              </p>
            </div>
            {planned.legs.length > 0 && <TripCalendar planned={planned} trip={trip} />}
          </section>
          {planned.legs.length > 0 && <TripDays planned={planned} trip={trip} />}
          <section>
            <TripReasons planned={planned} trip={trip} />
            <TripMixes planned={planned} trip={trip} />
            <p className="small muted mt-3.5">
              {planned.proven ? t('trip.method', { count: planned.plans }) : t('trip.methodBest')}
            </p>
          </section>
        </div>
        <aside className="side" aria-label={t('trip.ticket')}>
          <TripTicket planned={planned} trip={trip} />
        </aside>
      </div>
      <TripBuyBar planned={planned} trip={trip} />
    </>
  );
}

const isSame = (a: TripMix, b: TripMix | null): boolean =>
  b !== null &&
  a.lines.length === b.lines.length &&
  a.lines.every(({ plan, count }) => b.lines.some((each) => each.plan.id === plan.id && each.count === count));

/** Less than this is shown as 0GB. */
const LEAST_SPARE_MB = 52;

/** The plans of a mix that another one does not have. */
const without = (mix: TripMix, other: TripMix): Pick<TripMix, 'lines'> => ({
  lines: mix.lines.flatMap((line) => {
    const count = line.count - (other.lines.find(({ plan }) => plan.id === line.plan.id)?.count ?? 0);
    return count > 0 ? [{ ...line, count }] : [];
  }),
});

/** The answer beside other mixes, drawn to scale. */
function TripMixes({ planned, trip }: { planned: PlannedTrip; trip: TripData }) {
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
  const details = (mix: TripMix): string => {
    const { spareMb } = mix;
    const parts = {
      plans: mix.lines.map(words.line).join(', '),
      esims: t('trip.esims', { count: mix.esims }),
      spare: format.data(spareMb ?? 0),
    };
    const kind = spareMb === null ? 'unlimited' : spareMb < LEAST_SPARE_MB ? 'exact' : 'details';
    const text = t(`trip.mixes.${kind}`, parts);
    if (mix === best || mix.total.amount !== best.total.amount) return text;
    return `${text} ${difference(mix)}`;
  };
  /** What a mix of the same price has more of: eSIMs, or data; otherwise, its other plans. */
  const difference = (mix: TripMix): string => {
    const more = mix.esims - best.esims;
    if (more > 0) return t('trip.mixes.sameButEsims', { count: more });
    const data = mix.spareMb === null || best.spareMb === null ? 0 : mix.spareMb - best.spareMb;
    if (data >= LEAST_SPARE_MB) return t('trip.mixes.sameButData', { data: format.data(data) });
    return t('trip.mixes.sameButPlans', {
      plans: words.mix(without(mix, best)),
      instead: words.mix(without(best, mix)),
    });
  };
  const most = Math.max(...rows.map(({ mix }) => mix.total.amount));
  return (
    <>
      <ul className="trip-mixes">
        {rows.map(({ name, mix }) => (
          <li key={name} className={mix === best ? 'is-best' : undefined}>
            <b>{name}</b>
            <span className="money">{format.money(mix.total)}</span>
            <svg height="10" aria-hidden="true">
              <rect width={`${(100 * mix.total.amount) / most}%`} height="10" rx="2" />
            </svg>
            <span className="trip-mixes__text">{details(mix)}</span>
          </li>
        ))}
      </ul>
      {onePlan === null && <p className="small muted mt-3.5">{t('trip.noOnePlan')}</p>}
    </>
  );
}

/** Why the mix is the cheapest, with one amount per reason. */
function TripReasons({ planned, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const sentence = useReasonWords(planned, trip);
  if (planned.reasons.length === 0) return <h2 className="h-sec mb-3.5">{t('trip.compare')}</h2>;
  return (
    <>
      <h2 className="h-sec mb-3.5">{t('trip.why')}</h2>
      <ol className="trip-reasons">
        {planned.reasons.map((reason, at) => (
          <li key={at}>
            <span>
              <RichText text={sentence(reason)} parts={{ b: (words) => <b className="strong">{words}</b> }} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function useReasonWords({ best }: PlannedTrip, trip: TripData): (reason: TripReason) => string {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const words = useTripWords(trip);
  return (reason) => {
    switch (reason.kind) {
      case 'no-local':
        return t('trip.reasons.noLocal', { stop: words.stops([reason.stop]), offer: reason.offer.name[locale] });
      case 'shared':
        return t(
          new Set(reason.stops.map((at) => trip.stops[at]!.slug)).size === 1
            ? 'trip.reasons.stays'
            : 'trip.reasons.shared',
          {
            plan: words.line(reason.line),
            stops: words.stops(reason.stops),
            total: format.money(reason.total),
            apart: format.money(reason.apart),
          },
        );
      case 'own': {
        const isSame = reason.without.amount === best.total.amount;
        return t(`trip.reasons.${isSame ? 'ownSame' : reason.line.count === 1 ? 'own' : 'ownFewer'}`, {
          plan: words.line(reason.line),
          stop: words.stops([reason.stop]),
          total: format.money(reason.total),
          without: format.money(reason.without),
        });
      }
    }
  };
}

/** When to install and to switch: the text of the map and of the calendar. */
function TripDays({ planned: { esims, legs }, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const names = useTripWords(trip).esims(esims);
  const placesOf = (stops: readonly number[]) => stops.flatMap((stop) => trip.stops[stop]?.place?.name ?? []);
  return (
    <section>
      <h2 className="h-sec mb-3.5">{t('switches.title')}</h2>
      <SwitchList
        legs={legs.map((leg) => ({ ...leg, places: placesOf(leg.stops) }))}
        names={names}
        tones={tonesOf(esims.map(({ plan }) => plan.id))}
      />
      <p className="small muted mt-3.5">{useInstallWords(esims, names).join(' ')}</p>
    </section>
  );
}

function useInstallWords(esims: readonly TripEsim[], names: readonly string[]): string[] {
  const { t } = useTranslation();
  if (esims.length === 1) return [t('trip.install')];
  const later = esims.flatMap(({ startsInstalled, first }, at) =>
    startsInstalled && first > 1 ? [t('trip.installLater', { plan: names[at]!, day: first })] : [],
  );
  return later.length === 0 ? [t('trip.installAll')] : later;
}
