import * as z from 'zod';
import type {
  CoveredCountry,
  Destination,
  DestinationDetails,
  Offer,
  Operator,
  Plan,
  PlanFacts,
} from '../../modules/catalogue/catalogue.ts';
import { eachLocale } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { MoneyView } from '../../shared/views.ts';

const Kind = z.enum(['local', 'regional', 'global']);
const Localized = z.strictObject(eachLocale(() => z.string()));
const CoverageView = z.enum(['4G', '4G, 5G']).nullable();

export const DestinationView = z.strictObject({
  slug: z.string(),
  kind: Kind,
  name: Localized,
  countryCode: z.string().nullable().describe('ISO 3166-1 alpha-2; null for regions and the world'),
  within: z.string().nullable().describe('The country that a place lies in, by slug: `indonesia` for Bali'),
  region: z.string().nullable(),
  hasOwnPlans: z.boolean().describe('False: regional and global plans work there'),
  from: MoneyView.nullable().describe('The cheapest plan that works there; null: none can be bought now'),
  coverage: CoverageView,
  countries: z.int().describe('Regional and global destinations: how many countries the plans cover'),
  url: Localized.describe('Its page in each language'),
  flag: z.string(),
});

const PlanView = z.strictObject({
  id: z.string(),
  dataMb: z.int().describe('1 GB is 1024 MB; 0 for an unlimited plan'),
  unlimited: z
    .strictObject({ dailyMb: z.int().nullable(), thenKbps: z.int().nullable() })
    .nullable()
    .describe('Full speed up to `dailyMb` a day, then `thenKbps`; null inside: not stated'),
  days: z.int(),
  price: MoneyView.describe('In cents'),
  available: z.boolean(),
  facts: z
    .strictObject({
      hotspot: z.boolean().nullable(),
      topUp: z.boolean().nullable(),
      activation: z.enum(['first-usage', 'installation']).nullable(),
      installWindowDays: z.int().nullable(),
      throttling: z
        .union([
          z.strictObject({ kind: z.literal('none') }),
          z.strictObject({ kind: z.literal('slower'), kbps: z.int() }),
        ])
        .nullable(),
      exitCountry: z.string().nullable(),
    })
    .nullable()
    .describe('What the network partner states; null is "not stated"'),
});

const OperatorView = z.strictObject({ name: z.string(), generations: z.array(z.enum(['4G', '5G'])) });

const OfferView = z.strictObject({
  slug: z.string(),
  kind: Kind,
  name: Localized,
  coverage: CoverageView,
  operators: z.array(OperatorView).describe('The networks that the plans use in this destination, where stated'),
  plans: z.array(PlanView),
});

const CoveredView = z.strictObject({
  slug: z.string(),
  countryCode: z.string(),
  name: Localized,
  coverage: CoverageView,
  operators: z.array(OperatorView),
});

export const DestinationListView = z.strictObject({
  version: z.string().describe('Of the catalogue; it changes with every publication'),
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  destinations: z.array(DestinationView),
});

export const DestinationDetailsView = z.strictObject({
  version: z.string(),
  destination: DestinationView,
  offers: z.array(OfferView).describe('Its own offer first, then regional and global ones, the cheapest first'),
  covers: z.array(CoveredView).describe('Regional and global destinations: the countries in which the plans work'),
});

export function presentDestination(publicUrl: string, each: Destination): z.infer<typeof DestinationView> {
  const { slug, kind, name, countryCode, within, region, own, from, coverage, countries, flag } = each;
  const absolute = (path: string) => new URL(path, publicUrl).href;
  return {
    slug,
    kind,
    name,
    countryCode,
    within,
    region,
    hasOwnPlans: own,
    from,
    coverage,
    countries,
    url: eachLocale((locale) => absolute(addressIn(locale, paths.offer(each)))),
    flag: absolute(paths.flag(flag)),
  };
}

export function presentOffers({ offer, wide, facts }: DestinationDetails): z.infer<typeof OfferView>[] {
  return [...(offer === null ? [] : [offer]), ...wide].map((each) => presentOffer(each, facts));
}

function presentOffer(
  { slug, kind, name, coverage, operators, plans }: Pick<Offer, keyof z.infer<typeof OfferView>>,
  facts: DestinationDetails['facts'],
): z.infer<typeof OfferView> {
  return {
    slug,
    kind,
    name,
    coverage,
    operators: operators.map(presentOperator),
    plans: plans.map((plan) => presentPlan(plan, facts[plan.id])),
  };
}

function presentPlan(
  { id, dataMb, unlimited, days, price, available }: Plan,
  facts: PlanFacts | undefined,
): z.infer<typeof PlanView> {
  if (facts === undefined) return { id, dataMb, unlimited, days, price, available, facts: null };
  const { hotspot, topUp, activation, installWindowDays, throttling, exitCountry } = facts;
  const stated = { hotspot, topUp, activation, installWindowDays, throttling, exitCountry };
  return { id, dataMb, unlimited, days, price, available, facts: stated };
}

export function presentCovered({
  slug,
  countryCode,
  name,
  coverage,
  operators,
}: CoveredCountry): z.infer<typeof CoveredView> {
  return { slug, countryCode, name, coverage, operators: operators.map(presentOperator) };
}

function presentOperator({ name, generations }: Operator): z.infer<typeof OperatorView> {
  return { name, generations: [...generations] };
}
