import type { LoaderFunctionArgs } from 'react-router';
import dots from '#data/maps/dots.json' with { type: 'json' };
import type { Destination } from '../../../modules/catalogue/types.ts';
import { cutQuery, wordsOf } from '../../../shared/finding/fold.ts';
import { placesOf } from '../../../shared/shop/reach.ts';
import { type CountryNetworks, isCalled, isMeant, meantOf, type Place } from './places.ts';
import type { World } from '../../components/world.ts';
import { servicesContext } from '../../context.ts';

type Listed = Destination & { aliases: readonly string[]; misspellings?: readonly string[] };
type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>;

/** Maximum number of countries and places on a page; only a catalogue made for tests is larger. */
const MAX_LISTED = 400;

/** The query `?q=`, truncated. */
function queryOf({ request }: Pick<Args, 'request'>): string {
  return cutQuery(new URL(request.url).searchParams.get('q') ?? '');
}

type IsMeant = (place: Listed, typed: readonly string[]) => boolean;

/**
 * The countries and places of the page, in catalogue order. `total`: their number, shown or not; `covered`: the number of
 * all of them, whatever the query.
 */
async function findPlaces({ context, request }: Args, isMeantHere: IsMeant = isMeant) {
  const { search } = context.get(servicesContext);
  const local = placesOf(await search.documents());
  const query = queryOf({ request });
  const typed = wordsOf(query);
  // If all fit on the page, it gets all of them: its filter then needs no server.
  const meant = local.length <= MAX_LISTED ? local : meantOf(local, typed, isMeantHere);
  return { found: meant.slice(0, MAX_LISTED), total: meant.length, covered: local.length, query };
}

type Places = { places: Place[]; total: number; covered: number; query: string };

/** Every covered country and place, with the data of a row or card. */
export async function loadPlaces(args: Args): Promise<Places> {
  const { found, ...rest } = await findPlaces(args);
  return { places: await withNetworks(args, found), ...rest };
}

async function withNetworks({ context }: Pick<Args, 'context'>, found: readonly Listed[]): Promise<Place[]> {
  const networks = await context.get(servicesContext).catalogue.networks();
  return found.map(({ slug, name, aliases, misspellings = [], flag, countryCode, region, within, coverage, from }) => {
    const used = networks.get(slug)?.used ?? [];
    return {
      slug,
      name,
      aliases,
      misspellings,
      flag,
      countryCode,
      region,
      isPart: within !== null,
      coverage,
      from,
      networks: used.map((operator) => operator.name),
    };
  });
}

/** Popular destinations in order: countries and places as rows, and the slugs of all of them. */
export async function loadPopular(args: Pick<Args, 'context'>) {
  const { orderedBy, destinations } = await args.context.get(servicesContext).popularDestinations();
  const local = destinations.filter(({ kind }) => kind === 'local');
  return {
    orderedBy,
    places: await withNetworks(
      args,
      local.map((each) => ({ ...each, aliases: [] })),
    ),
    slugs: destinations.map(({ slug }) => slug),
  };
}

/** The dots of the world map. */
export function loadWorld(): World {
  return dots.world;
}

/** Every covered country and place with its networks. */
export async function loadNetworks(
  args: Args,
): Promise<{ countries: CountryNetworks[]; total: number; covered: number; query: string }> {
  const networks = await args.context.get(servicesContext).catalogue.networks();
  const operatorsOf = ({ slug }: Destination) => {
    const { used = [], known = [] } = networks.get(slug) ?? {};
    return { used, others: known.filter(({ name }) => !used.some((each) => each.name === name)) };
  };
  const { found, ...rest } = await findPlaces(args, (place, typed) => {
    const { used = [], known = [] } = networks.get(place.slug) ?? {};
    return isMeant(place, typed) || [...used, ...known].some((operator) => isCalled(operator, typed));
  });
  const countries = found.map((each): CountryNetworks => {
    const { slug, name, aliases, misspellings = [], flag, countryCode, within } = each;
    return { slug, name, aliases, misspellings, flag, countryCode, isPart: within !== null, ...operatorsOf(each) };
  });
  return { countries, ...rest };
}

/** A regional or global offer in the short list of the coverage page. */
export type WideChoice = Pick<Destination, 'slug' | 'kind' | 'name' | 'flag' | 'from'> & { regionCount: number | null };

export async function loadWide({ context }: Pick<Args, 'context'>): Promise<WideChoice[]> {
  const { catalogue } = context.get(servicesContext);
  const [offers, destinations] = await Promise.all([catalogue.wideOffers(), catalogue.destinations()]);
  const from = new Map(destinations.map((each) => [each.slug, each.from]));
  return offers.map(({ slug, kind, name, flag, regionCount }) => ({
    slug,
    kind,
    name,
    flag,
    regionCount,
    from: from.get(slug) ?? null,
  }));
}
