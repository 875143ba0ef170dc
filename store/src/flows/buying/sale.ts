import type { Clock } from '../../db/clock.ts';
import { type Catalogue, COUNTRY_CODES, type PlanToSell } from '../../modules/catalogue/catalogue.ts';
import type { Order, Residence, SoldPlan } from '../../modules/orders/orders.ts';
import type { Tax } from '../../modules/tax/tax.ts';
import { AppError } from '../../shared/errors.ts';

type Ports = { clock: Clock; tax: Tax; catalogue: Pick<Catalogue, 'destinationBySlug'> };

/** What is known about where the buyer lives. */
export type Whereabouts = {
  /** As the buyer stated it; undefined: they did not. */
  country: string | undefined;
  /** The country of the network from which they order; null: not known. */
  networkCountry: string | null;
};

export type Sale = { residence: Residence; lines: SoldPlan[] };

/** True for a country that a buyer may state. */
export const isCountry = (code: string): boolean => COUNTRY_CODES.includes(code);

/**
 * The plans with the tax inside their prices, for a buyer of the stated country, or of the one that the merchant presumes.
 * Throws `invalid-input` for a country that does not exist, and `country-not-sold` for a taxed state without a rate today.
 */
export async function saleTo(ports: Ports, at: Whereabouts, plans: readonly PlanToSell[]): Promise<Sale> {
  const { tax, clock } = ports;
  const { country: stated, networkCountry: network } = at;
  if (stated !== undefined && !isCountry(stated))
    throw new AppError('invalid-input', { field: 'country', rule: 'value' });
  const countries = await Promise.all(plans.map(async ({ plan }) => stated ?? presumedFor(ports, plan.offerSlug)));
  const [first = null, ...others] = new Set(countries);
  const country = others.length === 0 ? first : null;
  const now = clock.now();
  return {
    residence: {
      country,
      countryVia: stated !== undefined ? 'buyer' : first === null ? null : 'presumed',
      countryEvidence: network === null ? null : { network, card: null },
    },
    lines: plans.map((sold, index) => ({
      ...sold,
      tax: tax.ofSale(sold.plan.price.amount, countries[index] ?? null, now),
    })),
  };
}

/** The country that the merchant presumes of a buyer of a plan. */
async function presumedFor({ tax, catalogue }: Ports, offerSlug: string): Promise<string | null> {
  const place = await catalogue.destinationBySlug(offerSlug);
  return tax.presumed(place?.countryCode ?? null);
}

/** A further plan for an eSIM is sold to whom the eSIM was sold. */
export const whereaboutsOf = ({ country, countryVia }: Order, networkCountry: string | null): Whereabouts => ({
  country: countryVia === 'buyer' ? (country ?? undefined) : undefined,
  networkCountry,
});
