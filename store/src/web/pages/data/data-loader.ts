import type { LoaderFunctionArgs } from 'react-router';
import type { Localized, Plan } from '../../../modules/catalogue/types.ts';
import { type DataQuestion, readDataQuestion } from '../../../shared/data-use.ts';
import type { Money } from '../../../shared/money.ts';
import { NO_FILTER } from '../../../shared/shop/plan-filter.ts';
import { servicesContext, type WebServices } from '../../context.ts';

export type SoldPlan = Plan & { offer: { name: Localized; flag: string } };
export type DataSize = { gb: number; from: Money; places: Localized[]; others: number };
export type DataPage = {
  question: DataQuestion;
  options: { slug: string; name: Localized }[];
  /** The chosen destination with all plans that work there; null: none is chosen, or it is unknown. */
  place: { slug: string; kind: 'local'; name: Localized; flag: string; plans: SoldPlan[] } | null;
  sizes: DataSize[];
};

const SIZES_GB = [1, 3, 5, 10, 20, 50];
const MAX_NAMED = 3;

export async function loadData({ context, request }: LoaderFunctionArgs): Promise<DataPage> {
  const { catalogue } = context.get(servicesContext);
  const question = readDataQuestion(new URL(request.url).searchParams);
  const options = (await catalogue.destinations())
    .filter(({ kind }) => kind === 'local')
    .map(({ slug, name }) => ({ slug, name }));
  return { question, options, place: await placeOf(catalogue, question.slug), sizes: await sizesOf(catalogue) };
}

async function placeOf(catalogue: WebServices['catalogue'], slug: string | null): Promise<DataPage['place']> {
  const details = slug === null ? null : await catalogue.destination(slug);
  if (details?.destination.kind !== 'local') return null;
  const { slug: found, kind, name, flag } = details.destination;
  const plans = [details.offer, ...details.wide].flatMap((offer) =>
    offer === null ? [] : offer.plans.map((plan) => ({ ...plan, offer: { name: offer.name, flag: offer.flag } })),
  );
  return { slug: found, kind, name, flag, plans };
}

/** For each size, the lowest price of a plan with at least that much, and the destinations with that price. */
async function sizesOf(catalogue: WebServices['catalogue']): Promise<DataSize[]> {
  const destinations = await catalogue.destinations();
  const sizes = await Promise.all(
    SIZES_GB.map(async (gb): Promise<DataSize | null> => {
      const prices = await catalogue.cheapestWith({ ...NO_FILTER, data: gb }, null);
      const from = [...prices.values()].reduce<Money | null>(
        (a, b) => (a === null || b.amount < a.amount ? b : a),
        null,
      );
      if (from === null) return null;
      const places = destinations.filter(({ slug }) => prices.get(slug)?.amount === from.amount);
      return {
        gb,
        from,
        places: places.slice(0, MAX_NAMED).map(({ name }) => name),
        others: Math.max(0, places.length - MAX_NAMED),
      };
    }),
  );
  return sizes.filter((each) => each !== null);
}
