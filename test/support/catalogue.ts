import places from '#data/catalogue/destinations.json' with { type: 'json' };
import sold from '#data/catalogue/offers.json' with { type: 'json' };
import type { Db } from '#src/db/database.ts';
import { createAct } from '#src/flows/desk/act.ts';
import { createCatalogueActions } from '#src/flows/desk/catalogue.ts';
import { createAuditLog } from '#src/modules/audit/audit.ts';
import { createPlanBook, type ImportRequest as Import } from '#src/modules/catalogue/desk.ts';
import type { PackageSources, WholesalePackage, WholesalePackages } from '#src/modules/catalogue/wholesale-packages.ts';
import type { Currency } from '#src/shared/money.ts';
import type { Acting } from '#src/shared/operator.ts';

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

type By = { by: string; dryRun: boolean };
export type ImportRequest = Import & By;

const actingOf = ({ by, dryRun }: By): Acting => ({ actor: { kind: 'command-line', name: by }, dryRun });

/** The operators' actions on the catalogue of this database. */
export function catalogueActions({ db, currency }: { db: Db; currency: Currency }) {
  const audit = createAuditLog({ db });
  const planBook = createPlanBook({ db, currency });
  return createCatalogueActions({ db, audit, planBook, act: createAct({ db, audit }) });
}

/** The operators' actions on the catalogue, each by a named operator. */
export function createCatalogueDesk(ports: { db: Db; currency: Currency }) {
  const desk = catalogueActions(ports);
  return {
    ...desk,
    import: (request: ImportRequest) => desk.import(request, actingOf(request)),
    publish: (what: string, by: By) => desk.publish(what, actingOf(by)),
    hide: (what: string, by: By) => desk.hide(what, actingOf(by)),
    price: (planId: string, cents: number, by: By) => desk.price(planId, cents, actingOf(by)),
    setPackage: (planId: string, source: Parameters<typeof desk.setPackage>[1], by: By) =>
      desk.setPackage(planId, source, actingOf(by)),
  };
}
