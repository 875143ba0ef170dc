import places from '#data/catalogue/destinations.json' with { type: 'json' };
import sold from '#data/catalogue/offers.json' with { type: 'json' };
import type { PackageSources, WholesalePackage, WholesalePackages } from '#src/modules/catalogue/wholesale-packages.ts';

/** The wholesaler that the migrations name in rows of version 1.0.0, and in those of the seed. */
export const WHOLESALER = 'airalo';

/** A store with one wholesaler, which lists these packages. */
export function oneWholesaler(packages: WholesalePackages['packages']): PackageSources {
  const one = { name: WHOLESALER, packages };
  return { all: () => [one], find: (name) => (name === WHOLESALER ? one : null) };
}

/** A package of a wholesaler: France, 1GB for 7 days, net $1.00. `terms` override fields. */
export function packageWith(terms: Partial<WholesalePackage> & { packageId: string }): WholesalePackage {
  const countryCodes = terms.countryCodes ?? ['FR'];
  return {
    title: '',
    operator: '',
    dataMb: 1024,
    unlimited: false,
    unlimitedTerms: null,
    days: 7,
    netPriceCents: 100,
    netCurrency: 'USD',
    minimumPriceCents: null,
    kind: countryCodes.length > 1 ? 'global' : 'local',
    networks: Object.fromEntries(countryCodes.map((code) => [code, [{ name: `${code} Mobile`, generations: ['4G'] }]])),
    facts: {
      hotspot: null,
      topUp: null,
      activation: null,
      installWindowDays: null,
      throttling: null,
      exitCountry: null,
    },
    ...terms,
    countryCodes,
  };
}

/** Where each wide offer of the specification works, for tests that need few countries. */
const WIDE: Record<string, string[]> = {
  global: ['FR', 'JP', 'TH', 'MA'],
  europe: ['FR', 'ES', 'IT'],
  africa: ['EG', 'MA'],
  americas: ['US', 'MX'],
  asia: ['JP', 'TH'],
};
const LOCAL: Record<string, string | null> = Object.fromEntries(
  places.map(({ slug, countryCode }) => [slug, countryCode]),
);

/** Every package that delivers a plan of the specification. */
export function specifiedPackages(): WholesalePackage[] {
  return sold.flatMap(({ slug, plans }) =>
    plans.map(({ packageId, dataMb, days }) =>
      packageWith({ packageId, dataMb, days, countryCodes: WIDE[slug] ?? [LOCAL[slug] ?? 'XX'] }),
    ),
  );
}
