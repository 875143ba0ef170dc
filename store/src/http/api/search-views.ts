import * as z from 'zod';
import { eachLocale, LOCALES } from '../../shared/locale.ts';
import { MoneyView } from '../../shared/views.ts';

const Kind = z.enum(['local', 'regional', 'global']);

/** A destination that a search found. */
export const FoundView = z.object({
  slug: z.string(),
  kind: Kind,
  /** In the caller's language. */
  name: z.string(),
  flag: z.string(),
  countryCode: z.string().nullable(),
  /** Has plans of its own; otherwise only regional and global plans work there. */
  own: z.boolean(),
  /** The cheapest plan that works there; null: none is available now. */
  from: MoneyView.nullable(),
  url: z.string(),
  /** The matched words: of its name, another name, a place in it, an area around it, or its ISO code. */
  reason: z.object({
    kind: z.enum(['name', 'alias', 'place', 'area', 'code']),
    text: z.string(),
    /** For a name that differs between the languages. */
    locale: z.enum(LOCALES).nullable(),
    /** True when it matched with one typo. */
    typo: z.boolean(),
  }),
});

export type FoundView = z.infer<typeof FoundView>;

/** A destination with the words by which it is found. */
export const IndexedView = z.object({
  slug: z.string(),
  kind: Kind,
  name: z.object(eachLocale(() => z.string())),
  flag: z.string(),
  countryCode: z.string().nullable(),
  region: z.string().nullable(),
  within: z.string().nullable(),
  own: z.boolean(),
  from: MoneyView.nullable(),
  aliases: z.array(z.string()),
  /** Common misspellings of its name. */
  misspellings: z.array(z.string()),
  cities: z.array(z.string()),
});
export type IndexedDestination = z.infer<typeof IndexedView>;
