import { type CountryNames, isWhole, type NamePorts } from './countries.ts';
import { type Catalogue, COUNTRY_CODES, countryOfZone, type Destination } from '../../modules/catalogue/catalogue.ts';
import { type Esim, type Esims, esimOfLine, planOfLine } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Line, Orders } from '../../modules/orders/orders.ts';
import type { Tickets } from '../../modules/tickets/tickets.ts';
import type { AboutLine, Places, PlanThere } from '../../shared/connection/about.ts';
import { eachLocale, type Localized } from '../../shared/locale.ts';

type Ports = {
  orders: Pick<Orders, 'find' | 'profileLines' | 'deliveryOf'>;
  esims: Pick<Esims, 'listByOrders'>;
  fulfilment: Pick<Fulfilment, 'wholesalers'>;
  catalogue: Pick<Catalogue, 'packageStatements' | 'destinations' | 'destination' | 'destinationBySlug' | 'coveredBy'>;
  tickets: Pick<Tickets, 'diagnosesOf'>;
  countryNames: CountryNames;
} & Pick<NamePorts, 'countryName'>;

/** What the pages "No connection?" and "In another country?" know about an eSIM besides the view of its order. */
export function createConnection(ports: Ports) {
  const isCountry = (code: string | null): code is string => code !== null && COUNTRY_CODES.includes(code);
  return {
    /** For what the address says: a country, and a time zone. `country` is the one that exists. */
    async places(said: { country: string | null; zone: string | null }, country: string | null): Promise<Places> {
      const ofZone = said.zone === null ? null : countryOfZone(said.zone);
      const isWrong = country === null && (said.country ?? '') !== '';
      return {
        countries: await ports.countryNames(),
        chosen: country ?? ofZone ?? '',
        byZone: country === null && Boolean(ofZone),
        hasZone: said.zone !== null,
        problem: isWrong ? 'unknownCountry' : ofZone === undefined ? 'unknownZone' : null,
      };
    },
    about: (orderId: string, line: number, country: string | null) =>
      about(ports, { orderId, line, country: isCountry(country) ? country : null }),
  };
}

/** Null unless this line, counted from 1, has an eSIM that its buyer may use. */
async function about(
  ports: Ports,
  { orderId, line, country }: { orderId: string; line: number; country: string | null },
): Promise<AboutLine | null> {
  const { orders, esims, fulfilment, catalogue, tickets } = ports;
  const order = await orders.find(orderId);
  const bought = order && orders.profileLines(order).find(({ position }) => position === line - 1);
  const esim = bought && esimOfLine(await esims.listByOrders([orderId]), orders.deliveryOf(order, bought).id);
  if (!esim) return null;
  const place = await catalogue.destinationBySlug(bought.placeSlug ?? bought.offerSlug);
  const there = country === null ? null : await placeOf(ports, country);
  const stated = await statedOf(ports, bought, esim);
  const covered = country === null ? null : (stated.countryCodes?.includes(country) ?? null);
  const opened = await tickets.diagnosesOf(orderId);
  return {
    country: country === null ? null : { code: country, name: there?.name ?? nameOf(ports, country) },
    covered,
    networks: stated.networks[country ?? place?.countryCode ?? ''] ?? [],
    plansThere: covered === false && there !== null ? await cheapestIn(ports, there) : [],
    reportsProfile: fulfilment.wholesalers.find(esim.wholesaler)?.capabilities.reportsProfileState ?? false,
    tickets: opened.flatMap(({ number, createdAt, diagnosis }) =>
      diagnosis.line === line ? [{ number, at: createdAt.toISOString(), wants: diagnosis.wants }] : [],
    ),
  };
}

const nameOf = ({ countryName }: Ports, code: string): Localized => eachLocale((locale) => countryName(code, locale));

/** The destination that is this whole country; null where nothing is sold. */
async function placeOf({ catalogue }: Ports, country: string): Promise<Destination | null> {
  const all = await catalogue.destinations();
  return all.find((each) => isWhole(each) && each.countryCode === country) ?? null;
}

/**
 * Where the delivered eSIM works, and with which networks: by the package that delivered it. Its list may have lost the
 * package since: then by what the shop sells today, and without that not at all.
 */
async function statedOf(
  { catalogue }: Ports,
  line: Line,
  esim: Esim,
): Promise<{ countryCodes: readonly string[] | null; networks: Record<string, string[]> }> {
  // A replacement was delivered by another line.
  const { packageId } = planOfLine(esim, line.id) ?? esim.plans[0];
  const [found] = await catalogue.packageStatements([{ wholesaler: esim.wholesaler, packageId }]);
  if (found) {
    const names = Object.entries(found.networks).map(([code, all]) => [code, all.map(({ name }) => name)] as const);
    return { countryCodes: found.countryCodes, networks: Object.fromEntries(names) };
  }
  const sold = await catalogue.destinationBySlug(line.offerSlug);
  if (sold?.countryCode) return { countryCodes: [sold.countryCode], networks: {} };
  const covered = sold === null ? [] : await catalogue.coveredBy(sold.slug);
  return { countryCodes: covered.length === 0 ? null : covered.map(({ countryCode }) => countryCode), networks: {} };
}

const MAX_PLANS = 3;

/** The cheapest plans of each size and length that work in a country, cheapest first. */
async function cheapestIn({ catalogue }: Ports, place: Destination): Promise<PlanThere[]> {
  const details = await catalogue.destination(place.slug);
  const offers = [...(details?.offer ? [details.offer] : []), ...(details?.wide ?? [])];
  return offers
    .flatMap(({ name, plans }) => plans.filter(({ available }) => available).map((plan) => ({ ...plan, name })))
    .toSorted((a, b) => a.price.amount - b.price.amount || b.dataMb - a.dataMb)
    .slice(0, MAX_PLANS)
    .map(({ id, offerSlug, name, dataMb, unlimited, days, price }) => ({
      id,
      offerSlug,
      name,
      dataMb,
      unlimited,
      days,
      price,
      place: { kind: 'local', slug: place.slug },
    }));
}
