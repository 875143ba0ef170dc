import type { LoaderFunctionArgs } from 'react-router';
import dots from '#data/maps/dots.json' with { type: 'json' };
import type { Merchant } from '../../../shared/merchant.ts';
import type { Money } from '../../../shared/money.ts';
import { placesOf } from '../../../shared/shop/reach.ts';
import { indexWorld, type Point } from '../../components/world.ts';
import { servicesContext } from '../../context.ts';

type Args = Pick<LoaderFunctionArgs, 'context'>;

/** The configured facts of the company for its pages. */
export type CompanyFacts = Pick<
  Merchant,
  | 'name'
  | 'legalForm'
  | 'address'
  | 'register'
  | 'vatId'
  | 'vatExemption'
  | 'publisher'
  | 'email'
  | 'phone'
  | 'supportHours'
>;

/** Counts of the current catalogue. */
export type CatalogueFigures = {
  plans: number;
  /** Destinations where one of the plans works. */
  covered: number;
  /** Those with plans of their own. */
  local: number;
  wide: number;
  lowest: Money | null;
  /** Names of some networks of the first destinations. */
  networks: string[];
  /** Positions of the destinations with plans of their own on the world map. */
  places: Point[];
};

const MAX_NETWORKS = 3;

export function loadFacts({ context }: Args): CompanyFacts {
  const { name, legalForm, address, register, vatId, vatExemption, publisher, email, phone, supportHours } =
    context.get(servicesContext).config.merchant;
  return { name, legalForm, address, register, vatId, vatExemption, publisher, email, phone, supportHours };
}

export async function loadFigures({ context }: Args): Promise<CatalogueFigures> {
  const { catalogue } = context.get(servicesContext);
  const [plans, destinations, wide, featured] = await Promise.all([
    catalogue.planCount(),
    catalogue.destinations(),
    catalogue.wideOffers(),
    catalogue.featured(),
  ]);
  const covered = placesOf(destinations);
  const own = covered.filter((each) => each.own);
  const codes = [...new Set(own.flatMap(({ countryCode }) => countryCode ?? []))];
  const world = indexWorld(dots.world, codes);
  const prices = destinations.flatMap(({ from }) => from ?? []);
  return {
    plans,
    covered: covered.length,
    local: own.length,
    wide: wide.length,
    lowest: prices.reduce<Money | null>((a, b) => (a === null || b.amount < a.amount ? b : a), null),
    networks: [...new Set(featured.flatMap(({ operators }) => operators[0]?.name ?? []))].slice(0, MAX_NETWORKS),
    places: codes.flatMap((code) => {
      const at = world.heartOf(code);
      return at === undefined ? [] : [at];
    }),
  };
}
