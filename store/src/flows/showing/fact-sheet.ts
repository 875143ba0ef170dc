import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { DocumentPrinter, Printed } from '../../modules/documents/documents.ts';
import type { Tax } from '../../modules/tax/tax.ts';
import type { Locale } from '../../shared/locale.ts';

type Ports = {
  clock: { now(): Date };
  catalogue: Pick<Catalogue, 'destination' | 'destinations' | 'coveredBy'>;
  documentPrinter: Pick<DocumentPrinter, 'printFacts'>;
  /** Whether the merchant states the tax inside the prices. */
  tax: Pick<Tax, 'home'>;
};

type Asked = { planId: string; place: string; locale: Locale };

/** The facts of a plan as its page at a place states them, as PDF; null where that page has no such plan. */
export function createFactSheet({ clock, catalogue, documentPrinter, tax }: Ports) {
  return async ({ planId, place, locale }: Asked): Promise<Printed | null> => {
    const details = await catalogue.destination(place);
    if (!details) return null;
    const { destination, offer, wide, facts } = details;
    const family = [...(offer ? [offer] : []), ...wide].find(({ plans }) => plans.some(({ id }) => id === planId));
    const plan = family?.plans.find(({ id }) => id === planId);
    const stated = facts[planId];
    if (!family || !plan || !stated) return null;
    return documentPrinter.printFacts({
      locale,
      now: clock.now(),
      destination,
      family,
      plan,
      facts: stated,
      isTaxStated: tax.home !== null,
      countries: destination.kind === 'local' ? null : (await catalogue.coveredBy(place)).length,
      exitCountry: stated.exitCountry ? await nameOf(catalogue, stated.exitCountry) : null,
    });
  };
}

/** A country with our name for it; null: it is not for sale and has its usual name. */
async function nameOf(catalogue: Ports['catalogue'], code: string) {
  const all = await catalogue.destinations();
  return { code, name: all.find(({ countryCode, within }) => countryCode === code && within === null)?.name ?? null };
}
