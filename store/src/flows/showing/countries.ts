import { type Catalogue, COUNTRY_CODES, type Destination } from '../../modules/catalogue/catalogue.ts';
import type { Tax } from '../../modules/tax/tax.ts';
import type { Clock } from '../../db/clock.ts';
import type { CheckoutCountries } from '../../shared/checkout-countries.ts';
import { eachLocale, type Locale } from '../../shared/locale.ts';

export type NamePorts = {
  catalogue: Pick<Catalogue, 'destinations'>;
  /** The name of a country, for one that is no destination. */
  countryName: (code: string, locale: Locale) => string;
};

/** Every country, in each language sorted by its names there. */
export type CountryNames = () => Promise<CheckoutCountries['names']>;

/** The names are those of the catalogue, so that a place has one name. Kept until the next publication. */
export function createCountryNames({ catalogue, countryName }: NamePorts): CountryNames {
  const make = (destinations: readonly Destination[]) => {
    const names = new Map(destinations.flatMap((each) => (isWhole(each) ? [[each.countryCode, each.name]] : [])));
    return eachLocale((locale) =>
      COUNTRY_CODES.map((code) => ({ code, name: names.get(code)?.[locale] ?? countryName(code, locale) })).toSorted(
        (a, b) => a.name.localeCompare(b.name, locale),
      ),
    );
  };
  let known: { of: readonly Destination[]; countries: ReturnType<typeof make> } | undefined;
  return async () => {
    const of = await catalogue.destinations();
    if (known?.of !== of) known = { of, countries: make(of) };
    return known.countries;
  };
}

/** True for a destination that is a whole country. */
export const isWhole = (place: Destination): place is Destination & { countryCode: string } =>
  place.countryCode !== null && place.within === null;

type Ports = { clock: Clock; tax: Tax; countryNames: CountryNames; asksConsent: (country: string) => boolean };

/**
 * What the checkout asks about the buyer's country. Preselected is that of the network; without it the merchant's own,
 * where the merchant presumes it.
 */
export const createCheckoutCountries =
  ({ clock, tax, countryNames, asksConsent }: Ports) =>
  async (network: string | null): Promise<CheckoutCountries> => {
    const presumed = tax.presumedOnPage;
    const day = tax.dayOf(clock.now());
    const taxIn = COUNTRY_CODES.flatMap((code) => {
      const state = tax.stateFor(code);
      return state === null ? [] : [[code, tax.rateOn(state, day)] as const];
    });
    return {
      names: await countryNames(),
      preselected:
        network !== null
          ? { code: network, by: 'network' }
          : presumed !== null
            ? { code: presumed, by: 'presumption' }
            : null,
      consentIn: COUNTRY_CODES.filter(asksConsent),
      taxIn: tax.home === null ? null : Object.fromEntries(taxIn),
    };
  };
