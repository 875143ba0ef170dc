import * as z from 'zod';
import { DESTINATIONS, type Destination, type Entry } from './destinations.ts';

/** A test's changes to one package of the catalogue. */
export type PackageChange = {
  id: string;
  net_price?: number;
  price?: number;
  amount?: number;
  day?: number;
  missing?: boolean;
  currency?: string;
  duplicate?: boolean;
};

/** Control: `{"package":{"id":"france-7days-1gb","set":{"net_price":9}}}`; `"set":null` restores the package. */
export const packageVerb = z.strictObject({
  id: z.string().refine((id) => byId.has(id), 'is not a package of the catalogue'),
  set: z
    .strictObject({
      /** May be negative, because a vendor's list can be wrong. */
      net_price: z.number().optional(),
      price: z.number().min(0).optional(),
      amount: z.int().min(0).optional(),
      day: z.int().min(0).optional(),
      missing: z.boolean().optional(),
      /** The only currency of its prices. */
      currency: z.string().min(1).max(10).optional(),
      /** Listed twice, with two prices. */
      duplicate: z.boolean().optional(),
    })
    .nullable(),
});

/** A package on sale, with the fields that its orders repeat. */
export type SoldPackage = Omit<Entry, 'fair_usage_policy' | 'minimum_selling_price'> & {
  title: string;
  data: string;
  operator: string;
  apn: string | null;
};

/** A package that adds data and days to a profile: that of a new eSIM of the same destination. */
export type TopUp = { id: string; entry: Entry; operator: string };

const byId = new Map(
  DESTINATIONS.flatMap((destination) => destination.packages.map((entry) => [entry.id, { destination, entry }])),
);

/** The package with a test's changes, or null when it is not on sale. */
export function soldPackage(id: string, change: PackageChange | undefined): SoldPackage | null {
  const found = byId.get(id);
  if (!found || change?.missing) return null;
  const { entry, destination } = found;
  const { amount, day, price, net_price } = { ...entry, ...change };
  const data = entry.is_unlimited ? 'Unlimited' : dataText(amount);
  const { operator, apn } = destination;
  const title = `${data} - ${day} Days`;
  return { id, amount, day, price, net_price, is_unlimited: entry.is_unlimited, title, data, operator, apn };
}

/** `3 GB`, `500 MB`. */
export const dataText = (mb: number) => (mb % 1024 === 0 ? `${mb / 1024} GB` : `${mb} MB`);
const CURRENCIES = 'AUD BRL GBP CAD AED EUR INR IDR ILS JPY MYR MXN SGD KRW USD VND'.split(' ');
const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const image = (name: string) => ({ width: 132, height: 99, url: `https://cdn.wholesale.example/images/${name}.png` });

/** `GET /v2/packages`: destinations with their one operator, filtered as the vendor's `filter[type]` and `filter[country]`. */
export function vendorPackages(
  filter: { type?: string; country?: string },
  change: (id: string) => PackageChange | undefined,
) {
  const country = filter.country?.toUpperCase();
  return DESTINATIONS.map((destination, index) => ({ destination, index }))
    .filter(({ destination }) => filter.type === undefined || destination.type === filter.type)
    .filter(
      ({ destination }) => country === undefined || destination.coverages.some((coverage) => coverage.code === country),
    )
    .map(({ destination, index }) => ({
      slug: destination.slug,
      country_code: destination.country_code,
      title: destination.title,
      image: image(destination.slug),
      operators: [vendorOperator(destination, index, change)],
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
    info: d.info,
    image: image(`operator-${d.slug}`),
    plan_type: 'data',
    activation_policy: d.activation_policy,
    is_kyc_verify: false,
    rechargeability: d.rechargeability,
    other_info: d.other_info,
    coverages: d.coverages.map(({ code, networks }) => ({ name: code, code, networks })),
    install_window_days: d.install_window_days,
    topup_grace_window_days: 30,
    apn: { ios: apn, android: apn },
    packages: d.packages.flatMap((entry) => {
      const changed = change(entry.id);
      const sold = soldPackage(entry.id, changed);
      if (!sold) return [];
      const listed = vendorPackage(entry, sold, changed?.currency);
      return changed?.duplicate ? [listed, { ...listed, net_price: sold.net_price + 1 }] : [listed];
    }),
    countries: d.coverages.map(({ code }) => ({
      country_code: code,
      title: countryNames.of(code) ?? code,
      image: image(code),
    })),
  };
}

function vendorPackage(entry: Entry, sold: SoldPackage, currency: string | undefined) {
  const currencies = currency === undefined ? CURRENCIES : [currency];
  // The sandbox has no exchange rates: all currencies are one to one.
  const inAll = (amount: number) => Object.fromEntries(currencies.map((code) => [code, amount]));
  return {
    id: sold.id,
    type: 'sim',
    price: sold.price,
    amount: sold.amount,
    day: sold.day,
    is_unlimited: sold.is_unlimited,
    title: sold.title,
    data: sold.data,
    short_info: null,
    qr_installation: '<p>Scan the QR code.</p>',
    manual_installation: '<p>Enter the SM-DP+ address and the activation code.</p>',
    is_fair_usage_policy: entry.fair_usage_policy === undefined ? null : entry.fair_usage_policy !== null,
    fair_usage_policy: entry.fair_usage_policy ?? null,
    voice: null,
    text: null,
    net_price: sold.net_price,
    ...(entry.minimum_selling_price !== null && { minimum_selling_price: entry.minimum_selling_price }),
    prices: { net_price: inAll(sold.net_price), recommended_retail_price: inAll(sold.price) },
  };
}
