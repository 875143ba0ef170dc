import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Itinerary, itineraryQuery, readItinerary } from '../../../shared/itinerary.ts';
import { orderTexts, type OrderTextVersions } from '../../../shared/legal.ts';
import type { Plan } from '../../../modules/catalogue/types.ts';
import type { PaymentMethods } from '../../../modules/payments/types.ts';
import { MAX_LINES } from '../../../shared/order-status.ts';
import { paths } from '../../../shared/paths.ts';
import { ChevronRightIcon, SimIcon } from '../../../ui/icons.tsx';
import { cards } from '../../../i18n/areas/cards.ts';
import { checkout } from '../../../i18n/areas/checkout.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { CheckoutCountries } from '../../../shared/checkout-countries.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { SummaryFold, SummaryTicket } from './order-summary.tsx';
import { type ChosenPlace, usePlanWords, type Ware } from './plan-words.ts';
import { useCountry } from './use-country.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { networkCountryContext, servicesContext, type WebServices } from '../../context.ts';
import { useTranslation } from '../../translation.tsx';
import type { PageHandle } from '../../sheets.tsx';
import { addMessages } from '../../messages.ts';

addMessages({ cards, checkout });

export const handle: PageHandle = { chrome: 'checkout' };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { catalogue, config, payments, checkoutCountries } = context.get(servicesContext);
  const planIds = (params['planIds'] ?? '').split(',');
  if (planIds.length > MAX_LINES) throw data(null, { status: 404 });
  const search = new URL(request.url).searchParams;
  const { itinerary, problems } = readItinerary(search);
  const trip = problems.length === 0 ? itinerary : null;
  const place = search.get('for') ?? onlyPlaceOf(trip);
  const wares: Ware[] = [];
  for (const planId of planIds) {
    const plan = await catalogue.plan(planId);
    const offer = plan && (await catalogue.offer(plan.offerSlug));
    if (!plan || !offer) throw data(null, { status: 404 });
    wares.push({ offer, plan, forPlace: await chosenPlace(catalogue, plan, place) });
  }
  const isForPlace = wares.every(({ plan, forPlace }) => forPlace !== null || plan.offerSlug === place);
  return {
    wares: isForPlace ? wares : wares.map((ware) => ({ ...ware, forPlace: null })),
    trip,
    texts: orderTexts(config.legalVersions),
    methods: payments.methods.known(),
    keepsCards: payments.keepsCards,
    countries: await checkoutCountries(context.get(networkCountryContext)),
  };
}

/** The place of a trip that has no other. */
function onlyPlaceOf(trip: Itinerary | null): string | null {
  const [place, ...others] = new Set(trip?.stops.map(({ slug }) => slug));
  return place !== undefined && others.length === 0 ? place : null;
}

/** The place of this slug, where the plan works there and is not the place's own; null otherwise. */
async function chosenPlace(
  catalogue: WebServices['catalogue'],
  plan: Plan,
  slug: string | null,
): Promise<ChosenPlace | null> {
  const place = slug === null ? null : await catalogue.placeWithin(plan.offerSlug, slug);
  return place && { slug: place.slug, kind: place.kind, name: place.name, flag: place.flag };
}

/** The page on which the plan was chosen. */
const pageOf = ({ offer, forPlace }: Ware) => forPlace ?? offer;

export default function CheckoutPage() {
  const { wares, ...shown } = useLoaderData<typeof loader>();
  const { trip } = shown;
  const gone = wares.find(({ plan }) => !plan.available);
  if (gone) return <UnavailablePlan ware={gone} others={wares.filter(({ plan }) => plan.available)} trip={trip} />;
  const key = wares.map(({ plan, forPlace }) => `${plan.id} ${forPlace?.slug ?? ''}`).join(',');
  return <Checkout key={key} wares={wares} {...shown} />;
}

type Props = {
  wares: Ware[];
  trip: Itinerary | null;
  texts: OrderTextVersions;
  methods: PaymentMethods | null;
  /** False where the payment provider keeps no cards. */
  keepsCards: boolean;
  countries: CheckoutCountries;
};

function Checkout({ wares, countries, ...props }: Props) {
  const { t } = useTranslation();
  const country = useCountry(countries);
  const { trip } = props;
  return (
    <>
      <PageTitle title={t('checkout.title')} />
      <div className="wrap checkout-head">
        <BackLink wares={wares} trip={trip} />
        <h1 className="h-page">{t('checkout.title')}</h1>
      </div>
      <SummaryFold wares={wares} rateBp={country.rateBp} />
      <div className="wrap layout-side layout-side--checkout">
        <CheckoutForm wares={wares} country={country} {...props} />
        <SummaryTicket wares={wares} rateBp={country.rateBp} />
      </div>
    </>
  );
}

/** Leads to the trip with its itinerary, to the plans of the destination, or to all plans for several. */
function BackLink({ wares, trip }: { wares: Ware[]; trip: Itinerary | null }) {
  const { t } = useTranslation();
  const wordsOf = usePlanWords();
  const [first, ...others] = wares;
  const [to, text] = trip
    ? [paths.planTrip(itineraryQuery(trip)), t('checkout.backToTrip')]
    : first && others.length === 0
      ? [paths.offer(pageOf(first), first.plan.id), t('checkout.back', { destination: wordsOf(first).destination })]
      : [paths.plans(), t('checkout.several.back')];
  return (
    <PageLink className="link row small min-h-11 w-fit gap-1.5" to={to}>
      <ChevronRightIcon size={16} className="rotate-180" />
      {text}
    </PageLink>
  );
}

/** An unavailable plan, with a way to continue: with the remaining plans, or to other plans. */
function UnavailablePlan({ ware, others, trip }: { ware: Ware; others: readonly Ware[]; trip: Itinerary | null }) {
  const { t } = useTranslation();
  const words = usePlanWords()(ware);
  const title = t('checkout.unavailable.title', { plan: words.name });
  return (
    <div className="wrap error-page">
      <PageTitle title={title} />
      <EmptyState
        level="h1"
        icon={<SimIcon />}
        title={title}
        action={
          <div className="row mt-3 flex-wrap justify-center">
            {others.length > 0 && (
              <PageLink className={buttonClass()} to={paths.checkout(others.map(({ plan }) => plan.id))}>
                {t('checkout.several.without', { count: others.length })}
              </PageLink>
            )}
            {trip !== null && (
              <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.planTrip(itineraryQuery(trip))}>
                {t('checkout.backToTrip')}
              </PageLink>
            )}
            <PageLink
              className={buttonClass({ variant: others.length > 0 ? 'secondary' : 'primary' })}
              to={paths.offer(pageOf(ware))}
            >
              {t('checkout.unavailable.action', { destination: words.destination })}
            </PageLink>
            <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
              {t('checkout.unavailable.all')}
            </PageLink>
          </div>
        }
      >
        {t('checkout.unavailable.text')}
      </EmptyState>
    </div>
  );
}
