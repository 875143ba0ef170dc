import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { eachLocale, type Localized } from '../../shared/locale.ts';
import { DEFAULT_CURRENCY } from '../../shared/money.ts';

const DATA = new URL('../../../data/catalogue/', import.meta.url);

/** The prices of the files are those of the specification. */
export const SEED_CURRENCY = DEFAULT_CURRENCY;

const Slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const CountryCode = z.string().regex(/^[A-Z]{2}$/);

const DestinationsFile = z.array(
  z.object({
    slug: Slug,
    kind: z.enum(['local', 'regional', 'global']),
    countryCode: CountryCode.nullable(),
    within: Slug.nullable().default(null),
    name: z
      .strictObject({ ...eachLocale(() => z.string().min(1).optional()), en: z.string().min(1) })
      // Kept as written, so that a row can gain the languages of later files.
      .transform((name) => name as Localized),
    flag: z.string().min(1),
    region: Slug.nullable(),
    members: z.array(CountryCode).default([]),
    position: z.int(),
    featured: z.int().nullable(),
  }),
);

const AliasesFile = z.record(
  Slug,
  z.object({ aliases: z.array(z.string()).default([]), cities: z.array(z.string()).default([]) }),
);

const OffersFile = z.array(
  z.object({
    slug: Slug,
    statedCountries: z.int().positive().nullable(),
    plans: z.array(
      z.object({
        id: Slug,
        packageId: Slug,
        dataMb: z.int().positive(),
        days: z.int().positive(),
        priceCents: z.int().positive(),
      }),
    ),
  }),
);

export type SeedPlace = z.infer<typeof DestinationsFile>[number] & { aliases: string[]; cities: string[] };
export type SeedOffer = z.infer<typeof OffersFile>[number];

/** Reads the offers of the specification, and all destinations with their search terms. */
export async function readSeed(): Promise<{ places: SeedPlace[]; offers: SeedOffer[] }> {
  const [places, aliases, offers] = await Promise.all([
    read('destinations.json', DestinationsFile),
    read('aliases.json', AliasesFile),
    read('offers.json', OffersFile),
  ]);
  return {
    places: places.map((place) => ({ ...place, ...(aliases[place.slug] ?? { aliases: [], cities: [] }) })),
    offers,
  };
}

async function read<T>(name: string, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(JSON.parse(await readFile(new URL(name, DATA), 'utf8')));
}
