import * as z from 'zod';
import destinations from './packages.json' with { type: 'json' };

/** What a test changed about one package of the catalogue. */
export type PackageChange = {
  id: string;
  net_price?: number;
  price?: number;
  amount?: number;
  day?: number;
  missing?: boolean;
};

/** Control: `{"package":{"id":"france-7days-1gb","set":{"net_price":9}}}`; `"set":null` restores the package. */
export const packageVerb = z.strictObject({
  id: z.string().refine((id) => findPackage(id) !== null, 'is not a package of the catalogue'),
  set: z
    .strictObject({
      net_price: z.number().min(0).optional(),
      price: z.number().min(0).optional(),
      amount: z.int().min(0).optional(),
      day: z.int().min(0).optional(),
      missing: z.boolean().optional(),
    })
    .nullable(),
});

type Destination = (typeof destinations)[number];
/** A package as it is sold now, with what an order repeats about it. */
export type SoldPackage = {
  id: string;
  amount: number;
  day: number;
  price: number;
  net_price: number;
  title: string;
  data: string;
  operator: string;
  apn: string | null;
};

/** The package as the catalogue file has it, or null. */
function findPackage(id: string): { destination: Destination; entry: Destination['packages'][number] } | null {
  for (const destination of destinations) {
    const entry = destination.packages.find((each) => each.id === id);
    if (entry) return { destination, entry };
  }
  return null;
}

/** The package with what a test changed about it, or null when it is not on sale. */
export function soldPackage(id: string, change: PackageChange | undefined): SoldPackage | null {
  const found = findPackage(id);
  if (!found || change?.missing) return null;
  const { missing: _, ...changed } = change ?? {};
  const terms = { ...found.entry, ...changed };
  const data = dataText(terms.amount);
  return {
    ...terms,
    title: `${data} - ${terms.day} Days`,
    data,
    operator: found.destination.operator,
    apn: found.destination.apn,
  };
}

const dataText = (mb: number) => (mb % 1024 === 0 ? `${mb / 1024} GB` : `${mb} MB`);
const CURRENCIES = 'AUD BRL GBP CAD AED EUR INR IDR ILS JPY MYR MXN SGD KRW USD VND'.split(' ');
const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const image = (name: string) => ({ width: 132, height: 99, url: `https://cdn.wholesale.example/images/${name}.png` });

/** `GET /v2/packages`: destinations with their one operator, filtered as the vendor's `filter[type]` and `filter[country]`. */
export function vendorPackages(
  filter: { type?: string; country?: string },
  change: (id: string) => PackageChange | undefined,
) {
  return destinations
    .filter((d) => filter.type === undefined || d.type === filter.type)
    .filter((d) => filter.country === undefined || d.countries.includes(filter.country.toUpperCase()))
    .map((d, index) => ({
      slug: d.slug,
      country_code: d.country_code,
      title: d.title,
      image: image(d.slug),
      operators: [vendorOperator(d, index, change)],
    }));
}

function vendorOperator(d: Destination, index: number, change: (id: string) => PackageChange | undefined) {
  const apn = { apn_type: d.apn === null ? 'automatic' : 'manual', apn_value: d.apn };
  return {
    id: 100 + index,
    style: 'light',
    gradient_start: '#0f4c81',
    gradient_end: '#5aa9e6',
    type: d.type,
    is_prepaid: false,
    title: d.operator,
    esim_type: 'Prepaid',
    warning: null,
    ...apn,
    is_roaming: true,
    info: ['Data-only eSIM.', 'The validity starts when the eSIM connects to a supported network.'],
    image: image(`operator-${d.slug}`),
    plan_type: 'data',
    activation_policy: 'first-usage',
    is_kyc_verify: false,
    rechargeability: true,
    other_info: null,
    coverages: d.countries.map((code) => ({ name: code, code, networks: d.networks })),
    install_window_days: 365,
    topup_grace_window_days: 30,
    apn: { ios: apn, android: apn },
    packages: d.packages.flatMap(({ id }) => {
      const sold = soldPackage(id, change(id));
      return sold ? [vendorPackage(sold)] : [];
    }),
    countries: d.countries.map((code) => ({
      country_code: code,
      title: countryNames.of(code) ?? code,
      image: image(code),
    })),
  };
}

function vendorPackage(sold: SoldPackage) {
  const inDollars = (amount: number) => Object.fromEntries(CURRENCIES.map((code) => [code, amount]));
  return {
    id: sold.id,
    type: 'sim',
    price: sold.price,
    amount: sold.amount,
    day: sold.day,
    is_unlimited: false,
    title: sold.title,
    data: sold.data,
    short_info: null,
    qr_installation: '<p>Scan the QR code.</p>',
    manual_installation: '<p>Enter the SM-DP+ address and the activation code.</p>',
    is_fair_usage_policy: false,
    fair_usage_policy: null,
    voice: null,
    text: null,
    net_price: sold.net_price,
    // The sandbox knows no exchange rates: one to one everywhere.
    prices: { net_price: inDollars(sold.net_price), recommended_retail_price: inDollars(sold.price) },
  };
}
