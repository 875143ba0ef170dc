import * as z from 'zod';
import type { PackageRefusal, WholesalePackage } from '../../modules/catalogue/wholesale-packages.ts';
import type { AddablePackage } from '../../modules/fulfilment/wholesaler.ts';
import { dailyMbIn, exitCountryIn, hotspotIn, slowSpeedIn } from '../statements.ts';
import { count, identifier, number, text } from '../wholesale-fields.ts';
import { centsUp, CURRENCY } from './replies.ts';

/* `GET /v2/packages`: destinations with operators with packages. The properties of a package are stated by its
   operator, partly in sentences. What they do not state clearly is "not stated", never guessed. */

type Facts = WholesalePackage['facts'];
type Terms = Pick<WholesalePackage, 'kind' | 'countryCodes' | 'networks' | 'operator'> & {
  facts: Omit<Facts, 'throttling'>;
};

const destinationReply = z.looseObject({ operators: z.array(z.unknown()) });

const texts = z
  .union([z.array(text), text.transform((one) => [one])])
  .nullish()
  .catch(null);
const generations = z
  .array(z.string())
  .transform((types): ('4G' | '5G')[] => [
    ...(types.some((type) => /LTE|4G/i.test(type)) ? (['4G'] as const) : []),
    ...(types.some((type) => /5G/i.test(type)) ? (['5G'] as const) : []),
  ])
  .catch([]);
const coverageReply = z.looseObject({
  code: z.string().regex(/^[A-Z]{2}$/),
  networks: z.array(z.looseObject({ name: text.min(1), types: generations })).catch([]),
});
const operatorReply = z.looseObject({
  title: text.nullish(),
  type: z.string().nullish().catch(null),
  rechargeability: z.boolean().nullish().catch(null),
  activation_policy: z.string().nullish().catch(null),
  install_window_days: count.nullish().catch(null),
  info: texts,
  other_info: texts,
  coverages: z.array(z.unknown()).nullish().catch(null),
  countries: z.array(z.unknown()).nullish().catch(null),
  packages: z.array(z.unknown()),
});
const countryReply = z.looseObject({ country_code: z.string().regex(/^[A-Z]{2}$/) });

/** US dollars; a larger figure is not a price. */
const dollars = number.pipe(z.number().max(1_000_000));

const packageReply = z.looseObject({
  id: identifier,
  type: z.string(),
  title: text.nullish(),
  amount: count,
  day: count,
  is_unlimited: z.boolean().nullish(),
  net_price: dollars,
  minimum_selling_price: dollars.nullish().catch(null),
  prices: z
    .looseObject({ net_price: z.record(z.string(), z.unknown()).nullish() })
    .nullish()
    .catch(null),
  is_fair_usage_policy: z.boolean().nullish().catch(null),
  fair_usage_policy: text.nullish().catch(null),
});

/** `GET /v2/sims/{iccid}/topups`. Entries that cannot be sold are left out. */
export const addableReply = z.looseObject({ data: z.array(z.unknown()) }).transform(({ data }) =>
  data.flatMap((each): AddablePackage[] => {
    const read = packageReply.safeParse(each).data;
    if (read === undefined || read.type !== 'topup' || read.net_price < 0 || read.day === 0) return [];
    const unlimited = read.is_unlimited ?? false;
    if (!unlimited && read.amount === 0) return [];
    return [
      {
        packageId: read.id,
        title: read.title ?? read.id,
        dataMb: unlimited ? 0 : read.amount,
        unlimited,
        unlimitedTerms: unlimited ? termsIn(read.fair_usage_policy) : null,
        days: read.day,
        netPriceCents: centsUp(read.net_price),
        netCurrency: CURRENCY,
      },
    ];
  }),
);

const termsIn = (policy: string | null | undefined) => ({
  dailyMb: dailyMbIn(policy ?? ''),
  thenKbps: slowSpeedIn(policy ?? ''),
});

/**
 * The eSIM packages of a whole list without duplicates, and those that cannot be sold. An invalid entry does not affect
 * the others.
 */
export function packageList(destinations: readonly unknown[]): {
  packages: WholesalePackage[];
  refused: PackageRefusal[];
} {
  const packages = new Map<string, WholesalePackage>();
  const refused: PackageRefusal[] = [];
  for (const destination of destinations)
    for (const operator of destinationReply.safeParse(destination).data?.operators ?? []) {
      const read = operatorReply.safeParse(operator).data;
      if (read === undefined) continue;
      const terms = termsOf(read);
      for (const each of read.packages) {
        const found = packageOf(each, terms);
        if (found === undefined) continue;
        if ('reason' in found) refused.push(found);
        // Destinations share packages: an identical duplicate is no error, a different package with the same id is.
        else if (!packages.has(found.packageId)) packages.set(found.packageId, found);
        else if (JSON.stringify(packages.get(found.packageId)) !== JSON.stringify(found))
          refused.push({ packageId: found.packageId, reason: 'duplicate' });
      }
    }
  return { packages: [...packages.values()], refused };
}

/** Undefined: a top-up, or an entry without a name. */
function packageOf(each: unknown, { facts, ...terms }: Terms): WholesalePackage | PackageRefusal | undefined {
  const parsed = packageReply.safeParse(each).data;
  if (parsed === undefined) {
    const packageId = z.looseObject({ id: identifier }).safeParse(each).data?.id;
    return packageId === undefined ? undefined : { packageId, reason: 'unreadable' };
  }
  const { id: packageId } = parsed;
  if (parsed.type !== 'sim') return undefined;
  if (parsed.net_price < 0) return { packageId, reason: 'negative' };
  if (parsed.day === 0) return { packageId, reason: 'zero-days' };
  const inCurrencies = parsed.prices?.net_price;
  // `net_price` is in dollars. A list of prices without USD means that the vendor bills in another currency.
  if (inCurrencies && !(CURRENCY in inCurrencies)) return { packageId, reason: 'unknown-currency' };
  const unlimited = parsed.is_unlimited ?? false;
  if (!unlimited && parsed.amount === 0) return { packageId, reason: 'unreadable' };
  const policy = parsed.fair_usage_policy ?? '';
  const minimum = parsed.minimum_selling_price;
  return {
    packageId,
    title: parsed.title ?? packageId,
    dataMb: parsed.amount,
    unlimited,
    unlimitedTerms: unlimited ? termsIn(policy) : null,
    days: parsed.day,
    netPriceCents: centsUp(parsed.net_price),
    netCurrency: CURRENCY,
    minimumPriceCents: minimum == null || minimum < 0 ? null : centsUp(minimum),
    ...terms,
    facts: { ...facts, throttling: throttlingOf(parsed.is_fair_usage_policy, policy) },
  };
}

function termsOf(read: z.infer<typeof operatorReply>): Terms {
  const coverages = (read.coverages ?? []).flatMap((each) => coverageReply.safeParse(each).data ?? []);
  const listed = (read.countries ?? []).flatMap((each) => countryReply.safeParse(each).data?.country_code ?? []);
  const said = [...(read.info ?? []), ...(read.other_info ?? [])].join(' \n');
  return {
    operator: read.title ?? '',
    kind: read.type === 'global' ? 'global' : 'local',
    countryCodes: [...new Set([...listed, ...coverages.map(({ code }) => code)])],
    networks: Object.fromEntries(
      coverages.map(({ code, networks }) => [code, networks.map(({ name, types }) => ({ name, generations: types }))]),
    ),
    facts: {
      hotspot: hotspotIn(said),
      topUp: read.rechargeability ?? null,
      activation:
        read.activation_policy === 'first-usage' || read.activation_policy === 'installation'
          ? read.activation_policy
          : null,
      installWindowDays: read.install_window_days || null,
      exitCountry: exitCountryIn(said),
    },
  };
}

function throttlingOf(isPolicy: boolean | null | undefined, policy: string): Facts['throttling'] {
  const kbps = slowSpeedIn(policy);
  if (kbps !== null) return { kind: 'slower', kbps };
  return isPolicy === false && policy === '' ? { kind: 'none' } : null;
}
