import * as z from 'zod';
import { countryName, entryOf, OFFER, type Entry } from './catalogue.ts';
import { optionalText, Refusal, type Fields } from './wire.ts';

/** A test's changes to one package of the offer, by its code. */
export type PackageChange = {
  id: string;
  price?: number;
  volume?: number;
  duration?: number;
  location?: string[];
  currencyCode?: string;
  activeType?: number;
  description?: string;
  ipExport?: string | null;
  missing?: boolean;
  duplicate?: boolean;
};
export type Change = (packageCode: string) => PackageChange | undefined;

/** Control: `{"package":{"packageCode":"CKH248","set":{"price":90000}}}`; `"set":null` restores the package. */
export const packageVerb = z.strictObject({
  packageCode: z.string().refine((code) => entryOf(code) !== undefined, 'is not a package of the offer'),
  set: z
    .strictObject({
      /** May be negative or a fraction, because a vendor's list can be wrong. */
      price: z.number().optional(),
      volume: z.number().optional(),
      duration: z.number().optional(),
      location: z.array(z.string()).optional(),
      currencyCode: z.string().min(1).max(10).optional(),
      activeType: z.int().optional(),
      description: z.string().optional(),
      ipExport: z.string().nullable().optional(),
      missing: z.boolean().optional(),
      /** Listed twice, with two prices. */
      duplicate: z.boolean().optional(),
    })
    .nullable(),
});

/** The package with a test's changes, or undefined when it is not on sale. */
export function soldPackage(codeOrSlug: string, change: Change): Entry | undefined {
  const entry = entryOf(codeOrSlug);
  return entry && changed(entry, change);
}

export function changed(entry: Entry, change: Change): Entry | undefined {
  const changes = change(entry.packageCode);
  if (changes?.missing) return undefined;
  const { id: _, missing: __, duplicate: ___, ...set } = changes ?? { id: '' };
  return { ...entry, ...set };
}

/** The most countries of a plan for a region; more are global. */
const REGIONAL = 60;

/** The profile to which packages are to be added. */
type Owner = { location: readonly string[]; supportTopUpType: number };

/** The packages of a call of `package/list`, in the vendor's form. */
export function listPackages(fields: Fields, change: Change, profile: (iccid: string) => Owner | undefined) {
  const type = optionalText(fields, 'type') ?? 'BASE';
  if (type !== 'BASE' && type !== 'TOPUP') throw new Refusal('000107');
  const wanted = filterOf(fields, profile);
  return OFFER.filter(({ isTopUp }) => isTopUp === (type === 'TOPUP')).flatMap((entry) => {
    const sold = changed(entry, change);
    if (!sold || !wanted(sold)) return [];
    const listed = vendorPackage(sold);
    return change(entry.packageCode)?.duplicate ? [listed, { ...listed, price: sold.price + 10_000 }] : [listed];
  });
}

/** The filters of a call: where it works, its code or slug, the profile that it is added to, total or daily data. */
function filterOf(fields: Fields, profile: (iccid: string) => Owner | undefined): (entry: Entry) => boolean {
  const [location, dataType] = [optionalText(fields, 'locationCode'), optionalText(fields, 'dataType')];
  const [code, slug] = [optionalText(fields, 'packageCode'), optionalText(fields, 'slug')];
  const iccid = optionalText(fields, 'iccid');
  const one = code ?? slug;
  const original = one === undefined ? undefined : entryOf(one);
  if (one !== undefined && !original) throw new Refusal('310241');
  const owner = iccid === undefined ? undefined : profile(iccid);
  if (iccid !== undefined && !owner) throw new Refusal('310403');
  return (entry) =>
    (location === undefined || isAt(entry, location)) &&
    (dataType === undefined || (dataType === '1') === (entry.dataType === 1)) &&
    (!original || (entry.isTopUp ? sameCountries(entry, original) : entry.packageCode === original.packageCode)) &&
    (!owner || (owner.supportTopUpType !== 1 && sameCountries(entry, owner)));
}

function isAt({ location }: Entry, code: string): boolean {
  if (code === '!GL') return location.length > REGIONAL;
  if (code === '!RG') return location.length > 1 && location.length <= REGIONAL;
  return location.includes(code.toUpperCase());
}

/** Whether a top-up can be added: it works in the countries of the profile. */
export const sameCountries = (left: { location: readonly string[] }, right: { location: readonly string[] }) =>
  [...left.location].sort().join() === [...right.location].sort().join();

/** A package in the vendor's list. */
function vendorPackage(entry: Entry) {
  const { location, networks, isTopUp: _, apn: __, fupPolicy, ...rest } = entry;
  const isOfOneCountry = location.length === 1;
  const operators = [...networks.values()].flat();
  return {
    ...rest,
    smsStatus: 0,
    durationUnit: 'DAY',
    location: location.join(','),
    favorite: false,
    speed: operators.some(({ type }) => type.includes('5G')) ? '4G/5G' : '3G/4G',
    ...(fupPolicy !== null && { fupPolicy }),
    locationNetworkList: location.map((code) => ({
      locationName: countryName(code),
      // The vendor states the code in some answers only.
      ...(isOfOneCountry && { locationCode: code }),
      locationLogo: `/img/flags/${code.toLowerCase()}.png`,
      operatorList: (networks.get(code) ?? []).map(({ name, type }) => ({ operatorName: name, networkType: type })),
    })),
  };
}

/** The countries and regions of `location/list`. */
export function listLocations() {
  const base = OFFER.filter(({ isTopUp }) => !isTopUp);
  const countries = [...new Set(base.flatMap(({ location }) => location))].sort();
  const regions = new Map(
    base.filter(({ location }) => location.length > 1).map(({ slug, location }) => [slug.split('_')[0]!, location]),
  );
  return [
    ...countries.map((code) => ({ code, name: countryName(code), type: 1, subLocationList: null })),
    ...[...regions].map(([code, location]) => ({
      code,
      name: code,
      type: 2,
      subLocationList: location.map((each) => ({ code: each, name: countryName(each) })),
    })),
  ];
}
