import sold from '#data/catalogue/offers.json' with { type: 'json' };
import type { WholesalePackage } from '#src/modules/catalogue/wholesale-packages.ts';

/** A package of a made-up wholesaler: France, 1GB for 7 days, net $1.00. `terms` override fields. */
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
const LOCAL: Record<string, string> = { france: 'FR', spain: 'ES', thailand: 'TH', morocco: 'MA' };

/** Every package that delivers a plan of the specification. */
export function specifiedPackages(): WholesalePackage[] {
  return sold.flatMap(({ slug, plans }) =>
    plans.map(({ packageId, dataMb, days }) =>
      packageWith({ packageId, dataMb, days, countryCodes: WIDE[slug] ?? [LOCAL[slug] ?? 'XX'] }),
    ),
  );
}
