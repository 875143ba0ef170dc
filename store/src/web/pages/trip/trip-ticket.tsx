import type { PlannedTrip, TripLine } from '../../../modules/trip/types.ts';
import { daysOf, itineraryQuery } from '../../../shared/itinerary.ts';
import { MAX_LINES } from '../../../shared/order-status.ts';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Ticket } from '../../../ui/card.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { LinkIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useFormat } from '../../format.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { PageLink } from '../../components/page-link.tsx';
import { useTripWords } from './trip-words.ts';

/** The purchase: a row for each plan, the total, one payment. */
export function TripTicket({ planned, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useTripWords(trip);
  const { best, esims, legs } = planned;
  const isBack = ({ plan }: TripLine): boolean =>
    esims.some((esim, at) => esim.plan.id === plan.id && legs.filter((leg) => leg.esim === at).length > 1);
  const stopsOf = ({ plan }: TripLine): number[] =>
    esims.flatMap((esim) => (esim.plan.id === plan.id ? esim.stops : [])).toSorted((a, b) => a - b);
  return (
    <Ticket
      head={
        <div className="px-6 pt-5.5 pb-1.5">
          <h2 className="h-sec mb-1">{t('trip.ticket')}</h2>
          <ul>
            {best.lines.map((line) => (
              <li key={line.plan.id} className="trip-line">
                <Flag src={paths.flag(line.offer.flag)} />
                <b>{words.line(line)}</b>
                <span className="tnum">
                  {format.money({ ...line.plan.price, amount: line.plan.price.amount * line.count })}
                </span>
                {esims.length > 0 && (
                  <span className="trip-line__text">
                    {t(isBack(line) ? 'trip.lineBack' : 'trip.line', {
                      days: format.days(line.plan.days),
                      stops: words.stops(stopsOf(line)),
                    })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
      }
    >
      <div className="stack px-6 pt-4.5 pb-6">
        <p className="row between flex-wrap items-end">
          <span className="muted small">
            {t('trip.total')}
            <br />
            {t('trip.onePayment', { esims: t('trip.esims', { count: best.esims }) })}
          </span>
          <b className="order-total money ml-auto">{format.money(best.total)}</b>
        </p>
        <BuyLink planned={planned} trip={trip} block />
        <CopyLink />
      </div>
    </Ticket>
  );
}

/** On narrow screens, at the bottom of the window. */
export function TripBuyBar({ planned, trip }: { planned: PlannedTrip; trip: TripData }) {
  const { t } = useTranslation();
  const format = useFormat();
  const days = daysOf(trip.itinerary);
  const { best } = planned;
  if (best.esims > MAX_LINES) return null;
  return (
    <div className="buybar">
      <div>
        <b className="money">{format.money(best.total)}</b>
        <span className="xs muted block">
          {t('trip.esims', { count: best.esims })}, {format.days(days)}
        </span>
      </div>
      <BuyLink planned={planned} trip={trip} />
    </div>
  );
}

function BuyLink({
  planned: { best, esims },
  trip,
  block = false,
}: {
  planned: PlannedTrip;
  trip: TripData;
  block?: boolean;
}) {
  const { t } = useTranslation();
  if (best.esims > MAX_LINES) return <p className="small">{t('trip.tooManyEsims', { most: MAX_LINES })}</p>;
  return (
    <PageLink
      className={buttonClass({ size: 'lg', block })}
      to={paths.checkout(
        esims.map(({ plan }) => plan.id),
        itineraryQuery(trip.itinerary),
      )}
    >
      {t('trip.get', { count: best.esims })}
    </PageLink>
  );
}

/** The URL contains the whole trip; without script it can be copied from the page. */
function CopyLink() {
  const { t } = useTranslation();
  const toast = useToast();
  if (!useHydrated()) return null;
  async function copy() {
    await navigator.clipboard.writeText(location.href);
    toast(t('trip.copied'));
  }
  return (
    <Button variant="ghost" block icon={<LinkIcon size={18} />} onClick={() => void copy()}>
      {t('trip.copy')}
    </Button>
  );
}
