import { data, type LoaderFunctionArgs } from 'react-router';
import type {
  PublicCatalogue,
  Destination,
  Localized,
  Offer,
  OfferKind,
  Operator,
  PlanFacts,
} from '../../../modules/catalogue/types.ts';
import { cutQuery } from '../../../shared/finding/fold.ts';
import { eachLocale, type Locale } from '../../../shared/locale.ts';
import type { NearestDestinations } from '../../components/chrome/error-pages.tsx';
import type { LinkedDestination } from '../../components/plans/destination-links.tsx';
import { localeContext, servicesContext, type WebServices } from '../../context.ts';

/** An offer whose plans can be chosen on a page, with its networks there. */
export type Family = Pick<
  Offer,
  'slug' | 'kind' | 'name' | 'flag' | 'plans' | 'operators' | 'coverage' | 'regionCount'
>;

/** A country of a regional or global offer, without the details of its page. */
export type CoveredPlace = { slug: string; name: Localized; flag: string; operators: Operator[] };

/** The data of a destination's page, and nothing else, because it is sent with the page. */
export type DestinationData = {
  destination: Pick<Destination, 'slug' | 'kind' | 'name' | 'flag' | 'coverage'>;
  /** The regional offer of the part of the world that contains the place. */
  region: { slug: string; name: Localized } | null;
  /** True when the plans are its own; false: those of regional and global offers that work there. */
  own: boolean;
  /** The offers to choose from, cheapest first. */
  families: Family[];
  /** Further offers that work there. */
  also: LinkedDestination[];
  /** By plan id. */
  facts: Record<string, PlanFacts>;
  /** Names of the countries in `facts`, by code. */
  exitCountries: Record<string, Localized>;
  knownNetworks: Operator[];
  /** Countries of a regional or global destination. */
  countries: CoveredPlace[];
  /** Places inside these countries with a page of their own, such as Bali: destinations, but no countries. */
  within: Localized[];
  /** For each wide offer, the number of its countries and, for a regional one, their names. */
  reach: Record<string, { count: number; countries: { slug: string; name: Localized }[] }>;
  neighbours: LinkedDestination[];
};

/** Columns that fit on a phone. */
const MAX_FAMILIES = 3;

/** Maximum suggestions for an unknown URL. */
const MAX_NEAREST = 6;

/** One destination by kind and slug. An unknown one is a 404 with the nearest ones. */
export async function loadDestination(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  kind: OfferKind,
  slug = '',
): Promise<DestinationData> {
  const { catalogue, search } = context.get(servicesContext);
  const details = await catalogue.destination(slug);
  if (details?.destination.kind !== kind) {
    const nearest = await nearestTo(slug, context.get(localeContext), search);
    throw data({ nearest } satisfies NearestDestinations, { status: 404 });
  }
  const { destination, offer, wide, facts, knownNetworks, neighbours } = details;
  const own = offer !== null || kind !== 'local';
  const families = (own ? [offer].filter((each) => each !== null) : wide.slice(0, MAX_FAMILIES)).map(familyOf);
  const shown = families.flatMap(({ plans }) => plans.map(({ id }): [string, PlanFacts] => [id, facts[id]!]));
  const further = own ? wide : wide.slice(MAX_FAMILIES);
  const linkedWide = await Promise.all(further.map((each) => catalogue.destinationBySlug(each.slug)));
  const region = destination.region === null ? null : await catalogue.destinationBySlug(destination.region);
  return {
    destination: {
      slug,
      kind,
      name: destination.name,
      flag: destination.flag,
      coverage: offer?.coverage ?? destination.coverage,
    },
    region: region === null || region.slug === slug ? null : { slug: region.slug, name: region.name },
    own,
    families,
    also: linkedWide.filter((each) => each !== null).map(linked),
    facts: Object.fromEntries(shown),
    exitCountries: await namesOf(
      shown.flatMap(([, { exitCountry }]) => exitCountry ?? []),
      catalogue,
    ),
    knownNetworks,
    ...(kind === 'local' ? { countries: [], within: [] } : await countriesOf(slug, catalogue)),
    reach: own ? {} : Object.fromEntries(await Promise.all(families.map((each) => reachOf(each, catalogue)))),
    neighbours: neighbours.map(linked),
  };
}

/** The search results for the words of a slug; without any, destinations that start with the same letters. */
async function nearestTo(slug: string, locale: Locale, search: WebServices['search']): Promise<LinkedDestination[]> {
  const words = cutQuery(slug.replaceAll('-', ' '));
  for (const length of [words.length, 5, 4, 3, 2]) {
    const found =
      length > words.length ? [] : await search.find(words.slice(0, length), { locale, limit: MAX_NEAREST });
    if (found.length > 0) return found.map(({ destination }) => linked(destination));
  }
  return [];
}

type Reader = Pick<PublicCatalogue, 'coveredBy' | 'destinations'>;

function familyOf({ slug, kind, name, flag, plans, operators, coverage, regionCount }: Offer): Family {
  return { slug, kind, name, flag, plans, operators, coverage, regionCount };
}

function linked({ slug, kind, name, flag, from }: Destination): LinkedDestination {
  return { slug, kind, name, flag, from };
}

async function countriesOf(slug: string, catalogue: Reader): Promise<Pick<DestinationData, 'countries' | 'within'>> {
  const covered = await catalogue.coveredBy(slug);
  const slugs = new Set(covered.map((each) => each.slug));
  return {
    countries: covered.map(({ slug: country, name, flag, operators }) => ({ slug: country, name, flag, operators })),
    within: (await catalogue.destinations())
      .filter((each) => each.within !== null && slugs.has(each.within))
      .map(({ name }) => name),
  };
}

async function reachOf({ slug, kind }: Family, catalogue: Reader): Promise<[string, DestinationData['reach'][string]]> {
  const covered = await catalogue.coveredBy(slug);
  const countries = kind === 'regional' ? covered.map(({ slug: country, name }) => ({ slug: country, name })) : [];
  return [slug, { count: covered.length, countries }];
}

/** Our names of countries, and CLDR's for those without plans. */
async function namesOf(codes: readonly string[], catalogue: Reader): Promise<Record<string, Localized>> {
  if (codes.length === 0) return {};
  const destinations = await catalogue.destinations();
  return Object.fromEntries(
    [...new Set(codes)].map((code) => {
      const named = destinations.find(({ countryCode, within }) => countryCode === code && within === null)?.name;
      return [code, named ?? eachLocale((locale) => cldrName(locale, code))];
    }),
  );
}

const cldrName = (locale: keyof Localized, code: string) =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
