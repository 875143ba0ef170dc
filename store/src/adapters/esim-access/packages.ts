import * as z from 'zod';
import type { PackageRefusal, WholesalePackage } from '../../modules/catalogue/wholesale-packages.ts';
import type { AddablePackage } from '../../modules/fulfilment/wholesaler.ts';
import { hotspotIn, slowSpeedIn } from '../statements.ts';
import { count, identifier, number, text } from '../wholesale-fields.ts';
import { countryNamed } from './countries.ts';
import { amount, bytes } from './replies.ts';
import { centsUp, megabytes } from './units.ts';

/* `/package/list`: packages with their networks by country. What is not stated clearly is "not stated", never guessed. */

const country = z.string().regex(/^[A-Z]{2}$/);
const optionalNumber = number.nullish().catch(null);

const networkReply = z.looseObject({
  locationCode: z.string().nullish().catch(null),
  locationName: text.nullish().catch(null),
  operatorList: z.array(z.unknown()).catch([]),
});
const operatorReply = z.looseObject({ operatorName: text.min(1), networkType: z.string().nullish().catch(null) });

const packageReply = z.looseObject({
  packageCode: identifier,
  name: text.nullish().catch(null),
  description: text.nullish().catch(null),
  price: amount,
  currencyCode: z.string(),
  volume: bytes,
  dataType: number,
  duration: count,
  durationUnit: z.literal('DAY'),
  location: z.string().max(5_000),
  locationNetworkList: z.array(z.unknown()).nullish().catch(null),
  activeType: optionalNumber,
  unusedValidTime: count.nullish().catch(null),
  ipExport: z.string().nullish().catch(null),
  supportTopUpType: optionalNumber,
  fupPolicy: text.nullish().catch(null),
});
type PackageReply = z.infer<typeof packageReply>;

/** A list, whose entries are read one by one. */
export const packagesReply = z
  .looseObject({ packageList: z.array(z.unknown()) })
  .transform(({ packageList }) => packageList);

const codeReply = z.looseObject({ packageCode: identifier }).transform(({ packageCode }) => packageCode);
const isCode = (each: unknown, packageId: string) => codeReply.safeParse(each).data === packageId;

const priceReply = z.looseObject({ price: amount.pipe(z.number().min(0)), currencyCode: z.string() });

/** The exact price of one package, in the vendor's parts; undefined: the package is not in the list. Null: unreadable. */
export function exactPrice(list: readonly unknown[], packageId: string) {
  const listed = list.find((each) => isCode(each, packageId));
  return listed === undefined ? undefined : (priceReply.safeParse(listed).data ?? null);
}

/** The plans that can be added to a profile. Entries that can't be sold are left out. */
export const addableOf = (list: readonly unknown[]): AddablePackage[] =>
  list.flatMap((each) => {
    const read = packageReply.omit({ location: true }).safeParse(each).data;
    if (read === undefined || faultOf(read) !== null) return [];
    return [
      {
        packageId: read.packageCode,
        title: read.name ?? read.packageCode,
        dataMb: megabytes(read.volume),
        unlimited: false,
        unlimitedTerms: null,
        days: read.duration,
        netPriceCents: centsUp(read.price, read.currencyCode),
        netCurrency: read.currencyCode,
      },
    ];
  });

/** The packages of a whole list without duplicates, and those that cannot be sold. */
export function packageList(list: readonly unknown[]): { packages: WholesalePackage[]; refused: PackageRefusal[] } {
  const packages = new Map<string, WholesalePackage>();
  const refused: PackageRefusal[] = [];
  for (const each of list) {
    const found = packageOf(each);
    if (found === undefined) continue;
    if ('reason' in found) refused.push(found);
    else if (!packages.has(found.packageId)) packages.set(found.packageId, found);
    else if (JSON.stringify(packages.get(found.packageId)) !== JSON.stringify(found))
      refused.push({ packageId: found.packageId, reason: 'duplicate' });
  }
  return { packages: [...packages.values()], refused };
}

/** Undefined: an entry without a code. */
function packageOf(each: unknown): WholesalePackage | PackageRefusal | undefined {
  const packageId = codeReply.safeParse(each).data;
  if (packageId === undefined) return undefined;
  const read = packageReply.safeParse(each).data;
  if (read === undefined) return { packageId, reason: 'unreadable' };
  const fault = faultOf(read);
  if (fault !== null) return { packageId, reason: fault };
  const countryCodes = [...new Set(read.location.split(',').map((code) => code.trim()))].filter(
    (code) => country.safeParse(code).success,
  );
  if (countryCodes.length === 0) return { packageId, reason: 'unreadable' };
  return {
    packageId,
    title: read.name ?? packageId,
    operator: '',
    dataMb: megabytes(read.volume),
    unlimited: false,
    unlimitedTerms: null,
    days: read.duration,
    netPriceCents: centsUp(read.price, read.currencyCode),
    netCurrency: read.currencyCode,
    minimumPriceCents: null,
    kind: countryCodes.length === 1 ? 'local' : 'global',
    countryCodes,
    networks: networksOf(read.locationNetworkList ?? [], countryCodes),
    facts: factsOf(read),
  };
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Why this package is not sold; null: it is. */
function faultOf(read: Pick<PackageReply, 'dataType' | 'price' | 'duration' | 'currencyCode' | 'volume'>) {
  if (read.dataType !== 1) return 'daily-plan';
  if (read.price < 0) return 'negative';
  if (read.duration === 0) return 'zero-days';
  if (!CURRENCIES.has(read.currencyCode)) return 'unknown-currency';
  return megabytes(read.volume) === 0 ? 'unreadable' : null;
}

/** By country, of the countries in which the package works. One whose name is not known is left out. */
function networksOf(list: readonly unknown[], countryCodes: readonly string[]): WholesalePackage['networks'] {
  const networks: WholesalePackage['networks'] = {};
  for (const each of list) {
    const read = networkReply.safeParse(each).data;
    if (read === undefined) continue;
    const code = country.safeParse(read.locationCode).data ?? countryNamed(read.locationName ?? '', countryCodes);
    if (code === undefined || !countryCodes.includes(code)) continue;
    const operators = read.operatorList.flatMap((one) => operatorReply.safeParse(one).data ?? []);
    networks[code] = [
      ...(networks[code] ?? []),
      ...operators.map(({ operatorName, networkType }) => ({
        name: operatorName,
        generations: generationsIn(networkType ?? ''),
      })),
    ];
  }
  return networks;
}

/** The generations in `3G/4G/5G`. */
const generationsIn = (said: string): ('4G' | '5G')[] => [
  ...(/4G|LTE/i.test(said) ? (['4G'] as const) : []),
  ...(/5G/i.test(said) ? (['5G'] as const) : []),
];

const ACTIVATION = new Map([
  [1, 'installation'],
  [2, 'first-usage'],
] as const);
const TOP_UP = new Map([
  [1, false],
  [2, true],
  [3, true],
]);

function factsOf(read: PackageReply): WholesalePackage['facts'] {
  // The policy is the speed after the data is used up, such as "384 Kbps".
  const kbps = slowSpeedIn(`then ${read.fupPolicy ?? ''}`);
  return {
    hotspot: hotspotIn([read.name ?? '', read.description ?? ''].join('\n')),
    topUp: TOP_UP.get(read.supportTopUpType ?? 0) ?? null,
    activation: ACTIVATION.get((read.activeType ?? 0) as 1) ?? null,
    installWindowDays: read.unusedValidTime || null,
    // Only data in total is sold here: without a speed after it, the data ends (esimStatus USED_UP).
    throttling: kbps === null ? (read.fupPolicy ? null : { kind: 'none' }) : { kind: 'slower', kbps },
    exitCountry: country.safeParse(read.ipExport).data ?? null,
  };
}
